//! Descriptions for machines: the query of the list of tools, the OpenAPI document, `llms.txt` and the state of the
//! service.

use contract::{Category, Plan, tools};
use http::{HeaderMap, Method, StatusCode};
use serde_json::{Value, json};
use tests::{Answer, Organization, client::receive, http::send};

use crate::support::{idle, start_idle};

async fn list(organization: &Organization, query: &str) -> Answer {
    let path = format!("/api/v1/tools{query}");
    receive(organization.client.request(Method::GET, &path, "")).await
}

#[tokio::test]
async fn a_descriptor_says_whether_the_key_may_call_the_tool() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let (_, secret) = idle()
        .key(organization.id, &[Category::Images, Category::Balance], None)
        .await;
    let client = organization.client.with_key(Some(secret.expose()));
    let answer = client.discover().await;
    for (shown, tool) in answer.body["tools"].as_array().unwrap().iter().zip(&tools::ALL) {
        let callable = matches!(tool.category, Category::Images | Category::Balance);
        assert_eq!(shown["callable"], callable, "{}", tool.name);
    }
}

#[tokio::test]
async fn the_list_has_the_format_that_the_query_names() {
    let organization = idle().organization(Plan::Pro, 0).await;
    let names: Vec<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
    let full = list(&organization, "").await.body;
    for (query, at) in [
        ("?for=openai", ""),
        ("?for=anthropic&fields=slim", ""),
        ("?for=gemini", "/0/functionDeclarations"),
        ("?fields=slim&other=1", ""),
        ("?for=&fields=%20", ""),
    ] {
        let body = list(&organization, query).await.body;
        let tools = body["tools"].pointer(at).unwrap().as_array().unwrap();
        let shown: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(shown, names, "{query}");
        for field in ["success", "totalCount", "models", "errors"] {
            assert_eq!(body[field], full[field], "{query}");
        }
    }
    let openai = list(&organization, "?for=openai").await.body;
    let mut fields: Vec<&String> = openai["tools"][0].as_object().unwrap().keys().collect();
    fields.sort();
    assert_eq!(fields, ["description", "name", "parameters", "strict", "type"]);
}

#[tokio::test]
async fn a_wrong_value_in_the_query_is_refused_and_counts_toward_the_limit() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Free, 0).await;
    let answer = list(&organization, "?for=mistral&fields=all").await;
    assert_eq!(answer.issues(), ["for", "fields"]);
    assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "body");
    assert_eq!(answer.header("x-ratelimit-remaining"), "9");
    let answer = receive(service.client().request(Method::GET, "/api/v1/tools?for=mistral", "")).await;
    assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "missing" }));
}

/// Gets a path that needs no key.
async fn get(path: &str, tag: Option<&str>) -> (StatusCode, HeaderMap, String) {
    let mut request = idle().client().request(Method::GET, path, "");
    if let Some(tag) = tag {
        request.headers_mut().insert("if-none-match", tag.parse().unwrap());
    }
    let (parts, body) = send(request).await.into_parts();
    (parts.status, parts.headers, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn health_needs_no_key() {
    let (status, headers, body) = get("/health", None).await;
    assert_eq!(status, 200);
    assert_eq!(body, r#"{"success":true,"data":{"status":"ok"}}"#);
    assert!(headers.contains_key("x-request-id") && !headers.contains_key("x-ratelimit-limit"));
    assert_eq!(headers["cache-control"], "no-store");
    let answer = receive(idle().client().request(Method::POST, "/health", "")).await;
    assert_eq!(answer.failure("NOT_FOUND")["resource"], "route");
    assert_eq!(answer.header("allow"), "GET, HEAD");
}

#[tokio::test]
async fn the_texts_for_machines_need_no_key_and_may_be_kept_for_an_hour() {
    for (path, content_type) in [
        ("/openapi.json", "application/json"),
        ("/llms.txt", "text/plain; charset=utf-8"),
    ] {
        let (status, headers, body) = get(path, None).await;
        assert_eq!(status, 200, "{path}");
        assert_eq!(headers["content-type"], content_type);
        assert_eq!(headers["cache-control"], "public, max-age=3600");
        assert!(headers.contains_key("x-request-id"));
        assert!(body.contains("generate_thumbnail"));
        let tag = headers["etag"].to_str().unwrap();
        let (status, headers, body) = get(path, Some(tag)).await;
        assert_eq!((status, body.as_str()), (StatusCode::NOT_MODIFIED, ""), "{path}");
        assert_eq!(headers["etag"], tag);
    }
}

#[tokio::test]
async fn the_openapi_document_has_the_responses_that_the_service_gives() {
    let (_, _, body) = get("/openapi.json", None).await;
    let document: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let organization = idle().organization(Plan::Pro, 0).await;
    for query in ["", "?fields=slim", "?for=openai", "?for=anthropic", "?for=gemini"] {
        let answer = list(&organization, query).await;
        let mut schema = document["components"]["schemas"]["Discovery"].clone();
        schema["components"] = document["components"].clone();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let problems: Vec<String> = validator
            .iter_errors(&answer.body)
            .map(|error| error.to_string())
            .collect();
        assert!(problems.is_empty(), "{query}: {problems:?}");
    }
}
