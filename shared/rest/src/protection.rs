//! Headers by which a browser protects its user from misuse of a response.

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS},
};

/// The protocol with which the client reached the proxy in front of the function. API Gateway sets this header. On a
/// developer's machine, where there is no TLS, nothing sets it.
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// Browsers must not guess another content type.
const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// For a year, the browser sends requests to this host only over TLS.
const TLS_ALONE: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers to a response.
pub(crate) fn protect(request: &HeaderMap, response: &mut HeaderMap) {
    response.insert(X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    if request.get(FORWARDED_PROTO).is_some_and(|proto| proto == "https") {
        response.insert(STRICT_TRANSPORT_SECURITY, TLS_ALONE);
    }
}
