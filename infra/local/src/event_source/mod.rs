//! What Lambda's event source mapping for SQS does: it polls a queue, invokes a function with batches, deletes what
//! succeeded and leaves the rest to its visibility timeout,
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

/// Invocations under way at a shutdown have this long to end.
const GRACE: Duration = Duration::from_secs(10);

/// Which queue is polled, and how.
#[derive(Clone, Debug)]
pub struct EventSourceOptions {
    /// The queue.
    pub queue_url: String,
    /// How many messages one invocation gets at the most, 1 to 10.
    pub batch_size: i32,
    /// How many invocations there are at once, at least 1.
    pub concurrency: usize,
}

/// A poller while it runs.
#[derive(Debug)]
pub struct EventSource {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl EventSource {
    /// Starts polling. An endpoint that is away is waited for.
    pub fn start(client: Client, options: EventSourceOptions, function: Arc<dyn Invoke>) -> Self {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(poll::run(client, options, function, stopped));
        Self { stop, task }
    }

    /// Receives nothing more and lets invocations under way end, for ten seconds at the most. What they have not
    /// settled by then comes back when its visibility ends.
    pub async fn shutdown(self) {
        self.stop.send_replace(true);
        if let Err(error) = self.task.await {
            tracing::error!(error = %causes(&error), "a poller's task ended badly");
        }
    }
}
