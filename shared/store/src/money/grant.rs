//! Grants: thumbnails that an operator gives to an organization.
//!
//! A grant has an id and is made at most once, however often the call is repeated: the transaction that changes the balance
//! also creates an item with the grant's id in its key.

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
    organizations::operator_log::ActionTarget,
};

/// A grant to make.
#[derive(Clone, Debug)]
pub struct Grant {
    /// The id of the grant and of its ledger entry.
    pub id: TransactionId,
    /// The granted thumbnails.
    pub amount: Amount,
    /// The description in the organization's ledger.
    pub note: String,
}

/// How a grant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrantOutcome {
    /// The grant was made by this call; the balance after it.
    Made(Balance),
    /// An earlier call, or one at the same time, made the grant; the balance now.
    AlreadyMade(Balance),
    /// An earlier grant with this id has another amount. Nothing was granted.
    OtherAmount(Amount),
    /// There is no such organization.
    NoOrganization,
}

/// The item that shows that a grant was made. It never changes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct MadeGrant {
    /// The id of the grant.
    pub(crate) id: TransactionId,
    #[serde(with = "codec::hundredths")]
    pub(crate) amount: Amount,
    /// The number of its ledger entry.
    pub(crate) sequence: u64,
}

const KIND: &str = "grant";

/// How often the balance is read until it includes a grant whose item is visible already: for about a second.
const MOST_READS: u32 = 12;

impl MadeGrant {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(KIND, item)
    }
}

impl Store {
    /// Makes a grant, unless it has been made. May be repeated with the same id.
    ///
    /// # Errors
    ///
    /// A call failed. The grant may have been made nevertheless, or a delayed write may still make it. Repeat the call with
    /// the same id to find out.
    pub async fn grant(
        &self,
        organization: OrganizationId,
        grant: &Grant,
        deadline: Deadline,
    ) -> Result<GrantOutcome, StoreError> {
        if let Some(made) = self.made_grant(organization, grant.id).await? {
            return self.already_made(organization, grant, made).await;
        }
        let Some(item) = self.get(&keys::balance(organization)).await? else {
            return Ok(GrantOutcome::NoOrganization);
        };
        let before = Balance::read(item)?;
        let mut writer = self
            .balance_writer_for(grant.id, organization, before, deadline)
            .await?;
        loop {
            let entry = NewEntry {
                kind: TransactionType::Grant,
                amount: grant.amount,
                tool: None,
                generation: None,
                description: grant.note.clone(),
            };
            let made = MadeGrant {
                id: grant.id,
                amount: grant.amount,
                sequence: writer.before().sequence + 1,
            };
            let made = codec::write(KIND, &keys::grant(organization, grant.id), &made)?;
            let mut items = vec![expression::create(&self.names.table, made)?];
            items.extend(self.record_action(
                "credits grant",
                ActionTarget {
                    organization: Some(organization),
                    subject: Some(grant.id.to_string()),
                    detail: Some(format!("{}: {}", grant.amount, grant.note)),
                },
            )?);
            match writer.attempt(entry, items, Vec::new()).await? {
                Attempt::Written(written) => return Ok(GrantOutcome::Made(written.after)),
                Attempt::Found(written) if written.amount != grant.amount => {
                    return Ok(GrantOutcome::OtherAmount(written.amount));
                }
                Attempt::Found(written) => return Ok(GrantOutcome::AlreadyMade(written.after)),
                Attempt::Refused(reasons) => {
                    if let Some(item) = reasons.first().and_then(Reason::item) {
                        let made = MadeGrant::read(item.clone())?;
                        return self.already_made(organization, grant, made).await;
                    }
                }
            }
            match writer.prepare().await {
                Err(StoreError::NoOrganization) => return Ok(GrantOutcome::NoOrganization),
                prepared => prepared?,
            }
        }
    }

    async fn made_grant(
        &self,
        organization: OrganizationId,
        id: TransactionId,
    ) -> Result<Option<MadeGrant>, StoreError> {
        let item = self.get(&keys::grant(organization, id)).await?;
        item.map(MadeGrant::read).transpose()
    }

    /// The outcome for a grant whose item exists.
    async fn already_made(
        &self,
        organization: OrganizationId,
        grant: &Grant,
        made: MadeGrant,
    ) -> Result<GrantOutcome, StoreError> {
        if made.amount != grant.amount {
            return Ok(GrantOutcome::OtherAmount(made.amount));
        }
        // The items of a transaction become visible one by one, so the balance may not include the grant yet.
        let mut backoff = Backoff::new();
        for _ in 0..MOST_READS {
            let Some(item) = self.get(&keys::balance(organization)).await? else {
                return Ok(GrantOutcome::NoOrganization);
            };
            let balance = Balance::read(item)?;
            if balance.sequence >= made.sequence {
                return Ok(GrantOutcome::AlreadyMade(balance));
            }
            backoff.wait(self).await;
        }
        Err(StoreError::Contention)
    }
}
