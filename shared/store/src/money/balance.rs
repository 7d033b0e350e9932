//! The money of an organization: a balance with a sequence number, and a ledger.
//!
//! A change of the balance is conditional on the sequence number that was read, and its ledger entry has the next
//! number. So the ledger has one order, and the balance after each entry is the balance before it plus the amount.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Amount, GenerationId, OrganizationId, Timestamp, TransactionId, TransactionType};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreError, Usage,
    dynamodb::{
        codec::{self, Item, number},
        expression::{self, Expression},
        query::{Page, Query},
    },
    events::listener_mark::require_listener,
    keys,
    money::usage::Growth,
};

/// The balance of an organization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// The thumbnails that the organization may spend.
    #[serde(with = "codec::hundredths")]
    pub balance: Amount,
    /// The number of entries of the ledger.
    pub sequence: u64,
    /// Whether somebody listens for the events of the organization.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_listener: bool,
    /// The threshold below which the balance is low; `None` means [`crate::DEFAULT_LOW_BALANCE`].
    #[serde(
        with = "codec::optional_hundredths",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub low_balance: Option<Amount>,
    /// The number of webhooks.
    #[serde(default)]
    pub webhooks: u64,
    /// The number of webhooks that are enabled.
    #[serde(default)]
    pub enabled_webhooks: u64,
    /// What the organization uses of its quotas.
    #[serde(skip)]
    pub usage: Usage,
}

impl Balance {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        let usage = Usage::read(item.clone())?;
        let balance = codec::read("balance", item)?;
        Ok(Self { usage, ..balance })
    }
}

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LedgerEntry {
    /// The id of the entry.
    pub id: TransactionId,
    /// The number of the entry, from 1.
    pub sequence: u64,
    /// Why the balance changed.
    pub kind: TransactionType,
    /// The change of the balance; negative for charges.
    #[serde(with = "codec::hundredths")]
    pub amount: Amount,
    /// The balance after this entry.
    #[serde(with = "codec::hundredths")]
    pub balance_after: Amount,
    /// The tool that charged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The generation that was charged for or refunded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<GenerationId>,
    /// A description for a person to read.
    pub description: String,
    /// When the entry was written.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

/// A ledger entry that is not written yet.
#[derive(Clone, Debug)]
pub(crate) struct NewEntry {
    pub(crate) kind: TransactionType,
    pub(crate) amount: Amount,
    pub(crate) tool: Option<String>,
    pub(crate) generation: Option<GenerationId>,
    pub(crate) description: String,
}

/// A page of the ledger, newest entries first.
#[derive(Clone, Debug)]
pub struct LedgerPage {
    /// The entries.
    pub entries: Vec<LedgerEntry>,
    /// Whether older entries follow.
    pub more: bool,
}

impl Store {
    /// The balance of an organization, read with strong consistency.
    pub async fn balance(&self, organization: OrganizationId) -> Result<Balance, StoreError> {
        let item = self.get(&keys::balance(organization)).await?;
        item.map(Balance::read).transpose()?.ok_or(StoreError::NoOrganization)
    }

    /// The balance that follows `before`, and the part of a transaction that writes its ledger entry.
    pub(crate) fn entry(
        &self,
        organization: OrganizationId,
        before: Balance,
        id: TransactionId,
        new: NewEntry,
    ) -> Result<(Balance, TransactWriteItem), StoreError> {
        let after = Balance {
            balance: before.balance + new.amount,
            sequence: before.sequence + 1,
            ..before
        };
        let entry = LedgerEntry {
            id,
            sequence: after.sequence,
            kind: new.kind,
            amount: new.amount,
            balance_after: after.balance,
            tool: new.tool,
            generation: new.generation,
            description: new.description,
            created_at: self.clock.now(),
        };
        let item = codec::write("ledger entry", &keys::ledger(organization, after.sequence), &entry)?;
        Ok((after, expression::create(&self.names.table, item)?))
    }

    /// The two parts of a transaction that change a balance: first the balance, conditional on `before`, then the
    /// ledger entry with this id. The change of the balance includes the growth of what the organization uses.
    pub(crate) fn balance_change(
        &self,
        organization: OrganizationId,
        before: Balance,
        id: TransactionId,
        new: NewEntry,
        growth: &Growth,
    ) -> Result<(Balance, Vec<TransactWriteItem>), StoreError> {
        let (mut after, entry) = self.entry(organization, before, id, new)?;
        let mut change = Expression::new();
        change.set(&["balance"], number(after.balance.hundredths()));
        change.set(&["sequence"], number(after.sequence));
        change.require_equal(&["sequence"], number(before.sequence));
        require_listener(&mut change, before.has_listener);
        after.usage = growth.add_to(&mut change, &before.usage);
        Ok((
            after,
            vec![change.update(&self.names.table, &keys::balance(organization))?, entry],
        ))
    }

    /// At most `limit` entries with sequence numbers below `before`.
    pub async fn ledger(
        &self,
        organization: OrganizationId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<LedgerPage, StoreError> {
        let sort_key = |sequence| keys::ledger(organization, sequence).sk.unwrap_or_default();
        let last = before.map_or(u64::MAX, |sequence| sequence.saturating_sub(1));
        let partition = keys::organization_partition(organization);
        // One entry more than the page shows whether another page follows.
        let one_more = limit.saturating_add(1);
        let query = Query::partition(partition).between(&sort_key(0), &sort_key(last));
        let Page { mut items, next } = self.query(&query.newest_first().limit(one_more)).await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = next.is_some() || items.len() > limit;
        items.truncate(limit);
        let entries = items.into_iter().map(|item| codec::read("ledger entry", item));
        Ok(LedgerPage {
            entries: entries.collect::<Result<_, _>>()?,
            more,
        })
    }
}
