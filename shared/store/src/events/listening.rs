//! Starting and stopping to listen for the events of an organization, and the threshold of a low balance.

use contract::{Amount, OrganizationId};
use tokio::time::sleep;

use crate::{
    Balance, Store, StoreError,
    dynamodb::{codec::number, expression::Expression, update::Update},
    events::listener_mark::{mark_listener, unmark_listener},
    generations::state,
    keys,
    quotas::waiting_thumbnails::APPEARANCE,
};

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
        unmark_listener(&mut change);
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
