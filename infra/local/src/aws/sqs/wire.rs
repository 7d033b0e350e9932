//! The JSON of calls, <https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html>.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::Value;

use super::error::SqsError;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct CreateQueue {
    pub(super) queue_name: String,
    #[serde(default)]
    pub(super) attributes: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct QueueName {
    pub(super) queue_name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct QueueUrl {
    pub(super) queue_url: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ListQueues {
    #[serde(default)]
    pub(super) queue_name_prefix: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct GetAttributes {
    pub(super) queue_url: String,
    #[serde(default)]
    pub(super) attribute_names: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SetAttributes {
    pub(super) queue_url: String,
    pub(super) attributes: BTreeMap<String, String>,
}

/// A message to send, alone or in a batch.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Outgoing {
    pub(super) message_body: String,
    pub(super) delay_seconds: Option<i64>,
    pub(super) message_group_id: Option<String>,
    message_attributes: Option<BTreeMap<String, Value>>,
}

impl Outgoing {
    /// Checks everything except the size.
    pub(super) fn check(&self) -> Result<(), SqsError> {
        let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{1_0000}'..);
        if self.message_body.is_empty() {
            return Err(SqsError::InvalidParameterValue("The message body is empty.".to_owned()));
        }
        if !self.message_body.chars().all(allowed) {
            return Err(SqsError::InvalidMessageContents);
        }
        if self.delay_seconds.is_some_and(|delay| !(0..=900).contains(&delay)) {
            return Err(SqsError::InvalidParameterValue(
                "DelaySeconds must be between 0 and 900.".to_owned(),
            ));
        }
        let group = self.message_group_id.as_deref();
        if group.is_some_and(|group| !(1..=128).contains(&group.len()) || !group.bytes().all(|b| b.is_ascii_graphic()))
        {
            return Err(SqsError::InvalidParameterValue("MessageGroupId is invalid.".to_owned()));
        }
        if self
            .message_attributes
            .as_ref()
            .is_some_and(|attributes| !attributes.is_empty())
        {
            return Err(SqsError::UnsupportedOperation("MessageAttributes".to_owned()));
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct SendMessage {
    pub(super) queue_url: String,
    #[serde(flatten)]
    pub(super) message: Outgoing,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ReceiveMessage {
    pub(super) queue_url: String,
    #[serde(default)]
    pub(super) attribute_names: Vec<String>,
    #[serde(default)]
    pub(super) message_system_attribute_names: Vec<String>,
    pub(super) max_number_of_messages: Option<usize>,
    pub(super) visibility_timeout: Option<i64>,
    pub(super) wait_time_seconds: Option<i64>,
}

/// The handle of a received message.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Receipt {
    pub(super) receipt_handle: String,
    /// Only in calls that change the visibility.
    pub(super) visibility_timeout: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct WithReceipt {
    pub(super) queue_url: String,
    #[serde(flatten)]
    pub(super) receipt: Receipt,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Entry<T> {
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) content: T,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Batch<T> {
    pub(super) queue_url: String,
    #[serde(default = "Vec::new")]
    pub(super) entries: Vec<Entry<T>>,
}

impl<T> Batch<T> {
    /// Checks the ids and the number of the entries.
    pub(super) fn check(&self) -> Result<(), SqsError> {
        if self.entries.is_empty() {
            return Err(SqsError::EmptyBatchRequest);
        }
        if self.entries.len() > 10 {
            return Err(SqsError::TooManyEntriesInBatchRequest(self.entries.len()));
        }
        let mut seen = HashSet::new();
        for entry in &self.entries {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            if !(1..=80).contains(&entry.id.len()) || !entry.id.bytes().all(plain) {
                return Err(SqsError::InvalidBatchEntryId);
            }
            if !seen.insert(&entry.id) {
                return Err(SqsError::BatchEntryIdsNotDistinct(entry.id.clone()));
            }
        }
        Ok(())
    }
}
