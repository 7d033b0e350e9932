//! The items of the main table, read directly from the simulated AWS and not through the service.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use simulated_aws::{Item, Value};

use crate::{
    accident::is_from_rolled_back_version,
    world::{World, text},
};

/// A DynamoDB attribute value as plain JSON.
fn plain(value: &Value) -> Json {
    match value {
        Value::S(text) => Json::from(text.as_str()),
        Value::N(number) => number
            .whole()
            .map_or_else(|| Json::from(number.to_string()), Json::from),
        Value::B(bytes) => Json::from(format!("{} bytes", bytes.len())),
        Value::Bool(bool) => Json::from(*bool),
        Value::M(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), plain(value)))
            .collect(),
        Value::L(values) => values.iter().map(plain).collect(),
        Value::Null | Value::Ss(_) | Value::Ns(_) | Value::Bs(_) => Json::Null,
    }
}

fn attribute(item: &Item, name: &str) -> String {
    item.get(name).and_then(Value::text).unwrap_or_default().to_owned()
}

/// The number field of a JSON object. Zero if the field is missing.
pub(crate) fn number(value: &Json, field: &str) -> i64 {
    value.get(field).and_then(Json::as_i64).unwrap_or_default()
}

/// The two items of a generation.
#[derive(Clone, Debug, Default)]
pub(crate) struct GenerationItems {
    pub(crate) facts: Option<Json>,
    pub(crate) progress: Option<Json>,
}

impl GenerationItems {
    /// The thumbnails in the progress item.
    pub(crate) fn thumbnails(&self) -> &[Json] {
        let progress = self.progress.as_ref().and_then(|progress| progress.get("thumbnails"));
        progress.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
    }
}

/// The `kind` of the state of a thumbnail or of a delivery.
pub(crate) fn state(item: &Json) -> String {
    item.get("state").map(|state| text(state, "kind")).unwrap_or_default()
}

/// Whether the state of a thumbnail is final.
pub(crate) fn has_ended(thumbnail: &Json) -> bool {
    matches!(state(thumbnail).as_str(), "completed" | "failed" | "cancelled")
}

/// The items of one partition: an organization, an API key, a key id, or the public library.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartitionItems {
    pub(crate) balance: Option<Json>,
    /// The item of an API key, or of a key id that points to an API key.
    pub(crate) key: Option<Json>,
    /// The ledger entries, in order.
    pub(crate) ledger: Vec<Json>,
    pub(crate) generations: BTreeMap<String, GenerationItems>,
    /// Images, inspirations and persons, by id.
    pub(crate) records: BTreeMap<String, Json>,
    /// The webhooks, by id.
    pub(crate) webhooks: BTreeMap<String, Json>,
    /// The secret with which deliveries to a `webhookUrl` are signed.
    pub(crate) own_secret: Option<Json>,
    /// The entries of the outbox, by the id of their first event.
    pub(crate) outbox: BTreeMap<String, Json>,
    /// The deliveries of events, by receiver and id.
    pub(crate) deliveries: BTreeMap<String, Json>,
}

/// All items of the main table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    /// The items by partition key.
    pub(crate) partition_items: BTreeMap<String, PartitionItems>,
}

impl Tables {
    /// Reads all items of the main table, except those that a rolled-back version has left.
    pub(crate) fn of(world: &World) -> Self {
        let mut tables = Self::default();
        for item in world.cloud.items(&world.image.deployment.table()) {
            let partition = attribute(&item, "pk");
            if !is_from_rolled_back_version(&partition) {
                tables.partition_items.entry(partition).or_default().add(&item);
            }
        }
        tables
    }

    /// The items of an organization; `None` if it has been deleted.
    pub(crate) fn organization(&self, id: &str) -> Option<&PartitionItems> {
        self.partition_items.get(&format!("ORG#{id}"))
    }

    fn progress(&self) -> impl Iterator<Item = &Json> {
        let generations = self
            .partition_items
            .values()
            .flat_map(|partition_items| partition_items.generations.values());
        generations.filter_map(|generation| generation.progress.as_ref())
    }

    /// The ids of the generations with a thumbnail whose state is not final.
    pub(crate) fn open(&self) -> impl Iterator<Item = String> {
        let generations = self
            .partition_items
            .values()
            .flat_map(|partition_items| &partition_items.generations);
        let open = generations.filter(|(_, generation)| !generation.thumbnails().iter().all(has_ended));
        open.map(|(id, _)| id.clone())
    }

    /// The id of the first completed thumbnail of a generation.
    pub(crate) fn completed(&self, generation: &str) -> Option<String> {
        let mut partitions = self.partition_items.values();
        let items = partitions.find_map(|items| items.generations.get(generation))?;
        let ids = items.facts.as_ref()?.get("thumbnails")?.as_array()?;
        let mut thumbnails = ids.iter().zip(items.thumbnails());
        let (id, _) = thumbnails.find(|(_, thumbnail)| state(thumbnail) == "completed")?;
        id.as_str().map(str::to_owned)
    }

    /// The generations in the due index: the due time in milliseconds since the epoch, and the id.
    pub(crate) fn due(&self) -> impl Iterator<Item = (i64, String)> {
        let listed = self.progress().filter(|progress| progress.get("dueShard").is_some());
        listed.map(|progress| (number(progress, "dueAt"), text(progress, "generation")))
    }

    /// When the sweep looks at the outbox entries and at the deliveries that have not ended, in milliseconds since the
    /// epoch.
    pub(crate) fn due_events(&self) -> impl Iterator<Item = i64> {
        let entries = self.partition_items.values().flat_map(|items| items.outbox.values());
        let deliveries = self.partition_items.values().flat_map(PartitionItems::open_deliveries);
        entries.chain(deliveries).map(|item| number(item, "dueAt"))
    }

    /// The ids of the generations in the pending index.
    pub(crate) fn pending(&self) -> impl Iterator<Item = String> {
        let listed = self.progress().filter(|progress| progress.get("pendingOrg").is_some());
        listed.map(|progress| text(progress, "generation"))
    }

    /// The keys of all objects that records name, each with the id of its record.
    pub(crate) fn objects(&self) -> BTreeMap<String, String> {
        let mut named = BTreeMap::new();
        for partition_items in self.partition_items.values() {
            for (id, generation) in &partition_items.generations {
                for thumbnail in generation.thumbnails() {
                    let keys = [
                        "/state/objectKey",
                        "/state/previewKey",
                        "/state/manifestKey",
                        "/state/plateKey",
                    ]
                    .map(|path| thumbnail.pointer(path));
                    let keys = keys.into_iter().flatten().filter_map(Json::as_str);
                    named.extend(keys.map(|key| (key.to_owned(), id.clone())));
                }
            }
            for (id, record) in &partition_items.records {
                let photos = record
                    .get("photos")
                    .and_then(Json::as_array)
                    .cloned()
                    .unwrap_or_default();
                for picture in record.get("picture").into_iter().chain(&photos) {
                    named.insert(text(picture, "objectKey"), id.clone());
                }
            }
        }
        named
    }
}

impl PartitionItems {
    /// Whether a generation, a record or a webhook has this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.generations.contains_key(id) || self.records.contains_key(id) || self.webhooks.contains_key(id)
    }

    /// The deliveries that have not ended.
    pub(crate) fn open_deliveries(&self) -> impl Iterator<Item = &Json> {
        self.deliveries.values().filter(|delivery| state(delivery) == "pending")
    }

    fn add(&mut self, item: &Item) {
        let sort_key = attribute(item, "sk");
        let json: Json = item.iter().map(|(name, value)| (name.clone(), plain(value))).collect();
        let (kind, rest) = sort_key.split_once('#').unwrap_or((&sort_key, ""));
        match kind {
            "BALANCE" => self.balance = Some(json),
            "KEY" if rest.is_empty() => self.key = Some(json),
            "LEDGER" => self.ledger.push(json),
            "GEN" => {
                let (id, half) = rest.split_once('#').unwrap_or((rest, ""));
                let generation = self.generations.entry(id.to_owned()).or_default();
                if half == "FACTS" {
                    generation.facts = Some(json);
                } else {
                    generation.progress = Some(json);
                }
            }
            "WHK" => drop(self.webhooks.insert(rest.to_owned(), json)),
            "WEBHOOKSECRET" => self.own_secret = Some(json),
            "OUTBOX" => drop(self.outbox.insert(rest.to_owned(), json)),
            "DLV" => drop(self.deliveries.insert(rest.to_owned(), json)),
            "IMG" | "INS" | "PER" => drop(self.records.insert(rest.to_owned(), json)),
            _ => {}
        }
    }
}
