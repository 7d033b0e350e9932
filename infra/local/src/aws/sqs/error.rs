//! Errors of SQS.

use http::{HeaderValue, Response, StatusCode};
use runtime::causes;

use crate::{aws::json, server::Body};

/// Why a call is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum SqsError {
    #[error("The specified queue does not exist.")]
    QueueDoesNotExist,
    #[error("A queue already exists with the same name and a different value for attribute {0}")]
    QueueNameExists(String),
    #[error("The input receipt handle is invalid.")]
    ReceiptHandleIsInvalid,
    #[error("The message referred to is not in flight.")]
    MessageNotInflight,
    #[error("There should be at least one entry in the request.")]
    EmptyBatchRequest,
    #[error("Maximum number of entries per request are 10. You have sent {0}.")]
    TooManyEntriesInBatchRequest(usize),
    #[error("Id {0} repeated.")]
    BatchEntryIdsNotDistinct(String),
    #[error("A batch entry id can only contain alphanumeric characters, hyphens and underscores, at most 80.")]
    InvalidBatchEntryId,
    #[error("Batch requests cannot be longer than {most} bytes. You have sent {0} bytes.", most = super::limits::MAX_MESSAGE_BYTES)]
    BatchRequestTooLong(usize),
    #[error("The message contains characters outside the allowed set.")]
    InvalidMessageContents,
    #[error("Unknown Attribute {0}.")]
    InvalidAttributeName(String),
    #[error("Invalid value for the parameter {0}.")]
    InvalidAttributeValue(String),
    #[error("{0}")]
    InvalidParameterValue(String),
    #[error("{0}")]
    Unreadable(String),
    #[error("{0} is not supported here.")]
    UnsupportedOperation(String),
    #[error("The operation is not known.")]
    UnknownOperation,
    #[error("The queue's storage failed.")]
    Storage(#[from] rusqlite::Error),
    #[error("The queue failed: {0}")]
    Internal(String),
}

impl SqsError {
    /// The name of the error's shape, and its code in the older query protocol, which SDKs use.
    pub(super) const fn codes(&self) -> (&'static str, &'static str) {
        match self {
            Self::QueueDoesNotExist => (
                "com.amazonaws.sqs#QueueDoesNotExist",
                "AWS.SimpleQueueService.NonExistentQueue",
            ),
            Self::QueueNameExists(_) => ("com.amazonaws.sqs#QueueNameExists", "QueueAlreadyExists"),
            Self::ReceiptHandleIsInvalid => ("com.amazonaws.sqs#ReceiptHandleIsInvalid", "ReceiptHandleIsInvalid"),
            Self::MessageNotInflight => (
                "com.amazonaws.sqs#MessageNotInflight",
                "AWS.SimpleQueueService.MessageNotInflight",
            ),
            Self::EmptyBatchRequest => (
                "com.amazonaws.sqs#EmptyBatchRequest",
                "AWS.SimpleQueueService.EmptyBatchRequest",
            ),
            Self::TooManyEntriesInBatchRequest(_) => (
                "com.amazonaws.sqs#TooManyEntriesInBatchRequest",
                "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
            ),
            Self::BatchEntryIdsNotDistinct(_) => (
                "com.amazonaws.sqs#BatchEntryIdsNotDistinct",
                "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
            ),
            Self::InvalidBatchEntryId => (
                "com.amazonaws.sqs#InvalidBatchEntryId",
                "AWS.SimpleQueueService.InvalidBatchEntryId",
            ),
            Self::BatchRequestTooLong(_) => (
                "com.amazonaws.sqs#BatchRequestTooLong",
                "AWS.SimpleQueueService.BatchRequestTooLong",
            ),
            Self::InvalidMessageContents => ("com.amazonaws.sqs#InvalidMessageContents", "InvalidMessageContents"),
            Self::InvalidAttributeName(_) => ("com.amazonaws.sqs#InvalidAttributeName", "InvalidAttributeName"),
            Self::InvalidAttributeValue(_) => ("com.amazonaws.sqs#InvalidAttributeValue", "InvalidAttributeValue"),
            Self::InvalidParameterValue(_) => (
                "com.amazon.coral.service#InvalidParameterValueException",
                "InvalidParameterValue",
            ),
            Self::Unreadable(_) => ("com.amazon.coral.service#SerializationException", "MalformedInput"),
            Self::UnsupportedOperation(_) => (
                "com.amazonaws.sqs#UnsupportedOperation",
                "AWS.SimpleQueueService.UnsupportedOperation",
            ),
            Self::UnknownOperation => ("com.amazon.coral.service#UnknownOperationException", "InvalidAction"),
            Self::Storage(_) | Self::Internal(_) => ("com.amazon.coral.service#InternalFailure", "InternalFailure"),
        }
    }

    /// The error as a response.
    pub(super) fn response(&self) -> Response<Body> {
        let (shape, code) = self.codes();
        let (status, side) = match self {
            Self::Storage(_) | Self::Internal(_) => {
                tracing::error!(error = %causes(self), "an sqs call failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "Receiver")
            }
            _ => (StatusCode::BAD_REQUEST, "Sender"),
        };
        let body = serde_json::json!({ "__type": shape, "message": self.to_string() });
        let mut response = json::response(status, body.to_string());
        if let Ok(value) = HeaderValue::try_from(format!("{code};{side}")) {
            response.headers_mut().insert("x-amzn-query-error", value);
        }
        response
    }
}
