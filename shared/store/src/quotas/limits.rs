//! Request counts, one item for each hour of an organization; and when an API key was last used.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::{operation::update_item::UpdateItemError, types::ReturnValue};
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

/// How long the counts of an hour are kept, in days.
pub const REQUESTS_KEPT_DAYS: u32 = 92;

/// How long the counts of single minutes are kept: longer than the clock skew between functions.
const MINUTES_KEPT: i64 = 10;

/// The attribute with the requests of an hour.
pub(crate) const OF_HOUR: &str = "total";

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
        let items = self
            .get_ephemeral(keys.iter().map(|key| (*key, keys::key_use(*key))))
            .await?;
        let used = |item: &Item| {
            item.get(LAST_USED)?
                .as_n()
                .ok()?
                .parse()
                .ok()
                .map(Timestamp::from_millis)
        };
        let uses = items.iter().filter_map(|(key, item)| Some((*key, used(item)?)));
        Ok(uses.collect())
    }

    /// Counts a request, also for `tool` if it has its own limit. The update is unconditional, so it succeeds for every
    /// state of the item. A repetition after a lost answer counts the request twice, which is harmless.
    ///
    /// The item has the counts of single minutes too. Old ones are removed, so that the item stays small.
    pub async fn count_request(
        &self,
        organization: OrganizationId,
        tool: Option<&'static str>,
        minute: Timestamp,
    ) -> Result<RequestCounts, StoreError> {
        let of_minute = minute.since(minute.hour()).as_secs().cast_signed() / 60;
        let name = |minute: i64, tool: Option<&str>| match tool {
            Some(tool) => format!("{minute}.{tool}"),
            None => format!("{minute}.total"),
        };
        let counted: Vec<Option<&str>> = std::iter::once(None).chain(tool.map(Some)).collect();
        let mut change = Expression::new();
        let one = change.value(number(1));
        let counts = counted
            .iter()
            .map(|tool| name(of_minute, *tool))
            .chain([OF_HOUR.to_owned()]);
        let add: Vec<String> = counts.map(|count| format!("{} {one}", change.name(&count))).collect();
        let kept = Duration::from_secs(u64::from(REQUESTS_KEPT_DAYS) * 24 * 3600);
        change.set(&[keys::TTL], number(minute.hour().plus(kept).seconds()));
        if of_minute > MINUTES_KEPT {
            for tool in counted {
                change.remove(&[&name(of_minute - MINUTES_KEPT - 1, tool)]);
            }
        }
        let output = self
            .client
            .update_item()
            .table_name(&self.names.ephemeral_table)
            .set_key(Some(keys::request_counts(organization, minute).attributes()))
            .update_expression(format!("ADD {} {}", add.join(", "), change.update_text()))
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
            total: read(&name(of_minute, None)),
            tool: tool.map_or(0, |tool| read(&name(of_minute, Some(tool)))),
        })
    }
}
