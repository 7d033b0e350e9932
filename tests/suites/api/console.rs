//! The web console: its page, its files, and the policy that the browser enforces.

use contract::Plan;
use http::{Method, Request, Response, StatusCode};
use serde_json::json;
use tests::http::send;

use crate::{
    pictures::data,
    support::{call, idle},
};

async fn get(path: &str, accept: &str) -> Response<bytes::Bytes> {
    let mut request: Request<bytes::Bytes> = idle().client().request(Method::GET, path, "");
    request.headers_mut().insert("accept", accept.parse().unwrap());
    send(request).await
}

#[tokio::test]
async fn the_page_may_show_the_pictures_of_this_service_and_of_no_other_host() {
    let organization = idle().organization(Plan::Pro, 1).await;
    let image = call(&organization.client, "upload_image", json!({ "imageUrl": data() })).await;
    let url: http::Uri = image["url"].as_str().unwrap().parse().unwrap();
    let origin = format!("{}://{}", url.scheme_str().unwrap(), url.authority().unwrap());
    let page = get("/console", "*/*").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains(&format!("img-src 'self' data: blob: {origin};")),
        "{policy}"
    );
    assert!(policy.contains(&format!("connect-src 'self' {origin};")), "{policy}");
    assert_eq!(policy.matches("://").count(), 2, "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn every_gateway_serves_the_files_that_the_page_names() {
    let page = get("/console", "*/*").await;
    let text = String::from_utf8(page.body().to_vec()).unwrap();
    let named: Vec<&str> = text.split('"').filter(|text| text.starts_with("/console/")).collect();
    assert!(named.len() > 10, "{text}");
    for path in named {
        let file = get(path, "*/*").await;
        assert_eq!(file.status(), StatusCode::OK, "{path}");
        assert_eq!(file.headers()["cache-control"], "public, max-age=31536000, immutable");
    }
}

#[tokio::test]
async fn the_root_is_the_page_for_browsers_alone() {
    for (accept, status) in [("text/html,*/*;q=0.8", 200), ("*/*", 404), ("application/json", 404)] {
        assert_eq!(get("/", accept).await.status(), status, "{accept}");
    }
    for path in ["/console/nothing.js", "/console/0000000000000000/main.js", "/consoles"] {
        assert_eq!(get(path, "text/html").await.status(), 404, "{path}");
    }
}
