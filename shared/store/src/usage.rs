//! What an organization uses of what its quotas limit. The numbers are attributes of its balance's item.
//!
//! Images, inspirations, persons and bytes are exact: the transaction that makes or deletes a record also changes the
//! numbers, and is conditional on the quotas. Each such change also counts itself, which shows an audit whether the
//! numbers stayed as they were while the records were read.
//!
//! The number of thumbnails that wait is an upper bound: a charge adds to it, and the end of a thumbnail leaves it as it
//! is, so that the many ends of a generation do not compete for the balance's item. A charge that the bound would refuse
//! counts the open thumbnails in the progress of the generations, and writes what it counted together with what it adds.
//! Only a charge raises the bound, and every charge is conditional on the balance's sequence number, so no thumbnail is
//! missed.

use std::time::Duration;

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{OrganizationId, Quota, QuotaExceeded, Resources, Timestamp};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;

use crate::{
    Balance, Deadline, Image, Inspiration, LONGEST_OPEN, Person, Progress, Store, StoreError,
    codec::{self, Item, number},
    due,
    expression::Expression,
    keys,
    record::Record,
};

/// How long the items of a committed transaction may take to appear, which they do one after another.
const APPEARANCE: Duration = Duration::from_millis(50);

/// A generation may be committed this long after its id was made: the call may take 25 seconds, and the clocks of
/// functions differ.
const LATE_COMMIT: Duration = Duration::from_secs(60);

/// How many changes of what is counted were made.
const CHANGES: &str = "usageChanges";
/// The upper bound of the thumbnails that wait.
const WAITING: &str = "waiting";
/// No generation made before this moment is open.
const OPEN_SINCE: &str = "openSince";

/// The quotas whose numbers are exact.
const EXACT: [Quota; 4] = [Quota::Images, Quota::Inspirations, Quota::Persons, Quota::Bytes];

/// What an organization uses, as the balance's item has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Below zero in an organization whose records are older than the numbers, until they are recounted.
    images: i64,
    inspirations: i64,
    persons: i64,
    bytes: i64,
    /// At least the number of thumbnails that have not ended.
    waiting: u64,
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    open_since: Option<Timestamp>,
    usage_changes: u64,
}

/// What a change adds to what an organization uses, and within which limits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Growth {
    pub(crate) more: Resources,
    pub(crate) limits: Resources,
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Usage {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read("usage", item)
    }

    /// What is used. `waiting` is an upper bound.
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

    /// One of the exact numbers, which may be below zero; none of what waits.
    pub(crate) const fn exact(&self, quota: Quota) -> i64 {
        match quota {
            Quota::Images => self.images,
            Quota::Inspirations => self.inspirations,
            Quota::Persons => self.persons,
            Quota::Bytes => self.bytes,
            Quota::Waiting => 0,
        }
    }

    /// How many changes of the exact numbers were made.
    pub(crate) const fn changes(&self) -> u64 {
        self.usage_changes
    }

    /// What is used after `more` was added.
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

/// Whether any of the exact numbers changes.
fn counts_records(change: &Resources) -> bool {
    EXACT.iter().any(|quota| change.get(*quota) > 0)
}

/// Adds `sign` and a number to each exact number that `change` names. Attributes that are absent count as zero.
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
    /// Adds the growth to a change of the balance's item, which must be conditional on the sequence number of `before`
    /// where thumbnails are added. Returns what is used after it.
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

    /// The first quota that the growth would exceed, of those whose numbers are exact.
    pub(crate) fn exceeded(&self, used: &Usage) -> Option<QuotaExceeded> {
        let more = self.more.with(Quota::Waiting, 0);
        self.limits.exceeded_by(&used.resources(), &more)
    }
}

impl Store {
    /// The part of a transaction that notes the making of records that cost nothing.
    pub(crate) fn note_made(
        &self,
        organization: OrganizationId,
        growth: &Growth,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut update = Expression::new();
        growth.add_to(&mut update, &Usage::default());
        // Without a balance the organization has been deleted, and an update would make a new item.
        update.require_present(keys::PK);
        update.update(&self.names.table, &keys::balance(organization))
    }

    /// The part of a transaction that notes the deletion of records.
    pub(crate) fn note_deleted(
        &self,
        organization: OrganizationId,
        less: &Resources,
    ) -> Result<TransactWriteItem, StoreError> {
        let mut update = Expression::new();
        change_numbers(&mut update, less, '-');
        update.require_present(keys::PK);
        update.update(&self.names.table, &keys::balance(organization))
    }

    /// `before` with room for `more` thumbnails that wait: as it is where its upper bound leaves room, else with what is
    /// counted now. A change of the balance that is conditional on the sequence number of `before` may rest on it.
    ///
    /// # Errors
    ///
    /// The quota that would be exceeded.
    pub async fn make_room(
        &self,
        organization: OrganizationId,
        mut before: Balance,
        more: u64,
        limit: u64,
    ) -> Result<Result<Balance, QuotaExceeded>, StoreError> {
        let has_room = |waiting: u64| more == 0 || waiting.saturating_add(more) <= limit;
        if has_room(before.usage.waiting) {
            return Ok(Ok(before));
        }
        if before.usage.waiting > 0 {
            // The balance may show a charge whose generation cannot be read yet.
            sleep(APPEARANCE).await;
            self.count_waiting(organization, &mut before.usage).await?;
        }
        let used = before.usage.waiting;
        Ok(if has_room(used) {
            Ok(before)
        } else {
            let quota = Quota::Waiting;
            Err(QuotaExceeded { quota, limit, used })
        })
    }

    /// Counts the records of an organization and its open thumbnails, and writes the numbers. Traffic may run meanwhile:
    /// where it changed what is counted, everything is counted again.
    pub async fn recount(&self, organization: OrganizationId, deadline: Deadline) -> Result<Resources, StoreError> {
        while !deadline.is_past() {
            let before = self.balance(organization).await?;
            sleep(APPEARANCE).await;
            let counted = self.count_records(organization).await?;
            let mut usage = Usage {
                // Every generation, however old.
                open_since: Some(Timestamp::from_millis(0)),
                ..before.usage
            };
            self.count_waiting(organization, &mut usage).await?;
            let counted = counted.with(Quota::Waiting, usage.waiting);
            let mut update = Expression::new();
            for quota in Quota::ALL {
                update.set(&[quota.as_str()], number(counted.get(quota)));
            }
            if let Some(since) = usage.open_since {
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
            if self.update(&keys::balance(organization), &update).await?.is_ok() {
                return Ok(counted);
            }
        }
        Err(StoreError::Contention)
    }

    /// Counts the images, inspirations and persons of an organization, and their bytes.
    pub(crate) async fn count_records(&self, organization: OrganizationId) -> Result<Resources, StoreError> {
        let mut counted = Resources::default();
        self.each_item(organization, keys::IMAGE_PREFIX, |item| {
            counted = counted.plus(&Image::read(item)?.resources());
            Ok(())
        })
        .await?;
        self.each_item(organization, keys::INSPIRATION_PREFIX, |item| {
            counted = counted.plus(&Inspiration::read(item)?.resources());
            Ok(())
        })
        .await?;
        self.each_item(organization, keys::PERSON_PREFIX, |item| {
            counted = counted.plus(&Person::read(item)?.resources());
            Ok(())
        })
        .await?;
        Ok(counted)
    }

    /// What an organization has, and uses now.
    pub async fn usage(&self, organization: OrganizationId) -> Result<(Balance, Resources), StoreError> {
        let balance = self.balance(organization).await?;
        let mut usage = balance.usage;
        if usage.waiting > 0 {
            self.count_waiting(organization, &mut usage).await?;
        }
        let mut used = usage.resources();
        // A charge that was made meanwhile is not part of the balance that was read.
        used.waiting = used.waiting.min(balance.usage.waiting);
        Ok((balance, used))
    }

    /// Counts the thumbnails that have not ended, read strongly, in place of their upper bound.
    async fn count_waiting(&self, organization: OrganizationId, usage: &mut Usage) -> Result<(), StoreError> {
        let now = self.clock.now();
        // A version that had no quotas noted no such moment.
        let since = usage.open_since.unwrap_or(now - LONGEST_OPEN - LATE_COMMIT);
        let mut oldest = now - LATE_COMMIT;
        usage.waiting = 0;
        let mut start = None;
        loop {
            let (items, next) = self.open_generations(organization, since, start).await?;
            for item in items {
                // What this version cannot read, as after a rollback, must not keep the organization from working.
                let Ok(progress) = Progress::read(item) else {
                    continue;
                };
                let open = progress.thumbnails.iter().filter(|each| !each.status().is_ended());
                usage.waiting += u64::try_from(open.count()).unwrap_or(u64::MAX);
                oldest = due::created_at(progress.generation).map_or(oldest, |made| made.min(oldest));
            }
            start = next;
            if start.is_none() {
                usage.open_since = Some(oldest.max(since));
                return Ok(());
            }
        }
    }

    /// The progress of some generations that were made at `since` or later and have not ended, oldest first; and where
    /// the next ones begin.
    async fn open_generations(
        &self,
        organization: OrganizationId,
        since: Timestamp,
        start: Option<Item>,
    ) -> Result<(Vec<Item>, Option<Item>), StoreError> {
        let mut condition = Expression::new();
        let (pk, sk) = (condition.name(keys::PK), condition.name(keys::SK));
        // What has not ended is in the index of what is due.
        let due = condition.name(keys::DUE_AT);
        let (first, last) = keys::generations_since(since);
        let partition = keys::organization_partition(organization);
        let [partition, first, last] = [partition, first, last].map(|text| condition.value(codec::text(text)));
        let output = self
            .client
            .query()
            .table_name(&self.names.table)
            .key_condition_expression(format!("{pk} = {partition} AND {sk} BETWEEN {first} AND {last}"))
            .filter_expression(format!("attribute_exists({due})"))
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values())
            .set_exclusive_start_key(start)
            .consistent_read(true)
            .send()
            .await
            .map_err(|error| StoreError::aws("Query", error))?;
        Ok((output.items.unwrap_or_default(), output.last_evaluated_key))
    }
}

/// What an audit finds wrong with the numbers, where `counted` was counted between the readings of `before` and `after`.
/// The words tell no number: they stay the same while traffic goes on.
pub(crate) fn differences(before: &Balance, counted: &Resources, after: &Balance) -> Vec<String> {
    let mut wrong = Vec::new();
    // Each change makes or deletes one record, so each count is at most so far from the number.
    let changes = after.usage.changes().abs_diff(before.usage.changes());
    for quota in EXACT {
        let distance = before.usage.exact(quota).abs_diff(signed(counted.get(quota)));
        let is_wrong = match quota {
            Quota::Bytes => changes == 0 && distance > 0,
            _ => distance > changes,
        };
        if is_wrong {
            wrong.push(format!(
                "the number of {} is not that of the records; `tgctl org recount` mends it",
                quota.as_str()
            ));
        }
    }
    if before.sequence == after.sequence && counted.waiting > after.usage.waiting {
        wrong.push("more thumbnails wait than are noted; `tgctl org recount` mends it".to_owned());
    }
    wrong
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
    fn an_audit_allows_for_the_changes_that_were_made_while_it_counted() {
        let balance = |images, usage_changes| Balance {
            usage: Usage {
                images,
                bytes: images * 10,
                usage_changes,
                ..Usage::default()
            },
            ..Balance::default()
        };
        let counted = |images| Resources {
            images,
            bytes: images * 10,
            ..Resources::default()
        };
        assert!(differences(&balance(3, 7), &counted(3), &balance(3, 7)).is_empty());
        assert_eq!(differences(&balance(3, 7), &counted(4), &balance(3, 7)).len(), 2);
        assert!(differences(&balance(3, 7), &counted(4), &balance(4, 8)).is_empty());
        assert_eq!(differences(&balance(3, 7), &counted(5), &balance(4, 8)).len(), 1);
        assert_eq!(differences(&balance(-1, 1), &counted(0), &balance(-1, 1)).len(), 2);
    }

    #[test]
    fn an_audit_finds_thumbnails_that_no_charge_noted() {
        let balance = |waiting, sequence| Balance {
            sequence,
            usage: Usage {
                waiting,
                ..Usage::default()
            },
            ..Balance::default()
        };
        let counted = Resources::default().with(Quota::Waiting, 3);
        assert!(differences(&balance(3, 1), &counted, &balance(3, 1)).is_empty());
        assert_eq!(differences(&balance(2, 1), &counted, &balance(2, 1)).len(), 1);
        // A charge that was made meanwhile may have counted anew.
        assert!(differences(&balance(2, 1), &counted, &balance(2, 2)).is_empty());
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
    fn what_is_used_after_a_charge_is_what_the_item_has_then() {
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
