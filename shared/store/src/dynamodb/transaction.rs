//! Transactions: several items written together or not at all.

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::transact_write_items::TransactWriteItemsError,
    types::{CancellationReason, TransactWriteItem},
};

use crate::{
    Deadline, Store, StoreError,
    dynamodb::{backoff::Backoff, codec::Item},
};

/// How a transaction ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// All parts are written.
    Committed,
    /// Nothing is written. One reason for each part, in the order of the parts.
    Refused(Vec<Reason>),
}

/// Why a part of a transaction was refused.
///
/// DynamoDB mixes reasons: while another transaction is being committed item by item, one part may meet an item that
/// is still locked, and another part the new version of an item. So [`Reason::NoObjection`] says nothing about the item
/// in the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    /// The transaction failed for another part.
    NoObjection,
    /// The condition failed. The existing item; empty when there is none, or when the endpoint does not show it.
    ConditionFailed(Item),
    /// Another transaction has locked the item, or the item's partition is throttled.
    Busy,
}

impl Reason {
    /// The item on which the condition failed, if DynamoDB showed one.
    pub(crate) fn item(&self) -> Option<&Item> {
        match self {
            Self::ConditionFailed(item) if !item.is_empty() => Some(item),
            _ => None,
        }
    }

    /// Whether the condition failed.
    pub(crate) const fn is_condition_failed(&self) -> bool {
        matches!(self, Self::ConditionFailed(_))
    }
}

impl Outcome {
    /// For transactions whose conditions can fail only if two records get the same id.
    pub(crate) fn committed(self, kind: &'static str) -> Result<(), StoreError> {
        match self {
            Self::Committed => Ok(()),
            Self::Refused(_) => Err(StoreError::Missing { kind }),
        }
    }
}

/// How one request of a transaction ended.
enum Reply {
    Ended(Outcome),
    /// The transaction may have been written.
    Unclear(StoreError),
    Fatal(StoreError),
}

/// Codes of a cancellation that a later attempt may not meet: another writer, or too many writers.
const TRANSIENT: [&str; 4] = [
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
];

fn judge(error: SdkError<TransactWriteItemsError>) -> Reply {
    if let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) = error.as_service_error() {
        let reasons: Vec<Reason> = cancelled.cancellation_reasons().iter().map(reason).collect();
        if reasons.iter().any(|reason| *reason != Reason::NoObjection) {
            return Reply::Ended(Outcome::Refused(reasons));
        }
        return Reply::Fatal(StoreError::aws("TransactWriteItems", error));
    }
    let is_permanent = matches!(
        error.code(),
        Some(
            "ValidationException"
                | "IdempotentParameterMismatchException"
                | "AccessDeniedException"
                | "ResourceNotFoundException"
        )
    );
    let error = StoreError::aws("TransactWriteItems", error);
    if is_permanent {
        Reply::Fatal(error)
    } else {
        Reply::Unclear(error)
    }
}

fn reason(reason: &CancellationReason) -> Reason {
    match reason.code() {
        Some("ConditionalCheckFailed") => Reason::ConditionFailed(reason.item().cloned().unwrap_or_default()),
        Some(code) if TRANSIENT.contains(&code) => Reason::Busy,
        _ => Reason::NoObjection,
    }
}

impl Store {
    /// Writes all of `items` or nothing. Repeats an attempt that met another transaction, and an attempt that may have
    /// been written. All attempts have the same client token, so the transaction is applied once.
    pub(crate) async fn transact(
        &self,
        items: Vec<TransactWriteItem>,
        deadline: Deadline,
    ) -> Result<Outcome, StoreError> {
        let token = self.ids.uuid().simple().to_string();
        let mut backoff = Backoff::new();
        loop {
            match self.transact_once(&items, &token, deadline).await? {
                Outcome::Refused(reasons) if !reasons.iter().any(Reason::is_condition_failed) => {
                    backoff.wait(self).await;
                }
                outcome => return Ok(outcome),
            }
        }
    }

    /// Writes all of `items` or nothing, under this client token. Repeats only an attempt that may have been written; a
    /// transaction that met another transaction is refused.
    pub(crate) async fn transact_once(
        &self,
        items: &[TransactWriteItem],
        token: &str,
        deadline: Deadline,
    ) -> Result<Outcome, StoreError> {
        let mut backoff = Backoff::new();
        let mut last_error = StoreError::Contention;
        loop {
            if deadline.is_past() {
                return Err(last_error);
            }
            let request = self
                .client
                .transact_write_items()
                .set_transact_items(Some(items.to_vec()));
            match request.client_request_token(token).send().await {
                Ok(_) => return Ok(Outcome::Committed),
                Err(error) => match judge(error) {
                    Reply::Ended(outcome) => return Ok(outcome),
                    Reply::Fatal(error) => return Err(error),
                    Reply::Unclear(error) => last_error = error,
                },
            }
            backoff.wait(self).await;
        }
    }
}
