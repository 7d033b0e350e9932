//! A call of a tool as an adapter passes it on, before any check.

use bytes::Bytes;
use contract::RequestId;
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::PageRoom;

/// The credentials that a caller presents.
#[derive(Clone, Copy)]
pub enum Credentials<'a> {
    /// Nothing.
    Missing,
    /// Something else than one bearer token.
    Malformed,
    /// A bearer token: an API key, unless it is malformed.
    Bearer(&'a str),
}

/// The arguments of a call.
#[derive(Clone)]
pub enum Arguments<'a> {
    /// JSON text. It is parsed after the caller is known, while the call is being counted. Blank text means `{}`.
    Text(&'a Bytes),
    /// Parsed JSON.
    Object(Map<String, Value>),
}

/// A call of a tool, independent of any protocol.
#[derive(Clone)]
pub struct Invocation<'a> {
    /// Identifies the call in logs and in error messages.
    pub request_id: RequestId,
    /// The caller's credentials.
    pub credentials: Credentials<'a>,
    /// The name of the tool, as the caller gave it.
    pub tool: &'a str,
    /// The arguments of the tool.
    pub arguments: Arguments<'a>,
    /// The idempotency key, as the caller gave it. A tool that changes nothing ignores it.
    pub idempotency_key: Option<&'a str>,
    /// When the outcome must be known.
    pub deadline: Instant,
    /// How large a page of a list may become.
    pub room: PageRoom,
}

impl std::fmt::Debug for Invocation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Invocation")
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}
