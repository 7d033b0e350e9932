//! The queues themselves, for endpoints where no template makes them.

use std::time::Duration;

use aws_sdk_sqs::{operation::get_queue_url::GetQueueUrlError, types::QueueAttributeName};

use crate::QueueError;

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
        visibility: Duration::from_secs(1440),
        retention: Duration::from_secs(4 * 24 * 3600),
    };
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
        Err(error) => Err(QueueError::aws("GetQueueUrl", &error)),
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
            .map_err(|error| QueueError::aws("CreateQueue", &error))?;
        Ok::<String, QueueError>(output.queue_url.unwrap_or_default())
    };
    let dead_letters = create(dead_letter_name, vec![retention.clone(), visibility.clone()]).await?;
    let request = client.get_queue_attributes().queue_url(&dead_letters);
    let request = request.attribute_names(QueueAttributeName::QueueArn);
    let output = request
        .send()
        .await
        .map_err(|error| QueueError::aws("GetQueueAttributes", &error))?;
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
