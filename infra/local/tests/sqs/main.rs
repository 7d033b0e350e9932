//! The embedded SQS, called by the real SDK.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

mod batches;
#[path = "../common/mod.rs"]
mod common;
mod polling;
mod queues;
mod receiving;

use aws_sdk_sqs::{
    Client,
    types::{Message, MessageSystemAttributeName, QueueAttributeName, SendMessageBatchRequestEntry},
};

async fn queue(client: &Client, name: &str, attributes: &[(QueueAttributeName, &str)]) -> String {
    let mut request = client.create_queue().queue_name(name);
    for (name, value) in attributes {
        request = request.attributes(name.clone(), *value);
    }
    request.send().await.unwrap().queue_url.unwrap()
}

async fn send(client: &Client, url: &str, body: &str) {
    client
        .send_message()
        .queue_url(url)
        .message_body(body)
        .send()
        .await
        .unwrap();
}

async fn receive(client: &Client, url: &str, most: i32) -> Vec<Message> {
    let request = client.receive_message().queue_url(url).max_number_of_messages(most);
    let request = request.message_system_attribute_names(MessageSystemAttributeName::All);
    request.send().await.unwrap().messages.unwrap_or_default()
}

async fn count(client: &Client, url: &str, name: QueueAttributeName) -> String {
    let request = client
        .get_queue_attributes()
        .queue_url(url)
        .attribute_names(name.clone());
    request.send().await.unwrap().attributes.unwrap().remove(&name).unwrap()
}

fn attribute(message: &Message, name: MessageSystemAttributeName) -> &str {
    &message.attributes.as_ref().unwrap()[&name]
}

fn entry(id: &str, body: &str) -> SendMessageBatchRequestEntry {
    SendMessageBatchRequestEntry::builder()
        .id(id)
        .message_body(body)
        .build()
        .unwrap()
}
