//! Errors of the queue.

use std::error::Error;

use aws_sdk_sqs::error::{ProvideErrorMetadata, SdkError};
use runtime::AwsFailure;

/// A call to SQS failed.
#[derive(Debug, thiserror::Error)]
#[error("sqs call {operation} failed: {reason}")]
pub struct QueueError {
    operation: &'static str,
    reason: String,
}

impl QueueError {
    /// SQS answered with an error, or the request failed on its way.
    pub(crate) fn aws<E>(operation: &'static str, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        Self {
            operation,
            reason: AwsFailure::new(error).to_string(),
        }
    }

    /// SQS reported success, but its response lacks this field.
    pub(crate) fn incomplete(operation: &'static str, field: &str) -> Self {
        Self {
            operation,
            reason: format!("the response has no {field}"),
        }
    }

    /// The request could not be built.
    pub(crate) fn not_made(operation: &'static str, error: &dyn Error) -> Self {
        Self {
            operation,
            reason: error.to_string(),
        }
    }
}
