//! The common parts of all responses.

use std::time::Duration;

use contract::{Category, Plan};
use http::{Method, StatusCode};
use serde_json::{Value, json};
use tests::{Client, client::receive, http::try_send, service::deadline};

use crate::support::{idle, start_idle};

/// The response without the parts that differ in each call.
fn envelope(answer: &tests::Answer) -> Value {
    json!({ "status": answer.status.as_u16(), "body": answer.body })
}

pub(crate) async fn with_header(
    client: &Client,
    method: Method,
    path: &str,
    name: &'static str,
    value: &str,
) -> tests::Answer {
    let mut request = client.request(method, path, "");
    request.headers_mut().insert(name, value.parse().unwrap());
    receive(request).await
}

#[tokio::test]
async fn an_unknown_path_needs_no_key_and_counts_toward_no_limit() {
    let organization = idle().organization(Plan::Free, 0).await;
    for path in [
        "/",
        "/api",
        "/api/v1",
        "/api/v1/toolsx",
        "/api/v2/tools",
        "/favicon.ico",
        "/api/v1/Tools",
    ] {
        for client in [&idle().client(), &organization.client] {
            let answer = receive(client.request(Method::GET, path, "")).await;
            assert_eq!(answer.status, 404);
            assert_eq!(answer.failure("NOT_FOUND"), &json!({ "resource": "route", "id": path }));
            assert!(!answer.headers.contains_key("x-ratelimit-limit"), "{path}");
        }
    }
    let answer = organization.client.call("get_credits", json!({})).await;
    assert_eq!(answer.header("x-ratelimit-remaining"), "9");
}

#[tokio::test]
async fn the_error_for_an_unknown_tool_suggests_a_similar_name() {
    let organization = idle().organization(Plan::Enterprise, 0).await;
    for (name, meant) in [
        ("generate_thumbnails", Some("generate_thumbnail")),
        ("get_credit", Some("get_credits")),
        ("list_generation", Some("list_generations")),
        ("GET_credits", Some("get_credits")),
        ("make_coffee", None),
        ("x", None),
    ] {
        let answer = organization.client.call(name, json!({})).await;
        assert_eq!(answer.status, 404);
        let details = answer.failure("NOT_FOUND");
        assert_eq!((&details["resource"], &details["id"]), (&json!("tool"), &json!(name)));
        assert_eq!(details.get("didYouMean"), meant.map(Value::from).as_ref(), "{name}");
        assert!(answer.headers.contains_key("x-ratelimit-limit"));
    }
    let long = "x".repeat(500);
    let answer = organization.client.call(&long, json!({})).await;
    assert_eq!(answer.failure("NOT_FOUND")["id"].as_str().unwrap().len(), 200);
}

#[tokio::test]
async fn wrong_methods_and_further_segments_are_routes_that_do_not_exist() {
    let organization = idle().organization(Plan::Enterprise, 0).await;
    for (method, path) in [
        (Method::POST, "/api/v1/tools"),
        (Method::DELETE, "/api/v1/tools"),
        (Method::GET, "/api/v1/tools/generate_thumbnail"),
        (Method::PUT, "/api/v1/tools/get_credits"),
        (Method::PATCH, "/api/v1/tools/nope"),
        (Method::POST, "/api/v1/tools/"),
        (Method::GET, "/api/v1/tools/"),
        (Method::POST, "/api/v1/tools/get_credits/"),
        (Method::POST, "/api/v1/tools/get_credits/more"),
        (Method::POST, "/api/v1/tools//get_credits"),
    ] {
        let answer = receive(organization.client.request(method.clone(), path, "{}")).await;
        let details = answer.failure("NOT_FOUND");
        assert_eq!(details, &json!({ "resource": "route", "id": path }), "{method}");
        let answer = receive(idle().client().request(method, path, "{}")).await;
        assert_eq!(answer.failure("UNAUTHORIZED")["reason"], "missing", "{path}");
    }
}

#[tokio::test]
async fn a_superfluous_slash_in_a_known_path_is_named_with_its_methods() {
    let organization = idle().organization(Plan::Enterprise, 0).await;
    for (path, methods) in [
        ("/api/v1/tools/", "GET"),
        ("/api/v1/tools/list_images/", "POST"),
        ("/api/v1/quotes/list_images/", "POST"),
        ("/api/v1/webhooks/", "GET, POST"),
        ("/api/v1/generations/gen_0/", "DELETE"),
        ("/health/", "GET, HEAD"),
        ("//health", "GET, HEAD"),
        ("//api/v1/tools/list_images", "POST"),
        ("/api/v1//tools/list_images", "POST"),
    ] {
        let answer = receive(organization.client.request(Method::POST, path, "{}")).await;
        answer.failure("NOT_FOUND");
        assert!(answer.body["error"].as_str().unwrap().contains("slash"), "{path}");
        assert_eq!(answer.header("allow"), methods, "{path}");
    }
    let answer = receive(organization.client.request(Method::POST, "/nothing/", "{}")).await;
    answer.failure("NOT_FOUND");
    assert!(!answer.headers.contains_key("allow"));
}

#[tokio::test]
async fn head_answers_like_get_without_the_body() {
    for path in ["/health", "/openapi.json", "/llms.txt", "/console"] {
        let got = try_send(idle().client().request(Method::GET, path, "")).await.unwrap();
        let head = try_send(idle().client().request(Method::HEAD, path, "")).await.unwrap();
        assert_eq!(
            (got.status(), head.status()),
            (StatusCode::OK, StatusCode::OK),
            "{path}"
        );
        assert_eq!(
            got.headers().get("content-type"),
            head.headers().get("content-type"),
            "{path}"
        );
        assert!(head.body().is_empty() && !got.body().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn each_error_of_a_key_has_its_reason() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 0).await;
    let unknown = format!("Bearer tgs_{}", "A".repeat(43));
    let right = format!("Bearer {}", organization.key);
    let path = "/api/v1/tools/get_credits";
    for (header, reason) in [
        (unknown.as_str(), "invalid"),
        ("", "malformed"),
        ("Bearer", "malformed"),
        ("Bearer ", "malformed"),
        (&organization.key, "malformed"),
        ("Basic dXNlcjpwYXNz", "malformed"),
        (&right[..right.len() - 1], "malformed"),
        (&format!("{right}A"), "malformed"),
        (&right.replace("tgs_", "tgx_"), "malformed"),
        (&right.replace("tgs_", "TGS_"), "malformed"),
        (&right.replace("Bearer", "Token"), "malformed"),
        (&format!("Bearer tgs_{}", "!".repeat(43)), "malformed"),
    ] {
        let answer = with_header(&service.client(), Method::GET, path, "authorization", header).await;
        assert_eq!(answer.status, 401);
        assert_eq!(
            answer.failure("UNAUTHORIZED"),
            &json!({ "reason": reason }),
            "{header:?}"
        );
        assert_eq!(answer.header("www-authenticate"), "Bearer");
        assert!(!answer.headers.contains_key("x-ratelimit-limit"));
    }
    for header in [right.replace("Bearer", "bearer"), right.replace("Bearer", "BEARER")] {
        let answer = with_header(&service.client(), Method::GET, path, "authorization", &header).await;
        assert_eq!(answer.status, 200, "{header}");
    }
    let (expiring, secret) = service
        .key(organization.id, &Category::ALL, Some(Duration::from_secs(30)))
        .await;
    let client = organization.client.with_key(Some(secret.expose()));
    assert_eq!(client.call("get_credits", json!({})).await.status, 200);
    service.clock().advance(Duration::from_secs(31));
    let answer = client.call("get_credits", json!({})).await;
    assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "expired" }));
    // A key that is revoked and expired counts as revoked.
    assert!(service.store().revoke_key(expiring.id, deadline()).await.unwrap());
    service.clock().advance(Duration::from_secs(30));
    let answer = client.call("get_credits", json!({})).await;
    assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "revoked" }));
}

#[tokio::test]
async fn errors_are_reported_in_the_order_of_the_contract() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Free, 5).await;
    let scoped = async |scopes: &[Category]| {
        let (_, secret) = service.key(organization.id, scopes, None).await;
        organization.client.with_key(Some(secret.expose()))
    };
    let balance_only = scoped(&[Category::Balance]).await;
    // A missing key is reported before an unknown tool.
    assert_eq!(service.client().call("nope", json!({})).await.status, 401);
    // A missing scope is reported before an invalid body, an invalid idempotency key and an unknown id.
    let answer = balance_only
        .call_once("generate_thumbnail", "a b", json!({ "count": 0 }))
        .await;
    assert_eq!(answer.status, 403);
    assert_eq!(
        balance_only
            .call("get_generation_status", json!({ "generationId": "x" }))
            .await
            .status,
        403
    );
    // An unknown tool is reported before a missing scope.
    assert_eq!(balance_only.call("nope", json!({})).await.status, 404);
    // An invalid body is reported before an unknown id, and an unknown id before an insufficient balance.
    let both = json!({ "prompt": "a", "count": 11, "imageIds": ["img_1"] });
    assert_eq!(
        organization.client.call("generate_thumbnail", both).await.issues(),
        ["count"]
    );
    let both = json!({ "prompt": "a", "count": 10, "imageIds": ["img_1"] });
    organization
        .client
        .call("generate_thumbnail", both)
        .await
        .failure("NOT_FOUND");
    // The rate limit is checked before everything except the key.
    for _ in 0..10 {
        organization.client.call("get_credits", json!({})).await;
    }
    for (client, tool, body) in [
        (&organization.client, "nope", json!({})),
        (&balance_only, "generate_thumbnail", json!({})),
        (&organization.client, "generate_thumbnail", json!({ "count": 0 })),
        (
            &organization.client,
            "get_generation_status",
            json!({ "generationId": "x" }),
        ),
    ] {
        let answer = client.call(tool, body).await;
        assert_eq!(answer.status, 429, "{tool}");
    }
    assert_eq!(organization.client.discover().await.status, 429);
    assert_eq!(service.client().call("nope", json!({})).await.status, 401);
}

#[tokio::test]
async fn every_request_has_a_unique_id() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let mut seen = std::collections::HashSet::new();
    for client in [&organization.client, &idle().client()] {
        for path in ["/api/v1/tools", "/api/v1/tools/get_credits", "/nowhere"] {
            for method in [Method::GET, Method::POST, Method::OPTIONS, Method::HEAD] {
                let response = tests::http::send(client.request(method, path, "")).await;
                let id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
                assert!(id.starts_with("req_"));
                assert!(seen.insert(id));
            }
        }
    }
    // A request id that the caller sends is ignored.
    let given = "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";
    let answer = with_header(
        &organization.client,
        Method::GET,
        "/api/v1/tools",
        "x-request-id",
        given,
    )
    .await;
    assert_ne!(answer.header("x-request-id"), given);
}

#[tokio::test]
async fn get_credits_may_be_called_by_get() {
    let organization = idle().organization(Plan::Pro, 7).await;
    let by_post = organization.client.call("get_credits", json!({})).await;
    for body in ["", "{}", "not read"] {
        let request = organization
            .client
            .request(Method::GET, "/api/v1/tools/get_credits?limit=x&balance=1", body);
        let by_get = organization.client.send_to("get_credits", request).await;
        assert_eq!(envelope(&by_get), envelope(&by_post));
    }
    insta::assert_json_snapshot!(by_post.body, @r#"
    {
      "data": {
        "balance": 7,
        "costs": {
          "create_inspiration": 0.1,
          "enhance_prompt": 0.1,
          "generate_thumbnail": 1,
          "generate_variation": 1,
          "upload_image": 0.05
        },
        "limits": {
          "bytes": 10000000000,
          "images": 2000,
          "inspirations": 500,
          "persons": 200,
          "waiting": 200
        },
        "organizationName": "Test",
        "plan": "pro",
        "unit": "thumbnail",
        "usage": {
          "bytes": 0,
          "images": 0,
          "inspirations": 0,
          "persons": 0,
          "waiting": 0
        }
      },
      "success": true
    }
    "#);
}

#[tokio::test]
async fn neither_query_parameters_nor_the_content_type_matter() {
    let organization = idle().organization(Plan::Pro, 7).await;
    let request = organization
        .client
        .request(Method::POST, "/api/v1/tools/list_generations?limit=0&cursor=x&a", "{}");
    assert_eq!(
        organization.client.send_to("list_generations", request).await.status,
        200
    );
    let answer = receive(organization.client.request(Method::GET, "/api/v1/tools?x=%FF", "")).await;
    assert_eq!(answer.status, 200);
    for content_type in ["text/plain", "application/x-www-form-urlencoded", "nonsense", ""] {
        let mut request = organization
            .client
            .request(Method::POST, "/api/v1/tools/get_credits", "{}");
        request
            .headers_mut()
            .insert("content-type", content_type.parse().unwrap());
        assert_eq!(
            organization.client.send_to("get_credits", request).await.status,
            200,
            "{content_type:?}"
        );
    }
}

#[tokio::test]
async fn no_tool_accepts_head() {
    let organization = idle().organization(Plan::Pro, 7).await;
    for (path, client, status) in [
        ("/api/v1/tools", &organization.client, StatusCode::NOT_FOUND),
        ("/api/v1/tools/get_credits", &organization.client, StatusCode::NOT_FOUND),
        ("/api/v1/tools", &idle().client(), StatusCode::UNAUTHORIZED),
        ("/", &idle().client(), StatusCode::NOT_FOUND),
    ] {
        let response = tests::http::send(client.request(Method::HEAD, path, "")).await;
        assert_eq!(response.status(), status);
        assert!(response.body().is_empty());
    }
}

#[tokio::test]
async fn no_part_of_a_key_is_in_a_response() {
    let organization = idle().organization(Plan::Pro, 7).await;
    let secret = &organization.key[4..];
    for answer in [
        organization.client.call("get_credits", json!({})).await,
        organization.client.call("nope", json!({})).await,
        organization
            .client
            .call("list_generations", json!({ "limit": 0 }))
            .await,
        organization
            .client
            .with_key(Some(&format!("{}A", organization.key)))
            .call("get_credits", json!({}))
            .await,
    ] {
        assert!(!String::from_utf8_lossy(&answer.bytes).contains(secret));
        assert!(!format!("{:?}", answer.headers).contains(secret));
    }
}
