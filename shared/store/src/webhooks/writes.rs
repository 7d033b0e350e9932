//! Reading and writing one delivery.

use aws_sdk_dynamodb::{
    operation::{delete_item::DeleteItemError, put_item::PutItemError},
    types::{ReturnValuesOnConditionCheckFailure, TransactWriteItem},
};
use contract::{DeliveryId, OrganizationId};

use crate::{
    Deadline, Store, StoreError,
    dynamodb::{
        backoff::Backoff,
        codec::{self, Item, number},
        expression::{self, Expression},
        transaction::Outcome,
    },
    keys::{self, Key},
    webhooks::delivery::{DELIVERY, Delivery, Receiver},
};

/// How often a write is repeated that meets a transaction on its item: for about a second.
const MOST_CONFLICTS: u32 = 12;

/// How writing a step of a delivery ended.
#[derive(Debug)]
pub enum DeliveryWrite {
    /// The step is written, by this or by an earlier try whose answer was lost.
    Written,
    /// The delivery has changed since it was read. The present delivery; `None` when it does not exist.
    Changed(Option<Box<Delivery>>),
}

fn key(delivery: &Delivery) -> Key {
    keys::delivery(delivery.organization, delivery.receiver, delivery.id)
}

fn item(delivery: &Delivery) -> Result<Item, StoreError> {
    let mut item = codec::write(DELIVERY, &key(delivery), delivery)?;
    let shard = keys::delivery_shard(delivery.id);
    item.insert(keys::DUE_SHARD.to_owned(), codec::text(shard));
    Ok(item)
}

impl Store {
    /// A delivery, read with strong consistency.
    pub async fn delivery(
        &self,
        organization: OrganizationId,
        receiver: Receiver,
        id: DeliveryId,
    ) -> Result<Option<Delivery>, StoreError> {
        let item = self.get(&keys::delivery(organization, receiver, id)).await?;
        item.map(Delivery::read).transpose()
    }

    /// The part of a transaction that creates a delivery.
    pub(crate) fn new_delivery(&self, delivery: &Delivery) -> Result<TransactWriteItem, StoreError> {
        expression::create(&self.names.table, item(delivery)?)
    }

    /// Creates the delivery of a test. `false` when its webhook does not exist.
    pub async fn create_test_delivery(&self, delivery: &Delivery, deadline: Deadline) -> Result<bool, StoreError> {
        let Receiver::Webhook(webhook) = delivery.receiver else {
            return Ok(false);
        };
        let webhook = keys::webhook(delivery.organization, webhook);
        let exists = expression::must_exist(&self.names.table, &webhook)?;
        let created = self.new_delivery(delivery)?;
        let outcome = self.transact(vec![exists, created], deadline).await?;
        Ok(matches!(outcome, Outcome::Committed))
    }

    /// Writes `after`, which a step made from the previous version of the delivery.
    pub async fn write_delivery(&self, after: &Delivery) -> Result<DeliveryWrite, StoreError> {
        let mut condition = Expression::new();
        condition.require_equal(&["version"], number(after.version.saturating_sub(1)));
        let item = item(after)?;
        let mut backoff = Backoff::new();
        let mut conflicts = 0;
        loop {
            let put = self
                .client
                .put_item()
                .table_name(&self.names.table)
                .set_item(Some(item.clone()))
                .set_condition_expression(condition.condition_text())
                .set_expression_attribute_names(condition.names())
                .set_expression_attribute_values(condition.values())
                .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
                .send()
                .await;
            let Err(error) = put else {
                return Ok(DeliveryWrite::Written);
            };
            match error.as_service_error() {
                Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                    let present = failed.item.clone().filter(|item| !item.is_empty());
                    return self.changed(after, present).await;
                }
                Some(PutItemError::TransactionConflictException(_)) if conflicts < MOST_CONFLICTS => {
                    conflicts += 1;
                    backoff.wait(self).await;
                }
                _ => return Err(StoreError::aws("PutItem", error)),
            }
        }
    }

    /// Deletes a delivery, unless it has changed since it was read.
    pub async fn delete_delivery(&self, seen: &Delivery) -> Result<(), StoreError> {
        let mut condition = Expression::new();
        condition.require_equal(&["version"], number(seen.version));
        let deletion = self
            .client
            .delete_item()
            .table_name(&self.names.table)
            .set_key(Some(key(seen).attributes()))
            .set_condition_expression(condition.condition_text())
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values());
        match deletion.send().await {
            Ok(_) => Ok(()),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(DeleteItemError::is_conditional_check_failed_exception) =>
            {
                Ok(())
            }
            Err(error) => Err(StoreError::aws("DeleteItem", error)),
        }
    }

    /// The outcome of a refused write, whose refusal showed `present`.
    async fn changed(&self, after: &Delivery, present: Option<Item>) -> Result<DeliveryWrite, StoreError> {
        let present = match present {
            Some(item) => Some(Delivery::read(item)?),
            // There is no item, or the endpoint does not show it with a refusal.
            None => self.delivery(after.organization, after.receiver, after.id).await?,
        };
        Ok(match present {
            Some(present) if present == *after => DeliveryWrite::Written,
            present => DeliveryWrite::Changed(present.map(Box::new)),
        })
    }
}
