//! Answers to repeat that an operator clears: after the table of records was restored to an earlier moment, and when an
//! organization is deleted.

use std::time::Duration;

use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use contract::{OrganizationId, Timestamp};
use futures_util::{StreamExt, TryStreamExt, stream};

use crate::{
    Answer, Store, StoreError,
    codec::{self, Item, number},
    expression::Expression,
    keys::{self, Key},
};

/// How much older than the restored moment an answer may be and is cleared all the same. An answer has the time at which
/// its call began; it is committed up to 25 seconds later, and the clocks of functions and of DynamoDB differ.
const MARGIN: Duration = Duration::from_secs(60);

/// How many answers are deleted side by side.
const SIDE_BY_SIDE: usize = 16;

/// When an answer stops being repeated, as [`Answer::until`].
const UNTIL: &str = "until";

impl Store {
    /// Deletes the answers to repeat that were made after `since`, or up to a minute before. Returns how many.
    ///
    /// The table of what expires keeps its answers when the table of records is restored, so they would tell of records
    /// and charges that no longer exist. This reads the whole table, page by page: an answer's key is a hash, and no
    /// index leads to answers by their time. Only an operator does this; no request does.
    pub async fn clear_answers(&self, since: Timestamp) -> Result<usize, StoreError> {
        let until = (since - MARGIN).plus(Answer::LIFETIME);
        self.clear_answers_of(keys::ANSWER_PREFIX, until).await
    }

    /// Deletes all answers to repeat of an organization that has been deleted. Returns how many. This reads the whole
    /// table too.
    pub async fn remove_answers(&self, organization: OrganizationId) -> Result<usize, StoreError> {
        let prefix = keys::answers_prefix(organization);
        self.clear_answers_of(&prefix, Timestamp::from_millis(0)).await
    }

    /// Deletes the answers whose keys begin with `prefix` and that are repeated until `until` or longer.
    async fn clear_answers_of(&self, prefix: &str, until: Timestamp) -> Result<usize, StoreError> {
        let mut cleared = 0;
        let mut start = None;
        loop {
            let (answers, next) = self.answers(prefix, until, start).await?;
            let deletions = stream::iter(answers).map(|answer| self.clear_answer(answer));
            let deleted: Vec<bool> = deletions.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
            cleared += deleted.into_iter().filter(|deleted| *deleted).count();
            start = next;
            if start.is_none() {
                return Ok(cleared);
            }
        }
    }

    /// Some answers whose keys begin with `prefix` and that are repeated until `until` or longer, and where the next ones
    /// begin.
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

    /// Deletes an answer that was read, unless it is gone or another one has taken its place.
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
