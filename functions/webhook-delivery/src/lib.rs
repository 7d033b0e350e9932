//! Delivers events: handles the messages of their queue, and sweeps for lost messages and for attempts that are too far
//! in the future for the queue.
//!
//! The state is in the table, not in the queue: a message only names an event or a delivery, so it may arrive twice,
//! late, or never.

mod sweep;

use queue::{Record, Trigger, UnknownEvent, Verdict};
use runtime::causes;
use serde_json::Value;
use webhooks::{Deliverer, EventMessage};

pub use self::sweep::EventSweepReport;

/// An event was not handled, or only in part. The cause has already been logged.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Neither a batch of SQS messages nor an event of the schedule.
    #[error("the event is of no kind that the delivery of events handles")]
    Unknown(#[from] UnknownEvent),
    /// At least one shard of the index `due` could not be read.
    #[error("the sweep could not read all events that are due")]
    DueUnread,
}

/// The delivery of events. One value handles all events of a process.
#[derive(Clone, Debug)]
pub struct WebhookDelivery(Deliverer);

impl WebhookDelivery {
    /// A delivery with these resources.
    pub const fn new(deliverer: Deliverer) -> Self {
        Self(deliverer)
    }

    /// Handles one event of Lambda: a batch of the queue, whose response lists the messages to keep, or an event of the
    /// schedule.
    ///
    /// # Errors
    ///
    /// Fails if the event is of another kind, or if a sweep could not read all shards. The rest of the sweep is done in
    /// that case.
    pub async fn handle(&self, event: Value) -> Result<Value, EventError> {
        match Trigger::read(event)? {
            Trigger::Messages(records) => {
                let deliverer = self.0.clone();
                Ok(queue::each(records, move |record| work(deliverer.clone(), record)).await)
            }
            Trigger::Schedule => {
                let swept = sweep::sweep(&self.0).await?;
                Ok(serde_json::to_value(swept).unwrap_or_default())
            }
        }
    }
}

/// Handles one message. A message whose work cannot be done now is kept: the queue delivers it again.
async fn work(deliverer: Deliverer, record: Record) -> Verdict {
    let Ok(message) = EventMessage::parse(&record.body) else {
        tracing::warn!("a message about an event cannot be read; it goes to the dead-letter queue");
        return Verdict::Keep;
    };
    match deliverer.handle(&message).await {
        Ok(()) => Verdict::Done,
        Err(error) => {
            tracing::error!(
                error = %causes(&error),
                organization.id = %message.organization,
                "work on an event was not done; the message is kept"
            );
            Verdict::Keep
        }
    }
}
