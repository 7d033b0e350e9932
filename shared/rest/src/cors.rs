//! CORS, answered by our code so that it is the same everywhere.

use http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, VARY,
    },
};
use runtime::Cors;

const EXPOSED: HeaderValue = HeaderValue::from_static(
    "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotent-Replayed",
);
pub(crate) const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PATCH, DELETE, OPTIONS");
pub(crate) const HEADERS: HeaderValue = HeaderValue::from_static("Authorization, Content-Type, Idempotency-Key");
/// A preflight asks for a list of headers. If the list is longer than this, in bytes, the default list is allowed
/// instead.
const MOST_WANTED: usize = 1_000;
/// A day, in seconds; browsers shorten it as they like.
const MAX_AGE: HeaderValue = HeaderValue::from_static("86400");

/// The response to a browser that asks whether a page may send a request: the methods and the headers that it may send.
/// All headers that it asks for are allowed, such as `traceparent`: none of them proves who sends the request, except
/// for `Authorization`, which a page must know. `None` if the request is not a preflight.
pub fn preflight<B>(
    request: &Request<B>,
    methods: HeaderValue,
    allowed_headers: HeaderValue,
) -> Option<Response<bytes::Bytes>> {
    if request.method() != Method::OPTIONS {
        return None;
    }
    let mut response = Response::new(bytes::Bytes::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
    let wanted = request.headers().get(ACCESS_CONTROL_REQUEST_HEADERS);
    let wanted = wanted.filter(|wanted| !wanted.is_empty() && wanted.len() <= MOST_WANTED);
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, wanted.cloned().unwrap_or(allowed_headers));
    headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    Some(response)
}

/// Adds the header that lets pages of `origin` read the response, if this origin is allowed.
pub(crate) fn allow(cors: &Cors, origin: Option<&HeaderValue>, headers: &mut HeaderMap) {
    if matches!(cors, Cors::Only(_)) {
        headers.append(VARY, HeaderValue::from_static("Origin"));
    }
    let allowed = origin
        .and_then(|origin| origin.to_str().ok())
        .and_then(|origin| cors.allow(origin));
    if let Some(allowed) = allowed.and_then(|allowed| HeaderValue::from_str(allowed).ok()) {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
}
