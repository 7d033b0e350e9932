//! One table.

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

/// The largest item that DynamoDB stores.
const MOST_ITEM_BYTES: u64 = 400 * 1024;

/// Names a transaction that is under way.
pub(super) type TransactionId = u64;

/// What is stored under a key, and what was stored there before.
#[derive(Debug, Default)]
pub(super) struct Row {
    pub(super) item: Option<Arc<Item>>,
    size: u64,
    /// What stood here until this moment.
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

/// What an operation needs to know and to have.
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

    /// When an index shows a write that is made now.
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
    /// The item as a read sees it that may be stale.
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

    /// Whether the partition of a key takes a write now.
    pub(super) fn can_write(&mut self, context: &Context<'_>, key: &Key) -> bool {
        self.capacity.can_write(&key.hash, context.now, context.rates())
    }

    /// Whether the indexes take an item now: one that is asked too much refuses the table's write.
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

    /// Consumes what a read costs.
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

    /// The size of what is stored under a key.
    pub(super) fn size_of(&self, key: &Key) -> u64 {
        self.rows.get(key).map_or(0, |row| row.size)
    }

    /// Consumes what a write costs that stored nothing, because its condition failed or it only checked.
    pub(super) fn bill_check(&mut self, context: &Context<'_>, key: &Key, operation: Operation, factor: u64) {
        let size = self.size_of(key);
        let amount = Amount::write(size, size).times(factor);
        self.capacity
            .consume(&key.hash, operation, amount, context.now, context.rates());
    }

    /// Stores an item or removes it, and tells the indexes. In a transaction `factor` is two.
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
            // Within one place the index's entry is rewritten; from one place to another it is removed and written.
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
