//! The event for a batch of messages, and the function's response to it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_sqs::types::{DeleteMessageBatchRequestEntry, Message};
use serde_json::{Value, json};

/// The event for these messages, <https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html>. The service's messages
/// have no message attributes.
pub(super) fn event(messages: &[Message], queue_arn: &str) -> Value {
    let region = queue_arn.split(':').nth(3).unwrap_or_default();
    let record = |message: &Message| {
        let attributes = message.attributes.iter().flatten();
        let attributes: BTreeMap<&str, &String> = attributes.map(|(name, value)| (name.as_str(), value)).collect();
        json!({
            "messageId": message.message_id,
            "receiptHandle": message.receipt_handle,
            "body": message.body,
            "attributes": attributes,
            "messageAttributes": {},
            "md5OfBody": message.md5_of_body,
            "eventSource": "aws:sqs",
            "eventSourceARN": queue_arn,
            "awsRegion": region,
        })
    };
    json!({ "Records": messages.iter().map(record).collect::<Vec<_>>() })
}

/// The response has a form that Lambda does not know, or names a message that is not in the batch. The whole batch
/// failed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the function's response does not have the form of a batch response")]
pub(super) struct Malformed;

/// The ids of the messages that failed. An absent response, an empty response and an empty list of failures mean
/// success.
pub(super) fn failures(answer: &Value, messages: &[Message]) -> Result<BTreeSet<String>, Malformed> {
    let failures = match answer {
        Value::Null => return Ok(BTreeSet::new()),
        Value::Object(fields) => match fields.get("batchItemFailures") {
            None | Some(Value::Null) => return Ok(BTreeSet::new()),
            Some(Value::Array(failures)) => failures,
            Some(_) => return Err(Malformed),
        },
        _ => return Err(Malformed),
    };
    let known = |id: &str| messages.iter().any(|message| message.message_id() == Some(id));
    let id = |failure: &Value| {
        let id = failure.get("itemIdentifier").and_then(Value::as_str);
        id.filter(|id| known(id)).map(str::to_owned).ok_or(Malformed)
    };
    failures.iter().map(id).collect()
}

/// The entries that delete the messages that did not fail.
pub(super) fn deletions(messages: &[Message], failed: &BTreeSet<String>) -> Vec<DeleteMessageBatchRequestEntry> {
    let succeeded = messages
        .iter()
        .filter(|message| message.message_id().is_none_or(|id| !failed.contains(id)));
    let handles = succeeded.filter_map(Message::receipt_handle).enumerate();
    let entry = |(id, handle): (usize, &str)| {
        let entry = DeleteMessageBatchRequestEntry::builder()
            .id(id.to_string())
            .receipt_handle(handle);
        entry.build().ok()
    };
    handles.filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_as_lambda_reads_it() {
        let messages = ["a", "b"].map(|id| Message::builder().message_id(id).build());
        let failed =
            |answer: Value| failures(&answer, &messages).map(|ids| ids.into_iter().collect::<Vec<_>>().concat());
        let list = |failures: Value| json!({ "batchItemFailures": failures });
        for nothing in [json!(null), json!({}), list(json!(null)), list(json!([]))] {
            assert_eq!(failed(nothing), Ok(String::new()));
        }
        assert_eq!(failed(list(json!([{ "itemIdentifier": "b" }]))), Ok("b".to_owned()));
        for malformed in [
            json!("done"),
            json!([]),
            list(json!("b")),
            list(json!(["b"])),
            list(json!([{ "itemIdentifier": "" }])),
            list(json!([{ "itemIdentifier": null }])),
            list(json!([{ "id": "b" }])),
            list(json!([{ "itemIdentifier": "b" }, { "itemIdentifier": "c" }])),
        ] {
            assert_eq!(failed(malformed), Err(Malformed));
        }
    }
}
