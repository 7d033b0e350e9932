//! Attributes of a queue.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{error::SqsError, limits::MAX_MESSAGE_BYTES};

/// The prefix of ARNs: a fixed region and account.
const ARN_PREFIX: &str = "arn:aws:sqs:us-east-1:000000000000:";

/// The ARN of the queue with this name.
pub(super) fn arn(name: &str) -> String {
    format!("{ARN_PREFIX}{name}")
}

/// When a message moves to the dead-letter queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Redrive {
    /// The name of the dead-letter queue.
    pub(super) target: String,
    /// After how many receives.
    pub(super) most_receives: i64,
}

/// The parsed attributes of a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) visibility_seconds: i64,
    pub(super) delay_seconds: i64,
    pub(super) wait_seconds: i64,
    pub(super) retention_seconds: i64,
    pub(super) most_bytes: usize,
    pub(super) redrive: Option<Redrive>,
}

impl Settings {
    /// Validates attributes as `CreateQueue` and `SetQueueAttributes` do. Attributes that have an effect only on AWS
    /// are accepted.
    pub(super) fn parse(attributes: &BTreeMap<String, String>) -> Result<Self, SqsError> {
        let mut settings = Self {
            visibility_seconds: 30,
            delay_seconds: 0,
            wait_seconds: 0,
            retention_seconds: 345_600,
            most_bytes: MAX_MESSAGE_BYTES,
            redrive: None,
        };
        for (name, value) in attributes {
            match name.as_str() {
                "VisibilityTimeout" => settings.visibility_seconds = number(name, value, 0, 43_200)?,
                "DelaySeconds" => settings.delay_seconds = number(name, value, 0, 900)?,
                "ReceiveMessageWaitTimeSeconds" => settings.wait_seconds = number(name, value, 0, 20)?,
                "MessageRetentionPeriod" => settings.retention_seconds = number(name, value, 60, 1_209_600)?,
                "MaximumMessageSize" => settings.most_bytes = number(name, value, 1_024, MAX_MESSAGE_BYTES)?,
                "RedrivePolicy" => settings.redrive = redrive(name, value)?,
                "KmsMasterKeyId"
                | "KmsDataKeyReusePeriodSeconds"
                | "Policy"
                | "RedriveAllowPolicy"
                | "SqsManagedSseEnabled" => {}
                "FifoQueue" => return Err(SqsError::UnsupportedOperation("A FIFO queue".to_owned())),
                _ => return Err(SqsError::InvalidAttributeName(name.clone())),
            }
        }
        Ok(settings)
    }

    /// The attributes that every queue has, set or not.
    pub(super) fn describe(&self) -> Vec<(&'static str, String)> {
        vec![
            ("VisibilityTimeout", self.visibility_seconds.to_string()),
            ("DelaySeconds", self.delay_seconds.to_string()),
            ("ReceiveMessageWaitTimeSeconds", self.wait_seconds.to_string()),
            ("MessageRetentionPeriod", self.retention_seconds.to_string()),
            ("MaximumMessageSize", self.most_bytes.to_string()),
        ]
    }
}

/// The name of an attribute whose value differs between an existing queue and a `CreateQueue` call.
pub(super) fn difference(existing: &Settings, asked: &BTreeMap<String, String>) -> Result<Option<String>, SqsError> {
    let wanted = Settings::parse(asked)?;
    let differs = |name: &String| match name.as_str() {
        "RedrivePolicy" => wanted.redrive != existing.redrive,
        name => {
            let value = |settings: &Settings| settings.describe().into_iter().find(|(known, _)| *known == name);
            value(&wanted) != value(existing)
        }
    };
    Ok(asked.keys().find(|name| differs(name)).cloned())
}

fn number<T: std::str::FromStr + PartialOrd>(name: &str, value: &str, least: T, most: T) -> Result<T, SqsError> {
    match value.parse::<T>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(SqsError::InvalidAttributeValue(name.to_owned())),
    }
}

fn redrive(name: &str, value: &str) -> Result<Option<Redrive>, SqsError> {
    if value.is_empty() {
        return Ok(None);
    }
    let invalid = || SqsError::InvalidAttributeValue(name.to_owned());
    let policy: Value = serde_json::from_str(value).map_err(|_| invalid())?;
    let target = policy.get("deadLetterTargetArn").and_then(Value::as_str);
    let target = target.and_then(|arn| arn.rsplit_once(':')).ok_or_else(invalid)?.1;
    let most_receives = match policy.get("maxReceiveCount") {
        Some(Value::Number(number)) => number.as_i64(),
        Some(Value::String(text)) => text.parse().ok(),
        _ => None,
    };
    let most_receives = most_receives
        .filter(|most| (1..=1000).contains(most))
        .ok_or_else(invalid)?;
    Ok(Some(Redrive {
        target: target.to_owned(),
        most_receives,
    }))
}
