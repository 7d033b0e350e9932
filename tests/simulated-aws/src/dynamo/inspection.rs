//! Read access to the state for tests, without requests.

use std::collections::BTreeMap;

use tokio::time::Instant;

use crate::{
    Item, Units, Use,
    dynamo::{Dynamo, capacity::Capacity},
};

impl Dynamo {
    pub(crate) fn items(&self, table: &str) -> Vec<Item> {
        let rows = self.tables.0.get(table).map(|table| table.rows.values());
        let items = rows.into_iter().flatten().filter_map(|row| row.item.as_ref());
        items.map(|item| Item::clone(item)).collect()
    }

    pub(crate) fn index_items(&mut self, table: &str, index: &str, now: Instant) -> Vec<Item> {
        let table = self.tables.0.get_mut(table);
        let index = table.and_then(|table| table.indexes.iter_mut().find(|known| known.name == index));
        let Some(index) = index else {
            return Vec::new();
        };
        index.catch_up(now);
        index.entries.values().map(|item| Item::clone(item)).collect()
    }

    pub(crate) fn locked(&self, table: &str) -> Vec<String> {
        let rows = self.tables.0.get(table).map(|table| table.rows.iter());
        let locked = rows.into_iter().flatten().filter(|(_, row)| row.lock.is_some());
        locked.map(|(key, _)| key.to_string()).collect()
    }

    pub(crate) fn settle(&mut self) {
        for table in self.tables.0.values_mut() {
            for index in &mut table.indexes {
                index.settle();
            }
        }
    }

    pub(crate) fn meter(&self) -> BTreeMap<Use, Units> {
        let mut meter = BTreeMap::new();
        let mut add = |table: &str, index: Option<&str>, capacity: &Capacity| {
            for ((partition, operation), units) in capacity.used() {
                let what = Use {
                    table: table.to_owned(),
                    index: index.map(str::to_owned),
                    partition: partition.to_string(),
                    operation,
                };
                meter.insert(what, *units);
            }
        };
        for (name, table) in &self.tables.0 {
            add(name, None, &table.capacity);
            for index in &table.indexes {
                add(name, Some(&index.name), &index.capacity);
            }
        }
        meter
    }

    pub(crate) fn reset_meter(&mut self) {
        for table in self.tables.0.values_mut() {
            table.capacity.forget_used();
            for index in &mut table.indexes {
                index.capacity.forget_used();
            }
        }
    }
}
