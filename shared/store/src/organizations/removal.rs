//! Deleting an organization, step by step, for operators. Each step deletes last the items that lead to the others, so
//! an interrupted deletion can be started again.
//!
//! These deletions have no conditions, because an earlier run may have deleted an item already. No other writer can
//! undo them: once the balance is deleted, nothing new can be committed for the organization, and every change of an
//! existing item requires that the item exists. A transaction that has begun before may still replace an item by
//! others, so callers look for items once more at the end.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{DeleteRequest, WriteRequest};
use contract::{KeyId, OrganizationId};
use serde::Deserialize;

use crate::{
    Deadline, Inspiration, KeyHash, Store, StoreError,
    dynamodb::{
        backoff::Backoff,
        codec::{self, Item},
        query::Query,
    },
    keys::{self, Key},
    operator_log::ActionTarget,
    records::record::Record,
};

/// How many items DynamoDB deletes in one call.
const BATCH: usize = 25;
/// How many items one step of a deletion reads.
const PAGE: u32 = 500;
/// How often a batch is tried when DynamoDB leaves items unprocessed: for several seconds.
const MOST_TRIES: u32 = 32;

/// The result of one step of a deletion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// The number of deleted items of the organization, without API keys.
    pub records: usize,
    /// The number of deleted API keys.
    pub keys: usize,
    /// The keys of the objects in the public library that only the deleted records named.
    pub library_objects: Vec<String>,
}

/// The items that are deleted together with one item of an organization.
struct Deletion {
    /// The item itself.
    own: Key,
    /// Items of other partitions that only this item leads to.
    elsewhere: Vec<Key>,
}

/// An entry of an organization's list of keys.
#[derive(Deserialize)]
struct Pointer {
    hash: KeyHash,
}

impl Removed {
    /// Counts `item` and returns what is deleted with it.
    fn add(&mut self, partition: &str, item: Item) -> Result<Deletion, StoreError> {
        let sort_key = item.get(keys::SK).and_then(|value| value.as_s().ok()).cloned();
        let sort_key = sort_key.ok_or(StoreError::Missing { kind: "sort key" })?;
        let mut elsewhere = Vec::new();
        if let Some(id) = keys::id_in::<KeyId>(&sort_key, keys::KEY_PREFIX) {
            let pointer: Pointer = codec::read("key", item)?;
            elsewhere.extend([keys::key(&pointer.hash), keys::key_by_id(id)]);
            self.keys += 1;
        } else {
            if let Some(id) = keys::id_in(&sort_key, keys::INSPIRATION_PREFIX) {
                // A private inspiration has no item in the library. Deleting the missing item is not an error.
                elsewhere.push(keys::public_inspiration(id));
                // An inspiration that cannot be read must not stop the deletion. `tgctl gc` finds its picture later.
                let inspiration = Inspiration::read(item).ok();
                self.library_objects
                    .extend(inspiration.and_then(Inspiration::library_object));
            }
            self.records += 1;
        }
        let own = Key {
            pk: partition.to_owned(),
            sk: Some(sort_key),
        };
        Ok(Deletion { own, elsewhere })
    }
}

impl Inspiration {
    /// The key of the inspiration's object, if the object is in the public library.
    fn library_object(self) -> Option<String> {
        let own_prefix = self.organization.map(|organization| organization.to_string());
        // An inspiration that an operator has hidden is private, but its object is still in the library.
        let is_own = own_prefix.is_some_and(|prefix| self.picture.object_key.starts_with(&prefix));
        (!is_own).then_some(self.picture.object_key)
    }
}

impl Store {
    /// Whether an organization exists, or is being deleted.
    pub async fn is_listed(&self, organization: OrganizationId) -> Result<bool, StoreError> {
        Ok(self.get(&keys::organization_listed(organization)).await?.is_some())
    }

    /// Deletes the API keys of an organization, which stop working as revoked keys do. Returns their number.
    pub async fn remove_keys(&self, organization: OrganizationId) -> Result<usize, StoreError> {
        let mut keys = 0;
        while let Some(removed) = self.remove_some(organization, keys::KEY_PREFIX).await? {
            keys += removed.keys;
        }
        Ok(keys)
    }

    /// Deletes an organization's own item and its balance, both or neither. Afterwards nothing can be charged or
    /// created for the organization. `false` when an earlier run did it.
    pub async fn close_organization(
        &self,
        organization: OrganizationId,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let both = [keys::organization(organization), keys::balance(organization)];
        let recorded = self.record_action("org delete", ActionTarget::organization(organization, None))?;
        self.delete_with(&both, recorded.into_iter().collect(), deadline).await
    }

    /// Deletes some of the items of an organization, with the items of other partitions that they lead to. `None` when
    /// no item is left; call this method until then.
    pub async fn remove_records(&self, organization: OrganizationId) -> Result<Option<Removed>, StoreError> {
        self.remove_some(organization, "").await
    }

    /// Removes an organization from the list of all organizations. This is the last step; before it, the deletion can
    /// be started again.
    pub async fn unlist_organization(&self, organization: OrganizationId) -> Result<(), StoreError> {
        self.remove_items(&[keys::organization_listed(organization)]).await
    }

    async fn remove_some(&self, organization: OrganizationId, prefix: &str) -> Result<Option<Removed>, StoreError> {
        let partition = keys::organization_partition(organization);
        let query = Query::partition(&*partition).with_prefix(prefix).limit(PAGE);
        let items = self.query(&query).await?.items;
        if items.is_empty() {
            return Ok(None);
        }
        let mut removed = Removed::default();
        let (mut own, mut elsewhere) = (Vec::new(), Vec::new());
        for item in items {
            let deletion = removed.add(&partition, item)?;
            own.push(deletion.own);
            elsewhere.extend(deletion.elsewhere);
        }
        self.remove_items(&elsewhere).await?;
        self.remove_items(&own).await?;
        Ok(Some(removed))
    }

    async fn remove_items(&self, all: &[Key]) -> Result<(), StoreError> {
        for batch in all.chunks(BATCH) {
            let request = |key: &Key| {
                let deletion = DeleteRequest::builder().set_key(Some(key.attributes())).build();
                let deletion = deletion.map_err(|error| StoreError::corrupt("deletion", error))?;
                Ok(WriteRequest::builder().delete_request(deletion).build())
            };
            let requests: Vec<WriteRequest> = batch.iter().map(request).collect::<Result<_, StoreError>>()?;
            let mut left = HashMap::from([(self.names.table.clone(), requests)]);
            let mut backoff = Backoff::new();
            let mut tries = 0;
            while !left.is_empty() {
                if tries == MOST_TRIES {
                    return Err(StoreError::Contention);
                }
                if tries > 0 {
                    backoff.wait(self).await;
                }
                tries += 1;
                let output = self
                    .client
                    .batch_write_item()
                    .set_request_items(Some(left))
                    .send()
                    .await;
                let output = output.map_err(|error| StoreError::aws("BatchWriteItem", error))?;
                left = output.unprocessed_items.unwrap_or_default();
            }
        }
        Ok(())
    }
}
