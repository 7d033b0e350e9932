//! Request bodies: parsing and size limits.

use bytes::Bytes;
use contract::Plan;
use http::Method;
use serde_json::{Value, json};
use tests::Organization;

use crate::support::{idle, post};

#[tokio::test]
async fn a_missing_body_is_an_empty_object() {
    let organization = idle().organization(Plan::Pro, 7).await;
    for body in ["", " \r\n\t", "{}", " {} \n"] {
        let answer = post(&organization, "get_credits", body).await;
        assert_eq!(answer.status, 200, "{body:?}");
    }
}

#[tokio::test]
async fn a_body_that_is_not_a_json_object_is_refused_as_a_whole() {
    let organization = idle().organization(Plan::Enterprise, 7).await;
    let deep_array = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_object = format!("{}1{}", r#"{"a":"#.repeat(10_000), "}".repeat(10_000));
    for body in [
        b"[]".as_slice(),
        b"[{}]",
        b"null",
        b"1",
        b"\"{}\"",
        b"true",
        b"{",
        b"}",
        b"{} {}",
        b"{\"a\"}",
        b"{'a': 1}",
        b"{\"a\": 1,}",
        b"{\"a\": NaN}",
        b"{\"a\": 01}",
        b"prompt=a",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\0}\0",
        b"{\"a\": \"\xff\"}",
        b"{\"a\": \"\\ud800\"}",
        b"\0",
        deep_array.as_bytes(),
        deep_object.as_bytes(),
    ] {
        for tool in ["get_credits", "generate_thumbnail"] {
            let shown = String::from_utf8_lossy(&body[..body.len().min(20)]).into_owned();
            if tool == "generate_thumbnail" && body.len() > 20 {
                continue;
            }
            let own = idle().organization(Plan::Pro, 7).await;
            let organization = if tool == "get_credits" { &organization } else { &own };
            let answer = post(organization, tool, body.to_vec()).await;
            assert_eq!(answer.status, 400, "{shown}");
            assert_eq!(answer.issues(), [""], "{shown} {}", answer.body);
        }
    }
}

#[tokio::test]
async fn the_last_of_duplicate_keys_is_used() {
    let organization = idle().organization(Plan::Pro, 7).await;
    assert_eq!(
        post(&organization, "list_generations", r#"{ "limit": 0, "limit": 1 }"#)
            .await
            .status,
        200
    );
    let answer = post(&organization, "list_generations", r#"{ "limit": 1, "limit": 0 }"#).await;
    assert_eq!(answer.issues(), ["limit"]);
}

#[tokio::test]
async fn values_are_converted_only_if_nothing_is_lost() {
    let organization = idle().organization(Plan::Enterprise, 7).await;
    for (body, issues) in [
        (
            r#"{ "limit": null, "status": null, "search": null, "cursor": null }"#,
            &[][..],
        ),
        (r#"{ "limit": 2.0 }"#, &[]),
        (r#"{ "limit": 2e0 }"#, &[]),
        (r#"{ "limit": 200e-2 }"#, &[]),
        (r#"{ "search": "   " }"#, &[]),
        (r#"{ "limit": 2.5 }"#, &["limit"]),
        (r#"{ "limit": "2" }"#, &["limit"]),
        (r#"{ "limit": true }"#, &["limit"]),
        (r#"{ "limit": [2] }"#, &["limit"]),
        (r#"{ "limit": 1e400 }"#, &[""]),
        (r#"{ "limit": 99999999999999999999999 }"#, &["limit"]),
        (r#"{ "limit": -0.0 }"#, &["limit"]),
        (r#"{ "status": "Completed" }"#, &["status"]),
        (r#"{ "Limit": 2 }"#, &["Limit"]),
        (r#"{ "": 2 }"#, &[""]),
        (r#"{ "constructor": 2, "__proto__": 1 }"#, &["__proto__", "constructor"]),
    ] {
        let answer = post(&organization, "list_generations", body).await;
        if issues.is_empty() {
            assert_eq!(answer.status, 200, "{body}: {}", answer.body);
        } else {
            assert_eq!(answer.issues(), issues, "{body}: {}", answer.body);
        }
    }
}

#[tokio::test]
async fn texts_are_trimmed_and_measured_in_code_points() {
    let organization = idle().organization(Plan::Pro, 7).await;
    let call = async |body: Value| organization.client.call("generate_thumbnail", body).await;
    let prompt = "🎨".repeat(4000);
    let answer = call(json!({ "prompt": format!("  {prompt}\n"), "title": "\u{a0}Über\u{a0}" })).await;
    let shown = crate::support::status(&organization.client, &answer.data()["generationId"]).await;
    assert_eq!((&shown["prompt"], &shown["title"]), (&json!(prompt), &json!("Über")));
    assert_eq!(call(json!({ "prompt": "🎨".repeat(4001) })).await.issues(), ["prompt"]);
    assert_eq!(
        call(json!({ "prompt": "a", "title": "ä".repeat(101) })).await.issues(),
        ["title"]
    );
    let answer = call(json!({ "prompt": "a", "title": "  ", "imageIds": [], "model": " " })).await;
    let shown = crate::support::status(&organization.client, &answer.data()["generationId"]).await;
    assert_eq!(shown["title"], Value::Null);
}

async fn padded(organization: &Organization, bytes: usize) -> http::Response<Bytes> {
    let mut body = vec![b' '; bytes];
    body[0] = b'{';
    body[bytes - 1] = b'}';
    let request = organization
        .client
        .request(Method::POST, "/api/v1/tools/get_credits", body);
    tests::http::send(request).await
}

#[tokio::test]
async fn a_body_above_the_size_limit_is_refused() {
    let organization = idle().organization(Plan::Pro, 7).await;
    assert_eq!(padded(&organization, 5_500_000).await.status(), 200);
    let response = padded(&organization, 5_500_001).await;
    assert_eq!(response.status(), 400);
    let body: Value = serde_json::from_slice(response.body()).unwrap();
    assert_eq!(body["code"], "VALIDATION_ERROR");
    assert_eq!(body["details"]["issues"][0]["path"], "");
    // The gateway itself refuses a body above Lambda's limit.
    let response = padded(&organization, 6_291_457).await;
    assert_eq!(response.status(), 413);
    assert!(!response.headers().contains_key("x-request-id"));
    let body: Value = serde_json::from_slice(response.body()).unwrap();
    assert!(body.get("success").is_none());
}
