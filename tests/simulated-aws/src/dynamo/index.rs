//! Global secondary indexes with index lag.

use std::{collections::BTreeMap, sync::Arc};

use tokio::time::Instant;

use crate::{
    dynamo::{
        capacity::Capacity,
        key::{Key, KeySchema},
    },
    value::Item,
};

/// An index that projects all attributes.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) key: KeySchema,
    pub(super) capacity: Capacity,
    /// The items that the index shows, by the index's key and then by the table's key.
    pub(super) entries: BTreeMap<(Key, Key), Arc<Item>>,
    /// The key in the index of each item of the table.
    places: BTreeMap<Key, Key>,
    /// Writes that the index does not show yet, by the time at which it will show them and by their order.
    waiting: BTreeMap<(Instant, u64), Waiting>,
    /// For each item with waiting writes, when the last of them is shown. An index shows the writes of one item in
    /// order.
    last: BTreeMap<Key, Instant>,
    count: u64,
}

/// A write that the index does not show yet.
#[derive(Debug)]
struct Waiting {
    key: Key,
    item: Option<Arc<Item>>,
}

impl Index {
    pub(super) fn new(name: String, key: KeySchema) -> Self {
        Self {
            name,
            key,
            capacity: Capacity::default(),
            entries: BTreeMap::new(),
            places: BTreeMap::new(),
            waiting: BTreeMap::new(),
            last: BTreeMap::new(),
            count: 0,
        }
    }

    /// Queues a write that becomes visible at `at`, but not before earlier writes of the same item.
    pub(super) fn follow(&mut self, key: &Key, item: Option<Arc<Item>>, at: Instant, now: Instant) {
        let at = self.last.get(key).map_or(at, |&last| at.max(last));
        if at <= now && !self.last.contains_key(key) {
            self.show(key, item);
            return;
        }
        self.count += 1;
        self.last.insert(key.clone(), at);
        let key = key.clone();
        self.waiting.insert((at, self.count), Waiting { key, item });
    }

    /// Shows all writes that are due at `now`.
    pub(super) fn catch_up(&mut self, now: Instant) {
        while let Some(first) = self.waiting.first_entry()
            && first.key().0 <= now
        {
            let ((at, _), Waiting { key, item }) = first.remove_entry();
            if self.last.get(&key) == Some(&at) {
                self.last.remove(&key);
            }
            self.show(&key, item);
        }
    }

    /// Shows all waiting writes.
    pub(super) fn settle(&mut self) {
        while let Some((_, Waiting { key, item })) = self.waiting.pop_first() {
            self.show(&key, item);
        }
        self.last.clear();
    }

    fn show(&mut self, key: &Key, item: Option<Arc<Item>>) {
        if let Some(place) = self.places.remove(key) {
            self.entries.remove(&(place, key.clone()));
        }
        let entry = item.and_then(|item| Some((self.key.key_in_index(&item)?, item)));
        if let Some((place, item)) = entry {
            self.places.insert(key.clone(), place.clone());
            self.entries.insert((place, key.clone()), item);
        }
    }
}
