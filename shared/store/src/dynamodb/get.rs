//! Reads of items by their keys.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::KeysAndAttributes;

use crate::{
    Store, StoreError,
    dynamodb::{backoff::Backoff, codec::Item},
    keys::Key,
};

/// How many items one call reads.
const MOST_KEYS: usize = 100;

/// How often a batch is tried when DynamoDB leaves keys unprocessed.
const MOST_TRIES: u32 = 8;

/// The part of a batch that reads these keys of one table with strong consistency.
pub(crate) fn strong_reads<'a>(keys: impl IntoIterator<Item = &'a Key>) -> Result<KeysAndAttributes, StoreError> {
    KeysAndAttributes::builder()
        .set_keys(Some(keys.into_iter().map(Key::attributes).collect()))
        .consistent_read(true)
        .build()
        .map_err(|error| StoreError::corrupt("keys", error))
}

impl Store {
    /// An item of the main table, read with strong consistency.
    pub(crate) async fn get(&self, key: &Key) -> Result<Option<Item>, StoreError> {
        let request = self
            .client
            .get_item()
            .table_name(&self.names.table)
            .set_key(Some(key.attributes()));
        let output = request.consistent_read(true).send().await;
        Ok(output.map_err(|error| StoreError::aws("GetItem", error))?.item)
    }

    /// The existing items of the main table with these keys, read with strong consistency in one call. The items come
    /// in any order.
    pub(crate) async fn get_all<'a>(&self, keys: impl IntoIterator<Item = &'a Key>) -> Result<Vec<Item>, StoreError> {
        let table = &self.names.table;
        let request = HashMap::from([(table.clone(), strong_reads(keys)?)]);
        Ok(self.batch_get(request).await?.remove(table).unwrap_or_default())
    }

    /// The existing items of the ephemeral table with these keys, in any order, each with the value that was given with
    /// its key. They may be slightly out of date.
    pub(crate) async fn get_ephemeral<T: Copy>(
        &self,
        wanted: impl IntoIterator<Item = (T, Key)>,
    ) -> Result<Vec<(T, Item)>, StoreError> {
        let wanted: Vec<(T, Key)> = wanted.into_iter().collect();
        let table = &self.names.ephemeral_table;
        let mut found = Vec::new();
        for chunk in wanted.chunks(MOST_KEYS) {
            let request = KeysAndAttributes::builder()
                .set_keys(Some(chunk.iter().map(|(_, key)| key.attributes()).collect()))
                .build();
            let request = request.map_err(|error| StoreError::corrupt("keys", error))?;
            let mut items = self.batch_get([(table.clone(), request)].into()).await?;
            for item in items.remove(table).unwrap_or_default() {
                let of = chunk.iter().find(|(_, key)| key.is_of(&item));
                found.extend(of.map(|(one, _)| (*one, item)));
            }
        }
        Ok(found)
    }

    /// Items of both tables, read in one call. Keys that DynamoDB leaves unprocessed are requested again.
    pub(crate) async fn batch_get(
        &self,
        mut request: HashMap<String, KeysAndAttributes>,
    ) -> Result<HashMap<String, Vec<Item>>, StoreError> {
        let mut found: HashMap<String, Vec<Item>> = HashMap::new();
        let mut backoff = Backoff::new();
        for _ in 0..MOST_TRIES {
            let output = self
                .client
                .batch_get_item()
                .set_request_items(Some(request))
                .send()
                .await;
            let output = output.map_err(|error| StoreError::aws("BatchGetItem", error))?;
            for (table, items) in output.responses.unwrap_or_default() {
                found.entry(table).or_default().extend(items);
            }
            request = output.unprocessed_keys.unwrap_or_default();
            if request.is_empty() {
                return Ok(found);
            }
            backoff.wait(self).await;
        }
        Err(StoreError::Contention)
    }
}
