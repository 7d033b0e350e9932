//! Behaves like Lambda's event source mapping for SQS: polls a queue, invokes a function with batches, deletes the
//! messages that succeeded and leaves the others to their visibility timeout,
//! <https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html>.

mod batch;
mod http_invoke;
mod invoke;
mod poll;

use std::{sync::Arc, time::Duration};

use aws_sdk_sqs::Client;
use runtime::causes;
use tokio::{sync::watch, task::JoinHandle};

pub(crate) use self::invoke::invoke;
pub use self::{
    http_invoke::HttpInvoke,
    invoke::{Invoke, InvokeError},
};

/// How long invocations in progress may continue after a shutdown has begun.
const GRACE: Duration = Duration::from_secs(10);

/// The queue to poll, and how to poll it.
#[derive(Clone, Debug)]
pub struct EventSourceOptions {
    /// The queue.
    pub queue_url: String,
    /// The largest batch of an invocation, 1 to 10 messages.
    pub batch_size: i32,
    /// How many invocations may run concurrently, at least 1.
    pub concurrency: usize,
}

/// A running poller.
#[derive(Debug)]
pub struct EventSource {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl EventSource {
    /// Starts polling. If the endpoint is not reachable, the poller retries.
    pub fn start(client: Client, options: EventSourceOptions, function: Arc<dyn Invoke>) -> Self {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(poll::run(client, options, function, stopped));
        Self { stop, task }
    }

    /// Stops receiving, and waits at most ten seconds for invocations in progress. Messages that are not settled by
    /// then become visible again after their visibility timeout.
    pub async fn shutdown(self) {
        self.stop.send_replace(true);
        if let Err(error) = self.task.await {
            tracing::error!(error = %causes(&error), "the poller's task panicked");
        }
    }
}
