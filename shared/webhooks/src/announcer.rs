//! Notifies the deliverer of outbox entries by messages.

use std::{sync::Arc, time::Duration};

use contract::{EventId, OrganizationId};
use futures_util::future::BoxFuture;
use queue::Queue;
use runtime::{Aws, EventQueues, causes};
use store::{Announcer, Store};

use crate::EventMessage;

/// How long the queue may keep the writer of an entry waiting.
const SEND_TIMEOUT: Duration = Duration::from_secs(4);

/// The same tables. Outbox entries that are written through the returned value are announced to the queue of
/// deliveries. With an event bus, somebody listens for the events of every organization.
#[must_use]
pub fn announcing(store: Store, aws: &Aws, queues: EventQueues) -> Store {
    let announcer = QueueAnnouncer::new(Queue::new(aws.sqs(), queues.deliveries));
    store
        .with_announcer(Arc::new(announcer))
        .with_listener_everywhere(queues.bus.is_some())
}

/// Announces outbox entries to the queue of deliveries.
#[derive(Clone, Debug)]
pub struct QueueAnnouncer(Queue);

impl QueueAnnouncer {
    /// An announcer with this queue.
    pub const fn new(queue: Queue) -> Self {
        Self(queue)
    }
}

impl Announcer for QueueAnnouncer {
    fn announce(&self, organization: OrganizationId, entry: EventId) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let messages = [EventMessage::of_entry(organization, entry)];
            match tokio::time::timeout(SEND_TIMEOUT, self.0.send(&messages)).await {
                // The queue has logged messages that it did not accept.
                Ok(Ok(_)) => {}
                Ok(Err(error)) => {
                    tracing::warn!(error = %causes(&error), event.id = %entry, "an event is not announced; the sweep will");
                }
                Err(_) => tracing::warn!(event.id = %entry, "an event may not be announced; the sweep will"),
            }
        })
    }
}
