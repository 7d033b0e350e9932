//! What can go wrong between the code and a table.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use runtime::AwsFailure;

/// A table could not be read or written, or holds what it never should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// DynamoDB did not do it, after all attempts.
    #[error("dynamodb call {operation} failed")]
    Aws {
        /// The operation's name.
        operation: &'static str,
        /// What DynamoDB said.
        #[source]
        source: AwsFailure,
    },
    /// Others wrote at the same time until there was no time left.
    #[error("gave up after conflicts until the deadline")]
    Contention,
    /// An item is not what this code writes.
    #[error("an item of kind {kind} cannot be read")]
    Corrupt {
        /// What it should have been.
        kind: &'static str,
        /// What is wrong with it.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The organization was deleted, and nothing was written for it.
    #[error("the organization has been deleted")]
    NoOrganization,
    /// An item that must be there is not.
    #[error("an item of kind {kind} is missing")]
    Missing {
        /// What should have been there.
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
