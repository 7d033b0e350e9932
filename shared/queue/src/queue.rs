//! A client of one queue.

use std::time::Duration;

use aws_sdk_sqs::types::{
    BatchResultErrorEntry, MessageSystemAttributeName, QueueAttributeName, SendMessageBatchRequestEntry,
};
use contract::Timestamp;
use runtime::{Lazy, Metric};

use crate::{Message, Outgoing, QueueError};

/// A received message, for the operator's tool and the sweep.
#[derive(Clone, Debug)]
pub struct Received {
    /// The message id that SQS assigned. It is the same each time the message is received.
    pub id: String,
    /// The receipt handle with which the receiver deletes or postpones the message. It is different each time the
    /// message is received.
    pub receipt: String,
    /// The body that was sent; see [`Message::parse`].
    pub body: String,
    /// How often the message was received, including this time.
    pub receive_count: Option<u32>,
    /// When the message was sent.
    pub sent_at: Option<Timestamp>,
}

impl Received {
    fn of(message: aws_sdk_sqs::types::Message) -> Option<Self> {
        let attribute = |name| message.attributes.as_ref()?.get(&name)?.parse().ok();
        let receive_count = attribute(MessageSystemAttributeName::ApproximateReceiveCount);
        let sent_at = attribute(MessageSystemAttributeName::SentTimestamp).map(Timestamp::from_millis);
        Some(Self {
            receive_count: receive_count.and_then(|count| u32::try_from(count).ok()),
            sent_at,
            id: message.message_id?,
            receipt: message.receipt_handle?,
            body: message.body?,
        })
    }
}

/// A delay in whole seconds; `None` for no delay.
fn delay_seconds(delay: Duration) -> Option<i32> {
    let seconds = delay.as_millis().div_ceil(1000);
    (seconds > 0).then(|| i32::try_from(seconds).unwrap_or(i32::MAX))
}

/// A queue. Clones share the client.
#[derive(Clone, Debug)]
pub struct Queue {
    client: Lazy<aws_sdk_sqs::Client>,
    url: String,
}

impl Queue {
    /// The queue with this URL.
    pub const fn new(client: Lazy<aws_sdk_sqs::Client>, url: String) -> Self {
        Self { client, url }
    }

    /// The URL of the queue.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Sends at most ten messages in one call. Returns the messages that SQS did not accept; the sweep sends them
    /// again.
    ///
    /// # Errors
    ///
    /// The whole call failed.
    pub async fn send<'a, M: Outgoing>(&self, messages: &'a [M]) -> Result<Vec<&'a M>, QueueError> {
        let entry = |(id, message): (usize, &M)| {
            let body =
                serde_json::to_string(message).map_err(|error| QueueError::not_made("SendMessageBatch", error))?;
            SendMessageBatchRequestEntry::builder()
                .id(id.to_string())
                .message_body(body)
                .message_group_id(message.group())
                .set_delay_seconds(delay_seconds(message.delay()))
                .build()
                .map_err(|error| QueueError::not_made("SendMessageBatch", error))
        };
        let entries = messages.iter().enumerate().map(entry).collect::<Result<Vec<_>, _>>()?;
        let request = self
            .client
            .send_message_batch()
            .queue_url(&self.url)
            .set_entries(Some(entries));
        let sent = request.send().await;
        let output = sent.map_err(|error| {
            Metric::MessagesNotSent(messages.len()).emit();
            QueueError::aws("SendMessageBatch", &error)
        })?;
        if !output.failed().is_empty() {
            Metric::MessagesNotSent(output.failed().len()).emit();
            tracing::warn!(
                queue.failed = output.failed().len(),
                "some messages were not taken; the sweep sends them again"
            );
        }
        let place = |failed: &BatchResultErrorEntry| failed.id().parse().ok();
        let places = output.failed().iter().filter_map(place);
        Ok(places.filter_map(|place: usize| messages.get(place)).collect())
    }

    /// Changes the visibility timeout of a received message, so that it is hidden for `delay` from now.
    ///
    /// # Errors
    ///
    /// The call failed.
    pub async fn postpone(&self, receipt: &str, delay: Duration) -> Result<(), QueueError> {
        let seconds = i32::try_from(delay.as_secs()).unwrap_or(i32::MAX);
        let request = self
            .client
            .change_message_visibility()
            .queue_url(&self.url)
            .receipt_handle(receipt);
        let result = request.visibility_timeout(seconds).send().await;
        result
            .map(drop)
            .map_err(|error| QueueError::aws("ChangeMessageVisibility", &error))
    }

    /// Receives at most ten messages and hides them from other receivers for `visibility`. Waits up to a second for the
    /// first message, because short polling can miss messages that are in the queue.
    ///
    /// # Errors
    ///
    /// The call failed.
    pub async fn peek(&self, visibility: Duration) -> Result<Vec<Received>, QueueError> {
        let request = self
            .client
            .receive_message()
            .queue_url(&self.url)
            .max_number_of_messages(10)
            .wait_time_seconds(1)
            .message_system_attribute_names(MessageSystemAttributeName::ApproximateReceiveCount)
            .message_system_attribute_names(MessageSystemAttributeName::SentTimestamp);
        let request = request.visibility_timeout(i32::try_from(visibility.as_secs()).unwrap_or(i32::MAX));
        let output = request
            .send()
            .await
            .map_err(|error| QueueError::aws("ReceiveMessage", &error))?;
        let messages = output.messages.unwrap_or_default();
        Ok(messages.into_iter().filter_map(Received::of).collect())
    }

    /// The approximate number of messages in flight: received, but neither deleted nor visible again. No other receiver
    /// can see these messages.
    ///
    /// # Errors
    ///
    /// The call failed.
    pub async fn in_flight(&self) -> Result<u64, QueueError> {
        let name = QueueAttributeName::ApproximateNumberOfMessagesNotVisible;
        let request = self.client.get_queue_attributes().queue_url(&self.url);
        let output = request
            .attribute_names(name.clone())
            .send()
            .await
            .map_err(|error| QueueError::aws("GetQueueAttributes", &error))?;
        let count = output.attributes.unwrap_or_default().remove(&name);
        Ok(count.and_then(|count| count.parse().ok()).unwrap_or_default())
    }

    /// Sends any body, even a body that [`Message::parse`] cannot parse.
    ///
    /// # Errors
    ///
    /// The call failed.
    pub async fn send_body(&self, body: &str) -> Result<(), QueueError> {
        let group = Message::parse(body)
            .ok()
            .map(|message| message.organization.to_string());
        let request = self.client.send_message().queue_url(&self.url).message_body(body);
        let request = request.set_message_group_id(group);
        request
            .send()
            .await
            .map(drop)
            .map_err(|error| QueueError::aws("SendMessage", &error))
    }

    /// Deletes a received message from the queue.
    ///
    /// # Errors
    ///
    /// The call failed.
    pub async fn delete(&self, receipt: &str) -> Result<(), QueueError> {
        let request = self
            .client
            .delete_message()
            .queue_url(&self.url)
            .receipt_handle(receipt);
        request
            .send()
            .await
            .map(drop)
            .map_err(|error| QueueError::aws("DeleteMessage", &error))
    }
}
