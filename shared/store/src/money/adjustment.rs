//! Adjustments: thumbnails that an operator gives to an organization or takes back.
//!
//! An adjustment has an id and is made at most once, however often the call is repeated: the transaction that changes
//! the balance also creates an item with the adjustment's id in its key.

use contract::{Amount, OrganizationId, TransactionId, TransactionType};
use serde::{Deserialize, Serialize};

use crate::{
    Balance, Deadline, Store, StoreError,
    dynamodb::{
        backoff::Backoff,
        codec::{self, Item},
        expression,
        transaction::Reason,
    },
    keys,
    money::{balance::NewEntry, balance_writer::Attempt},
    operator_log::ActionTarget,
};

/// An adjustment to make.
#[derive(Clone, Debug)]
pub struct Adjustment {
    /// The operator's id, such as an invoice number: at most 100 characters. Grants and corrections of an organization
    /// share one set of ids.
    pub id: String,
    /// The id of the ledger entry.
    pub transaction: TransactionId,
    /// The change of the balance, which is not zero: a grant is positive and a correction negative.
    pub amount: Amount,
    /// The description in the organization's ledger.
    pub note: String,
}

/// How an adjustment ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjustmentOutcome {
    /// The adjustment was made by this call; the balance after it.
    Made(Balance),
    /// An earlier call, or one at the same time, made the adjustment.
    AlreadyMade {
        /// The balance now.
        balance: Balance,
        /// The id of the ledger entry.
        transaction: TransactionId,
    },
    /// An earlier adjustment with this id has another amount. Nothing was changed.
    OtherAmount(Amount),
    /// The organization has fewer thumbnails than the operator wants to take. Nothing was changed.
    Insufficient(Balance),
    /// There is no such organization.
    NoOrganization,
}

/// The item that shows that an adjustment was made. It never changes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct MadeAdjustment {
    /// The id of its ledger entry.
    pub(crate) id: TransactionId,
    #[serde(with = "codec::hundredths")]
    pub(crate) amount: Amount,
    /// The number of its ledger entry.
    pub(crate) sequence: u64,
}

const KIND: &str = "adjustment";

/// How often the balance is read until it includes an adjustment whose item is visible already: for about a second.
const MOST_READS: u32 = 12;

impl MadeAdjustment {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(KIND, item)
    }
}

impl Adjustment {
    /// The kind of its ledger entry, and the operator's command.
    fn kind(&self) -> (TransactionType, &'static str) {
        if self.amount.is_positive() {
            (TransactionType::Grant, "credits grant")
        } else {
            (TransactionType::Correction, "credits take")
        }
    }
}

impl Store {
    /// Makes an adjustment, unless it has been made. May be repeated with the same id.
    ///
    /// # Errors
    ///
    /// A call failed. The adjustment may have been made nevertheless, or a delayed write may still make it. Repeat the
    /// call with the same id to find out.
    pub async fn adjust(
        &self,
        organization: OrganizationId,
        adjustment: &Adjustment,
        deadline: Deadline,
    ) -> Result<AdjustmentOutcome, StoreError> {
        let key = keys::adjustment(organization, &adjustment.id);
        let (kind, command) = adjustment.kind();
        let made = self.get(&key).await?.map(MadeAdjustment::read).transpose()?;
        if let Some(made) = made {
            return self.already_made(organization, adjustment, made).await;
        }
        let Some(item) = self.get(&keys::balance(organization)).await? else {
            return Ok(AdjustmentOutcome::NoOrganization);
        };
        let before = Balance::read(item)?;
        let mut writer = self
            .balance_writer_for(adjustment.transaction, organization, before, deadline)
            .await?;
        loop {
            let before = writer.before();
            if before.balance + adjustment.amount < Amount::ZERO {
                // The balance may be so small because an earlier attempt was written and its answer was lost.
                return Ok(match writer.find_written().await? {
                    Some(written) => AdjustmentOutcome::Made(written.after),
                    None => AdjustmentOutcome::Insufficient(before),
                });
            }
            let entry = NewEntry {
                kind,
                amount: adjustment.amount,
                tool: None,
                generation: None,
                description: adjustment.note.clone(),
            };
            let made = MadeAdjustment {
                id: adjustment.transaction,
                amount: adjustment.amount,
                sequence: before.sequence + 1,
            };
            let mut items = vec![expression::create(&self.names.table, codec::write(KIND, &key, &made)?)?];
            items.extend(self.record_action(
                command,
                ActionTarget {
                    organization: Some(organization),
                    subject: Some(adjustment.id.clone()),
                    detail: Some(format!("{}: {}", adjustment.amount, adjustment.note)),
                },
            )?);
            match writer.attempt(entry, items, Vec::new()).await? {
                Attempt::Written(written) => return Ok(AdjustmentOutcome::Made(written.after)),
                Attempt::Found(written) if written.amount != adjustment.amount => {
                    return Ok(AdjustmentOutcome::OtherAmount(written.amount));
                }
                Attempt::Found(written) => {
                    return Ok(AdjustmentOutcome::AlreadyMade {
                        balance: written.after,
                        transaction: adjustment.transaction,
                    });
                }
                Attempt::Refused(reasons) => {
                    if let Some(item) = reasons.first().and_then(Reason::item) {
                        let made = MadeAdjustment::read(item.clone())?;
                        return self.already_made(organization, adjustment, made).await;
                    }
                }
            }
            match writer.prepare().await {
                Err(StoreError::NoOrganization) => return Ok(AdjustmentOutcome::NoOrganization),
                prepared => prepared?,
            }
        }
    }

    /// The outcome for an adjustment whose item exists.
    async fn already_made(
        &self,
        organization: OrganizationId,
        adjustment: &Adjustment,
        made: MadeAdjustment,
    ) -> Result<AdjustmentOutcome, StoreError> {
        if made.amount != adjustment.amount {
            return Ok(AdjustmentOutcome::OtherAmount(made.amount));
        }
        // The items of a transaction become visible one by one, so the balance may not include the adjustment yet.
        let mut backoff = Backoff::new();
        for _ in 0..MOST_READS {
            let Some(item) = self.get(&keys::balance(organization)).await? else {
                return Ok(AdjustmentOutcome::NoOrganization);
            };
            let balance = Balance::read(item)?;
            if balance.sequence >= made.sequence {
                return Ok(AdjustmentOutcome::AlreadyMade {
                    balance,
                    transaction: made.id,
                });
            }
            backoff.wait(self).await;
        }
        Err(StoreError::Contention)
    }
}
