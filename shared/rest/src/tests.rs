//! The responses that need no table. The rest is tested through the whole service.

mod errors;

use bytes::Bytes;
use contract::RequestId;
use http::{Method, Request, Response};
use runtime::{Aws, AwsConfig, Clock, Cors, Entropy, Ids, Names};
use serde_json::{Value, json};
use service::Service;
use store::Store;

use crate::{Api, Pages};

#[derive(Debug)]
struct NoPages;

impl Pages for NoPages {
    fn get(&self, _: &Request<Bytes>) -> Option<Response<Bytes>> {
        None
    }
}

/// An API whose tables cannot be reached.
fn api(cors: &str) -> Api {
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::sequence(1));
    let names = Names {
        table: "t".to_owned(),
        ephemeral_table: "e".to_owned(),
    };
    let aws = Aws::new(&AwsConfig::local("http://127.0.0.1:1"));
    let store = Store::new(aws.dynamodb(), names, clock, ids);
    let service = Service::new(store).build();
    Api::with_discovery(service, Cors::parse(cors), "[]".to_owned(), Box::new(NoPages))
}

async fn call(api: &Api, method: Method, path: &str, headers: &[(&str, &str)]) -> Response<Bytes> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    api.call(request.body(Bytes::new()).unwrap()).await
}

fn body(response: &Response<Bytes>) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

const TOOL: &str = "/api/v1/tools/list_generations";
const KEY: &str = "Bearer tgs_0123456789012345678901234567890123456789012";

#[tokio::test]
async fn an_unknown_path_is_not_found_without_a_key() {
    let response = call(&api("*"), Method::GET, "/nothing", &[]).await;
    assert_eq!(response.status(), 404);
    assert_eq!(
        body(&response)["details"],
        json!({ "resource": "route", "id": "/nothing" })
    );
    let request_id = response.headers()["x-request-id"].to_str().unwrap();
    assert!(request_id.parse::<RequestId>().is_ok());
    assert!(!response.headers().contains_key("x-ratelimit-limit"));
}

#[tokio::test]
async fn below_the_tools_path_the_caller_is_authenticated_first() {
    let api = api("*");
    for path in [
        "/api/v1/tools",
        "/api/v1/tools/",
        TOOL,
        "/api/v1/tools/nope",
        "/api/v1/tools/a/b",
    ] {
        let missing = call(&api, Method::POST, path, &[]).await;
        assert_eq!(missing.status(), 401, "{path}");
        assert_eq!(body(&missing)["details"], json!({ "reason": "missing" }));
        let malformed = call(&api, Method::GET, path, &[("authorization", "Bearer x")]).await;
        assert_eq!(body(&malformed)["details"], json!({ "reason": "malformed" }));
        assert!(!malformed.headers().contains_key("x-ratelimit-limit"));
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_reached_is_an_internal_error() {
    let response = call(&api("*"), Method::POST, TOOL, &[("authorization", KEY)]).await;
    assert_eq!(response.status(), 500);
    let request_id = response.headers()["x-request-id"].to_str().unwrap();
    assert_eq!(body(&response)["details"], json!({ "requestId": request_id }));
}

#[tokio::test]
async fn every_response_forbids_sniffing_and_one_over_tls_demands_it_for_a_year() {
    let api = api("*");
    for method in [Method::GET, Method::OPTIONS] {
        let plain = call(&api, method.clone(), "/", &[]).await;
        assert_eq!(plain.headers()["x-content-type-options"], "nosniff");
        assert!(!plain.headers().contains_key("strict-transport-security"));
        let encrypted = call(&api, method, "/", &[("x-forwarded-proto", "https")]).await;
        assert_eq!(encrypted.headers()["x-content-type-options"], "nosniff");
        assert_eq!(encrypted.headers()["strict-transport-security"], "max-age=31536000");
    }
}

#[tokio::test]
async fn a_preflight_needs_no_key() {
    let api = api("https://a.example");
    let headers = [
        ("origin", "https://a.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,traceparent"),
    ];
    let response = call(&api, Method::OPTIONS, TOOL, &headers).await;
    assert_eq!(response.status(), 204);
    assert_eq!(response.headers()["access-control-allow-origin"], "https://a.example");
    assert_eq!(
        response.headers()["access-control-allow-methods"],
        "GET, POST, PATCH, DELETE, OPTIONS"
    );
    assert_eq!(
        response.headers()["access-control-allow-headers"],
        "authorization,traceparent"
    );
    assert_eq!(response.headers()["vary"], "Origin");
    assert!(response.headers().contains_key("x-request-id"));
}

#[tokio::test]
async fn an_origin_that_is_not_allowed_may_not_read() {
    let api = api("https://a.example");
    for method in [Method::OPTIONS, Method::GET] {
        let response = call(&api, method, "/", &[("origin", "https://b.example")]).await;
        assert!(!response.headers().contains_key("access-control-allow-origin"));
        assert_eq!(response.headers()["vary"], "Origin");
    }
}

#[tokio::test]
async fn every_origin_may_read_unless_some_are_named() {
    let response = call(&api("*"), Method::GET, "/", &[("origin", "https://b.example")]).await;
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert!(!response.headers().contains_key("vary"));
    let exposed = response.headers()["access-control-expose-headers"].to_str().unwrap();
    for name in [
        "X-Request-Id",
        "X-RateLimit-Remaining",
        "Retry-After",
        "Idempotent-Replayed",
    ] {
        assert!(exposed.contains(name), "{name}");
    }
}
