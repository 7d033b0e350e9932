use std::time::Duration;

use aws_sdk_s3::presigning::PresigningConfig;

use super::*;

const KEY: &str = "organizations/org_1/images/img_2.png";
const HEADERS: [(&str, &str); 2] = [
    ("response-content-disposition", "inline; filename=\"a b+ü.png\""),
    ("response-content-type", "image/png"),
];

fn aws(region: &str, endpoint: Option<&str>, token: Option<&str>) -> Aws {
    let local = AwsConfig::local("");
    Aws::new(&AwsConfig {
        region: region.to_owned(),
        endpoint_url: endpoint.map(str::to_owned),
        credentials: aws_sdk_s3::config::Credentials::new("AKID", "a secret", token.map(str::to_owned), None, "test"),
        ..local
    })
}

/// Splits a URL, and sorts its query parameters so that URLs with another order of parameters are equal.
fn sorted(url: &str) -> (&str, Vec<&str>) {
    let (place, query) = url.split_once('?').unwrap();
    let mut parameters: Vec<&str> = query.split('&').collect();
    parameters.sort_unstable();
    (place, parameters)
}

#[tokio::test]
async fn a_form_is_for_one_key_one_range_of_sizes_and_15_minutes() {
    let now = Timestamp::of_rfc_3339("2026-11-21T08:15:30.123Z").unwrap();
    let until = now.plus(Duration::from_secs(900));
    for (token, count) in [(None, 6), (Some("a+token/="), 7)] {
        let aws = aws("eu-central-1", None, token);
        let signer = Signer::new(&aws, "pictures".to_owned());
        let (url, fields) = signer.sign_form("uploads/a", 1..=9, now, until).await.unwrap();
        assert_eq!(url, "https://pictures.s3.eu-central-1.amazonaws.com");
        assert_eq!(fields.len(), count);
        assert_eq!(fields.get("x-amz-security-token").map(String::as_str), token);
        let policy = BASE64_STANDARD.decode(&fields["policy"]).unwrap();
        let policy: Value = serde_json::from_slice(&policy).unwrap();
        assert_eq!(policy["expiration"], "2026-11-21T08:30:30.123Z");
        let conditions = policy["conditions"].as_array().unwrap();
        // S3 refuses a field without a condition.
        for (name, value) in fields
            .iter()
            .filter(|(name, _)| !["policy", "x-amz-signature"].contains(&name.as_str()))
        {
            assert!(conditions.contains(&json!({ name.as_str(): value })), "{name}");
        }
        assert!(conditions.contains(&json!({ "bucket": "pictures" })));
        assert!(conditions.contains(&json!(["content-length-range", 1, 9])));
        assert_eq!(conditions.len(), count);
        assert_eq!(fields["x-amz-date"], "20261121T081530Z");
        assert_eq!(fields["x-amz-credential"], "AKID/20261121/eu-central-1/s3/aws4_request");
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        assert!(fields["x-amz-signature"].len() == 64 && fields["x-amz-signature"].chars().all(is_hex));
    }
}

#[tokio::test]
async fn urls_equal_those_of_the_sdk() {
    let now = Timestamp::from_millis(1_795_000_000_000);
    for (region, endpoint, token) in [
        ("eu-central-1", None, Some("a+token/=")),
        ("us-east-1", None, None),
        ("cn-north-1", None, None),
        ("us-east-1", Some("http://127.0.0.1:9000"), None),
    ] {
        let aws = aws(region, endpoint, token);
        let ours = Signer::new(&aws, "pictures".to_owned())
            .sign(KEY, HEADERS, now)
            .await
            .unwrap();
        let [(_, disposition), (_, content_type)] = HEADERS;
        let config = PresigningConfig::builder()
            .start_time(UNIX_EPOCH + Duration::from_millis(1_795_000_000_000))
            .expires_in(URL_LIFETIME)
            .build()
            .unwrap();
        let request = aws.s3().get_object().bucket("pictures").key(KEY);
        let request = request
            .response_content_disposition(disposition)
            .response_content_type(content_type);
        let theirs = request.presigned(config).await.unwrap().uri().to_owned();
        assert_eq!(sorted(&ours), sorted(&theirs), "{region} {endpoint:?}");
    }
}

#[tokio::test]
async fn the_key_of_an_object_is_found_in_its_url() {
    let now = Timestamp::from_millis(1_795_000_000_000);
    for endpoint in [None, Some("http://127.0.0.1:9000")] {
        let signer = Signer::new(&aws("eu-central-1", endpoint, None), "pictures".to_owned());
        let url = signer.sign(KEY, HEADERS, now).await.unwrap();
        assert_eq!(signer.key_of(&url).await.unwrap(), Some(KEY));
        let other = Signer::new(&aws("eu-central-1", endpoint, None), "pictures-2".to_owned());
        assert_eq!(other.key_of(&url).await.unwrap(), None, "{url}");
    }
}
