//! Charges. A charge and the records that it pays for are written in one transaction.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Amount, OrganizationId, QuotaExceeded, Resources, ToolSpec, TransactionType, UploadId};
use runtime::Metric;

use crate::{
    Balance, Deadline, IdempotencyKey, KeptAnswer, RoomError, Store, StoreError,
    dynamodb::transaction::Reason,
    money::usage::Growth,
    money::{balance::NewEntry, balance_writer::Attempt},
};

/// The price of a tool, the quotas of the organization that pays, and the uploads that are used up.
#[derive(Clone, Copy, Debug)]
pub struct Price<'a> {
    /// The tool.
    pub tool: &'static str,
    /// The price in thumbnails.
    pub cost: Amount,
    /// The quotas of the organization.
    pub limits: Resources,
    /// The uploads that the record is made from.
    pub uploads: &'a [UploadId],
}

impl<'a> Price<'a> {
    /// The price of one unit of a tool's work, for an organization with these quotas.
    pub const fn of<T: ToolSpec>(limits: Resources) -> Self {
        Self {
            tool: T::NAME,
            cost: T::COST,
            limits,
            uploads: &[],
        }
    }

    /// The same price, which also uses up these uploads.
    #[must_use]
    pub const fn using(self, uploads: &'a [UploadId]) -> Self {
        Self { uploads, ..self }
    }

    /// The growth of what the organization uses.
    pub(crate) const fn growth(self, more: Resources) -> Growth {
        Growth {
            more,
            limits: self.limits,
        }
    }

    /// The ledger entry of the charge.
    pub(crate) fn entry(self, description: String) -> NewEntry {
        NewEntry {
            kind: TransactionType::Charge,
            amount: -self.cost,
            tool: Some(self.tool.to_owned()),
            generation: None,
            description,
        }
    }
}

/// Why a charge, or the creation of a record, did not succeed. `E` is the caller's own error.
#[derive(Debug, thiserror::Error)]
pub enum ChargeError<E = StoreError> {
    /// A condition does not hold. Nothing was written.
    #[error("nothing was charged or created")]
    Refused(ChargeFailure),
    /// A call failed, or the answer to keep could not be made. The charge may have been written.
    #[error("it is unknown whether the charge was written")]
    Failed(#[source] E),
}

impl<E: From<StoreError>> From<StoreError> for ChargeError<E> {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

/// Why nothing was charged or created.
#[derive(Clone, Debug)]
pub enum ChargeFailure {
    /// The organization would have more than a quota allows.
    OverQuota(QuotaExceeded),
    /// The balance is too low.
    Insufficient {
        /// The balance.
        available: Amount,
    },
    /// The organization was deleted.
    NoOrganization,
    /// Another call with the same idempotency key was first.
    Answered(KeptAnswer),
    /// These uploads cannot be used any more: another call has used them, or they have expired.
    UsedUp(Vec<UploadId>),
}

/// A charge and the items that are written with it.
pub(crate) struct Purchase<'a> {
    pub(crate) organization: OrganizationId,
    /// The ledger entry.
    pub(crate) entry: NewEntry,
    /// The growth of what the organization uses.
    pub(crate) growth: Growth,
    /// The items that are written with it, given the balance before the charge. Always the same number of items.
    pub(crate) items: &'a (dyn Fn(&Balance) -> Result<Vec<TransactWriteItem>, StoreError> + Send + Sync),
}

/// How a charge ended.
pub(crate) enum Charged {
    /// The charge is written. The balance after the charge.
    Paid(Amount),
    /// Nothing is written, because the conditions of some items of the purchase failed. One reason for each item, in
    /// the order of the items.
    ItemsRefused(Vec<Reason>),
}

impl Charged {
    /// The balance after a purchase whose first items use up `uploads`. The conditions of its other items can fail only
    /// if two records get the same id.
    pub(crate) fn paid<E: From<StoreError>>(
        self,
        kind: &'static str,
        uploads: &[UploadId],
    ) -> Result<Amount, ChargeError<E>> {
        match self {
            Self::Paid(balance) => Ok(balance),
            Self::ItemsRefused(reasons) => Err(uploads_refused(kind, uploads, &reasons)),
        }
    }
}

/// Why a transaction was refused whose first parts, which have the first of these reasons, use up `uploads`.
pub(crate) fn uploads_refused<E: From<StoreError>>(
    kind: &'static str,
    uploads: &[UploadId],
    reasons: &[Reason],
) -> ChargeError<E> {
    let used = uploads.iter().zip(reasons);
    let used = used.filter(|(_, reason)| reason.is_condition_failed());
    let used: Vec<UploadId> = used.map(|(id, _)| *id).collect();
    if used.is_empty() {
        return StoreError::Missing { kind }.into();
    }
    ChargeError::Refused(ChargeFailure::UsedUp(used))
}

impl Store {
    /// Writes a purchase: the balance, the ledger entry, the items and the answer to keep, all or nothing.
    pub(crate) async fn charge<E: From<StoreError>>(
        &self,
        purchase: &Purchase<'_>,
        before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, KeptAnswer)>, E>,
        deadline: Deadline,
    ) -> Result<Charged, ChargeError<E>> {
        let amount = purchase.entry.amount;
        let Purchase {
            organization, growth, ..
        } = *purchase;
        let writer = self.balance_writer(organization, before, deadline).await?;
        let mut writer = writer.with_growth(growth);
        let refused = |failure| Err(ChargeError::Refused(failure));
        let refusal = loop {
            let (more, limit) = (growth.more.waiting, growth.limits.waiting);
            match self.make_room(organization, writer.before(), more, limit).await {
                Ok(before) => writer.set_before(before),
                Err(RoomError::Full(exceeded)) => break refused(ChargeFailure::OverQuota(exceeded)),
                Err(RoomError::Store(error)) => return Err(error.into()),
            }
            let available = writer.before().balance;
            if available + amount < Amount::ZERO {
                break refused(ChargeFailure::Insufficient { available });
            }
            let mut items = (purchase.items)(&writer.before())?;
            let repeat = answer(available + amount).map_err(ChargeError::Failed)?;
            if let Some((key, answer)) = &repeat {
                items.push(self.keep_answer(key, answer)?);
            }
            let mut reasons = match writer.attempt(purchase.entry.clone(), items, Vec::new()).await? {
                Attempt::Written(written) | Attempt::Found(written) => {
                    Metric::Charged(-amount).emit();
                    return Ok(Charged::Paid(written.after.balance));
                }
                Attempt::Refused(reasons) => reasons,
            };
            if repeat.is_some()
                && let Some(item) = reasons.pop().as_ref().and_then(Reason::item)
            {
                break refused(ChargeFailure::Answered(KeptAnswer::read(item.clone())?));
            }
            if reasons.iter().any(Reason::is_condition_failed) {
                break Ok(Charged::ItemsRefused(reasons));
            }
            match writer.prepare().await {
                Err(StoreError::NoOrganization) => return refused(ChargeFailure::NoOrganization),
                prepared => prepared?,
            }
            // The attempt's condition on the quotas was checked against the present usage, which the writer knows now.
            if let Some(exceeded) = growth.exceeded(&writer.before().usage) {
                break refused(ChargeFailure::OverQuota(exceeded));
            }
        };
        // The last attempt may have been refused because of an earlier attempt that was written and whose answer was
        // lost.
        match writer.find_written().await? {
            Some(written) => Ok(Charged::Paid(written.after.balance)),
            None => refusal,
        }
    }
}
