//! Calls that must be refused, and a call without a key.

use contract::{
    Category, ToolSpec,
    tools::{self, GenerateThumbnail},
};
use http::{HeaderValue, Method, StatusCode, header::AUTHORIZATION};

use crate::commands::smoke::{
    problem::{Problem, require},
    session::{Session, TOOLS},
};

/// Has the form of a key but belongs to nobody.
const UNKNOWN_KEY: HeaderValue = HeaderValue::from_static("Bearer tgs_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");

/// Every tool requires a key. Calls without a valid key do not count toward a rate limit.
pub(super) async fn wrong_key(session: &mut Session) -> Result<String, Problem> {
    let refusal = (StatusCode::UNAUTHORIZED, "UNAUTHORIZED");
    for tool in &tools::ALL {
        let mut request = session.anonymous(Method::POST, &format!("{TOOLS}/{}", tool.name), "{}")?;
        request.headers_mut().insert(AUTHORIZATION, UNKNOWN_KEY);
        let details = session.ask(request).await?.refusal(refusal.0, refusal.1)?;
        details.is("/reason", "invalid")?;
    }
    let nameless = session.anonymous(Method::GET, TOOLS, "")?;
    let details = session.ask(nameless).await?.refusal(refusal.0, refusal.1)?;
    details.is("/reason", "missing")?;
    Ok(format!("refused by {} tools", tools::ALL.len()))
}

/// One tool of each category checks its body, because each category is a separate function.
pub(super) async fn wrong_body(session: &mut Session) -> Result<String, Problem> {
    let first = |category: Category| tools::ALL.iter().find(|tool| tool.category == category);
    for tool in Category::OF_TOOLS.into_iter().filter_map(first) {
        let request = session.request(Method::POST, &format!("{TOOLS}/{}", tool.name), r#"{"smoke":true}"#)?;
        let details = session
            .ask(request)
            .await?
            .refusal(StatusCode::BAD_REQUEST, "VALIDATION_ERROR")?;
        let named = details
            .list("/issues")?
            .iter()
            .any(|issue| issue.is("/path", "smoke").is_ok());
        require(named, || {
            format!("the error of {} does not name the wrong parameter", tool.name)
        })?;
    }
    Ok(format!("refused in {} categories", Category::OF_TOOLS.len()))
}

/// Unknown tools and unknown routes also respond with an envelope.
pub(super) async fn wrong_path(session: &mut Session) -> Result<String, Problem> {
    let refusal = (StatusCode::NOT_FOUND, "NOT_FOUND");
    let tool = session.request(Method::POST, &format!("{TOOLS}/{}s", GenerateThumbnail::NAME), "{}")?;
    let details = session.ask(tool).await?.refusal(refusal.0, refusal.1)?;
    details.is("/resource", "tool")?;
    details.is("/didYouMean", GenerateThumbnail::NAME)?;
    for path in ["/", "/smoke"] {
        let route = session.anonymous(Method::GET, path, "")?;
        let details = session.ask(route).await?.refusal(refusal.0, refusal.1)?;
        details.is("/resource", "route")?;
    }
    Ok(String::new())
}

/// A preflight needs no key.
pub(super) async fn preflight(session: &mut Session) -> Result<String, Problem> {
    let mut request = session.anonymous(Method::OPTIONS, &format!("{TOOLS}/{}", GenerateThumbnail::NAME), "")?;
    let headers = request.headers_mut();
    headers.insert("origin", HeaderValue::from_static("https://example.com"));
    headers.insert("access-control-request-method", HeaderValue::from_static("POST"));
    let response = session.send(request).await?;
    require(response.status() == StatusCode::NO_CONTENT, || {
        format!("a preflight is answered with the status {}", response.status())
    })?;
    let methods = response.headers().get("access-control-allow-methods");
    let methods = methods.and_then(|value| value.to_str().ok()).unwrap_or_default();
    require(methods.contains("POST"), || {
        "a preflight does not allow POST".to_owned()
    })?;
    // The deployment decides which origins may call.
    let allowed = response.headers().contains_key("access-control-allow-origin");
    Ok(if allowed {
        String::new()
    } else {
        "not for https://example.com".to_owned()
    })
}
