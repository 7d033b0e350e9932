//! Handling the messages about events by hand.

use runtime::Aws;
use serde_json::{Value, json};

use crate::{Service, service::aws_config};

/// How long a received message stays hidden, in seconds.
const HIDDEN: i32 = 360;

/// Receives at most ten messages about events that are visible now, as the records of an event of Lambda. The embedded
/// queue needs no waiting receive.
///
/// # Panics
///
/// When the queue does not answer.
pub async fn receive(service: &Service) -> Vec<Value> {
    let client = Aws::new(&aws_config(service.aws_url())).sqs();
    let request = client.receive_message().queue_url(service.resources().events.url());
    let output = request
        .max_number_of_messages(10)
        .visibility_timeout(HIDDEN)
        .send()
        .await;
    let messages = output.expect("messages").messages.unwrap_or_default();
    let record = |message: aws_sdk_sqs::types::Message| json!({ "messageId": message.message_id, "receiptHandle": message.receipt_handle, "body": message.body });
    messages.into_iter().map(record).collect()
}

/// Deletes the message of a record.
///
/// # Panics
///
/// When the queue does not answer.
pub async fn delete(service: &Service, record: &Value) {
    let receipt = record["receiptHandle"].as_str().expect("a receipt");
    service.resources().events.delete(receipt).await.expect("a deletion");
}
