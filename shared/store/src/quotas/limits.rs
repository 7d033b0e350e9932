//! Request counts, one item for each minute of an organization; and when an API key was last used.

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    operation::update_item::UpdateItemError,
    types::{KeysAndAttributes, ReturnValue},
};
use contract::{KeyId, OrganizationId, Timestamp};

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{Item, number},
        expression::Expression,
    },
    keys,
};

/// The numbers of requests of an organization in a minute, including the present request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestCounts {
    /// All requests.
    pub total: u32,
    /// Requests to the present tool.
    pub tool: u32,
}

/// How long the counts of a minute are kept, in seconds: longer than the clock skew between functions.
const KEPT_SECONDS: i64 = 600;

/// How long the time of a key's last use is kept, in seconds: 400 days.
const USE_KEPT_SECONDS: i64 = 400 * 24 * 3600;

/// The attribute with the time of a key's last use.
const LAST_USED: &str = "lastUsedAt";

impl Store {
    /// Records that an API key is used `now`, unless a use later than `since` is recorded.
    pub async fn note_key_use(&self, key: KeyId, since: Timestamp, now: Timestamp) -> Result<(), StoreError> {
        let mut change = Expression::new();
        change.set(&[LAST_USED], number(now.millis()));
        change.set(&[keys::TTL], number(now.seconds() + USE_KEPT_SECONDS));
        let (path, since) = (change.path(&[LAST_USED]), change.value(number(since.millis())));
        change.require(format!("attribute_not_exists({path}) OR {path} <= {since}"));
        let noted = self
            .client
            .update_item()
            .table_name(&self.names.ephemeral_table)
            .set_key(Some(keys::key_use(key).attributes()))
            .update_expression(change.update_text())
            .set_condition_expression(change.condition_text())
            .set_expression_attribute_names(change.names())
            .set_expression_attribute_values(change.values())
            .send()
            .await;
        match noted {
            Ok(_) => Ok(()),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(UpdateItemError::is_conditional_check_failed_exception) =>
            {
                Ok(())
            }
            Err(error) => Err(StoreError::aws("UpdateItem", error)),
        }
    }

    /// When these keys were last used. Keys without a recorded use are absent.
    pub async fn key_uses(&self, keys: &[KeyId]) -> Result<HashMap<KeyId, Timestamp>, StoreError> {
        let mut uses = HashMap::new();
        for chunk in keys.chunks(100) {
            let request = KeysAndAttributes::builder()
                .set_keys(Some(chunk.iter().map(|key| keys::key_use(*key).attributes()).collect()))
                .build();
            let request = request.map_err(|error| StoreError::corrupt("keys", error))?;
            let table = self.names.ephemeral_table.clone();
            let mut found = self.batch_get([(table, request)].into()).await?;
            for item in found.remove(&self.names.ephemeral_table).unwrap_or_default() {
                let millis = item.get(LAST_USED).and_then(|value| value.as_n().ok()?.parse().ok());
                let used = chunk.iter().find(|key| keys::key_use(**key).is_of(&item));
                uses.extend(used.copied().zip(millis.map(Timestamp::from_millis)));
            }
        }
        Ok(uses)
    }

    /// Counts a request, also for `tool` if it has its own limit. The update is unconditional, so it succeeds for every state
    /// of the item. A repetition after a lost answer counts the request twice, which is harmless.
    pub async fn count_request(
        &self,
        organization: OrganizationId,
        tool: Option<&'static str>,
        minute: Timestamp,
    ) -> Result<RequestCounts, StoreError> {
        let mut change = Expression::new();
        let (total, one) = (change.name("total"), change.value(number(1)));
        let by_tool = tool.map(|tool| change.name(&format!("tool.{tool}")));
        change.set(&[keys::TTL], number(minute.seconds() + KEPT_SECONDS));
        let add = match &by_tool {
            Some(tool) => format!("ADD {total} {one}, {tool} {one}"),
            None => format!("ADD {total} {one}"),
        };
        let output = self
            .client
            .update_item()
            .table_name(&self.names.ephemeral_table)
            .set_key(Some(keys::request_count(organization, minute).attributes()))
            .update_expression(format!("{add} {}", change.update_text()))
            .set_expression_attribute_names(change.names())
            .set_expression_attribute_values(change.values())
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await
            .map_err(|error| StoreError::aws("UpdateItem", error))?;
        let counts: Item = output.attributes.unwrap_or_default();
        let read = |name: &str| {
            counts
                .get(name)
                .and_then(|value| value.as_n().ok()?.parse().ok())
                .unwrap_or(0)
        };
        Ok(RequestCounts {
            total: read("total"),
            tool: tool.map_or(0, |tool| read(&format!("tool.{tool}"))),
        })
    }
}
