//! The error of the store.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use runtime::AwsFailure;

/// A table could not be read or written, or contains an item that no version writes.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A call of DynamoDB failed, after all attempts.
    #[error("dynamodb call {operation} failed")]
    Aws {
        /// The operation's name.
        operation: &'static str,
        /// The answer of DynamoDB, or why there was none.
        #[source]
        source: AwsFailure,
    },
    /// Other writers kept the write from succeeding until its deadline.
    #[error("gave up after conflicts until the deadline")]
    Contention,
    /// An item cannot be read.
    #[error("an item of kind {kind} cannot be read")]
    Corrupt {
        /// The kind of item.
        kind: &'static str,
        /// What is wrong with the item.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The organization was deleted, and nothing was written for it.
    #[error("the organization has been deleted")]
    NoOrganization,
    /// An item that must exist does not.
    #[error("an item of kind {kind} is missing")]
    Missing {
        /// The kind of item.
        kind: &'static str,
    },
}

impl StoreError {
    pub(crate) fn aws<E>(operation: &'static str, error: SdkError<E>) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + 'static,
    {
        Self::Aws {
            operation,
            source: AwsFailure::new(&error),
        }
    }

    pub(crate) fn corrupt(kind: &'static str, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Corrupt {
            kind,
            source: Box::new(source),
        }
    }
}
