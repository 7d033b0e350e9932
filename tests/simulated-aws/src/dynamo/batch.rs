//! `BatchGetItem` and `BatchWriteItem`, whose items are read or written one at a time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use crate::{
    body::Body,
    cloud::Operation,
    dynamo::{
        Dynamo, Moment,
        key::Key,
        single::{projected, read_projection},
        throttled,
        write::Write,
    },
    expression::Placeholders,
    params::Params,
    refusal::Refusal,
    value::{Item, read_item},
};

/// A batch that is being executed.
#[derive(Debug)]
pub(crate) struct Batch {
    operation: Operation,
    entries: Vec<Entry>,
    /// The items that a `BatchGetItem` has found, by table.
    found: BTreeMap<String, Vec<Item>>,
    /// The unprocessed keys or writes, by table.
    left: BTreeMap<String, Vec<Json>>,
    /// The read settings of each table.
    settings: BTreeMap<String, Settings>,
}

#[derive(Debug)]
enum Entry {
    Get { table: String, key: Key, request: Json },
    Write { write: Box<Write>, request: Json },
}

/// The members of `KeysAndAttributes` other than the keys.
#[derive(Debug)]
struct Settings {
    consistent: bool,
    projection: Option<Vec<String>>,
    request: Map<String, Json>,
}

impl Batch {
    /// The number of items in the batch.
    pub(crate) const fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        if self.operation == "BatchWriteItem" {
            return Body::new().with("UnprocessedItems", &self.left).finish();
        }
        let mut settings = self.settings;
        let left: BTreeMap<String, Json> = self
            .left
            .into_iter()
            .map(|(table, keys)| {
                let mut request = settings
                    .remove(&table)
                    .map(|settings| settings.request)
                    .unwrap_or_default();
                request.insert("Keys".to_owned(), json!(keys));
                (table, Json::Object(request))
            })
            .collect();
        Body::new()
            .with("Responses", &self.found)
            .with("UnprocessedKeys", &left)
            .finish()
    }
}

impl Dynamo {
    /// Parses a batch and shuffles its items.
    pub(crate) fn begin_batch(&mut self, operation: Operation, body: Json) -> Result<Batch, Refusal> {
        let mut params = Params::new(body)?;
        let tables = Params::new(params.needed("RequestItems")?)?.into_members();
        params.finish()?;
        let mut batch = Batch {
            operation,
            entries: Vec::new(),
            found: BTreeMap::new(),
            left: BTreeMap::new(),
            settings: BTreeMap::new(),
        };
        let mut seen: BTreeSet<(String, Key)> = BTreeSet::new();
        let mut is_new = |table: &str, key: &Key| {
            if seen.insert((table.to_owned(), key.clone())) {
                Ok(())
            } else {
                Err(Refusal::validation("Provided list of item keys contains duplicates"))
            }
        };
        for (table, requests) in tables {
            if operation == "BatchWriteItem" {
                let Json::Array(requests) = requests else {
                    return Err(Refusal::serialization("RequestItems has a table without a list"));
                };
                for request in requests {
                    let write = Write::read_batched(&self.tables, &table, request.clone())?;
                    is_new(&table, &write.key)?;
                    batch.entries.push(Entry::Write {
                        write: Box::new(write),
                        request,
                    });
                }
            } else {
                let (settings, keys) = read_settings(requests)?;
                let schema = &self.tables.get(&table)?.key;
                for request in keys {
                    let key = schema.read(&read_item(request.clone())?)?;
                    is_new(&table, &key)?;
                    let table = table.clone();
                    batch.entries.push(Entry::Get { table, key, request });
                }
                batch.found.insert(table.clone(), Vec::new());
                batch.settings.insert(table, settings);
            }
        }
        let most = if operation == "BatchWriteItem" { 25 } else { 100 };
        if batch.entries.is_empty() || batch.entries.len() > most {
            return Err(Refusal::validation("Too many or no items requested for the batch call"));
        }
        for end in (1..batch.entries.len()).rev() {
            let other = self.random.below(end as u64 + 1);
            batch.entries.swap(end, usize::try_from(other).unwrap_or(0));
        }
        Ok(batch)
    }

    /// Reads or writes one item of a batch.
    pub(crate) fn step(&mut self, moment: Moment<'_>, batch: &mut Batch, number: usize) -> Result<(), Refusal> {
        let Some(entry) = batch.entries.get(number) else {
            return Ok(());
        };
        let (tables, mut context) = self.parts(moment);
        // DynamoDB processes at least one item of a batch or refuses the whole batch. So the first item is never left
        // unprocessed at random.
        let is_left = number > 0 && context.random.chance(context.conditions.unprocessed);
        let is_throttled = match entry {
            Entry::Get { table, key, request } => {
                let rows = tables.get_mut(table)?;
                let is_throttled = !rows.can_read(&context, &key.hash);
                if is_throttled || is_left {
                    batch.left.entry(table.clone()).or_default().push(request.clone());
                } else if let Some(settings) = batch.settings.get(table) {
                    let (size, consistent) = (rows.size_of(key), settings.consistent);
                    rows.bill_read(&context, &key.hash, "BatchGetItem", size, consistent);
                    let row = rows.rows.get(key);
                    if let Some(item) = row.and_then(|row| row.seen(&mut context, consistent)) {
                        let item = projected(item, settings.projection.as_deref());
                        batch.found.entry(table.clone()).or_default().push(item);
                    }
                }
                is_throttled
            }
            Entry::Write { write, request } => {
                let item = write.result(tables, None)?;
                let rows = tables.get_mut(&write.table)?;
                let is_throttled = !rows.can_write(&context, &write.key) || !rows.can_index(&context, item.as_ref());
                if is_throttled || is_left || rows.lock_of(&write.key).is_some() {
                    batch.left.entry(write.table.clone()).or_default().push(request.clone());
                } else {
                    rows.write(&mut context, &write.key, item, "BatchWriteItem", 1);
                }
                is_throttled
            }
        };
        if is_throttled && number == 0 {
            return Err(throttled(context.random));
        }
        Ok(())
    }
}

fn read_settings(request: Json) -> Result<(Settings, Vec<Json>), Refusal> {
    let mut params = Params::new(request)?;
    let keys = params.list("Keys")?.unwrap_or_default();
    let mut request = params.into_members();
    request.retain(|_, value| !value.is_null());
    let mut params = Params::new(Json::Object(request.clone()))?;
    let consistent = params.flag("ConsistentRead")?.unwrap_or(false);
    let placeholders = Placeholders::read(params.take("ExpressionAttributeNames"), None)?;
    let projection = read_projection(&mut params, &placeholders)?;
    placeholders.finish()?;
    params.finish()?;
    let settings = Settings {
        consistent,
        projection,
        request,
    };
    Ok((settings, keys))
}
