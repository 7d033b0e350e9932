//! Hands events to the account's event bus, by a queue from which a pipe reads.

use contract::{EventId, OrganizationId};
use queue::{Outgoing, Queue, QueueError};
use serde::Serialize;
use serde_json::Value;

/// The most messages that SQS accepts in one call.
const BATCH: usize = 10;

/// An event as the bus gets it: the body that receivers get, with the ids of the event and of the organization.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BusEvent {
    pub(crate) event_id: EventId,
    pub(crate) organization_id: OrganizationId,
    #[serde(flatten)]
    pub(crate) body: Value,
}

impl Outgoing for BusEvent {
    fn group(&self) -> String {
        self.organization_id.to_string()
    }
}

/// Sends events to the queue of the bus.
///
/// # Errors
///
/// The queue did not accept all of them.
pub(crate) async fn send(queue: &Queue, events: &[BusEvent]) -> Result<(), QueueError> {
    for batch in events.chunks(BATCH) {
        let unsent = queue.send(batch).await?;
        if !unsent.is_empty() {
            return Err(QueueError::incomplete("SendMessageBatch", "success for every message"));
        }
    }
    Ok(())
}
