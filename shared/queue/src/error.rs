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
    /// SQS did not do it.
    pub(crate) fn aws<E>(operation: &'static str, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        Self {
            operation,
            reason: AwsFailure::new(error).to_string(),
        }
    }

    /// The call could not be made.
    pub(crate) fn not_made(operation: &'static str, error: &dyn Error) -> Self {
        Self {
            operation,
            reason: error.to_string(),
        }
    }
}
