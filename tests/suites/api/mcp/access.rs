//! Who may send a message: keys, scopes, rate limits, suspensions, origins and hosts.

use std::time::Duration;

use bytes::Bytes;
use contract::{Category, Plan, tools};
use http::{HeaderValue, Method, Request};
use runtime::Cors;
use serde_json::json;
use tests::{
    Mcp, Revision,
    mcp::{Message, PATH},
    service::{Setup, deadline},
};

use super::support::{envelope, names, new};
use crate::support::{idle, start, start_idle};

const NEW: Revision = Revision::V2026_07_28;

/// Checks an error that has our envelope.
#[track_caller]
fn check_envelope(message: &Message, status: u16, code: &str) {
    assert_eq!((message.status.as_u16(), &message.body["code"]), (status, &json!(code)));
    assert_eq!(message.body["success"], false);
    assert!(message.body["jsonrpc"].is_null());
}

#[tokio::test]
async fn the_key_is_checked_before_anything_else() {
    let client = idle().client();
    for (key, reason) in [
        (None, "missing"),
        (Some("tgs_short".to_owned()), "malformed"),
        (Some(format!("tgs_{}", "a".repeat(43))), "invalid"),
    ] {
        let client = client.with_key(key.as_deref());
        let mcp = Mcp::new(&client, NEW);
        for method in [Method::POST, Method::GET, Method::DELETE] {
            for body in ["no JSON", r#"{"jsonrpc":"2.0","method":"notifications/x"}"#] {
                let mut request = client.request(method.clone(), PATH, body);
                let origin = HeaderValue::from_static("https://evil.example");
                request.headers_mut().insert("origin", origin);
                let answer = mcp.send(request).await;
                check_envelope(&answer, 401, "UNAUTHORIZED");
                assert_eq!(answer.body["details"], json!({ "reason": reason }));
                assert_eq!(answer.header("www-authenticate"), "Bearer");
            }
        }
        check_envelope(&mcp.call("get_credits", json!({})).await, 401, "UNAUTHORIZED");
    }
}

#[tokio::test]
async fn a_key_sees_and_calls_the_tools_of_its_scopes() {
    let organization = idle().organization(Plan::Pro, 5).await;
    for category in Category::OF_TOOLS {
        let (_, key) = idle().key(organization.id, &[category], None).await;
        let mcp = Mcp::new(&organization.client.with_key(Some(key.expose())), NEW);
        let permitted: Vec<&str> = tools::ALL
            .iter()
            .filter(|tool| tool.category == category)
            .map(|tool| tool.name)
            .collect();
        assert_eq!(names(&mcp.request("tools/list", json!({})).await), permitted);
        let other = tools::ALL.iter().find(|tool| tool.category != category).unwrap();
        let answer = mcp.call(other.name, json!({})).await;
        let (status, error) = answer.error(-32602);
        assert_eq!(status, 200);
        assert_eq!(error["data"], json!({ "requiredScope": other.category.as_str() }));
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("lacks the scope"), "{message}");
        assert!(!message.contains("Did you mean"), "{message}");
    }
}

#[tokio::test]
async fn an_unknown_tool_is_told_the_closest_one() {
    let (_, mcp) = new(NEW).await;
    for (name, closest) in [
        ("get_credit", "get_credits"),
        ("GenerateThumbnail", "generate_thumbnail"),
        ("delete-image", "delete_image"),
        ("makeThumbnailFromPrompt", "generate_thumbnail"),
    ] {
        let answer = mcp.call(name, json!({})).await;
        let (status, error) = answer.error(-32602);
        assert_eq!(status, 200);
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains(name) && message.contains(&format!("`{closest}`")),
            "{message}"
        );
        assert!(error["data"].is_null());
        assert!(!answer.header("x-ratelimit-remaining").is_empty());
    }
    let long = "x".repeat(5_000);
    let answer = mcp.call(&long, json!({})).await;
    assert!(answer.bytes.len() < 1_000, "{}", answer.bytes.len());
}

#[tokio::test]
async fn requests_count_toward_the_limits_of_http() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Free, 5).await;
    let mcp = Mcp::new(&organization.client, NEW);
    let remaining = |message: &Message| message.header("x-ratelimit-remaining").to_owned();
    assert_eq!(remaining(&mcp.request("tools/list", json!({})).await), "9");
    let discovered = organization.client.discover().await;
    assert_eq!(discovered.header("x-ratelimit-remaining"), "8");
    assert_eq!(remaining(&mcp.call("get_credits", json!({})).await), "7");
    assert_eq!(remaining(&mcp.call("nothing", json!({})).await), "6");
    let wrong = organization.client.request(Method::POST, PATH, "no JSON");
    assert_eq!(remaining(&mcp.send(wrong).await), "5");
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/x" });
    assert_eq!(remaining(&mcp.send(mcp.http(&note)).await), "4");
    let get = organization.client.request(Method::GET, PATH, "");
    assert_eq!(remaining(&mcp.send(get).await), "3");
    for left in ["2", "1", "0"] {
        assert_eq!(remaining(&mcp.request("server/discover", json!({})).await), left);
    }
    // A tool tells its caller; any other request is refused as over HTTP.
    let refused = mcp.call("get_credits", json!({})).await;
    let error = refused.tool_error();
    assert_eq!(
        (&error["code"], &error["details"]["scope"]),
        (&json!("RATE_LIMITED"), &json!("plan"))
    );
    let seconds = error["details"]["retryAfterSeconds"].as_u64().unwrap();
    assert!((1..=60).contains(&seconds));
    for message in [
        mcp.request("tools/list", json!({})).await,
        mcp.send(mcp.http(&note)).await,
        mcp.send(organization.client.request(Method::POST, PATH, "no JSON"))
            .await,
        mcp.send(organization.client.request(Method::GET, PATH, "")).await,
    ] {
        check_envelope(&message, 429, "RATE_LIMITED");
        assert!(message.header("retry-after").parse::<u64>().unwrap() >= 1);
    }
    service.clock().advance(Duration::from_secs(60));
    mcp.call("get_credits", json!({})).await.data();
}

#[tokio::test]
async fn the_limit_of_a_tool_is_shared_with_http() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 20).await;
    let mcp = Mcp::new(&organization.client, NEW);
    let body = json!({ "prompt": "A red door" });
    for turn in 0..10 {
        if turn % 2 == 0 {
            mcp.call("generate_thumbnail", body.clone()).await.data();
        } else {
            organization
                .client
                .call("generate_thumbnail", body.clone())
                .await
                .data();
        }
    }
    let error = mcp.call("generate_thumbnail", body).await.tool_error();
    assert_eq!(error["code"], "RATE_LIMITED");
    assert_eq!(error["details"]["scope"], "tool");
    assert_eq!(organization.client.balance().await, 10.0);
}

#[tokio::test]
async fn a_suspended_organization_is_refused() {
    let organization = idle().organization(Plan::Pro, 5).await;
    let reason = "Unpaid".to_owned();
    let suspended = idle().store().suspend(organization.id, reason, deadline()).await;
    suspended.unwrap().unwrap();
    let mcp = Mcp::new(&organization.client, NEW);
    let details = json!({ "reason": "suspended", "message": "Unpaid" });
    let called = mcp.call("get_credits", json!({})).await;
    let over_http = organization.client.call("get_credits", json!({})).await;
    assert_eq!(envelope(&called), over_http.body);
    assert_eq!(over_http.body["details"], details);
    for message in [
        mcp.request("tools/list", json!({})).await,
        mcp.request("nothing", json!({})).await,
        mcp.send(organization.client.request(Method::POST, PATH, "no JSON"))
            .await,
    ] {
        check_envelope(&message, 403, "FORBIDDEN");
        assert_eq!(message.body["details"], details);
    }
}

/// A request of `tools/list` with these headers.
async fn listed(mcp: &Mcp, headers: &[(&'static str, &str)]) -> Message {
    let mut request = mcp.http(&mcp.message("tools/list", json!({})));
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    mcp.send(request).await
}

#[tokio::test]
async fn on_a_developers_machine_only_pages_and_names_of_the_machine_are_allowed() {
    let (_, mcp) = new(NEW).await;
    for origin in ["http://localhost:6274", "http://127.0.0.1:3000", "http://[::1]:80"] {
        let answer = listed(&mcp, &[("origin", origin)]).await;
        answer.result();
        assert_eq!(answer.header("access-control-allow-origin"), "*");
    }
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        let answer = listed(&mcp, &[("origin", origin)]).await;
        check_envelope(&answer, 403, "FORBIDDEN");
        assert_eq!(answer.body["details"], json!({ "reason": "origin" }));
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
    for host in ["evil.example", "evil.example:9000", "10.0.0.1:9000"] {
        let answer = listed(&mcp, &[("host", host)]).await;
        check_envelope(&answer, 403, "FORBIDDEN");
        assert_eq!(answer.body["details"], json!({ "reason": "host" }));
    }
    listed(&mcp, &[("host", "localhost:9000")]).await.result();
}

#[tokio::test]
async fn where_origins_are_listed_only_their_pages_are_allowed() {
    let listed_origin = "https://app.example";
    let service = start(Setup {
        cors: Cors::Only(vec![listed_origin.to_owned()]),
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 0).await;
    let mcp = Mcp::new(&organization.client, NEW);
    let answer = listed(&mcp, &[("origin", listed_origin)]).await;
    answer.result();
    assert_eq!(answer.header("access-control-allow-origin"), listed_origin);
    let answer = listed(&mcp, &[("origin", "http://localhost:6274")]).await;
    check_envelope(&answer, 403, "FORBIDDEN");
}

#[tokio::test]
async fn a_preflight_allows_the_headers_of_the_protocol_without_a_key() {
    let base = &idle().base_urls()[0];
    let preflight = |origin: &str| {
        Request::builder()
            .method(Method::OPTIONS)
            .uri(format!("{base}{PATH}"))
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .body(Bytes::new())
            .unwrap()
    };
    let response = tests::http::send(preflight("http://localhost:6274")).await;
    assert_eq!(response.status(), 204);
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_ascii_lowercase();
    assert!(header("access-control-allow-methods").contains("post"));
    let allowed = header("access-control-allow-headers");
    for name in [
        "authorization",
        "content-type",
        "idempotency-key",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
    ] {
        assert!(allowed.split(", ").any(|header| header == name), "{name}");
    }
    assert_eq!(header("access-control-allow-origin"), "*");
    let foreign = tests::http::send(preflight("https://evil.example")).await;
    assert_eq!(foreign.status(), 204);
    assert!(!foreign.headers().contains_key("access-control-allow-origin"));
}
