//! Errors of the queue.

use std::error::Error;

use aws_sdk_sqs::error::{ProvideErrorMetadata, SdkError};
use runtime::AwsFailure;

/// A call to SQS failed.
#[derive(Debug, thiserror::Error)]
#[error("sqs call {operation} failed")]
pub struct QueueError {
    operation: &'static str,
    #[source]
    source: Box<dyn Error + Send + Sync>,
}

impl QueueError {
    /// SQS answered with an error, or the request failed on its way.
    pub(crate) fn aws<E>(operation: &'static str, error: &SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + Error + 'static,
    {
        Self {
            operation,
            source: AwsFailure::new(error).into(),
        }
    }

    /// SQS reported success, but its response lacks this field.
    pub fn incomplete(operation: &'static str, field: &str) -> Self {
        Self {
            operation,
            source: format!("the response has no {field}").into(),
        }
    }

    /// The request could not be built.
    pub(crate) fn not_made(operation: &'static str, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self {
            operation,
            source: error.into(),
        }
    }
}
