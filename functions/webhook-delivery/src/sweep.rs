//! The sweep, every minute: announces outbox entries whose message was lost, sends the messages of deliveries that are
//! due and of attempts that begin within minutes, and deletes the deliveries of a month ago.

use std::{ops::AddAssign, time::Duration};

use futures_util::{StreamExt, future::join_all, stream};
use runtime::{Metric, causes};
use serde::Serialize;
use store::{Delivery, DeliveryWrite, DueDelivery, OutboxEntry, StoreError, keys::DUE_SHARDS};
use tokio::time::Instant;
use webhooks::{Deliverer, EventMessage};

use crate::EventError;

/// How many items of one shard are handled concurrently. The shards are swept concurrently, too.
const CONCURRENCY: usize = 8;
/// The largest number of items that one query reads.
const PAGE: u32 = 100;
/// A sweep starts no further item after this time; the next sweep continues.
const TIME: Duration = Duration::from_secs(40);

/// The result of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EventSweepReport {
    /// Outbox entries that were announced again.
    pub announced: usize,
    /// Deliveries whose message was sent.
    pub sent: usize,
    /// Deliveries that were kept no longer.
    pub deleted: usize,
    /// Items that this version of the code cannot read. The sweep skips them.
    pub unreadable: usize,
}

impl AddAssign for EventSweepReport {
    fn add_assign(&mut self, other: Self) {
        self.announced += other.announced;
        self.sent += other.sent;
        self.deleted += other.deleted;
        self.unreadable += other.unreadable;
    }
}

/// Sweeps all shards. A shard that cannot be read does not stop the others.
pub(crate) async fn sweep(deliverer: &Deliverer) -> Result<EventSweepReport, EventError> {
    let stop = Instant::now() + TIME;
    let entries = join_all((0..DUE_SHARDS).map(|shard| sweep_entries(deliverer, shard, stop)));
    let deliveries = join_all((0..DUE_SHARDS).map(|shard| sweep_deliveries(deliverer, shard, stop)));
    let (entries, deliveries) = futures_util::future::join(entries, deliveries).await;
    let mut report = EventSweepReport::default();
    let mut is_complete = true;
    for swept in entries.into_iter().chain(deliveries) {
        match swept {
            Ok(swept) => report += swept,
            Err(error) => {
                tracing::error!(error = %causes(&error), "a shard of the events that are due cannot be read");
                is_complete = false;
            }
        }
    }
    if report.unreadable > 0 {
        Metric::UnreadableItems(report.unreadable).emit();
        tracing::error!(
            items.unreadable = report.unreadable,
            "events cannot be read; a later version may have written them"
        );
    }
    if report != EventSweepReport::default() {
        tracing::info!(
            events.announced = report.announced,
            deliveries.sent = report.sent,
            deliveries.deleted = report.deleted,
            "swept events"
        );
    }
    is_complete.then_some(report).ok_or(EventError::DueUnread)
}

async fn sweep_entries(deliverer: &Deliverer, shard: u8, stop: Instant) -> Result<EventSweepReport, StoreError> {
    let now = deliverer.store.clock().now();
    let mut report = EventSweepReport::default();
    let mut last = None;
    loop {
        let mut page = deliverer.store.due_entries(shard, now, last, PAGE).await?;
        let begun = stream::iter(std::mem::take(&mut page.due));
        let begun = begun.take_while(|_| std::future::ready(Instant::now() < stop));
        let announced = begun
            .map(|entry| announce(deliverer, entry))
            .buffer_unordered(CONCURRENCY);
        report.announced += announced.filter(|done| std::future::ready(*done)).count().await;
        report.unreadable += page.unreadable;
        if !page.has_more() || Instant::now() >= stop {
            return Ok(report);
        }
        last = Some(page);
    }
}

async fn sweep_deliveries(deliverer: &Deliverer, shard: u8, stop: Instant) -> Result<EventSweepReport, StoreError> {
    let now = deliverer.store.clock().now();
    let mut report = EventSweepReport::default();
    let mut last = None;
    loop {
        let mut page = deliverer.store.due_deliveries(shard, now, last, PAGE).await?;
        let begun = stream::iter(std::mem::take(&mut page.due));
        let begun = begun.take_while(|_| std::future::ready(Instant::now() < stop));
        let mut handled = begun.map(|due| look_at(deliverer, due)).buffer_unordered(CONCURRENCY);
        while let Some(handled) = handled.next().await {
            report += handled;
        }
        drop(handled);
        report.unreadable += page.unreadable;
        if !page.has_more() || Instant::now() >= stop {
            return Ok(report);
        }
        last = Some(page);
    }
}

/// Announces an entry. The announcement is recorded first, so that not every sweep sends a message while the queue is
/// long, and undone if the queue does not accept the message.
async fn announce(deliverer: &Deliverer, entry: OutboxEntry) -> bool {
    let Some(first) = entry.events.first() else {
        return false;
    };
    let (store, now) = (&deliverer.store, deliverer.store.clock().now());
    match store.note_announcement(&entry, first.id, now).await {
        Ok(true) => {}
        Ok(false) => return false,
        Err(error) => {
            tracing::error!(error = %causes(&error), event.id = %first.id, "an announcement was not noted");
            return false;
        }
    }
    if sent(deliverer, EventMessage::of_entry(entry.organization, first.id)).await {
        return true;
    }
    if let Err(error) = store.undo_announcement(&entry, first.id, now).await {
        tracing::error!(error = %causes(&error), event.id = %first.id, "an event is announced again only later");
    }
    false
}

/// Deletes a delivery that is kept no longer, or sends its message.
async fn look_at(deliverer: &Deliverer, due: DueDelivery) -> EventSweepReport {
    let mut report = EventSweepReport::default();
    if due.is_old(deliverer.store.clock().now()) {
        match deliverer.store.delete_delivery(due.delivery()).await {
            Ok(()) => report.deleted = 1,
            Err(error) => {
                let id = due.delivery().id;
                tracing::error!(error = %causes(&error), delivery.id = %id, "an old delivery was not deleted");
            }
        }
    } else if send(deliverer, due).await {
        report.sent = 1;
    }
    report
}

/// Sends the message of a delivery. The resend is recorded first, and undone if the queue does not accept the message.
async fn send(deliverer: &Deliverer, due: DueDelivery) -> bool {
    let (seen, now) = (due.delivery(), deliverer.store.clock().now());
    let Some(delay) = due.delay(now) else {
        return false;
    };
    let noted = seen.resent(now);
    if !written(deliverer, &noted).await {
        return false;
    }
    if sent(deliverer, EventMessage::of_delivery(seen, delay)).await {
        return true;
    }
    written(deliverer, &noted.not_resent(seen)).await;
    false
}

async fn written(deliverer: &Deliverer, step: &Delivery) -> bool {
    match deliverer.store.write_delivery(step).await {
        Ok(DeliveryWrite::Written) => true,
        Ok(DeliveryWrite::Changed(_)) => false,
        Err(error) => {
            tracing::error!(error = %causes(&error), delivery.id = %step.id, "a resend was not noted");
            false
        }
    }
}

async fn sent(deliverer: &Deliverer, message: EventMessage) -> bool {
    match deliverer.queue.send(&[message]).await {
        Ok(unsent) => unsent.is_empty(),
        Err(error) => {
            tracing::error!(error = %causes(&error), "a message about an event was not sent again");
            false
        }
    }
}
