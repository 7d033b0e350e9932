//! Headers by which a browser protects its user from misuse of a response.

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS},
};

/// Tells how the client reached the proxy in front of the function. API Gateway sets it; nothing does so on a
/// developer's machine, where there is no TLS.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// A response is what its content type says, and nothing else.
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// For a year the browser asks this host over TLS alone.
const TLS_ALONE: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers to a response.
pub(crate) fn protect(request: &HeaderMap, response: &mut HeaderMap) {
    response.insert(X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    if request.get(FORWARDED_PROTO).is_some_and(|proto| proto == "https") {
        response.insert(STRICT_TRANSPORT_SECURITY, TLS_ALONE);
    }
}
