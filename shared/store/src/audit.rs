//! The audit: recomputes balance, ledger and refunds of an organization from the tables. Calls may run at the same
//! time.

mod reconciliation;

use std::{collections::HashSet, time::Duration};

use contract::{OrganizationId, Quota, Resources};

use self::reconciliation::Reconciliation;
use crate::{
    Balance, LedgerEntry, Store, StoreError,
    dynamodb::{codec, query::Query},
    generations::deletion::DeletedGeneration,
    keys,
    money::{
        adjustment::MadeAdjustment,
        usage::{EXACT, signed},
    },
};

/// What an audit found for one organization.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The organization.
    pub organization: OrganizationId,
    /// The differences that the audit found; empty if there are none.
    pub differences: Vec<Difference>,
}

/// A difference between numbers that must agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The organization.
    pub organization: OrganizationId,
    /// A description for an operator.
    pub message: String,
}

/// How long after a difference was found everything is read again. The items of a transaction become visible within
/// milliseconds, so a difference that is still there is not a transaction that is being committed.
const SETTLED: Duration = Duration::from_secs(1);

impl Store {
    /// Audits an organization; `None` when it does not exist.
    ///
    /// If there are differences, everything is read again a second later, and only differences that were found both
    /// times are reported.
    pub async fn audit(&self, organization: OrganizationId) -> Result<Option<Audit>, StoreError> {
        let mut found = self.differences(organization).await?;
        if !found.is_empty() {
            tokio::time::sleep(SETTLED).await;
            let again: HashSet<String> = self.differences(organization).await?.into_iter().collect();
            found.retain(|message| again.contains(message));
        }
        // An organization that is being deleted loses its items one by one.
        if !found.is_empty() && self.get(&keys::organization(organization)).await?.is_none() {
            return Ok(None);
        }
        let difference = |message| Difference { organization, message };
        Ok(Some(Audit {
            organization,
            differences: found.into_iter().map(difference).collect(),
        }))
    }

    /// The differences at this moment. Some may be due to a transaction that is being committed.
    async fn differences(&self, organization: OrganizationId) -> Result<Vec<String>, StoreError> {
        match self.reconcile(organization).await {
            Err(StoreError::NoOrganization) => Ok(vec!["the organization has no balance".to_owned()]),
            // An item that cannot be read is a difference too.
            Err(error @ (StoreError::Corrupt { .. } | StoreError::Missing { .. })) => Ok(vec![error.to_string()]),
            differences => differences,
        }
    }

    /// Reads the balance before and after the generations, and then the ledger up to the later balance, so that each
    /// generation can be compared with the ledger before and after it was read.
    async fn reconcile(&self, organization: OrganizationId) -> Result<Vec<String>, StoreError> {
        let partition = || Query::partition(keys::organization_partition(organization));
        let earlier = self.balance(organization).await?;
        let mut reconciliation = Reconciliation::new(earlier.sequence);
        let mut counted = self.count_records(organization).await?;
        let mut before = None;
        loop {
            let page = self.generations(organization, before, 200).await?;
            for (generation, progress) in &page.generations {
                reconciliation.add_generation(generation, progress);
                let open = progress.thumbnails.iter().filter(|each| !each.status().is_ended());
                counted.waiting += open.count() as u64;
            }
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        // Read after the generations, so that a generation that is deleted in the meantime is not missed.
        self.each_item(partition().with_prefix(keys::DELETED_PREFIX), |item| {
            reconciliation.add_deleted(&DeletedGeneration::read(item)?);
            Ok(())
        })
        .await?;
        self.each_item(partition().with_prefix(keys::ADJUSTMENT_PREFIX), |item| {
            reconciliation.add_adjustment(MadeAdjustment::read(item)?);
            Ok(())
        })
        .await?;
        let balance: Balance = self.balance(organization).await?;
        self.each_item(partition().with_prefix(keys::LEDGER_PREFIX), |item| {
            let entry: LedgerEntry = codec::read("ledger entry", item)?;
            if entry.sequence <= balance.sequence {
                reconciliation.add_entry(&entry);
            }
            Ok(())
        })
        .await?;
        let mut found = reconciliation.differences(balance);
        found.extend(usage_differences(&earlier, &counted, &balance));
        Ok(found)
    }
}

/// The differences between what an organization uses as its balance says, read before and after the records, and as its
/// records say. The messages contain no numbers, so that they stay the same while calls run.
fn usage_differences(before: &Balance, counted: &Resources, after: &Balance) -> Vec<String> {
    let mut wrong = Vec::new();
    // Each change creates or deletes one record, so a count differs from the number by at most the number of changes.
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
    use std::collections::HashMap;

    use super::*;
    use crate::{Usage, dynamodb::codec::number};

    #[test]
    fn an_audit_tolerates_changes_that_were_made_while_it_counted() {
        let balance = |images, usage_changes| Balance {
            usage: Usage::read(HashMap::from([
                ("images".to_owned(), number(images)),
                ("bytes".to_owned(), number(images * 10)),
                ("usageChanges".to_owned(), number(usage_changes)),
            ]))
            .unwrap(),
            ..Balance::default()
        };
        let counted = |images| Resources {
            images,
            bytes: images * 10,
            ..Resources::default()
        };
        assert!(usage_differences(&balance(3, 7), &counted(3), &balance(3, 7)).is_empty());
        assert_eq!(usage_differences(&balance(3, 7), &counted(4), &balance(3, 7)).len(), 2);
        assert!(usage_differences(&balance(3, 7), &counted(4), &balance(4, 8)).is_empty());
        assert_eq!(usage_differences(&balance(3, 7), &counted(5), &balance(4, 8)).len(), 1);
        assert_eq!(
            usage_differences(&balance(-1, 1), &counted(0), &balance(-1, 1)).len(),
            2
        );
    }

    #[test]
    fn an_audit_finds_waiting_thumbnails_above_the_upper_bound() {
        let balance = |waiting, sequence| Balance {
            sequence,
            usage: Usage {
                waiting,
                ..Usage::default()
            },
            ..Balance::default()
        };
        let counted = Resources::default().with(Quota::Waiting, 3);
        assert!(usage_differences(&balance(3, 1), &counted, &balance(3, 1)).is_empty());
        assert_eq!(usage_differences(&balance(2, 1), &counted, &balance(2, 1)).len(), 1);
        // A charge between the two reads may have replaced the bound by an exact count.
        assert!(usage_differences(&balance(2, 1), &counted, &balance(2, 2)).is_empty());
    }
}
