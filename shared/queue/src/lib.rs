//! SQS: one message for each thumbnail that is to be made.

use std::time::Duration;

use aws_sdk_sqs::{
    error::DisplayErrorContext,
    operation::get_queue_url::GetQueueUrlError,
    types::{MessageSystemAttributeName, QueueAttributeName, SendMessageBatchRequestEntry},
};
use contract::{GenerationId, OrganizationId, Timestamp};
use serde::{Deserialize, Serialize};

/// The queue could not be used.
#[derive(Debug, thiserror::Error)]
#[error("sqs call {operation} failed: {story}")]
pub struct QueueError {
    operation: &'static str,
    story: String,
}

impl QueueError {
    fn new(operation: &'static str, error: &(dyn std::error::Error + 'static)) -> Self {
        Self {
            operation,
            story: DisplayErrorContext(error).to_string(),
        }
    }
}

/// The version of [`Message`] that is written. One that is older is still read.
const VERSION: u32 = 1;

/// Says that a thumbnail is to be made. Ids only: what is to be made stands in the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    version: u32,
    /// Whose thumbnail.
    pub organization: OrganizationId,
    /// Of which generation.
    pub generation: GenerationId,
    /// Which one of it, from 0.
    pub index: usize,
    /// The model, which tells how long an attempt may take.
    pub model: String,
}

/// The text is no message of a version that is known.
#[derive(Debug, thiserror::Error)]
#[error("not a message of a known version")]
pub struct Unreadable;

impl Message {
    /// A message of the current version.
    pub const fn new(organization: OrganizationId, generation: GenerationId, index: usize, model: String) -> Self {
        Self {
            version: VERSION,
            organization,
            generation,
            index,
            model,
        }
    }

    /// Reads the body of a message.
    pub fn parse(body: &str) -> Result<Self, Unreadable> {
        let message: Self = serde_json::from_str(body).map_err(|_| Unreadable)?;
        if message.version == VERSION {
            Ok(message)
        } else {
            Err(Unreadable)
        }
    }
}

/// What becomes of a message that nobody settles.
#[derive(Clone, Copy, Debug)]
pub struct Redrive {
    /// How often it is received before it goes to the dead-letter queue: once for each attempt.
    pub max_receive_count: u32,
    /// How long one who received it has it. At least six times the loop's own timeout, as AWS advises.
    pub visibility: Duration,
    /// How long it is kept.
    pub retention: Duration,
}

impl Redrive {
    /// What the queues are made with.
    pub const STANDARD: Self = Self {
        max_receive_count: 3,
        visibility: Duration::from_secs(720),
        retention: Duration::from_secs(4 * 24 * 3600),
    };
}

/// A message that was received, for an operator to look at.
#[derive(Clone, Debug)]
pub struct Received {
    /// The queue's own name for it, the same each time it is received.
    pub id: String,
    /// What settles or releases it; another one each time.
    pub receipt: String,
    /// What was sent; [`Message::parse`] reads it.
    pub body: String,
    /// How often it was received, this time included.
    pub receive_count: Option<u32>,
    /// When it was sent.
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

/// A queue. Clones share the client.
#[derive(Clone, Debug)]
pub struct Queue {
    client: aws_sdk_sqs::Client,
    url: String,
}

impl Queue {
    /// The queue at `url`.
    pub const fn new(client: aws_sdk_sqs::Client, url: String) -> Self {
        Self { client, url }
    }

    /// Where the queue is.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Sends at most ten messages, all of one organization, in one call. Which of them were not taken is logged: the
    /// sweep sends them again.
    pub async fn send(&self, messages: &[Message]) -> Result<(), QueueError> {
        let entry = |(id, message): (usize, &Message)| {
            let body = serde_json::to_string(message).map_err(|error| QueueError::new("SendMessageBatch", &error))?;
            SendMessageBatchRequestEntry::builder()
                .id(id.to_string())
                .message_body(body)
                .message_group_id(message.organization.to_string())
                .build()
                .map_err(|error| QueueError::new("SendMessageBatch", &error))
        };
        let entries = messages.iter().enumerate().map(entry).collect::<Result<Vec<_>, _>>()?;
        let request = self
            .client
            .send_message_batch()
            .queue_url(&self.url)
            .set_entries(Some(entries));
        let output = request
            .send()
            .await
            .map_err(|error| QueueError::new("SendMessageBatch", &error))?;
        if !output.failed().is_empty() {
            tracing::warn!(
                queue.failed = output.failed().len(),
                "some messages were not taken; the sweep sends them again"
            );
        }
        Ok(())
    }

    /// Hides a message that was received, for this long from now.
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
            .map_err(|error| QueueError::new("ChangeMessageVisibility", &error))
    }

    /// At most ten messages, hidden from others for `visibility`. Waits up to a second for the first: an answer given
    /// at once may leave out messages that are there.
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
            .map_err(|error| QueueError::new("ReceiveMessage", &error))?;
        let messages = output.messages.unwrap_or_default();
        Ok(messages.into_iter().filter_map(Received::of).collect())
    }

    /// About how many messages somebody has received and not settled yet; nobody else can see those.
    pub async fn in_flight(&self) -> Result<u64, QueueError> {
        let name = QueueAttributeName::ApproximateNumberOfMessagesNotVisible;
        let request = self.client.get_queue_attributes().queue_url(&self.url);
        let output = request
            .attribute_names(name.clone())
            .send()
            .await
            .map_err(|error| QueueError::new("GetQueueAttributes", &error))?;
        let count = output.attributes.unwrap_or_default().remove(&name);
        Ok(count.and_then(|count| count.parse().ok()).unwrap_or_default())
    }

    /// Sends a body as it is, one that nobody can read included.
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
            .map_err(|error| QueueError::new("SendMessage", &error))
    }

    /// Takes a message that was received off the queue.
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
            .map_err(|error| QueueError::new("DeleteMessage", &error))
    }
}

/// The URL of the queue of this name; `None` when there is none.
pub async fn find(client: &aws_sdk_sqs::Client, name: &str) -> Result<Option<String>, QueueError> {
    match client.get_queue_url().queue_name(name).send().await {
        Ok(output) => Ok(output.queue_url),
        Err(error)
            if error
                .as_service_error()
                .is_some_and(GetQueueUrlError::is_queue_does_not_exist) =>
        {
            Ok(None)
        }
        Err(error) => Err(QueueError::new("GetQueueUrl", &error)),
    }
}

/// Makes a queue and its dead-letter queue where they are not there yet, and returns the queue's URL and the
/// dead-letter queue's. Safe to repeat.
pub async fn create_queues(
    client: &aws_sdk_sqs::Client,
    name: &str,
    dead_letter_name: &str,
    redrive: Redrive,
) -> Result<(String, String), QueueError> {
    let retention = (
        QueueAttributeName::MessageRetentionPeriod,
        redrive.retention.as_secs().to_string(),
    );
    let visibility = (
        QueueAttributeName::VisibilityTimeout,
        redrive.visibility.as_secs().to_string(),
    );
    let create = async |name: &str, attributes: Vec<(QueueAttributeName, String)>| {
        let request = client
            .create_queue()
            .queue_name(name)
            .set_attributes(Some(attributes.into_iter().collect()));
        let output = request
            .send()
            .await
            .map_err(|error| QueueError::new("CreateQueue", &error))?;
        Ok::<String, QueueError>(output.queue_url.unwrap_or_default())
    };
    let dead_letters = create(dead_letter_name, vec![retention.clone(), visibility.clone()]).await?;
    let request = client.get_queue_attributes().queue_url(&dead_letters);
    let request = request.attribute_names(QueueAttributeName::QueueArn);
    let output = request
        .send()
        .await
        .map_err(|error| QueueError::new("GetQueueAttributes", &error))?;
    let arn = output
        .attributes
        .unwrap_or_default()
        .remove(&QueueAttributeName::QueueArn)
        .unwrap_or_default();
    let policy = serde_json::json!({ "deadLetterTargetArn": arn, "maxReceiveCount": redrive.max_receive_count });
    let policy = (QueueAttributeName::RedrivePolicy, policy.to_string());
    let queue = create(name, vec![retention, visibility, policy]).await?;
    Ok((queue, dead_letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_reads_back_and_another_version_does_not() {
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let generation = "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let message = Message::new(organization, generation, 3, "composer".to_owned());
        let body = serde_json::to_string(&message).unwrap();
        assert_eq!(Message::parse(&body).unwrap(), message);
        assert!(Message::parse(&body.replace("\"version\":1", "\"version\":9")).is_err());
        assert!(Message::parse("hello").is_err());
    }
}
