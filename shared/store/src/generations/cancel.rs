//! Cancelling the pending thumbnails of a generation, and refunding them.

use contract::{Amount, GenerationId, OrganizationId};
use runtime::Metric;

use crate::{
    Balance, Deadline, Generation, Progress, Store, StoreError,
    dynamodb::{codec::Item, transaction::Reason},
    generations::{generation::both, refund::refund_entry, state},
    keys,
    money::balance_writer::Attempt,
};

/// The input of a cancel, read in one call.
#[derive(Clone, Debug)]
pub struct Cancellation {
    /// The facts of the generation.
    pub generation: Generation,
    /// The progress.
    pub progress: Progress,
    /// The balance of the organization.
    pub balance: Balance,
}

/// The result of a cancel.
#[derive(Clone, Debug)]
pub struct Cancelled {
    /// The number of thumbnails that were cancelled.
    pub thumbnails: u32,
    /// The refund.
    pub refunded: Amount,
    /// The balance after the cancel.
    pub balance: Amount,
    /// The progress after the cancel.
    pub progress: Progress,
}

impl Store {
    /// Reads the input of a cancel in one call. `None` when there is no such generation.
    pub async fn cancellation(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<Cancellation>, StoreError> {
        let (facts, balance) = (keys::generation_facts(organization, id), keys::balance(organization));
        let progress = keys::generation_progress(organization, id);
        let items = self.get_all([&facts, &progress, &balance]).await?;
        let (money, records): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| balance.is_of(item));
        let Some((generation, progress)) = both(records, &facts)? else {
            return Ok(None);
        };
        let balance = money.into_iter().next().ok_or(StoreError::NoOrganization)?;
        Ok(Some(Cancellation {
            generation,
            progress,
            balance: Balance::read(balance)?,
        }))
    }

    /// Cancels and refunds the pending thumbnails. If no thumbnail is pending, nothing is written; this is not an
    /// error.
    pub async fn cancel(&self, read: Cancellation, deadline: Deadline) -> Result<Cancelled, StoreError> {
        let Cancellation {
            generation,
            mut progress,
            balance,
        } = read;
        let (organization, id) = (generation.organization, generation.id);
        let key = keys::generation_progress(organization, id);
        let mut writer = self.balance_writer(organization, balance, deadline).await?;
        let written = loop {
            let pending = u32::try_from(progress.pending().len()).unwrap_or(u32::MAX);
            if pending == 0 {
                break writer.find_written().await?;
            }
            let transition = state::cancel(&progress, self.clock.now());
            let transition = transition.ok_or(StoreError::Missing { kind: "thumbnail" })?;
            let change = transition.expression(id)?.update(&self.names.table, &key)?;
            let entry = refund_entry(&generation, pending, "cancelled");
            match writer.attempt(entry, vec![change], transition.facts.clone()).await? {
                Attempt::Written(written) | Attempt::Found(written) => {
                    progress = transition.applied_to(progress);
                    break Some(written);
                }
                Attempt::Refused(reasons) => {
                    if let Some(item) = reasons.first().and_then(Reason::item) {
                        progress = Progress::read(item.clone())?;
                    }
                }
            }
            writer.prepare().await?;
        };
        let Some(written) = written else {
            return Ok(Cancelled {
                thumbnails: 0,
                refunded: Amount::ZERO,
                balance: writer.before().balance,
                progress,
            });
        };
        Metric::Refunded(written.amount).emit();
        let most = u32::try_from(generation.thumbnails.len()).unwrap_or(u32::MAX);
        let thumbnails = (1..=most).find(|&count| generation.unit_cost * count == written.amount);
        Ok(Cancelled {
            thumbnails: thumbnails.unwrap_or_default(),
            refunded: written.amount,
            balance: written.after.balance,
            progress,
        })
    }
}
