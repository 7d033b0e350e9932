//! Deletes answers to repeat, for operators: after the main table was restored to an earlier moment, and when an
//! organization is deleted.

use std::time::Duration;

use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use contract::{OrganizationId, Timestamp};
use futures_util::{StreamExt, TryStreamExt, stream};

use crate::{
    KeptAnswer, Store, StoreError,
    dynamodb::{
        codec::{self, Item, number},
        expression::Expression,
    },
    keys::{self, Key},
};

/// Answers are also deleted if they are older than the restored moment by up to this much. The time of an answer is
/// that at which its call began. The answer is committed up to 25 seconds later, and the clocks of functions and of
/// DynamoDB differ.
const MARGIN: Duration = Duration::from_secs(60);

/// How many answers are deleted concurrently.
const CONCURRENT_DELETIONS: usize = 16;

/// The attribute of [`KeptAnswer::until`].
const UNTIL: &str = "until";

impl Store {
    /// Deletes the answers of calls that began after `since`, or up to a minute before. Returns their number.
    ///
    /// When the main table is restored, the ephemeral table keeps its answers, which may name records and charges that
    /// no longer exist. This method scans the ephemeral table, because no index sorts answers by time. Only an operator
    /// calls it.
    pub async fn clear_answers(&self, since: Timestamp) -> Result<usize, StoreError> {
        let until = (since - MARGIN).plus(KeptAnswer::LIFETIME);
        self.clear_answers_of(keys::ANSWER_PREFIX, until).await
    }

    /// Deletes all answers of an organization that has been deleted. Returns their number. This method scans the
    /// ephemeral table too.
    pub async fn remove_answers(&self, organization: OrganizationId) -> Result<usize, StoreError> {
        let prefix = keys::answers_prefix(organization);
        self.clear_answers_of(&prefix, Timestamp::from_millis(0)).await
    }

    /// Deletes the answers with this prefix of their key that expire at `until` or later.
    async fn clear_answers_of(&self, prefix: &str, until: Timestamp) -> Result<usize, StoreError> {
        let mut cleared = 0;
        let mut start = None;
        loop {
            let (answers, next) = self.answers(prefix, until, start).await?;
            let deletions = stream::iter(answers).map(|answer| self.clear_answer(answer));
            let deleted: Vec<bool> = deletions.buffer_unordered(CONCURRENT_DELETIONS).try_collect().await?;
            cleared += deleted.into_iter().filter(|deleted| *deleted).count();
            start = next;
            if start.is_none() {
                return Ok(cleared);
            }
        }
    }

    /// A page of the answers with this prefix of their key that expire at `until` or later, and the start of the next
    /// page.
    async fn answers(
        &self,
        prefix: &str,
        until: Timestamp,
        start: Option<Item>,
    ) -> Result<(Vec<Item>, Option<Item>), StoreError> {
        let mut filter = Expression::new();
        let (pk, prefix) = (filter.name(keys::PK), filter.value(codec::text(prefix)));
        let (name, until) = (filter.name(UNTIL), filter.value(number(until.millis())));
        let output = self
            .client
            .scan()
            .table_name(&self.names.ephemeral_table)
            .filter_expression(format!("begins_with({pk}, {prefix}) AND {name} >= {until}"))
            .projection_expression(format!("{pk}, {name}"))
            .set_expression_attribute_names(filter.names())
            .set_expression_attribute_values(filter.values())
            .set_exclusive_start_key(start)
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| StoreError::aws("Scan", error))?;
        Ok((output.items.unwrap_or_default(), output.last_evaluated_key))
    }

    /// Deletes an answer that was read, unless it has been deleted or replaced since. Returns whether it was deleted.
    async fn clear_answer(&self, mut answer: Item) -> Result<bool, StoreError> {
        let missing = || StoreError::Missing { kind: "answer's key" };
        let pk = answer.remove(keys::PK).and_then(|pk| pk.as_s().ok().cloned());
        let key = Key {
            pk: pk.ok_or_else(missing)?,
            sk: None,
        };
        let mut condition = Expression::new();
        condition.require_equal(&[UNTIL], answer.remove(UNTIL).ok_or_else(missing)?);
        let deletion = self
            .client
            .delete_item()
            .table_name(&self.names.ephemeral_table)
            .set_key(Some(key.attributes()))
            .set_condition_expression(condition.condition_text())
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values());
        match deletion.send().await {
            Ok(_) => Ok(true),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(DeleteItemError::is_conditional_check_failed_exception) =>
            {
                Ok(false)
            }
            Err(error) => Err(StoreError::aws("DeleteItem", error)),
        }
    }
}
