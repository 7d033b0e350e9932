//! Uploads: files that callers post to the bucket, as sources of pictures.

use std::{collections::BTreeSet, time::Duration};

use contract::{Plan, Timestamp, UploadId};
use futures_util::future::join_all;
use http::{Method, StatusCode};
use media::Bucket;
use runtime::{Aws, Clock};
use serde_json::{Value, json};
use tests::{
    Answer, Client, Mcp, Organization, Revision, Service,
    service::{Setup, aws_config},
    upload::{fields, post_file, post_form},
};

use crate::{
    clean_up::all_objects,
    operator::Operator,
    pictures::png,
    support::{call, idle, idle_setup, number, objects, same_amount, start, start_idle},
};

const HOUR: Duration = Duration::from_secs(3600);
const UNKNOWN: &str = "upload:upl_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

async fn organization() -> Organization {
    idle().organization(Plan::Enterprise, 9).await
}

/// Checks that a call is refused because of the source at this path. Returns the message.
#[track_caller]
fn refused(answer: &Answer, path: &str) -> String {
    assert_eq!(answer.issues(), [path], "{}", answer.body);
    let details = answer.failure("VALIDATION_ERROR");
    assert_eq!(details["reason"], "source", "{}", answer.body);
    details["issues"][0]["message"].as_str().unwrap().to_owned()
}

async fn upload_image(client: &Client, source: &Value) -> Answer {
    client.call("upload_image", json!({ "imageUrl": source })).await
}

fn moment(value: &Value) -> Timestamp {
    Timestamp::of_rfc_3339(value.as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn an_upload_has_a_form_for_one_file_that_is_valid_for_15_minutes() {
    let organization = organization().await;
    let upload = organization.client.create_upload(json!({ "sizeBytes": 5 })).await;
    let now = idle().clock().now();
    let left = moment(&upload["expiresAt"]).since(now);
    assert!(
        left > Duration::from_secs(14 * 60) && left <= Duration::from_secs(15 * 60),
        "{left:?}"
    );
    let names: BTreeSet<&str> = fields(&upload).into_iter().map(|(name, _)| name).collect();
    let expected = [
        "key",
        "policy",
        "x-amz-algorithm",
        "x-amz-credential",
        "x-amz-date",
        "x-amz-signature",
    ];
    assert_eq!(names, BTreeSet::from(expected));
    same_amount(organization.client.balance().await, 9.0);
}

#[tokio::test]
async fn each_parameter_for_a_picture_takes_an_upload() {
    let organization = organization().await;
    let client = &organization.client;
    let image = upload_image(client, &client.uploaded(&png()).await).await;
    assert_eq!(image.data()["name"], "Image");
    let source = client.uploaded(&png()).await;
    let inspiration = call(client, "create_inspiration", json!({ "imageUrl": source })).await;
    assert_eq!(inspiration["sourceUrl"], Value::Null);
    let sources = [client.uploaded(&png()).await, client.uploaded(&png()).await];
    let person = call(client, "create_person", json!({ "name": "Alex", "imageUrls": sources })).await;
    assert_eq!(person["photos"].as_array().unwrap().len(), 2);
    same_amount(client.balance().await, 9.0 - 0.05 - 0.1);

    // The files of the uploads are gone.
    let (of_uploads, id) = (media::keys::UPLOADS, organization.id.to_string());
    let left = all_objects(idle()).await;
    assert!(
        !left.iter().any(|key| key.starts_with(of_uploads) && key.contains(&id)),
        "{left:?}"
    );
    assert_eq!(objects(idle(), organization.id).await.len(), 4);

    let source = client.uploaded(&png()).await;
    let video = client.call("create_inspiration", json!({ "videoUrl": source })).await;
    refused(&video, "videoUrl");
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn a_successful_call_uses_up_the_upload_and_a_quote_or_a_failed_call_does_not() {
    let organization = organization().await;
    let client = &organization.client;
    let source = client.uploaded(&png()).await;
    let body = json!({ "imageUrl": source });
    for tool in ["upload_image", "create_inspiration"] {
        let quoted = client.quote(tool, body.to_string()).await;
        assert!(number(&quoted.data()["cost"]) > 0.0);
    }
    let quoted = client
        .quote(
            "create_person",
            json!({ "name": "Alex", "imageUrls": [source] }).to_string(),
        )
        .await;
    assert_eq!(quoted.status, 200);
    let failed = client
        .call(
            "create_person",
            json!({ "name": "Alex", "imageUrls": [source, "data:,x"] }),
        )
        .await;
    refused(&failed, "imageUrls[1]");
    let failed = client
        .call("upload_image", json!({ "imageUrl": source, "name": 1 }))
        .await;
    assert_eq!(failed.issues(), ["name"]);

    assert_eq!(upload_image(client, &source).await.status, 200);
    for again in [
        upload_image(client, &source).await,
        client.call("create_inspiration", body.clone()).await,
        client.quote("upload_image", body.to_string()).await,
        client.quote("create_inspiration", body.to_string()).await,
    ] {
        assert!(refused(&again, "imageUrl").contains("was used"));
    }
    let person = json!({ "name": "Alex", "imageUrls": [client.uploaded(&png()).await, source] });
    refused(&client.call("create_person", person.clone()).await, "imageUrls[1]");
    refused(&client.quote("create_person", person.to_string()).await, "imageUrls[1]");
    same_amount(client.balance().await, 9.0 - 0.05);
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn of_simultaneous_uses_one_succeeds() {
    let organization = organization().await;
    let client = &organization.client;
    let source = client.uploaded(&png()).await;
    let image = json!({ "imageUrl": source });
    let person = json!({ "name": "Alex", "imageUrls": [source] });
    let calls = [
        ("upload_image", &image),
        ("upload_image", &image),
        ("create_inspiration", &image),
        ("create_inspiration", &image),
        ("create_person", &person),
        ("create_person", &person),
    ];
    let answers = join_all(calls.map(|(tool, body)| client.call(tool, body.clone()))).await;
    let mut successes = 0;
    for ((tool, _), answer) in calls.iter().zip(&answers) {
        if answer.status == 200 {
            successes += 1;
        } else {
            refused(
                answer,
                if *tool == "create_person" {
                    "imageUrls[0]"
                } else {
                    "imageUrl"
                },
            );
        }
    }
    assert_eq!(successes, 1);
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn a_repeated_call_with_an_upload_is_replayed() {
    let organization = organization().await;
    let client = &organization.client;
    for (tool, body) in [
        ("upload_image", json!({ "imageUrl": client.uploaded(&png()).await })),
        (
            "create_inspiration",
            json!({ "imageUrl": client.uploaded(&png()).await }),
        ),
        (
            "create_person",
            json!({ "name": "Alex", "imageUrls": [client.uploaded(&png()).await] }),
        ),
    ] {
        let both = [
            client.call_once(tool, tool, body.clone()),
            client.call_once(tool, tool, body.clone()),
        ];
        let both = join_all(both).await;
        let again = client.call_once(tool, tool, body).await;
        assert_eq!((both[0].data(), both[1].data()), (again.data(), again.data()), "{tool}");
        assert_eq!(again.header("idempotent-replayed"), "true");
    }
    same_amount(client.balance().await, 9.0 - 0.05 - 0.1);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn an_agent_uses_an_upload_over_mcp() {
    let organization = organization().await;
    let mcp = Mcp::new(&organization.client, Revision::V2026_07_28);
    let source = organization.client.uploaded(&png()).await;
    let body = json!({ "imageUrl": source });
    let image = mcp.call("upload_image", body.clone()).await;
    assert_eq!(image.data()["name"], "Image");
    let again = mcp.call("upload_image", body).await.tool_error();
    assert_eq!(again["details"]["reason"], "source", "{again}");
    // An operation is no tool.
    mcp.call("create_upload", json!({})).await.error(-32602);
}

#[tokio::test]
async fn an_upload_that_cannot_be_used_is_refused_on_its_path() {
    let (owner, other) = (organization().await, organization().await);
    let client = &owner.client;
    let foreign = other.client.uploaded(&png()).await;
    for source in [&foreign, &json!(UNKNOWN)] {
        let message = refused(&upload_image(client, source).await, "imageUrl");
        assert!(message.contains("does not exist"), "{message}");
        let quote = client
            .quote("upload_image", json!({ "imageUrl": source }).to_string())
            .await;
        refused(&quote, "imageUrl");
    }
    let empty = client.create_upload(json!({})).await;
    let message = refused(&upload_image(client, &empty["source"]).await, "imageUrl");
    assert!(message.contains("no file was posted"), "{message}");
    for source in ["upload:", "upload:upl_1", "upload:http://127.0.0.1/", "upload:../x"] {
        let message = refused(&upload_image(client, &json!(source)).await, "imageUrl");
        assert!(message.contains("not the `source` of an upload"), "{message}");
    }
    let twice = client.uploaded(&png()).await;
    let body = json!({ "name": "Alex", "imageUrls": [twice, twice] });
    refused(&client.call("create_person", body.clone()).await, "imageUrls[1]");
    refused(&client.quote("create_person", body.to_string()).await, "imageUrls[1]");
    // All of these can still be used by those to whom they belong.
    assert_eq!(upload_image(client, &twice).await.status, 200);
    assert_eq!(upload_image(&other.client, &foreign).await.status, 200);
    same_amount(client.balance().await, 9.0 - 0.05);
}

#[tokio::test]
async fn an_upload_expires_after_a_day() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let (first, second) = (client.uploaded(&png()).await, client.uploaded(&png()).await);
    service.clock().advance(23 * HOUR);
    assert_eq!(upload_image(client, &first).await.status, 200);
    service.clock().advance(2 * HOUR);
    let message = refused(&upload_image(client, &second).await, "imageUrl");
    assert!(message.contains("has expired"), "{message}");
}

#[tokio::test]
async fn the_bucket_accepts_only_the_file_that_was_announced() {
    let organization = organization().await;
    let client = &organization.client;
    let file = png();
    let exact = client.create_upload(json!({ "sizeBytes": file.len() })).await;
    for wrong in [&file[1..], &[file.as_slice(), b"x"].concat()] {
        assert_eq!(post_file(&exact, wrong).await.status(), 400);
    }
    assert_eq!(post_file(&exact, &file).await.status(), 204);
    assert_eq!(upload_image(client, &exact["source"]).await.status, 200);

    let any = client.create_upload(json!({})).await;
    assert_eq!(post_file(&any, &vec![0; 10_000_001]).await.status(), 400);
    assert_eq!(post_file(&any, b"").await.status(), 400);
    assert_eq!(post_file(&any, &vec![0; 10_000_000]).await.status(), 204);
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
}

#[tokio::test]
async fn a_page_of_another_origin_may_post_a_file() {
    let any = organization().await.client.create_upload(json!({})).await;
    let posted = post_file(&any, &png()).await;
    assert_eq!(posted.status(), 204);
    assert!(posted.headers().contains_key("access-control-allow-origin"));
}

/// Posts a file with the form of an upload, after the field `name` was set to `value`. Returns the status.
async fn post_changed(upload: &Value, name: &str, value: &str) -> StatusCode {
    let mut changed = fields(upload);
    changed.retain(|(given, _)| *given != name);
    changed.push((name, value));
    post_form(upload["url"].as_str().unwrap(), &changed, &png())
        .await
        .status()
}

#[tokio::test]
async fn the_bucket_accepts_a_form_only_with_the_values_of_its_policy() {
    let organization = organization().await;
    let any = organization.client.create_upload(json!({})).await;
    let other_key = format!("{}/images/a.png", organization.id);
    for (name, value) in [
        ("x-amz-date", "20261121T000000Z"),
        ("x-amz-credential", "local/20261121/us-east-1/s3/aws4_request"),
        ("key", other_key.as_str()),
    ] {
        let status = post_changed(&any, name, value).await;
        assert!(status.is_client_error(), "{name}: {status}");
    }
    assert_eq!(objects(idle(), organization.id).await, Vec::<String>::new());
    assert_eq!(post_file(&any, &png()).await.status(), 204);
}

#[tokio::test]
async fn the_bucket_refuses_a_form_that_has_expired() {
    let organization = organization().await;
    let signed = async |minutes_ago: i64| {
        let then = Clock::system().now().millis() - minutes_ago * 60_000;
        let aws = Aws::new(&aws_config(idle().aws_url()));
        let bucket = Bucket::new(
            &aws,
            idle().stack().bucket(),
            Clock::of_timers(Timestamp::from_millis(then)),
        );
        let id = UploadId::from_uuid(idle().store().ids().uuid());
        let form = bucket.sign_upload(organization.id, id, None).await.unwrap();
        post_file(&json!({ "url": form.url, "fields": form.fields }), &png())
            .await
            .status()
    };
    assert_eq!(signed(14).await, 204);
    let status = signed(16).await;
    assert!(status.is_client_error(), "{status}");
}

#[tokio::test]
async fn the_bucket_accepts_a_form_only_as_it_was_signed() {
    let organization = organization().await;
    let any = organization.client.create_upload(json!({})).await;
    for (name, value) in [
        (
            "x-amz-signature",
            "0000000000000000000000000000000000000000000000000000000000000000",
        ),
        ("policy", "e30="),
        ("tagging", "<Tagging></Tagging>"),
    ] {
        let status = post_changed(&any, name, value).await;
        assert!(status.is_client_error(), "{name}: {status}");
    }
    let unsigned = [("key", "a.png")];
    let posted = post_form(any["url"].as_str().unwrap(), &unsigned, &png()).await;
    assert!(posted.status().is_client_error(), "{}", posted.status());
    assert_eq!(post_file(&any, &png()).await.status(), 204);
}

#[tokio::test]
async fn the_last_file_that_was_posted_before_the_use_counts() {
    let organization = organization().await;
    let client = &organization.client;
    let upload = client.create_upload(json!({})).await;
    let large = image::DynamicImage::new_rgb8(40, 30);
    let mut file = std::io::Cursor::new(Vec::new());
    large.write_to(&mut file, image::ImageFormat::Png).unwrap();
    for file in [png(), b"no picture".to_vec(), file.into_inner()] {
        assert_eq!(post_file(&upload, &file).await.status(), 204);
    }
    let image = upload_image(client, &upload["source"]).await;
    assert_eq!(
        (&image.data()["width"], &image.data()["height"]),
        (&json!(40), &json!(30))
    );
    // The form is still valid, but a file that is posted now has no use.
    assert_eq!(post_file(&upload, &png()).await.status(), 204);
    refused(&upload_image(client, &upload["source"]).await, "imageUrl");
}

#[tokio::test]
async fn wrong_parameters_of_an_upload_are_refused() {
    let organization = organization().await;
    let client = &organization.client;
    for (body, path) in [
        (json!({ "sizeBytes": 0 }), "sizeBytes"),
        (json!({ "sizeBytes": 10_000_001 }), "sizeBytes"),
        (json!({ "sizeBytes": "1" }), "sizeBytes"),
        (json!({ "other": 1 }), "other"),
    ] {
        let request = client.request(Method::POST, "/api/v1/uploads", body.to_string());
        assert_eq!(client.operate(request).await.issues(), [path]);
    }
}

/// The keys of all files of uploads.
async fn files(service: &Service) -> Vec<String> {
    let all = all_objects(service).await.into_iter();
    all.filter(|key| key.starts_with(media::keys::UPLOADS)).collect()
}

#[tokio::test]
async fn unused_uploads_are_collected_after_a_day_and_with_their_organization() {
    let service = start(Setup {
        gateways: 1,
        ..idle_setup()
    })
    .await;
    let operator = Operator(&service);
    let (kept, deleted) = (
        service.organization(Plan::Pro, 9).await,
        service.organization(Plan::Pro, 9).await,
    );
    let (unused, _) = (
        kept.client.uploaded(&png()).await,
        deleted.client.uploaded(&png()).await,
    );
    let id = deleted.id.to_string();
    operator.json(&["org", "delete", &id, "--yes"]).await;
    assert_eq!(files(&service).await.len(), 1);
    let told = operator.json(&["gc"]).await;
    assert_eq!((&told["orphans"], &told["deleted"]), (&json!(0), &json!(0)));
    service.clock().advance(25 * HOUR);
    let told = operator.json(&["gc"]).await;
    assert_eq!((&told["orphans"], &told["deleted"]), (&json!(1), &json!(1)));
    assert_eq!(files(&service).await, Vec::<String>::new());
    refused(&upload_image(&kept.client, &unused).await, "imageUrl");
}
