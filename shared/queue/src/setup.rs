//! Creates the queues on endpoints without a deployed template.

use std::time::Duration;

use aws_sdk_sqs::{operation::get_queue_url::GetQueueUrlError, types::QueueAttributeName};

use crate::QueueError;

/// What SQS does with messages that are not deleted.
#[derive(Clone, Copy, Debug)]
pub struct Redrive {
    /// How often a message is received before it moves to the dead-letter queue: once for each attempt.
    pub max_receive_count: u32,
    /// The visibility timeout. At least six times the timeout of the function that receives, as AWS advises.
    pub visibility: Duration,
    /// The retention period of a message.
    pub retention: Duration,
}

impl Redrive {
    /// The settings of the deployed queues.
    pub const STANDARD: Self = Self {
        max_receive_count: 3,
        visibility: Duration::from_secs(1440),
        retention: Duration::from_secs(4 * 24 * 3600),
    };

    /// The settings of the deployed queues of events. A message is received again only if its function fails; attempts
    /// at a delivery have messages of their own.
    pub const EVENTS: Self = Self {
        max_receive_count: 5,
        visibility: Duration::from_secs(360),
        retention: Duration::from_secs(4 * 24 * 3600),
    };
}

/// The URL of the queue with this name; `None` if the queue does not exist.
///
/// # Errors
///
/// The call failed.
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

/// Creates a dead-letter queue and a queue, unless they exist. Returns the URL of the queue and the URL of the
/// dead-letter queue. The function is idempotent.
///
/// # Errors
///
/// A call failed, a response has no queue URL or no queue ARN, or a queue exists with other settings.
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
        output
            .queue_url
            .ok_or_else(|| QueueError::incomplete("CreateQueue", "queue URL"))
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
        .ok_or_else(|| QueueError::incomplete("GetQueueAttributes", "queue ARN"))?;
    let policy = serde_json::json!({ "deadLetterTargetArn": arn, "maxReceiveCount": redrive.max_receive_count });
    let policy = (QueueAttributeName::RedrivePolicy, policy.to_string());
    let queue = create(name, vec![retention, visibility, policy]).await?;
    Ok((queue, dead_letters))
}
