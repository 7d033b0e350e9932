//! What can go wrong between the code and a table.

use aws_sdk_dynamodb::error::{DisplayErrorContext, SdkError};

/// A table could not be read or written, or holds what it never should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// DynamoDB did not do it, after all attempts.
    #[error("dynamodb call {operation} failed")]
    Aws {
        /// The operation's name.
        operation: &'static str,
        /// What the SDK says, as text: its own types differ by operation.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
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

/// The SDK's whole story, kept as text.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Story(String);

impl StoreError {
    pub(crate) fn aws<E, R>(operation: &'static str, error: SdkError<E, R>) -> Self
    where
        E: std::error::Error + 'static,
        R: std::fmt::Debug,
    {
        Self::Aws {
            operation,
            source: Box::new(Story(DisplayErrorContext(&error).to_string())),
        }
    }

    pub(crate) fn corrupt(kind: &'static str, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Corrupt {
            kind,
            source: Box::new(source),
        }
    }
}
