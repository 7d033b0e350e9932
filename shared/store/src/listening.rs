//! Whether somebody listens for the events of an organization.
//!
//! The balance's item says so, because every charge reads and writes this item: a charge copies the mark to the progress
//! of the generation that it creates. So the write that ends a thumbnail knows from the progress whether it has to write an
//! event, without a further read. The marks are conditions of these writes. When a mark changes at the same time, the write
//! is refused and made again.

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{Amount, OrganizationId};
use tokio::time::sleep;

use crate::{
    Balance, Store, StoreError, codec::number, expression::Expression, keys, state, update::Update,
    waiting_thumbnails::APPEARANCE,
};

/// The attribute of a balance's item, and of a generation's progress, that exists if somebody listens.
const HAS_LISTENER: &str = "hasListener";

/// Requires that the mark is as it was seen.
pub(crate) fn require_listener(change: &mut Expression, has_listener: bool) {
    if has_listener {
        change.require_present(HAS_LISTENER);
    } else {
        change.require_absent(HAS_LISTENER);
    }
}

/// Sets the mark.
pub(crate) fn mark_listener(change: &mut Expression) {
    change.set(&[HAS_LISTENER], AttributeValue::Bool(true));
}

impl Store {
    /// Lets every fact that becomes true after this call has returned have an event. May be repeated.
    ///
    /// # Errors
    ///
    /// A call failed, or the organization does not exist. Then some generations may lack the mark; a repetition sets it.
    pub async fn start_listening(&self, organization: OrganizationId) -> Result<(), StoreError> {
        let mut change = Expression::new();
        mark_listener(&mut change);
        let balance = self.change_balance_item(organization, change).await?;
        // From now on charges mark the generations that they create. Generations that were charged before follow here; the
        // last of them may not be visible yet.
        sleep(APPEARANCE).await;
        let mut open = Vec::new();
        self.each_open_generation(organization, &balance.usage, |progress| open.push(progress.generation))
            .await?;
        for generation in open {
            self.write_step(organization, generation, &state::add_listener())
                .await?;
        }
        Ok(())
    }

    /// Ends what [`Store::start_listening`] began, for charges after this call and the generations that they create.
    /// Generations that are open keep their mark.
    ///
    /// # Errors
    ///
    /// A call failed, or the organization does not exist.
    pub async fn stop_listening(&self, organization: OrganizationId) -> Result<(), StoreError> {
        let mut change = Expression::new();
        change.remove(&[HAS_LISTENER]);
        self.change_balance_item(organization, change).await.map(drop)
    }

    /// Sets the threshold below which a balance is low; `None` means [`crate::DEFAULT_LOW_BALANCE`]. A charge at the same
    /// time may still be judged by the threshold of before.
    ///
    /// # Errors
    ///
    /// A call failed, or the organization does not exist.
    pub async fn set_low_balance(
        &self,
        organization: OrganizationId,
        low_balance: Option<Amount>,
    ) -> Result<(), StoreError> {
        let mut change = Expression::new();
        match low_balance {
            Some(amount) => change.set(&["lowBalance"], number(amount.hundredths())),
            None => change.remove(&["lowBalance"]),
        }
        self.change_balance_item(organization, change).await.map(drop)
    }

    async fn change_balance_item(
        &self,
        organization: OrganizationId,
        mut change: Expression,
    ) -> Result<Balance, StoreError> {
        change.require_present(keys::PK);
        match self.update(&keys::balance(organization), &change).await? {
            Update::Written(item) => Balance::read(item),
            Update::Refused(_) => Err(StoreError::NoOrganization),
        }
    }
}
