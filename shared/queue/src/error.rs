//! Errors of the queue.

use aws_sdk_sqs::error::DisplayErrorContext;

/// A call to SQS failed.
#[derive(Debug, thiserror::Error)]
#[error("sqs call {operation} failed: {story}")]
pub struct QueueError {
    operation: &'static str,
    story: String,
}

impl QueueError {
    pub(crate) fn new(operation: &'static str, error: &(dyn std::error::Error + 'static)) -> Self {
        Self {
            operation,
            story: DisplayErrorContext(error).to_string(),
        }
    }
}
