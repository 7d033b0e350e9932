//! Starting and stopping to listen for the events of an organization, and the threshold of a low balance.

use contract::{Amount, OrganizationId};
use tokio::time::sleep;

use crate::{
    Balance, Deadline, Store, StoreError,
    dynamodb::{codec::number, expression::Expression, transaction::Outcome, update::Update},
    events::listener_mark::mark_listener,
    generations::state,
    keys,
    operator_log::ActionTarget,
    quotas::waiting_thumbnails::APPEARANCE,
};

impl Store {
    /// After this call has returned, every fact that becomes true gets an event. May be repeated.
    ///
    /// # Errors
    ///
    /// A call failed, or the organization does not exist. Then some generations may lack the mark; a repetition sets
    /// it.
    pub async fn start_listening(&self, organization: OrganizationId) -> Result<(), StoreError> {
        let mut change = Expression::new();
        mark_listener(&mut change);
        let balance = self.change_balance_item(organization, change).await?;
        // From now on charges mark the generations that they create. Generations that were charged before follow here;
        // the last of them may not be visible yet.
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

    /// Sets the threshold below which a balance is low. A concurrent charge may still use the previous threshold.
    ///
    /// # Errors
    ///
    /// A call failed, or the organization does not exist.
    pub async fn set_low_balance(
        &self,
        organization: OrganizationId,
        low_balance: Amount,
        deadline: Deadline,
    ) -> Result<(), StoreError> {
        let mut change = Expression::new();
        change.set(&["lowBalance"], number(low_balance.hundredths()));
        change.require_present(keys::PK);
        let target = ActionTarget::organization(organization, Some(low_balance.to_string()));
        let changed = change.update(&self.names.table, &keys::balance(organization))?;
        let action = self.record_action("org set-low-balance", target)?;
        let items = std::iter::once(changed).chain(action).collect();
        match self.transact(items, deadline).await? {
            Outcome::Committed => Ok(()),
            Outcome::Refused(_) => Err(StoreError::NoOrganization),
        }
    }

    /// Whether somebody listens for the events of the organization with this balance.
    pub(crate) const fn has_listener(&self, balance: &Balance) -> bool {
        balance.has_listener || self.listens_everywhere
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
