//! What the pipeline answers before it needs a table. The rest is tested through the whole service.

use std::sync::atomic::{AtomicBool, Ordering};

use contract::{
    input::Given,
    tools::{ListGenerations, ListGenerationsInput, ListGenerationsOutput},
};
use runtime::{Aws, AwsConfig, Clock, Entropy, Ids, Names};
use serde_json::json;

use super::*;
use crate::Reply;

/// A service whose tables are out of reach.
fn service(cors: &str) -> Service {
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::sequence(1));
    let names = Names {
        table: "t".to_owned(),
        ephemeral_table: "e".to_owned(),
    };
    let aws = Aws::new(&AwsConfig::local("http://127.0.0.1:1"));
    let store = Store::new(aws.dynamodb(), names, clock, ids);
    Service::new(store, Cors::parse(cors))
        .with_tool(Lister)
        .with_discovery("[]".to_owned())
        .build()
}

struct Lister;

impl Tool for Lister {
    type Spec = ListGenerations;
    type Read = ();

    fn validate(&self, given: &Given<'_>, issues: &mut Issues) {
        assert!(!given.has("unread"), "the body was read");
        if given.has("search") {
            issues.add("search", "is not configured");
        }
    }

    async fn read(&self, _: &Call, input: &ListGenerationsInput) -> Result<(), Failure> {
        if input.limit.get() == 1 {
            std::future::pending().await
        } else {
            Ok(())
        }
    }

    async fn run(&self, _: &Call, _: ListGenerationsInput, (): ()) -> Result<Reply<ListGenerationsOutput>, Failure> {
        Ok(Reply::Fresh(ListGenerationsOutput {
            generations: Vec::new(),
            next_cursor: None,
        }))
    }
}

async fn call(service: &Service, method: Method, path: &str, headers: &[(&str, &str)]) -> Response<Bytes> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.call(request.body(Bytes::new()).unwrap()).await
}

fn body(response: &Response<Bytes>) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

const TOOL: &str = "/api/v1/tools/list_generations";
const KEY: &str = "Bearer tgs_0123456789012345678901234567890123456789012";

#[tokio::test]
async fn elsewhere_nothing_is_found_without_a_key() {
    let response = call(&service("*"), Method::GET, "/nothing", &[]).await;
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
async fn under_the_tools_path_the_key_is_asked_for_first() {
    let service = service("*");
    for path in [
        "/api/v1/tools",
        "/api/v1/tools/",
        TOOL,
        "/api/v1/tools/nope",
        "/api/v1/tools/a/b",
    ] {
        let missing = call(&service, Method::POST, path, &[]).await;
        assert_eq!(missing.status(), 401, "{path}");
        assert_eq!(body(&missing)["details"], json!({ "reason": "missing" }));
        let malformed = call(&service, Method::GET, path, &[("authorization", "Bearer x")]).await;
        assert_eq!(body(&malformed)["details"], json!({ "reason": "malformed" }));
        assert!(!malformed.headers().contains_key("x-ratelimit-limit"));
    }
}

#[tokio::test]
async fn a_table_out_of_reach_is_our_fault_and_nobody_elses_business() {
    let response = call(&service("*"), Method::POST, TOOL, &[("authorization", KEY)]).await;
    assert_eq!(response.status(), 500);
    let request_id = response.headers()["x-request-id"].to_str().unwrap();
    assert_eq!(body(&response)["details"], json!({ "requestId": request_id }));
}

#[tokio::test]
async fn the_body_of_a_request_beyond_the_limit_is_not_read() {
    let service = service("*");
    let (parts, caller) = (&service.0, caller());
    let (organization, now) = (caller.organization.id, parts.store.clock().now());
    let secret = KEY.trim_start_matches("Bearer ");
    parts.callers.remember(store::KeyHash::of(secret), caller, now);
    parts.limits.remember(organization, now.minute(), 1_000);
    let request = Request::post(TOOL).header("authorization", KEY);
    let response = service
        .call(request.body(Bytes::from(r#"{ "unread": 1 }"#)).unwrap())
        .await;
    assert_eq!(response.status(), 429);
}

#[tokio::test]
async fn work_has_begun_when_its_rest_is_returned() {
    let begun = AtomicBool::new(false);
    let work = async {
        begun.store(true, Ordering::SeqCst);
        tokio::task::yield_now().await;
        Err(Failure::internal("refused"))
    };
    let rest = begin(work).await.unwrap();
    assert!(begun.load(Ordering::SeqCst));
    assert!(rest.await.is_err());
    assert!(begin(async { Err(Failure::internal("refused")) }).await.is_err());
    assert!(begin(async { Ok(()) }).await.unwrap().await.is_ok());
}

#[tokio::test]
async fn every_response_forbids_sniffing_and_one_over_tls_demands_it_for_a_year() {
    let service = service("*");
    for method in [Method::GET, Method::OPTIONS] {
        let plain = call(&service, method.clone(), "/", &[]).await;
        assert_eq!(plain.headers()["x-content-type-options"], "nosniff");
        assert!(!plain.headers().contains_key("strict-transport-security"));
        let encrypted = call(&service, method, "/", &[("x-forwarded-proto", "https")]).await;
        assert_eq!(encrypted.headers()["x-content-type-options"], "nosniff");
        assert_eq!(encrypted.headers()["strict-transport-security"], "max-age=31536000");
    }
}

#[tokio::test]
async fn a_preflight_needs_no_key() {
    let service = service("https://a.example");
    let headers = [
        ("origin", "https://a.example"),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,content-type"),
    ];
    let response = call(&service, Method::OPTIONS, TOOL, &headers).await;
    assert_eq!(response.status(), 204);
    assert_eq!(response.headers()["access-control-allow-origin"], "https://a.example");
    assert_eq!(response.headers()["access-control-allow-methods"], "GET, POST, OPTIONS");
    assert_eq!(
        response.headers()["access-control-allow-headers"],
        "Authorization, Content-Type, Idempotency-Key"
    );
    assert_eq!(response.headers()["vary"], "Origin");
    assert!(response.headers().contains_key("x-request-id"));
}

#[tokio::test]
async fn an_origin_that_is_not_allowed_may_not_read() {
    let service = service("https://a.example");
    for method in [Method::OPTIONS, Method::GET] {
        let response = call(&service, method, "/", &[("origin", "https://b.example")]).await;
        assert!(!response.headers().contains_key("access-control-allow-origin"));
        assert_eq!(response.headers()["vary"], "Origin");
    }
}

#[tokio::test]
async fn every_origin_may_read_unless_some_are_named() {
    let response = call(&service("*"), Method::GET, "/", &[("origin", "https://b.example")]).await;
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

fn caller() -> Caller {
    let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
    let created_at = contract::Timestamp::from_millis(0);
    Caller {
        key: store::KeyRecord {
            id: "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            organization,
            name: String::new(),
            scopes: vec![contract::Category::Generation],
            expires_at: None,
            revoked_at: None,
            created_at,
        },
        organization: store::Organization {
            id: organization,
            name: String::new(),
            plan: Plan::Free,
            own_quotas: store::OwnQuotas::default(),
            suspension: None,
            key_lifetime_seconds: None,
            cursor_key: store::CursorKey::new([1; 32]),
            created_at,
        },
    }
}

/// What is judged of a request without any call: an error, or the call that a tool would get.
fn prepare(method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> Result<Call, ApiError> {
    let service = service("*");
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Bytes::copy_from_slice(body.as_bytes())).unwrap();
    let request_id = RequestId::from_uuid(service.0.store.ids().uuid());
    let route = Route::of(request.method(), request.uri().path());
    match service
        .0
        .prepare(request_id, Instant::now() + CALL, route, &request, &caller())?
    {
        Prepared::Tool(_, call) => Ok(*call),
        Prepared::Discovery => panic!("not a tool"),
    }
}

fn issues(path: &str, headers: &[(&str, &str)], body: &str) -> Vec<String> {
    match prepare(Method::POST, path, headers, body) {
        Err(ApiError::Validation { issues, .. }) => issues.into_iter().map(|issue| issue.path).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_that_is_wrong_with_a_body_is_told_at_once() {
    assert_eq!(
        issues(TOOL, &[], r#"{ "search": "a", "limit": 0, "cursor": "x", "z": 1 }"#),
        ["z", "limit", "search", "cursor"]
    );
    assert_eq!(issues(TOOL, &[], r#"{ "cursor": 1 }"#), ["cursor"]);
    assert_eq!(issues(TOOL, &[], "[]"), [""]);
}

#[test]
fn a_cursor_leads_on_with_another_limit() {
    let first = prepare(Method::POST, TOOL, &[], r#"{ "status": "failed" }"#).unwrap();
    assert_eq!(first.position, None);
    let body = json!({ "status": "failed", "limit": 5, "cursor": first.seal("gen_1") });
    let next = prepare(Method::POST, TOOL, &[], &body.to_string()).unwrap();
    assert_eq!(next.position.as_deref(), Some("gen_1"));
}

#[test]
fn what_does_not_exist_is_told_before_the_body() {
    let unknown = prepare(Method::POST, "/api/v1/tools/list_generation", &[], "[]").unwrap_err();
    assert_eq!(unknown.details()["didYouMean"], "list_generations");
    let route = prepare(Method::GET, TOOL, &[], "[]").unwrap_err();
    assert_eq!(route.details(), json!({ "resource": "route", "id": TOOL }));
}

#[test]
fn an_idempotency_key_is_ignored_where_nothing_is_made() {
    assert!(
        prepare(Method::POST, TOOL, &[("idempotency-key", "a b")], "")
            .unwrap()
            .claim()
            .is_none()
    );
}

#[test]
fn an_idempotency_key_is_visible_ascii_and_given_once() {
    let read = |values: &[&str]| {
        let headers: HeaderMap = values
            .iter()
            .map(|value| ("idempotency-key".parse().unwrap(), value.parse().unwrap()))
            .collect();
        let mut issues = Issues::default();
        let key = idempotency_key(&headers, &mut issues).map(str::to_owned);
        issues.is_empty().then_some(key)
    };
    assert_eq!(read(&[]), Some(None));
    assert_eq!(read(&["a~!"]), Some(Some("a~!".to_owned())));
    assert_eq!(read(&[&"x".repeat(255)]), Some(Some("x".repeat(255))));
    for wrong in [&[""][..], &["a b"], &["\u{e9}"], &[&"x".repeat(256)], &["a", "a"]] {
        assert_eq!(read(wrong), None, "{wrong:?}");
    }
}

#[tokio::test]
async fn a_refusal_does_not_wait_for_reads() {
    let call = prepare(Method::POST, TOOL, &[], r#"{ "limit": 1 }"#).unwrap();
    let refused = Box::pin(async { Err(Failure::internal("refused")) });
    let store = &service("*").0.store;
    let Err(failure) = AnyTool::call(&Lister, &call, store, refused).await else {
        panic!("admitted");
    };
    assert!(matches!(failure, Failure::Internal(error) if error.to_string() == "refused"));
}

#[tokio::test]
async fn whatever_a_tool_does_there_is_an_answer() {
    let soon = || Instant::now() + std::time::Duration::from_millis(50);
    let answer = |bytes| Body { bytes, replayed: false };
    assert!(contained(soon(), async { Ok(answer(Bytes::new())) }).await.is_ok());
    assert!(contained(soon(), async { panic!("a tool's mistake") }).await.is_err());
    assert!(contained(soon(), std::future::pending()).await.is_err());
    assert!(
        contained(soon(), async { Ok(answer(vec![0; MOST_BYTES + 1].into())) })
            .await
            .is_err()
    );
}

#[test]
fn discovery_lists_the_tools_with_the_callers_limit() {
    let list: Value = serde_json::from_str(&contract::discovery(CATALOG, 60, "[]")).unwrap();
    assert_eq!(list["success"], true);
    assert_eq!(list["totalCount"], list["tools"].as_array().unwrap().len());
    let limits = |name: &str| {
        let tools = list["tools"].as_array().unwrap();
        tools.iter().find(|tool| tool["name"] == name).unwrap()["meta"]["rateLimit"].clone()
    };
    assert_eq!(limits("generate_thumbnail"), 10);
    assert_eq!(limits("get_credits"), 60);
}
