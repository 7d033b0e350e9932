//! Cancelling what of a generation nobody has begun, and refunding it.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::KeysAndAttributes;
use contract::{Amount, GenerationId, OrganizationId};
use runtime::Metric;

use crate::{
    Balance, Generation, Progress, State, Store, StoreError,
    balance::refund_entry,
    codec::{self, Item, number},
    expression::Expression,
    generation::{PROGRESS, both, unlist},
    keys::{self, Key},
    transaction::{Deadline, Jitter, Outcome},
};

/// What a cancel works on, read at once.
#[derive(Clone, Debug)]
pub struct Cancellation {
    /// What never changes.
    pub generation: Generation,
    /// The progress.
    pub progress: Progress,
    /// What the organization has.
    pub balance: Balance,
}

/// What a cancel did.
#[derive(Clone, Debug)]
pub struct Cancelled {
    /// How many thumbnails it took.
    pub thumbnails: u32,
    /// What came back for them.
    pub refunded: Amount,
    /// What the organization has.
    pub balance: Amount,
    /// The progress with it.
    pub progress: Progress,
}

impl Store {
    /// Reads at once what a cancel works on.
    pub async fn cancellation(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<Cancellation>, StoreError> {
        let (facts, balance) = (keys::generation_facts(organization, id), keys::balance(organization));
        let wanted = [
            facts.clone(),
            keys::generation_progress(organization, id),
            balance.clone(),
        ];
        let wanted = wanted.iter().map(Key::attributes).collect();
        let request = KeysAndAttributes::builder()
            .set_keys(Some(wanted))
            .consistent_read(true)
            .build();
        let request = request.map_err(|error| StoreError::corrupt("keys", error))?;
        let mut found = self
            .batch_get(HashMap::from([(self.names.table.clone(), request)]))
            .await?;
        let items = found.remove(&self.names.table).unwrap_or_default();
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

    /// Cancels and refunds what nobody has begun; takes nothing, and is no error, when there is none.
    pub async fn cancel(&self, read: Cancellation, deadline: Deadline) -> Result<Cancelled, StoreError> {
        let Cancellation {
            generation,
            mut progress,
            balance: mut before,
        } = read;
        let mut jitter = Jitter::brief();
        loop {
            let pending = progress.pending();
            let count = u32::try_from(pending.len()).unwrap_or(u32::MAX);
            if count == 0 {
                let (thumbnails, refunded) = (0, Amount::ZERO);
                return Ok(Cancelled {
                    thumbnails,
                    refunded,
                    balance: before.balance,
                    progress,
                });
            }
            let entry = refund_entry(&generation, count, "cancelled");
            let refunded = entry.amount;
            let (after, mut items) = self.movement(generation.organization, before, entry)?;
            let mut change = Expression::new();
            let cancelled = codec::value(PROGRESS, &State::Cancelled)?;
            for &index in &pending {
                let thumbnail = format!("thumbnails[{index}]");
                change.set(&[&thumbnail, "state"], cancelled.clone());
                change.require_equal(&[&thumbnail, "state", "kind"], codec::text(State::Pending.kind()));
            }
            let now = self.clock.now();
            change.set(&["updatedAt"], number(now.millis()));
            unlist(&mut change, false, progress.others_ended(&pending));
            items.push(change.update(
                &self.names.table,
                &keys::generation_progress(generation.organization, generation.id),
            )?);
            let failed = match self.transact(items, deadline).await? {
                Outcome::Committed => {
                    for &index in &pending {
                        if let Some(thumbnail) = progress.thumbnails.get_mut(index) {
                            thumbnail.state = State::Cancelled;
                        }
                    }
                    progress.updated_at = now;
                    Metric::Refunded(refunded).emit();
                    let balance = after.balance;
                    return Ok(Cancelled {
                        thumbnails: count,
                        refunded,
                        balance,
                        progress,
                    });
                }
                Outcome::Refused(failed) => failed,
            };
            let mut failed = failed.into_iter();
            if let Some(item) = failed.next().flatten() {
                before = Balance::read(item)?;
            }
            if let Some(item) = failed.last().flatten() {
                progress = Progress::read(item)?;
            }
            jitter.wait(self).await;
        }
    }
}
