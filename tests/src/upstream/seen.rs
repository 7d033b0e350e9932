//! A request as the server received it.

use bytes::Bytes;
use http::{HeaderMap, Method};
use serde_json::Value;

/// A request as the server received it. Methods that only make sense for one vendor are defined beside that vendor.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The HTTP method.
    pub method: Method,
    /// The path with the query, not decoded.
    pub path: String,
    /// The headers, with names in lower case.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Seen {
    /// A header's value. `None` if the header is missing or is no text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body as JSON. `null` if the body is no JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The path without the query.
    pub(super) fn target(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// The content type of the body, without parameters.
    pub(super) fn content_type(&self) -> &str {
        let whole = self.header("content-type").unwrap_or_default();
        whole.split(';').next().unwrap_or_default().trim()
    }

    /// Whether the request has a key in `Authorization: Bearer`.
    pub(super) fn has_bearer(&self) -> bool {
        let value = self.header("authorization").unwrap_or_default();
        value.strip_prefix("Bearer ").is_some_and(|key| !key.trim().is_empty())
    }

    /// Whether the request is signed for an AWS service. The signature is not verified.
    pub(super) fn is_signed_for(&self, service: &str) -> bool {
        let value = self.header("authorization").unwrap_or_default();
        value.starts_with("AWS4-HMAC-SHA256 Credential=")
            && value.contains(&format!("/{service}/aws4_request"))
            && value.contains("SignedHeaders=")
            && value.contains("Signature=")
            && self.headers.contains_key("x-amz-date")
    }
}
