//! Deleting an organization, step by step, for operators. What leads to the rest goes last in each step, so a deletion
//! that was interrupted is finished by beginning it again.
//!
//! These deletions have no conditions, and one of what is not there is no error: an earlier run may have made it. No
//! writer is overrun by them: without a balance nothing new can be committed for the organization, and changes of what
//! is there are conditional on it.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{DeleteRequest, WriteRequest};
use contract::{KeyId, OrganizationId};
use serde::Deserialize;

use crate::{
    Deadline, Inspiration, KeyHash, Store, StoreError,
    act::About,
    backoff::Backoff,
    codec::{self, Item},
    keys::{self, Key},
    query::Query,
    record::Record,
};

/// How many items DynamoDB deletes in one call.
const BATCH: usize = 25;
/// How many items one step of a deletion reads.
const PAGE: u32 = 500;
/// How often the items of a batch are tried that DynamoDB leaves over: for several seconds.
const MOST_TRIES: u32 = 32;

/// What one step of a deletion has deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// How many items of the organization, its API keys aside.
    pub records: usize,
    /// How many API keys.
    pub keys: usize,
    /// The keys of objects in the public library that its records named, and that nothing names any more.
    pub library_objects: Vec<String>,
}

/// What is to be deleted because of one item of an organization.
struct Doomed {
    /// The item itself.
    own: Key,
    /// What only it leads to, elsewhere in the table.
    elsewhere: Vec<Key>,
}

/// Where an organization's list of keys leads to.
#[derive(Deserialize)]
struct Pointer {
    hash: KeyHash,
}

impl Removed {
    /// Notes what goes with `item`.
    fn add(&mut self, partition: &str, item: Item) -> Result<Doomed, StoreError> {
        let sort_key = item.get(keys::SK).and_then(|value| value.as_s().ok()).cloned();
        let sort_key = sort_key.ok_or(StoreError::Missing { kind: "sort key" })?;
        let mut elsewhere = Vec::new();
        if let Some(id) = keys::id_in::<KeyId>(&sort_key, keys::KEY_PREFIX) {
            let pointer: Pointer = codec::read("key", item)?;
            elsewhere.extend([keys::key(&pointer.hash), keys::key_by_id(id)]);
            self.keys += 1;
        } else {
            if let Some(id) = keys::id_in(&sort_key, keys::INSPIRATION_PREFIX) {
                // Of a private one there is nothing in the library, and nothing is deleted.
                elsewhere.push(keys::public_inspiration(id));
                // One that cannot be read does not keep its organization alive; its picture is an orphan then.
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
        Ok(Doomed { own, elsewhere })
    }
}

impl Inspiration {
    /// The key of its object, when that is in the public library.
    fn library_object(self) -> Option<String> {
        let own_prefix = self.organization.map(|organization| organization.to_string());
        // One that an operator has hidden is private, and its object is in the library still.
        let is_own = own_prefix.is_some_and(|prefix| self.picture.object_key.starts_with(&prefix));
        (!is_own).then_some(self.picture.object_key)
    }
}

impl Store {
    /// Whether an organization is there, or was until its deletion began.
    pub async fn is_listed(&self, organization: OrganizationId) -> Result<bool, StoreError> {
        Ok(self.get(&keys::organization_listed(organization)).await?.is_some())
    }

    /// Deletes the API keys of an organization: they stop as revoked ones do.
    pub async fn remove_keys(&self, organization: OrganizationId) -> Result<usize, StoreError> {
        let mut keys = 0;
        while let Some(removed) = self.remove_some(organization, keys::KEY_PREFIX).await? {
            keys += removed.keys;
        }
        Ok(keys)
    }

    /// Deletes an organization's own item and its balance, both or none. From then on nobody can charge it or make
    /// anything for it. `false` when that was done before.
    pub async fn close_organization(
        &self,
        organization: OrganizationId,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let both = [keys::organization(organization), keys::balance(organization)];
        let act = self.note_act("org delete", About::organization(organization, None))?;
        self.delete_with(&both, act.into_iter().collect(), deadline).await
    }

    /// Deletes some of what an organization has in the tables, with what that leads to elsewhere; `None` when nothing
    /// is left. To be called until then.
    pub async fn remove_records(&self, organization: OrganizationId) -> Result<Option<Removed>, StoreError> {
        self.remove_some(organization, "").await
    }

    /// Takes an organization out of the list of all. The last step: until then its deletion can be begun again.
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
            let doomed = removed.add(&partition, item)?;
            own.push(doomed.own);
            elsewhere.extend(doomed.elsewhere);
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
