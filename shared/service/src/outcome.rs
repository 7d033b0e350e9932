//! The outcome of a call, independent of any protocol.

use contract::{Amount, ApiError, Category, KeyId, OrganizationId};
use serde_json::value::RawValue;

use crate::access::limits::Standing;

/// The outcome of a call, and the facts about its caller.
#[derive(Debug)]
pub struct Outcome<T = Success> {
    /// The success, or the error for the caller.
    pub result: Result<T, ApiError>,
    /// The caller; `None` if the caller was not authenticated.
    pub caller: Option<Identity>,
    /// The state of the caller's rate limits; `None` if the caller was not authenticated.
    pub standing: Option<Standing>,
}

impl<T> Outcome<T> {
    /// The outcome of a request that an adapter answers without authentication.
    pub const fn unauthenticated(result: Result<T, ApiError>) -> Self {
        Self {
            result,
            caller: None,
            standing: None,
        }
    }

    /// The same outcome with another success.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome {
            result: self.result.map(change),
            caller: self.caller,
            standing: self.standing,
        }
    }
}

/// A tool's success.
#[derive(Clone, Debug)]
pub struct Success {
    /// The tool's output as JSON. It is the same text in every protocol and in every replay.
    pub output: Box<RawValue>,
    /// Thumbnails that this call was charged. Zero for a replay.
    pub charged: Amount,
    /// Whether an earlier call with the same idempotency key did the work.
    pub replayed: bool,
}

/// An authenticated caller.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The organization.
    pub organization: OrganizationId,
    /// Its API key.
    pub key: KeyId,
    /// The categories of tools that the key may call.
    pub scopes: Vec<Category>,
}
