//! Records: what images, inspirations and persons have in common. A record is created once, listed and deleted.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Id, OrganizationId, Resources};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Deadline, Store, StoreError,
    dynamodb::{
        codec::{self, Item},
        expression,
        query::{Page, Query},
        transaction::Outcome,
    },
    keys::{self, Key},
};

/// A picture in the bucket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredPicture {
    /// The key of the object.
    pub object_key: String,
    /// The file format.
    pub format: contract::ImageFormat,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Size of the file in bytes.
    pub size_bytes: u64,
}

impl StoredPicture {
    /// A file in the bucket.
    pub fn new(object_key: String, format: contract::ImageFormat, size: contract::Size, size_bytes: usize) -> Self {
        Self {
            object_key,
            format,
            width: size.width,
            height: size.height,
            size_bytes: size_bytes as u64,
        }
    }
}

/// A page of a list, newest records first.
#[derive(Clone, Debug)]
pub struct RecordPage<T> {
    /// The records.
    pub records: Vec<T>,
    /// Whether older records follow.
    pub more: bool,
}

/// A kind of record.
pub(crate) trait Record: Serialize + DeserializeOwned {
    /// The type of the ids.
    type Id: Id;
    /// The name of the kind in errors.
    const KIND: &'static str;
    /// The prefix of the sort keys.
    const PREFIX: &'static str;

    fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(Self::KIND, item)
    }
}

impl Store {
    /// At most `limit` records of a partition that are older than `before`, newest first.
    pub(crate) async fn newest_records<T: Record>(
        &self,
        partition: &str,
        before: Option<T::Id>,
        limit: u32,
    ) -> Result<RecordPage<T>, StoreError> {
        let before = before.map(|id| id.to_string());
        let (first, mut last) = keys::records(T::PREFIX, before.as_deref());
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut found: Vec<Item> = Vec::new();
        // A later page ends with the sort key that was seen last, so this item is skipped. One item more than the page
        // shows whether another page follows.
        let mut seen = before.map(|_| last.clone());
        while found.len() <= wanted {
            let missing = u32::try_from(wanted - found.len())
                .unwrap_or(u32::MAX)
                .saturating_add(2);
            let query = Query::partition(partition).between(&first, &last).newest_first();
            let Page { items, next } = self.query(&query.limit(missing)).await?;
            found.extend(items.into_iter().filter(|item| sort_key(item) != seen));
            match found.last().and_then(sort_key) {
                Some(key) if next.is_some() => {
                    last.clone_from(&key);
                    seen = Some(key);
                }
                _ => break,
            }
        }
        let more = found.len() > wanted;
        found.truncate(wanted);
        let records = found.into_iter().map(T::read).collect::<Result<_, _>>()?;
        Ok(RecordPage { records, more })
    }

    /// A record, read with strong consistency.
    pub(crate) async fn record<T: Record>(&self, key: &Key) -> Result<Option<T>, StoreError> {
        self.get(key).await?.map(T::read).transpose()
    }

    /// Deletes the items of a record, which must all exist, and subtracts the record from the usage of its
    /// organization. `false` when another call has deleted the record.
    pub(crate) async fn delete_record(
        &self,
        all: &[Key],
        organization: OrganizationId,
        less: &Resources,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let noted = self.subtract_usage(organization, less)?;
        self.delete_with(all, vec![noted], deadline).await
    }

    /// Deletes items, which must all exist, and writes `others` in the same transaction. `false` when another call has
    /// deleted them. All attempts have the same client token, so a lost answer does not look like another call's
    /// deletion.
    pub(crate) async fn delete_with(
        &self,
        all: &[Key],
        others: Vec<TransactWriteItem>,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let deletions = all.iter().map(|key| expression::delete(&self.names.table, key));
        let mut items = deletions.collect::<Result<Vec<_>, _>>()?;
        items.extend(others);
        match self.transact(items, deadline).await {
            Ok(outcome) => Ok(matches!(outcome, Outcome::Committed)),
            // The last attempt may have been written although its answer was lost, so the table is read.
            Err(error) => match self.is_gone(all).await {
                Ok(true) => Ok(true),
                _ => Err(error),
            },
        }
    }

    async fn is_gone(&self, all: &[Key]) -> Result<bool, StoreError> {
        for key in all {
            if self.get(key).await?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn sort_key(item: &Item) -> Option<String> {
    item.get(keys::SK)?.as_s().ok().cloned()
}
