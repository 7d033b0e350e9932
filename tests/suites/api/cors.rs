//! CORS: what a browser allows a page of another origin.

use bytes::Bytes;
use contract::Plan;
use http::{HeaderMap, Method, Request};
use runtime::Cors;
use tests::service::Setup;

use crate::{
    envelope::with_header,
    support::{idle, start},
};

const ORIGIN: &str = "https://app.example";

/// The headers that a page may read in addition to the standard ones.
const EXPOSED: [&str; 6] = [
    "x-request-id",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "retry-after",
    "idempotent-replayed",
];

fn preflight(base: &str, origin: Option<&str>) -> Request<Bytes> {
    let mut request = Request::builder()
        .method(Method::OPTIONS)
        .uri(format!("{base}/api/v1/tools/generate_thumbnail"))
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "authorization, content-type, idempotency-key",
        );
    if let Some(origin) = origin {
        request = request.header("origin", origin);
    }
    request.body(Bytes::new()).unwrap()
}

fn list(headers: &HeaderMap, name: &str) -> Vec<String> {
    let text = headers
        .get(name)
        .map(|value| value.to_str().unwrap().to_ascii_lowercase())
        .unwrap_or_default();
    text.split(',')
        .map(|word| word.trim().to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

#[tokio::test]
async fn a_preflight_needs_no_key() {
    for base in idle().base_urls() {
        let response = tests::http::send(preflight(&base, Some(ORIGIN))).await;
        assert_eq!(response.status(), 204);
        assert!(response.body().is_empty());
        let headers = response.headers();
        assert_eq!(headers["access-control-allow-origin"], "*");
        for method in ["get", "post"] {
            assert!(list(headers, "access-control-allow-methods").contains(&method.to_owned()));
        }
        for name in ["authorization", "content-type", "idempotency-key"] {
            assert!(list(headers, "access-control-allow-headers").contains(&name.to_owned()));
        }
    }
    let organization = idle().organization(Plan::Pro, 0).await;
    for client in [&organization.client, &idle().client()] {
        let answer = with_header(client, Method::GET, "/api/v1/tools/get_credits", "origin", ORIGIN).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        let mut exposed = list(&answer.headers, "access-control-expose-headers");
        exposed.sort();
        let mut expected = EXPOSED.map(str::to_owned);
        expected.sort();
        assert_eq!(exposed, expected);
    }
}

#[tokio::test]
async fn an_origin_that_is_not_allowed_gets_no_cors_headers() {
    let cors = Cors::Only(vec![ORIGIN.to_owned(), "http://localhost:3000".to_owned()]);
    let service = start(Setup {
        cors,
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 0).await;
    for (origin, allowed) in [
        (ORIGIN, true),
        ("http://localhost:3000", true),
        ("https://evil.example", false),
        ("https://app.example.evil.example", false),
        ("http://app.example", false),
        ("null", false),
    ] {
        let response = tests::http::send(preflight(&service.base_urls()[0], Some(origin))).await;
        assert_eq!(response.status(), 204);
        let expected = allowed.then_some(origin);
        let given = |headers: &HeaderMap| {
            headers
                .get("access-control-allow-origin")
                .map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(given(response.headers()).as_deref(), expected);
        for (client, path) in [
            (&organization.client, "/api/v1/tools/get_credits"),
            (&service.client(), "/api/v1/tools"),
            (&service.client(), "/nowhere"),
        ] {
            let answer = with_header(client, Method::GET, path, "origin", origin).await;
            assert_eq!(given(&answer.headers).as_deref(), expected, "{path} {origin}");
            assert!(list(&answer.headers, "vary").contains(&"origin".to_owned()));
        }
    }
    let response = tests::http::send(preflight(&service.base_urls()[0], None)).await;
    assert_eq!(response.status(), 204);
    assert!(!response.headers().contains_key("access-control-allow-origin"));
}
