//! All records of an organization as JSON, without secrets. For operators only.

use contract::OrganizationId;
use serde_json::{Map, Value};

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{self, Item},
        query::Query,
    },
    keys,
    organizations::inventory,
};

/// How many records one call reads.
const PAGE: u32 = 100;

/// The kinds of records that are exported, by the prefixes of their sort keys. Two kinds are left out: keys are listed
/// by `keys_of`, without their hashes, and the secret for webhooks is nothing but a secret.
const KINDS: [(&str, &str); 12] = [
    (keys::PROFILE, "organization"),
    (keys::BALANCE, "balance"),
    (keys::LEDGER_PREFIX, "ledger"),
    (keys::ADJUSTMENT_PREFIX, "grants"),
    (keys::GENERATION_PREFIX, "generations"),
    (keys::DELETED_PREFIX, "deleted-generations"),
    (keys::IMAGE_PREFIX, "images"),
    (keys::INSPIRATION_PREFIX, "inspirations"),
    (keys::PERSON_PREFIX, "persons"),
    (keys::OUTBOX_PREFIX, "events"),
    (keys::WEBHOOK_PREFIX, "webhooks"),
    (keys::DELIVERIES_PREFIX, "deliveries"),
];

/// The attributes that are left out: the keys of tables and indexes, and secrets.
const LEFT_OUT: [&str; 8] = [
    keys::PK,
    keys::SK,
    keys::DUE_SHARD,
    keys::DUE_AT,
    keys::PENDING_ORG,
    keys::PENDING_ID,
    "cursorKey",
    "secrets",
];

/// A kind of records.
#[derive(Clone, Copy, Debug)]
pub struct ExportedKind {
    prefix: &'static str,
    /// The name of the kind, in small letters.
    pub name: &'static str,
}

impl ExportedKind {
    /// All kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(|(prefix, name)| Self { prefix, name })
    }
}

/// A record as it is stored: moments in milliseconds since the Unix epoch, amounts in hundredths of a thumbnail.
#[derive(Clone, Debug)]
pub struct ExportedRecord {
    /// The attributes, without secrets.
    pub attributes: Map<String, Value>,
    /// The keys of the objects that the record names.
    pub objects: Vec<String>,
}

/// The place at which the next page of an export starts.
#[derive(Clone, Debug)]
pub struct ExportCursor(Item);

impl Store {
    /// A page of the records of one kind, and the place at which the next page starts; `None` after the last page. The
    /// two items of a generation follow each other, first that of its facts.
    ///
    /// # Errors
    ///
    /// A call failed, or a record cannot be read.
    pub async fn export(
        &self,
        organization: OrganizationId,
        kind: ExportedKind,
        start: Option<ExportCursor>,
    ) -> Result<(Vec<ExportedRecord>, Option<ExportCursor>), StoreError> {
        let partition = keys::organization_partition(organization);
        let query = Query::partition(partition).with_prefix(kind.prefix).limit(PAGE);
        let page = self.query(&query.starting_at(start.map(|cursor| cursor.0))).await?;
        let read = |item: Item| {
            let objects = inventory::objects_in(kind.prefix, item.clone())?;
            let mut attributes: Map<String, Value> = codec::read(kind.name, item)?;
            attributes.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
            Ok(ExportedRecord { attributes, objects })
        };
        let records = page.items.into_iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok((records, page.next.map(ExportCursor)))
    }
}
