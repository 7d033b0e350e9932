//! Answers of calls with idempotency keys. They are kept for a day, to be replayed.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::{KeysAndAttributes, TransactWriteItem};
use contract::{OrganizationId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{self, Item, number},
        expression::Expression,
    },
    keys::{self, Key},
};

/// The key under which the answer for an organization's idempotency key is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(Key);

impl IdempotencyKey {
    /// The key for the idempotency key that the caller sent.
    pub fn new(organization: OrganizationId, key: &str) -> Self {
        Self(keys::answer(organization, key))
    }

    pub(crate) const fn key(&self) -> &Key {
        &self.0
    }
}

/// The first success of a call with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "AnswerRecord", into = "AnswerRecord")]
pub struct KeptAnswer {
    /// The tool that was called.
    pub tool: String,
    /// A hash of the arguments.
    pub fingerprint: String,
    /// The tool's output as JSON, with the presigned URLs that the caller got.
    pub output: String,
    /// The keys of the objects that the presigned URLs lead to, in the order of the URLs. The URLs expire before the
    /// answer does.
    pub objects: Vec<String>,
    /// When the answer stops being replayed. DynamoDB deletes it some time later.
    pub until: Timestamp,
}

/// The version of the format in which answers are kept. Version 1 kept the whole body of an HTTP response.
const FORMAT: u32 = 2;

/// An answer as it is kept.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerRecord {
    tool: String,
    fingerprint: String,
    #[serde(default = "first_format")]
    format: u32,
    /// From version 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    /// In version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objects: Vec<String>,
    #[serde(with = "codec::millis")]
    until: Timestamp,
}

const fn first_format() -> u32 {
    1
}

/// An answer that this version of the service cannot read.
#[derive(Debug, thiserror::Error)]
#[error("the kept answer has an unknown format")]
struct UnknownFormat;

impl From<KeptAnswer> for AnswerRecord {
    fn from(answer: KeptAnswer) -> Self {
        Self {
            tool: answer.tool,
            fingerprint: answer.fingerprint,
            format: FORMAT,
            output: Some(answer.output),
            body: None,
            objects: answer.objects,
            until: answer.until,
        }
    }
}

impl TryFrom<AnswerRecord> for KeptAnswer {
    type Error = UnknownFormat;

    fn try_from(record: AnswerRecord) -> Result<Self, UnknownFormat> {
        let output = match (record.format, record.output, record.body) {
            (1, None, Some(body)) => data(&body),
            (FORMAT, output, None) => output,
            _ => None,
        };
        Ok(Self {
            tool: record.tool,
            fingerprint: record.fingerprint,
            output: output.ok_or(UnknownFormat)?,
            objects: record.objects,
            until: record.until,
        })
    }
}

/// The tool's output in the body of an HTTP response.
fn data(body: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow)]
        data: &'a RawValue,
    }
    let envelope: Envelope<'_> = serde_json::from_str(body).ok()?;
    Some(envelope.data.get().to_owned())
}

const KIND: &str = "answer";

impl KeptAnswer {
    /// How long an answer is replayed, counted from the begin of its call.
    pub const LIFETIME: Duration = Duration::from_secs(24 * 3600);

    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(KIND, item)
    }
}

impl Store {
    /// The answer that is kept under `key`, expired or not, with a strong read. It uses BatchGetItem, which every role
    /// of a function that keeps answers allows anyway.
    pub async fn answer(&self, key: &IdempotencyKey) -> Result<Option<KeptAnswer>, StoreError> {
        let table = &self.names.ephemeral_table;
        let request = KeysAndAttributes::builder()
            .keys(key.key().attributes())
            .consistent_read(true)
            .build();
        let request = request.map_err(|error| StoreError::corrupt("keys", error))?;
        let mut found = self.batch_get(HashMap::from([(table.clone(), request)])).await?;
        let answers = found.remove(table).unwrap_or_default();
        answers.into_iter().next().map(KeptAnswer::read).transpose()
    }

    /// The part of a transaction that keeps `answer`. It fails if an answer is kept already that has not expired.
    pub(crate) fn keep_answer(
        &self,
        key: &IdempotencyKey,
        answer: &KeptAnswer,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut item = codec::write(KIND, key.key(), answer)?;
        item.insert(keys::TTL.to_owned(), number(answer.until.seconds() + 1));
        let mut expression = Expression::new();
        let (pk, until) = (expression.name(keys::PK), expression.name("until"));
        let now = expression.value(number(self.clock.now().millis()));
        expression.require(format!("attribute_not_exists({pk}) OR {until} <= {now}"));
        expression.put(&self.names.ephemeral_table, item)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_of_the_first_format_is_read() {
        let record = json!({
            "tool": "create_person",
            "fingerprint": "f",
            "body": r#"{"success":true,"data":{"b":1,"a":[{"data":2}]}}"#,
            "objects": ["o"],
            "until": 5,
        });
        let answer: KeptAnswer = serde_json::from_value(record).unwrap();
        assert_eq!(answer.output, r#"{"b":1,"a":[{"data":2}]}"#);
        assert_eq!(answer.objects, ["o"]);
        let written = serde_json::to_value(&answer).unwrap();
        assert_eq!(written["format"], FORMAT);
        assert_eq!(serde_json::from_value::<KeptAnswer>(written).unwrap(), answer);
    }

    #[test]
    fn an_answer_of_an_unknown_format_is_an_error() {
        for record in [
            json!({ "tool": "t", "fingerprint": "f", "format": 3, "output": "{}", "until": 5 }),
            json!({ "tool": "t", "fingerprint": "f", "format": 2, "until": 5 }),
            json!({ "tool": "t", "fingerprint": "f", "body": "oops", "until": 5 }),
        ] {
            assert!(serde_json::from_value::<KeptAnswer>(record).is_err());
        }
    }
}
