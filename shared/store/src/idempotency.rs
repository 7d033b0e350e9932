//! Answers to repeat: what a call with an `Idempotency-Key` answered, kept for a day.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::{KeysAndAttributes, TransactWriteItem};
use contract::{OrganizationId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreError,
    codec::{self, Item, number},
    expression::Expression,
    keys::{self, Key},
};

/// The place of the answer to an idempotency key of an organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(Key);

impl IdempotencyKey {
    /// The place for the text that the caller sent.
    pub fn new(organization: OrganizationId, key: &str) -> Self {
        Self(keys::answer(organization, key))
    }

    pub(crate) const fn key(&self) -> &Key {
        &self.0
    }
}

/// The first success under an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The tool that was called.
    pub tool: String,
    /// Hash of the body that was sent.
    pub fingerprint: String,
    /// The whole body of the response.
    pub body: String,
    /// The objects whose URLs are in the body, in the order of those; URLs end before the answer does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
    /// When it stops being repeated. DynamoDB deletes it later, at a time of its own choice.
    #[serde(with = "codec::millis")]
    pub until: Timestamp,
}

const KIND: &str = "answer";

impl Answer {
    /// How long an answer is repeated, from the moment at which its call began.
    pub const LIFETIME: Duration = Duration::from_secs(24 * 3600);

    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(KIND, item)
    }
}

impl Store {
    /// The answer stored under `key`, expired or not, read strongly. By the operation that all who charge or create need
    /// anyway, so that no role has to allow another.
    pub async fn answer(&self, key: &IdempotencyKey) -> Result<Option<Answer>, StoreError> {
        let table = &self.names.ephemeral_table;
        let request = KeysAndAttributes::builder()
            .keys(key.key().attributes())
            .consistent_read(true)
            .build();
        let request = request.map_err(|error| StoreError::corrupt("keys", error))?;
        let mut found = self.batch_get(HashMap::from([(table.clone(), request)])).await?;
        let answers = found.remove(table).unwrap_or_default();
        answers.into_iter().next().map(Answer::read).transpose()
    }

    /// The part of a transaction that keeps `answer`, unless one is there that has not expired.
    pub(crate) fn keep_answer(&self, key: &IdempotencyKey, answer: &Answer) -> Result<TransactWriteItem, StoreError> {
        let mut item = codec::write(KIND, key.key(), answer)?;
        item.insert(keys::TTL.to_owned(), number(answer.until.seconds() + 1));
        let mut expression = Expression::new();
        let (pk, until) = (expression.name(keys::PK), expression.name("until"));
        let now = expression.value(number(self.clock.now().millis()));
        expression.require(format!("attribute_not_exists({pk}) OR {until} <= {now}"));
        expression.put(&self.names.ephemeral_table, item)
    }
}
