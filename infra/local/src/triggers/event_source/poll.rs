//! The loop that receives, invokes and deletes.

use std::{collections::BTreeSet, error::Error, sync::Arc, time::Duration};

use aws_sdk_sqs::{
    Client,
    config::timeout::TimeoutConfig,
    types::{Message, MessageSystemAttributeName, QueueAttributeName},
};
use runtime::{AwsFailure, causes};
use serde_json::Value;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
    time::{Instant, sleep, timeout},
};

use super::{EventSourceOptions, GRACE, Invoke, InvokeError, batch, invoke::invoke};

/// How long one receive waits for messages, in seconds: the maximum of SQS.
const WAIT_SECONDS: i32 = 20;
/// The timeout of a receive: its wait and a little more.
const RECEIVE: Duration = Duration::from_secs(25);
/// The first and the last pause while the queue or the function is not reachable. Each pause is twice as long as the
/// one before.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LAST_PAUSE: Duration = Duration::from_secs(5);
/// How long a function that cannot be called is retried with the same batch.
const PATIENCE: Duration = Duration::from_secs(300);

/// State that all invocations of one poller share.
struct Source {
    client: Client,
    options: EventSourceOptions,
    queue_arn: String,
    function: Arc<dyn Invoke>,
}

/// Polls until it is stopped.
pub(super) async fn run(
    client: Client,
    options: EventSourceOptions,
    function: Arc<dyn Invoke>,
    mut stopped: watch::Receiver<bool>,
) {
    let mut running = JoinSet::new();
    let stop = async move { stopped.wait_for(|stopped| *stopped).await.map(drop) };
    tokio::select! {
        // An error means that the handle was dropped, which also stops the poller.
        _ = stop => {}
        () = poll(client, options, function, &mut running) => {}
    }
    let ended = timeout(GRACE, async { while running.join_next().await.is_some() {} }).await;
    if ended.is_err() {
        tracing::warn!(
            invocations = running.len(),
            "invocations were cancelled by the shutdown; their messages will be received again"
        );
    }
}

async fn poll(client: Client, options: EventSourceOptions, function: Arc<dyn Invoke>, running: &mut JoinSet<()>) {
    let turns = Arc::new(Semaphore::new(options.concurrency.max(1)));
    let mut pauses = Pauses::default();
    let queue_arn = loop {
        match queue_arn(&client, &options.queue_url).await {
            Ok(arn) => break arn,
            Err(error) => {
                pauses
                    .after(error.as_ref(), "the queue cannot be asked for its name")
                    .await
            }
        }
    };
    let source = Arc::new(Source {
        client,
        options,
        queue_arn,
        function,
    });
    while let Ok(turn) = turns.clone().acquire_owned().await {
        while running.try_join_next().is_some() {}
        match source.receive().await {
            Ok(messages) => {
                pauses = Pauses::default();
                if !messages.is_empty() {
                    running.spawn(source.clone().process(messages, turn));
                }
            }
            Err(error) => pauses.after(&error, "the queue cannot be polled").await,
        }
    }
}

async fn queue_arn(client: &Client, queue_url: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
    let request = client.get_queue_attributes().queue_url(queue_url);
    let output = request.attribute_names(QueueAttributeName::QueueArn).send().await;
    let output = output.map_err(|error| AwsFailure::new(&error))?;
    let arn = output
        .attributes
        .and_then(|mut all| all.remove(&QueueAttributeName::QueueArn));
    arn.ok_or_else(|| "the response has no ARN".into())
}

impl Source {
    async fn receive(&self) -> Result<Vec<Message>, AwsFailure> {
        let timeouts = TimeoutConfig::builder()
            .operation_attempt_timeout(RECEIVE)
            .operation_timeout(RECEIVE)
            .build();
        let request = self
            .client
            .receive_message()
            .queue_url(&self.options.queue_url)
            .max_number_of_messages(self.options.batch_size.clamp(1, 10))
            .message_system_attribute_names(MessageSystemAttributeName::All)
            .wait_time_seconds(WAIT_SECONDS);
        let overridden = aws_sdk_sqs::Config::builder().timeout_config(timeouts);
        let output = request.customize().config_override(overridden).send().await;
        let output = output.map_err(|error| AwsFailure::new(&error))?;
        Ok(output.messages.unwrap_or_default())
    }

    /// Invokes the function with one batch and deletes the messages that succeeded. Releases `turn` at the end.
    async fn process(self: Arc<Self>, messages: Vec<Message>, turn: OwnedSemaphorePermit) {
        let event = batch::event(&messages, &self.queue_arn);
        match self.invoke(event).await {
            Ok(answer) => match batch::failures(&answer, &messages) {
                Ok(failed) => self.delete(&messages, &failed).await,
                Err(malformed) => {
                    tracing::error!(error = %causes(&malformed), batch.messages = messages.len(), "a batch failed");
                }
            },
            Err(error) => tracing::error!(
                error = %causes(&error),
                batch.messages = messages.len(),
                "a batch failed"
            ),
        }
        drop(turn);
    }

    /// Like Lambda, keeps a batch while the function cannot be called, so that its messages are not received more
    /// often.
    async fn invoke(&self, event: Value) -> Result<Value, InvokeError> {
        let started = Instant::now();
        let mut pauses = Pauses::default();
        loop {
            match invoke(self.function.as_ref(), event.clone()).await {
                Err(InvokeError::Unreachable(error)) if started.elapsed() < PATIENCE => {
                    pauses.after(error.as_ref(), "the function cannot be called").await;
                }
                result => return result,
            }
        }
    }

    async fn delete(&self, messages: &[Message], failed: &BTreeSet<String>) {
        let entries = batch::deletions(messages, failed);
        if entries.is_empty() {
            return;
        }
        let request = self.client.delete_message_batch().queue_url(&self.options.queue_url);
        match request.set_entries(Some(entries)).send().await {
            Ok(output) if output.failed().is_empty() => {}
            Ok(output) => tracing::warn!(
                batch.messages = output.failed().len(),
                "messages could not be deleted; they will be received again"
            ),
            Err(error) => tracing::warn!(
                error = %causes(&AwsFailure::new(&error)),
                "messages could not be deleted; they will be received again"
            ),
        }
    }
}

/// Pauses between retries; only the first failure is logged.
#[derive(Default)]
struct Pauses {
    last: Option<Duration>,
}

impl Pauses {
    async fn after(&mut self, error: &(dyn Error + Send + Sync + 'static), what: &'static str) {
        let pause = match self.last {
            None => {
                tracing::warn!(error = %causes(error), "{what}; trying again");
                FIRST_PAUSE
            }
            Some(last) => last.saturating_mul(2).min(LAST_PAUSE),
        };
        self.last = Some(pause);
        sleep(pause).await;
    }
}
