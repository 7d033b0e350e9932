//! What the sweep of events has to do: outbox entries without deliveries, deliveries whose message is lost or was too
//! far in the future to be sent, and deliveries that are kept no longer.

use std::{ops::RangeInclusive, time::Duration};

use contract::{EventId, Timestamp};

use crate::{
    Delivery, DeliveryClaim, OutboxEntry, Store, StoreError,
    dynamodb::{
        codec::{self, Item, number},
        expression::Expression,
        query::Query,
        update::Update,
    },
    keys,
    webhooks::state::LONGEST_DELAY,
};

/// The shortest and the longest wait before the sweep announces an outbox entry again. Within these bounds, the wait
/// equals the age of the entry, so the waits double and a long queue does not fill with copies.
const ANNOUNCE_AGAIN: RangeInclusive<Duration> = Duration::from_secs(300)..=Duration::from_secs(4_800);

/// A delivery that is due, as read from the index, which may be slightly out of date.
#[derive(Clone, Debug)]
pub struct DueDelivery(Delivery);

/// A page of the index.
#[derive(Debug)]
pub struct DueDeliveries<T> {
    /// The due items, longest due first.
    pub due: Vec<T>,
    /// The number of items that this version cannot read, as after a rollback.
    pub unreadable: usize,
    /// The start of the next page; `None` after the last page.
    next: Option<Item>,
}

impl<T> DueDeliveries<T> {
    /// Whether another page follows.
    pub const fn has_more(&self) -> bool {
        self.next.is_some()
    }
}

impl DueDelivery {
    /// The delivery as the index shows it.
    pub const fn delivery(&self) -> &Delivery {
        &self.0
    }

    /// Whether the delivery is kept no longer.
    pub fn is_old(&self, now: Timestamp) -> bool {
        self.0.claim(now) == DeliveryClaim::Ended && now >= self.0.kept_until()
    }

    /// The delay of the message to send; `None` if no message is needed.
    pub fn delay(&self, now: Timestamp) -> Option<Duration> {
        let is_open = self.0.claim(now) != DeliveryClaim::Ended;
        is_open.then(|| self.0.next_attempt_at(now).since(now).min(LONGEST_DELAY))
    }
}

impl Store {
    /// At most `limit` deliveries of a shard (of [`keys::DUE_SHARDS`]) that are due at `now`. `after` is the previous
    /// page.
    pub async fn due_deliveries(
        &self,
        shard: u8,
        now: Timestamp,
        after: Option<DueDeliveries<DueDelivery>>,
        limit: u32,
    ) -> Result<DueDeliveries<DueDelivery>, StoreError> {
        let start = after.and_then(|page| page.next);
        let read = |item| Delivery::read(item).map(DueDelivery);
        self.due_of(keys::delivery_shard_name(shard), now, start, limit, read)
            .await
    }

    /// At most `limit` outbox entries of a shard that are due at `now`. `after` is the previous page.
    pub async fn due_entries(
        &self,
        shard: u8,
        now: Timestamp,
        after: Option<DueDeliveries<OutboxEntry>>,
        limit: u32,
    ) -> Result<DueDeliveries<OutboxEntry>, StoreError> {
        let start = after.and_then(|page| page.next);
        let read = |item| codec::read("event", item);
        self.due_of(keys::outbox_shard_name(shard), now, start, limit, read)
            .await
    }

    async fn due_of<T>(
        &self,
        shard: String,
        now: Timestamp,
        start: Option<Item>,
        limit: u32,
        read: impl Fn(Item) -> Result<T, StoreError>,
    ) -> Result<DueDeliveries<T>, StoreError> {
        let query = Query::index(keys::DUE_INDEX, keys::DUE_SHARD, shard).up_to(keys::DUE_AT, now.millis());
        let page = self.query(&query.starting_at(start).limit(limit)).await?;
        let count = page.items.len();
        let due: Vec<T> = page.items.into_iter().filter_map(|item| read(item).ok()).collect();
        Ok(DueDeliveries {
            unreadable: count - due.len(),
            due,
            next: page.next,
        })
    }

    /// Records that the sweep announces an outbox entry at `now`, with the id of its first event. `false` when its
    /// deliveries exist already.
    pub async fn note_announcement(
        &self,
        entry: &OutboxEntry,
        first: EventId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let (shortest, longest) = ANNOUNCE_AGAIN.into_inner();
        let wait = now.since(entry.at).clamp(shortest, longest);
        self.look_at_entry_again(entry, first, now.plus(wait)).await
    }

    /// Undoes [`Store::note_announcement`]: the queue did not accept the message, and the next sweep tries again.
    pub async fn undo_announcement(
        &self,
        entry: &OutboxEntry,
        first: EventId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.look_at_entry_again(entry, first, now).await
    }

    async fn look_at_entry_again(
        &self,
        entry: &OutboxEntry,
        first: EventId,
        due: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut change = Expression::new();
        change.set(&[keys::DUE_AT], number(due.millis()));
        change.require_present(keys::PK);
        let key = keys::outbox_entry(entry.organization, first);
        Ok(matches!(self.update(&key, &change).await?, Update::Written(_)))
    }
}
