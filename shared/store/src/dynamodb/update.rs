//! Updates of a single item.

use aws_sdk_dynamodb::{
    operation::update_item::UpdateItemError,
    types::{ReturnValue, ReturnValuesOnConditionCheckFailure},
};

use crate::{
    Store, StoreError,
    dynamodb::{backoff::Backoff, codec::Item, expression::Expression},
    keys::Key,
};

/// How often an update is repeated that meets a transaction on its item: for about a second.
const MOST_CONFLICTS: u32 = 12;

/// How an update of one item ended.
#[derive(Debug)]
pub(crate) enum Update {
    /// The update is written. The item after the update.
    Written(Item),
    /// The condition failed. The existing item; empty when there is none, or when the endpoint does not show it.
    Refused(Item),
}

impl Store {
    /// A conditional update of an item; the key tells in which table. An update that meets a transaction on the same
    /// item is repeated, which the SDK does not do.
    pub(crate) async fn update(&self, key: &Key, change: &Expression) -> Result<Update, StoreError> {
        let mut backoff = Backoff::new();
        let mut conflicts = 0;
        let table = match key.sk {
            Some(_) => &self.names.table,
            None => &self.names.ephemeral_table,
        };
        loop {
            let output = self
                .client
                .update_item()
                .table_name(table)
                .set_key(Some(key.attributes()))
                .update_expression(change.update_text())
                .set_condition_expression(change.condition_text())
                .set_expression_attribute_names(change.names())
                .set_expression_attribute_values(change.values())
                .return_values(ReturnValue::AllNew)
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
                .send()
                .await;
            let error = match output {
                Ok(output) => return Ok(Update::Written(output.attributes.unwrap_or_default())),
                Err(error) => error,
            };
            match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    return Ok(Update::Refused(failed.item.clone().unwrap_or_default()));
                }
                Some(UpdateItemError::TransactionConflictException(_)) if conflicts < MOST_CONFLICTS => {
                    conflicts += 1;
                    backoff.wait(self).await;
                }
                _ => return Err(StoreError::aws("UpdateItem", error)),
            }
        }
    }
}
