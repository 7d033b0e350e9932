//! Request counts, one item for each minute of an organization.

use aws_sdk_dynamodb::types::ReturnValue;
use contract::{OrganizationId, Timestamp};

use crate::{
    Store, StoreError,
    codec::{Item, number},
    expression::Expression,
    keys,
};

/// How many requests an organization has made in a minute, this one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestCounts {
    /// To anything.
    pub total: u32,
    /// To the tool in question.
    pub tool: u32,
}

/// How long the counts of a minute stay, in seconds: long enough for clocks that differ.
const KEPT_SECONDS: i64 = 600;

impl Store {
    /// Counts one request, and one to `tool` where it has a limit of its own. Unconditional, so it cannot fail for any
    /// state of the item; a repetition after a lost answer counts twice, which harms nobody.
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
