//! Transactions, and the few plain calls that the other modules share.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::{transact_write_items::TransactWriteItemsError, update_item::UpdateItemError},
    types::{
        CancellationReason, KeysAndAttributes, ReturnValue, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
    },
};
use tokio::time::Instant;

use crate::{
    Store, StoreError,
    codec::{self, Item},
    expression::Expression,
    keys::{self, Key},
};

/// No attempt at a write starts after this.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// At this instant.
    pub const fn at(instant: Instant) -> Self {
        Self(instant)
    }

    /// This long from now.
    pub fn after(duration: Duration) -> Self {
        Self(Instant::now() + duration)
    }

    pub(crate) fn is_past(self) -> bool {
        Instant::now() >= self.0
    }

    pub(crate) const fn instant(self) -> Instant {
        self.0
    }
}

/// How a transaction ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// All of it is written.
    Committed,
    /// Nothing is written. A reason for each part, in their order.
    Refused(Vec<Reason>),
}

/// Why a part of a transaction was refused.
///
/// DynamoDB mixes reasons: while another transaction is being committed item by item, one part may meet an item that
/// is still locked, and another the new version of an item. So a part without an objection says nothing about the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    /// The part was not what the transaction failed on.
    NoObjection,
    /// The condition failed. The item that is there; empty when there is none, or when the endpoint does not show it.
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
    /// For transactions whose conditions cannot fail unless ids are given out twice.
    pub(crate) fn committed(self, kind: &'static str) -> Result<(), StoreError> {
        match self {
            Self::Committed => Ok(()),
            Self::Refused(_) => Err(StoreError::Missing { kind }),
        }
    }
}

/// How often a single update is tried that meets transactions on its item: for about a second.
const MOST_CONFLICTS: u32 = 12;
/// How many items of a partition are read at once when all of them are.
const PAGE: i32 = 500;

/// Waits between attempts that met others: from 5 ms, doubling up to a bound, each shortened at random so that writers
/// that met do not meet again.
#[derive(Debug)]
pub(crate) struct Jitter {
    most_millis: u64,
}

/// The longest wait of a [`Jitter`].
const LONGEST_WAIT_MILLIS: u64 = 200;

impl Jitter {
    pub(crate) const fn new() -> Self {
        Self { most_millis: 5 }
    }

    pub(crate) async fn wait(&mut self, store: &Store) {
        let millis = store.ids.entropy().up_to(self.most_millis);
        self.most_millis = (self.most_millis * 2).min(LONGEST_WAIT_MILLIS);
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }
}

/// What one request of a transaction led to.
enum Reply {
    Ended(Outcome),
    /// It may or may not have been written.
    Unclear(StoreError),
    Fatal(StoreError),
}

/// Reasons of a cancellation that pass: another writer, or too many writers.
const PASSING: [&str; 4] = [
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
    let refused_for_good = matches!(
        error.code(),
        Some(
            "ValidationException"
                | "IdempotentParameterMismatchException"
                | "AccessDeniedException"
                | "ResourceNotFoundException"
        )
    );
    let error = StoreError::aws("TransactWriteItems", error);
    if refused_for_good {
        Reply::Fatal(error)
    } else {
        Reply::Unclear(error)
    }
}

fn reason(reason: &CancellationReason) -> Reason {
    match reason.code() {
        Some("ConditionalCheckFailed") => Reason::ConditionFailed(reason.item().cloned().unwrap_or_default()),
        Some(code) if PASSING.contains(&code) => Reason::Busy,
        _ => Reason::NoObjection,
    }
}

impl Store {
    /// Writes all of `items` or nothing. Repeats what met another transaction, and what may or may not have been written,
    /// always with the same client token, so that it is applied once.
    pub(crate) async fn transact(
        &self,
        items: Vec<TransactWriteItem>,
        deadline: Deadline,
    ) -> Result<Outcome, StoreError> {
        let token = self.ids.uuid().simple().to_string();
        let mut jitter = Jitter::new();
        loop {
            match self.transact_once(&items, &token, deadline).await? {
                Outcome::Refused(reasons) if !reasons.iter().any(Reason::is_condition_failed) => {
                    jitter.wait(self).await;
                }
                outcome => return Ok(outcome),
            }
        }
    }

    /// Writes all of `items` or nothing, under this client token. Repeats only what may or may not have been written: a
    /// transaction that met another one is refused.
    pub(crate) async fn transact_once(
        &self,
        items: &[TransactWriteItem],
        token: &str,
        deadline: Deadline,
    ) -> Result<Outcome, StoreError> {
        let mut jitter = Jitter::new();
        loop {
            if deadline.is_past() {
                return Err(StoreError::Contention);
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
                    Reply::Unclear(error) if deadline.is_past() => return Err(error),
                    Reply::Unclear(_) => jitter.wait(self).await,
                },
            }
        }
    }

    /// An item of the main table, read strongly.
    pub(crate) async fn get(&self, key: &Key) -> Result<Option<Item>, StoreError> {
        let request = self
            .client
            .get_item()
            .table_name(&self.names.table)
            .set_key(Some(key.attributes()));
        let output = request.consistent_read(true).send().await;
        Ok(output.map_err(|error| StoreError::aws("GetItem", error))?.item)
    }

    /// Items of both tables at once; what DynamoDB leaves unprocessed is asked for again.
    pub(crate) async fn batch_get(
        &self,
        mut wanted: HashMap<String, KeysAndAttributes>,
    ) -> Result<HashMap<String, Vec<Item>>, StoreError> {
        let mut found: HashMap<String, Vec<Item>> = HashMap::new();
        let mut jitter = Jitter::new();
        for _ in 0..8 {
            let output = self
                .client
                .batch_get_item()
                .set_request_items(Some(wanted))
                .send()
                .await;
            let output = output.map_err(|error| StoreError::aws("BatchGetItem", error))?;
            for (table, items) in output.responses.unwrap_or_default() {
                found.entry(table).or_default().extend(items);
            }
            wanted = output.unprocessed_keys.unwrap_or_default();
            if wanted.is_empty() {
                return Ok(found);
            }
            jitter.wait(self).await;
        }
        Err(StoreError::Contention)
    }

    /// All items of a partition whose sort keys begin with `prefix`. For operators and for what is known to be small.
    pub(crate) async fn query_prefix(&self, partition: &str, prefix: &str) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        let mut start = None;
        loop {
            let (some, next) = self.items_from(partition, prefix, start).await?;
            items.extend(some);
            start = next;
            if start.is_none() {
                return Ok(items);
            }
        }
    }

    /// Some items of a partition whose sort keys begin with `prefix`, read strongly, and where the next ones begin.
    /// An empty prefix means all.
    pub(crate) async fn items_from(
        &self,
        partition: &str,
        prefix: &str,
        start: Option<Item>,
    ) -> Result<(Vec<Item>, Option<Item>), StoreError> {
        let mut condition = Expression::new();
        let (pk, partition) = (condition.name(keys::PK), condition.value(codec::text(partition)));
        let mut text = format!("{pk} = {partition}");
        if !prefix.is_empty() {
            let (sk, prefix) = (condition.name(keys::SK), condition.value(codec::text(prefix)));
            text.push_str(&format!(" AND begins_with({sk}, {prefix})"));
        }
        let output = self
            .client
            .query()
            .table_name(&self.names.table)
            .key_condition_expression(text)
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values())
            .set_exclusive_start_key(start)
            .consistent_read(true)
            .limit(PAGE)
            .send()
            .await
            .map_err(|error| StoreError::aws("Query", error))?;
        Ok((output.items.unwrap_or_default(), output.last_evaluated_key))
    }

    /// At most `limit` items of a partition with sort keys from `first` to `last`, the last ones first, read strongly;
    /// and whether there are more.
    pub(crate) async fn newest_first(
        &self,
        partition: String,
        first: String,
        last: String,
        limit: u32,
    ) -> Result<(Vec<Item>, bool), StoreError> {
        let mut condition = Expression::new();
        let (pk, sk) = (condition.name(keys::PK), condition.name(keys::SK));
        let [partition, first, last] = [partition, first, last].map(|text| condition.value(codec::text(text)));
        let output = self
            .client
            .query()
            .table_name(&self.names.table)
            .key_condition_expression(format!("{pk} = {partition} AND {sk} BETWEEN {first} AND {last}"))
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values())
            .scan_index_forward(false)
            .consistent_read(true)
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .send()
            .await
            .map_err(|error| StoreError::aws("Query", error))?;
        Ok((output.items.unwrap_or_default(), output.last_evaluated_key.is_some()))
    }

    /// A conditional update of an item of the main table: the new item, or the old one when the condition failed. One
    /// that meets a transaction on the same item is repeated: the SDK does not do that.
    pub(crate) async fn update(&self, key: &Key, change: &Expression) -> Result<Result<Item, Item>, StoreError> {
        let mut jitter = Jitter::new();
        let mut conflicts = 0;
        loop {
            let output = self
                .client
                .update_item()
                .table_name(&self.names.table)
                .set_key(Some(key.attributes()))
                .update_expression(change.update_text())
                .set_condition_expression(change.condition_text())
                .set_expression_attribute_names(change.names())
                .set_expression_attribute_values(change.values())
                .return_values(ReturnValue::AllNew)
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
                .send()
                .await;
            let error = match output {
                Ok(output) => return Ok(Ok(output.attributes.unwrap_or_default())),
                Err(error) => error,
            };
            match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    return Ok(Err(failed.item.clone().unwrap_or_default()));
                }
                Some(UpdateItemError::TransactionConflictException(_)) if conflicts < MOST_CONFLICTS => {
                    conflicts += 1;
                    jitter.wait(self).await;
                }
                _ => return Err(StoreError::aws("UpdateItem", error)),
            }
        }
    }
}
