//! Notifies the deliverer of events that an outbox entry was written.

use std::{fmt, sync::Arc};

use contract::{EventId, OrganizationId};
use futures_util::future::BoxFuture;

use crate::Store;

/// Notifies the deliverer of events that an outbox entry was written, so that the entry need not wait for the next
/// sweep.
pub trait Announcer: fmt::Debug + Send + Sync {
    /// Announces an entry. An announcer logs its own failures: the sweep finds entries that were not announced.
    fn announce(&self, organization: OrganizationId, entry: EventId) -> BoxFuture<'_, ()>;
}

impl Store {
    /// The same tables; outbox entries that are written through this value are announced.
    #[must_use]
    pub fn with_announcer(mut self, announcer: Arc<dyn Announcer>) -> Self {
        self.announcer = Some(announcer);
        self
    }

    /// The same tables, where somebody listens for the events of every organization, as an event bus does.
    #[must_use]
    pub const fn with_listener_everywhere(mut self, listens: bool) -> Self {
        self.listens_everywhere = listens;
        self
    }

    /// Announces an entry that was written.
    pub(crate) async fn announce(&self, organization: OrganizationId, entry: EventId) {
        if let Some(announcer) = &self.announcer {
            announcer.announce(organization, entry).await;
        }
    }
}
