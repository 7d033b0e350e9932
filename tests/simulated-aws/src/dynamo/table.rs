//! A table with its rows, its indexes and its capacity.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use tokio::time::Instant;

use crate::{
    Conditions,
    cloud::Operation,
    dynamo::{
        capacity::{Amount, Capacity, Rates},
        index::Index,
        key::{Key, KeySchema, Scalar},
    },
    random::Random,
    refusal::Refusal,
    value::{Item, item_size},
};

/// The largest item that DynamoDB stores, in bytes.
const MOST_ITEM_BYTES: u64 = 400 * 1024;

/// Identifies a transaction that is being executed.
pub(super) type TransactionId = u64;

/// The item under a key, and the previous item.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) item: Option<Arc<Item>>,
    size: u64,
    /// The previous item, and when it was replaced.
    before: Option<(Instant, Option<Arc<Item>>)>,
    /// The transaction that holds the key.
    pub(super) lock: Option<TransactionId>,
}

#[derive(Debug)]
pub(super) struct Table {
    pub(super) key: KeySchema,
    pub(super) indexes: Vec<Index>,
    pub(super) capacity: Capacity,
    pub(super) rows: BTreeMap<Key, Row>,
    pub(super) has_ttl: bool,
}

/// The time, the conditions and the randomness that an operation needs.
pub(super) struct Context<'a> {
    pub(super) now: Instant,
    pub(super) conditions: &'a Conditions,
    pub(super) random: &'a mut Random,
}

impl Context<'_> {
    pub(super) const fn rates(&self) -> Rates {
        Rates {
            reads: self.conditions.partition_reads,
            writes: self.conditions.partition_writes,
        }
    }

    /// The time at which an index shows a write that is made now.
    fn shown_at(&mut self) -> Instant {
        let mut lag = self.conditions.index_lag;
        if self.random.chance(self.conditions.index_slow) {
            lag += self.conditions.index_slow_by;
        }
        if lag == Duration::ZERO {
            return self.now;
        }
        self.now + self.random.up_to(lag)
    }
}

impl Row {
    /// The item as a read sees it. An eventually consistent read may return the previous item.
    pub(super) fn seen(&self, context: &mut Context<'_>, consistent: bool) -> Option<&Arc<Item>> {
        if !consistent
            && let Some((until, before)) = &self.before
            && context.now.duration_since(*until) < context.conditions.staleness
            && context.random.chance(context.conditions.stale_read)
        {
            return before.as_ref();
        }
        self.item.as_ref()
    }
}

impl Table {
    pub(super) fn new(key: KeySchema, indexes: Vec<Index>) -> Self {
        Self {
            key,
            indexes,
            capacity: Capacity::default(),
            rows: BTreeMap::new(),
            has_ttl: false,
        }
    }

    pub(super) fn item(&self, key: &Key) -> Option<&Arc<Item>> {
        self.rows.get(key)?.item.as_ref()
    }

    pub(super) fn lock_of(&self, key: &Key) -> Option<TransactionId> {
        self.rows.get(key)?.lock
    }

    pub(super) fn lock(&mut self, key: &Key, transaction: TransactionId) {
        self.rows.entry(key.clone()).or_default().lock = Some(transaction);
    }

    pub(super) fn unlock(&mut self, key: &Key) {
        if let Some(row) = self.rows.get_mut(key) {
            row.lock = None;
            if row.item.is_none() && row.before.is_none() {
                self.rows.remove(key);
            }
        }
    }

    /// Refuses an item that the table cannot store.
    pub(super) fn check(&self, item: &Item) -> Result<(), Refusal> {
        for index in &self.indexes {
            for attribute in index.key.attributes() {
                if let Some(value) = item.get(&attribute.name) {
                    attribute.checked(value).map_err(|mut refusal| {
                        refusal.message.push_str(&format!(" IndexName: {}", index.name));
                        refusal
                    })?;
                }
            }
        }
        if item_size(item) > MOST_ITEM_BYTES {
            return Err(Refusal::validation("Item size has exceeded the maximum allowed size"));
        }
        Ok(())
    }

    /// Whether the key's partition has write capacity left.
    pub(super) fn can_write(&mut self, context: &Context<'_>, key: &Key) -> bool {
        self.capacity.can_write(&key.hash, context.now, context.rates())
    }

    /// Whether all indexes have write capacity left for an item. A throttled index makes DynamoDB refuse the table's
    /// write.
    pub(super) fn can_index(&mut self, context: &Context<'_>, item: Option<&Arc<Item>>) -> bool {
        let (now, rates) = (context.now, context.rates());
        self.indexes.iter_mut().all(|index| {
            let place = item.and_then(|item| index.key.key_in_index(item));
            place.is_none_or(|place| index.capacity.can_write(&place.hash, now, rates))
        })
    }

    pub(super) fn can_read(&mut self, context: &Context<'_>, partition: &Scalar) -> bool {
        self.capacity.can_read(partition, context.now, context.rates())
    }

    /// Consumes the capacity of a read.
    pub(super) fn bill_read(
        &mut self,
        context: &Context<'_>,
        partition: &Scalar,
        operation: Operation,
        bytes: u64,
        consistent: bool,
    ) {
        let amount = Amount::read(bytes, consistent);
        self.capacity
            .consume(partition, operation, amount, context.now, context.rates());
    }

    /// The size of the item under a key, in bytes.
    pub(super) fn size_of(&self, key: &Key) -> u64 {
        self.rows.get(key).map_or(0, |row| row.size)
    }

    /// Consumes the capacity of a write that stored nothing, because its condition failed or because it is only a
    /// condition check.
    pub(super) fn bill_check(&mut self, context: &Context<'_>, key: &Key, operation: Operation, factor: u64) {
        let size = self.size_of(key);
        let amount = Amount::write(size, size).times(factor);
        self.capacity
            .consume(&key.hash, operation, amount, context.now, context.rates());
    }

    /// Stores or removes an item and passes the change on to the indexes. `factor` multiplies the consumed capacity; it
    /// is two in a transaction.
    pub(super) fn write(
        &mut self,
        context: &mut Context<'_>,
        key: &Key,
        item: Option<Arc<Item>>,
        operation: Operation,
        factor: u64,
    ) {
        let (now, rates) = (context.now, context.rates());
        let size = item.as_ref().map_or(0, |item| item_size(item));
        let row = self.rows.entry(key.clone()).or_default();
        let amount = Amount::write(row.size, size).times(factor);
        let old = std::mem::replace(&mut row.item, item.clone());
        let old_size = std::mem::replace(&mut row.size, size);
        self.capacity.consume(&key.hash, operation, amount, now, rates);
        for index in &mut self.indexes {
            let place = |item: &Option<Arc<Item>>| item.as_ref().and_then(|item| index.key.key_in_index(item));
            let (before, after) = (place(&old), place(&item));
            if (before.is_none() && after.is_none()) || old == item {
                continue;
            }
            // If the index key stays the same, the index entry is rewritten. If it changes, the old entry is removed
            // and a new entry is written.
            if before == after {
                if let Some(place) = &after {
                    let amount = Amount::write(old_size, size);
                    index.capacity.consume(&place.hash, operation, amount, now, rates);
                }
            } else {
                for (place, bytes) in [(&before, old_size), (&after, size)] {
                    if let Some(place) = place {
                        let amount = Amount::write(bytes, bytes);
                        index.capacity.consume(&place.hash, operation, amount, now, rates);
                    }
                }
            }
            let at = context.shown_at();
            index.follow(key, item.clone(), at, now);
        }
        let row = self.rows.entry(key.clone()).or_default();
        row.before = Some((now, old));
    }
}
