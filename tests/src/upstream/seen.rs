//! A request as it came.

use bytes::Bytes;
use http::{HeaderMap, Method};
use serde_json::Value;

/// A request as it came. What only one vendor's requests have is read by methods that stand beside that vendor.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its method.
    pub method: Method,
    /// Its path with its query, as they were written: nothing is decoded.
    pub path: String,
    /// Its headers. Their names are in lower case.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
}

impl Seen {
    /// A header, where it is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body as JSON, `null` where it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The path without its query.
    pub(super) fn target(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// The type of the body, without its parameters.
    pub(super) fn content_type(&self) -> &str {
        let whole = self.header("content-type").unwrap_or_default();
        whole.split(';').next().unwrap_or_default().trim()
    }

    /// Whether it carries a key as `Authorization: Bearer`.
    pub(super) fn has_bearer(&self) -> bool {
        let value = self.header("authorization").unwrap_or_default();
        value.strip_prefix("Bearer ").is_some_and(|key| !key.trim().is_empty())
    }

    /// Whether it is signed for an AWS service. The signature itself is not computed.
    pub(super) fn is_signed_for(&self, service: &str) -> bool {
        let value = self.header("authorization").unwrap_or_default();
        value.starts_with("AWS4-HMAC-SHA256 Credential=")
            && value.contains(&format!("/{service}/aws4_request"))
            && value.contains("SignedHeaders=")
            && value.contains("Signature=")
            && self.headers.contains_key("x-amz-date")
    }
}
