//! Calling a function with an event.

use std::{panic::AssertUnwindSafe, pin::Pin};

use futures_util::FutureExt;
use serde_json::Value;

/// A function that handles events.
pub trait Invoke: Send + Sync {
    /// Handles one event and returns the function's response.
    fn invoke<'a>(&'a self, event: Value) -> Pin<Box<dyn Future<Output = Result<Value, InvokeError>> + Send + 'a>>;
}

/// Why an invocation has no response.
#[derive(Debug, thiserror::Error)]
pub enum InvokeError {
    /// The function ran and returned an error.
    #[error("the function failed")]
    Function(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The function could not be called; the caller may retry the same event.
    #[error("the function could not be called")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The function panicked.
    #[error("the function panicked")]
    Panic,
}

impl InvokeError {
    /// The function ran and returned this error.
    pub fn function(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Function(error.into())
    }

    /// The function could not be called because of this error.
    pub fn unreachable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Unreachable(error.into())
    }
}

/// Invokes the function, and turns a panic into an error.
pub(crate) async fn invoke(function: &dyn Invoke, event: Value) -> Result<Value, InvokeError> {
    let invocation = AssertUnwindSafe(async { function.invoke(event).await });
    invocation.catch_unwind().await.unwrap_or(Err(InvokeError::Panic))
}
