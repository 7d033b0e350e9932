//! The number of calls that wait for the end of a generation: calls of one organization, and calls of all
//! organizations.

use aws_sdk_dynamodb::types::ReturnValue;
use contract::{OrganizationId, Timestamp};
use futures_util::future::try_join;

use crate::{
    Store, StoreError,
    dynamodb::{codec::number, expression::Expression},
    keys::{self, Key},
};

/// How many calls that began to wait in the same minute are still waiting. A call that was killed while it waited is
/// counted until its minute has ended, and no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingCalls {
    /// Calls of the organization.
    pub organization: u32,
    /// Calls of all organizations.
    pub all: u32,
}

/// How long the counts of a minute are kept, in seconds: longer than any call waits, plus the clock skew between
/// functions.
const KEPT_SECONDS: i64 = 600;

impl Store {
    /// Counts a call that begins to wait in `minute`. Returns the counts, which include this call. Two updates side by
    /// side, both unconditional: a repetition after a lost answer counts twice until the minute has ended, so a call
    /// waits less than it may.
    pub async fn begin_waiting(
        &self,
        organization: OrganizationId,
        minute: Timestamp,
    ) -> Result<WaitingCalls, StoreError> {
        let (organization, all) = self.change_waiting_calls(organization, minute, 1).await?;
        Ok(WaitingCalls { organization, all })
    }

    /// Undoes the count of [`Store::begin_waiting`] in `minute`.
    pub async fn end_waiting(&self, organization: OrganizationId, minute: Timestamp) -> Result<(), StoreError> {
        self.change_waiting_calls(organization, minute, -1).await.map(|_| ())
    }

    async fn change_waiting_calls(
        &self,
        organization: OrganizationId,
        minute: Timestamp,
        change: i64,
    ) -> Result<(u32, u32), StoreError> {
        let of_organization = self.add_waiting(keys::waiting(organization, minute), minute, change);
        let of_all = self.add_waiting(keys::all_waiting(minute), minute, change);
        try_join(of_organization, of_all).await
    }

    /// The count after the change. It may be below zero where an answer was lost.
    async fn add_waiting(&self, key: Key, minute: Timestamp, change: i64) -> Result<u32, StoreError> {
        let mut expression = Expression::new();
        let (waiting, by) = (expression.name("waiting"), expression.value(number(change)));
        expression.set(&[keys::TTL], number(minute.seconds() + KEPT_SECONDS));
        let output = self
            .client
            .update_item()
            .table_name(&self.names.ephemeral_table)
            .set_key(Some(key.attributes()))
            .update_expression(format!("ADD {waiting} {by} {}", expression.update_text()))
            .set_expression_attribute_names(expression.names())
            .set_expression_attribute_values(expression.values())
            .return_values(ReturnValue::UpdatedNew)
            .send()
            .await
            .map_err(|error| StoreError::aws("UpdateItem", error))?;
        let count = output
            .attributes
            .as_ref()
            .and_then(|item| item.get("waiting")?.as_n().ok());
        let count: i64 = count.and_then(|count| count.parse().ok()).unwrap_or_default();
        Ok(u32::try_from(count).unwrap_or_default())
    }
}
