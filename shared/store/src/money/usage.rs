//! What an organization uses of its quotas. The numbers are attributes of its balance's item.
//!
//! Images, inspirations, persons and bytes are exact: the transaction that creates or deletes a record also changes the
//! numbers, and is conditional on the quotas. The item counts these changes, so that an audit knows whether the numbers
//! changed while it read the records.
//!
//! The number of waiting thumbnails is an upper bound: a charge raises it, and the end of a thumbnail does not lower
//! it, so that the many ends of a generation do not compete for the balance's item. A charge that the bound would
//! refuse counts the open thumbnails in the progress of the generations, and writes the exact count plus its own
//! thumbnails. Only a charge raises the bound, and every charge is conditional on the balance's sequence number, so no
//! thumbnail is missed.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{OrganizationId, Quota, QuotaExceeded, Resources, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Balance, Store, StoreError,
    dynamodb::{
        codec::{self, Item, number},
        expression::Expression,
    },
    keys,
};

/// The attribute that counts the changes of the exact numbers.
const CHANGES: &str = "usageChanges";
/// The attribute with the upper bound of waiting thumbnails.
const WAITING: &str = "waiting";
/// The attribute with a moment: no generation that was created before it is open.
const OPEN_SINCE: &str = "openSince";

/// The quotas whose numbers are exact.
pub(crate) const EXACT: [Quota; 4] = [Quota::Images, Quota::Inspirations, Quota::Persons, Quota::Bytes];

/// The usage of an organization, from its balance's item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// The exact numbers are below zero in an organization whose records are older than the numbers, until a recount.
    pub(crate) images: i64,
    pub(crate) inspirations: i64,
    pub(crate) persons: i64,
    pub(crate) bytes: i64,
    /// At least the number of thumbnails that have not ended.
    pub(crate) waiting: u64,
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    pub(crate) open_since: Option<Timestamp>,
    pub(crate) usage_changes: u64,
}

/// Why there is no room for more thumbnails.
#[derive(Debug, thiserror::Error)]
pub enum RoomError {
    /// More thumbnails would wait than the quota allows.
    #[error("more thumbnails would wait than the quota allows")]
    Full(QuotaExceeded),
    /// The thumbnails could not be counted.
    #[error("the waiting thumbnails could not be counted")]
    Store(#[from] StoreError),
}

/// What a change adds to the usage of an organization, and the quotas that limit it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Growth {
    pub(crate) more: Resources,
    pub(crate) limits: Resources,
}

pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Usage {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read("usage", item)
    }

    /// The used resources. `waiting` is an upper bound.
    pub fn resources(&self) -> Resources {
        let count = |number| u64::try_from(number).unwrap_or(0);
        Resources {
            images: count(self.images),
            inspirations: count(self.inspirations),
            persons: count(self.persons),
            bytes: count(self.bytes),
            waiting: self.waiting,
        }
    }

    /// One of the exact numbers, which may be below zero. Zero for waiting thumbnails, whose number is not exact.
    pub(crate) const fn exact(&self, quota: Quota) -> i64 {
        match quota {
            Quota::Images => self.images,
            Quota::Inspirations => self.inspirations,
            Quota::Persons => self.persons,
            Quota::Bytes => self.bytes,
            Quota::Waiting => 0,
        }
    }

    /// The number of changes of the exact numbers.
    pub(crate) const fn changes(&self) -> u64 {
        self.usage_changes
    }

    /// The update that writes these counted numbers, conditional on nothing that is counted having changed since
    /// `before` was read.
    pub(crate) fn replacement(&self, counted: &Resources, before: &Balance) -> Expression {
        let mut update = Expression::new();
        for quota in Quota::ALL {
            update.set(&[quota.as_str()], number(counted.get(quota)));
        }
        if let Some(since) = self.open_since {
            update.set(&[OPEN_SINCE], number(since.millis()));
        }
        let changes = update.path(&[CHANGES]);
        let (zero, one) = (update.value(number(0)), update.value(number(1)));
        let seen = update.value(number(before.usage.changes()));
        update.set_to(&[CHANGES], &format!("if_not_exists({changes}, {zero}) + {one}"));
        let is_absent = if before.usage.changes() == 0 {
            format!("attribute_not_exists({changes}) OR ")
        } else {
            String::new()
        };
        update.require(format!("{is_absent}{changes} = {seen}"));
        update.require_equal(&["sequence"], number(before.sequence));
        update
    }

    /// The usage after `more` was added.
    fn plus(mut self, more: &Resources) -> Self {
        self.images += signed(more.images);
        self.inspirations += signed(more.inspirations);
        self.persons += signed(more.persons);
        self.bytes = self.bytes.saturating_add(signed(more.bytes));
        self.waiting = self.waiting.saturating_add(more.waiting);
        self.usage_changes += u64::from(counts_records(more));
        self
    }
}

/// Whether one of the exact numbers changes.
fn counts_records(change: &Resources) -> bool {
    EXACT.iter().any(|quota| change.get(*quota) > 0)
}

/// Adds or subtracts the numbers of `change`, as `sign` says. Absent attributes count as zero.
fn change_numbers(update: &mut Expression, change: &Resources, sign: char) {
    let named = EXACT.map(|quota| (quota.as_str(), change.get(quota)));
    let counted = [(CHANGES, u64::from(counts_records(change)), '+')];
    let all = named.into_iter().map(|(name, by)| (name, by, sign)).chain(counted);
    for (name, by, sign) in all.filter(|(_, by, _)| *by > 0) {
        let path = update.path(&[name]);
        let (zero, by) = (update.value(number(0)), update.value(number(by)));
        update.set_to(&[name], &format!("if_not_exists({path}, {zero}) {sign} {by}"));
    }
}

impl Growth {
    /// Adds the growth to a change of the balance's item. If thumbnails are added, the change must be conditional on
    /// the sequence number of `before`. Returns the usage after the change.
    pub(crate) fn add_to(&self, update: &mut Expression, before: &Usage) -> Usage {
        change_numbers(update, &self.more, '+');
        for quota in EXACT.into_iter().filter(|quota| self.more.get(*quota) > 0) {
            let most = signed(self.limits.get(quota)).saturating_sub(signed(self.more.get(quota)));
            let path = update.path(&[quota.as_str()]);
            let highest = update.value(number(most));
            let is_absent = if most < 0 {
                String::new()
            } else {
                format!("attribute_not_exists({path}) OR ")
            };
            update.require(format!("{is_absent}{path} <= {highest}"));
        }
        let after = before.plus(&self.more);
        if self.more.waiting > 0 {
            update.set(&[WAITING], number(after.waiting));
            if let Some(since) = after.open_since {
                update.set(&[OPEN_SINCE], number(since.millis()));
            }
        }
        after
    }

    /// The first quota with an exact number that the growth would exceed.
    pub(crate) fn exceeded(&self, used: &Usage) -> Option<QuotaExceeded> {
        let more = self.more.with(Quota::Waiting, 0);
        self.limits.exceeded_by(&used.resources(), &more)
    }
}

impl Store {
    /// The part of a transaction that adds created records to the usage, for records that cost nothing.
    pub(crate) fn add_usage(
        &self,
        organization: OrganizationId,
        growth: &Growth,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut update = Expression::new();
        growth.add_to(&mut update, &Usage::default());
        // If the organization has been deleted, an update would create a new item.
        update.require_present(keys::PK);
        update.update(&self.names.table, &keys::balance(organization))
    }

    /// The part of a transaction that subtracts deleted records from the usage.
    pub(crate) fn subtract_usage(
        &self,
        organization: OrganizationId,
        less: &Resources,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut update = Expression::new();
        change_numbers(&mut update, less, '-');
        update.require_present(keys::PK);
        update.update(&self.names.table, &keys::balance(organization))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(quota: Quota, more: u64, limit: u64) -> Growth {
        Growth {
            more: Resources::default().with(quota, more),
            limits: Resources::UNLIMITED.with(quota, limit),
        }
    }

    #[test]
    fn numbers_that_are_absent_count_as_zero() {
        let usage = Usage::read(Item::new()).unwrap();
        assert_eq!(usage, Usage::default());
        assert_eq!(usage.resources(), Resources::default());
    }

    #[test]
    fn a_number_below_zero_is_shown_as_zero() {
        let usage = Usage {
            images: -3,
            ..Usage::default()
        };
        assert_eq!(usage.resources().images, 0);
    }

    #[test]
    fn a_limit_of_zero_refuses_an_organization_without_numbers() {
        for (limit, allows_absence) in [(0, false), (1, true)] {
            let mut update = Expression::new();
            growth(Quota::Persons, 1, limit).add_to(&mut update, &Usage::default());
            let condition = update.condition_text().unwrap();
            assert_eq!(
                condition.contains("attribute_not_exists"),
                allows_absence,
                "{condition}"
            );
        }
    }

    #[test]
    fn the_usage_after_a_charge_is_that_of_the_written_item() {
        let mut update = Expression::new();
        let after = growth(Quota::Waiting, 3, 10).add_to(
            &mut update,
            &Usage {
                waiting: 4,
                ..Usage::default()
            },
        );
        assert_eq!((after.waiting, after.changes()), (7, 0));
        let after = growth(Quota::Bytes, 3, 10).add_to(&mut update, &after);
        assert_eq!((after.bytes, after.waiting, after.changes()), (3, 7, 1));
    }
}
