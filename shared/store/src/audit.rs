//! The money invariant, recomputed from the tables while traffic may run.

use std::{collections::HashSet, time::Duration};

use contract::{OrganizationId, Quota, Resources};

use crate::{
    Balance, LedgerEntry, Store, StoreError,
    books::Books,
    codec,
    grant::MadeGrant,
    keys,
    query::Query,
    usage::{EXACT, signed},
};

/// What an audit found for one organization.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Whose books.
    pub organization: OrganizationId,
    /// What does not add up; nothing when all is well.
    pub differences: Vec<Difference>,
}

/// One thing that does not add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Whose books.
    pub organization: OrganizationId,
    /// What is wrong, for an operator.
    pub message: String,
}

/// How long after a difference was seen the books are read again. A transaction becomes visible item by item, within
/// milliseconds; what is still there after this time is no transaction that is being committed.
const SETTLED: Duration = Duration::from_secs(1);

impl Store {
    /// Recomputes the books of one organization; `None` when there is none of this id.
    ///
    /// Traffic may run meanwhile. Where the books differ they are read again a second later, and only what differs both
    /// times is reported.
    pub async fn audit(&self, organization: OrganizationId) -> Result<Option<Audit>, StoreError> {
        let mut found = self.differences(organization).await?;
        if !found.is_empty() {
            tokio::time::sleep(SETTLED).await;
            let again: HashSet<String> = self.differences(organization).await?.into_iter().collect();
            found.retain(|message| again.contains(message));
        }
        // An organization that is being deleted loses its books item by item.
        if !found.is_empty() && self.get(&keys::organization(organization)).await?.is_none() {
            return Ok(None);
        }
        let difference = |message| Difference { organization, message };
        Ok(Some(Audit {
            organization,
            differences: found.into_iter().map(difference).collect(),
        }))
    }

    /// What does not add up at this moment, or only seems so because a transaction is being committed.
    async fn differences(&self, organization: OrganizationId) -> Result<Vec<String>, StoreError> {
        match self.read_books(organization).await {
            Err(StoreError::NoOrganization) => Ok(vec!["the organization has no balance".to_owned()]),
            // Books that cannot be read do not add up.
            Err(error @ (StoreError::Corrupt { .. } | StoreError::Missing { .. })) => Ok(vec![error.to_string()]),
            differences => differences,
        }
    }

    /// The balance is read before and after the generations, and the ledger last and up to the later balance: each
    /// generation is judged against both.
    async fn read_books(&self, organization: OrganizationId) -> Result<Vec<String>, StoreError> {
        let partition = || Query::partition(keys::organization_partition(organization));
        let earlier = self.balance(organization).await?;
        let mut books = Books::new(earlier.sequence);
        let mut counted = self.count_records(organization).await?;
        let mut before = None;
        loop {
            let page = self.generations(organization, before, 200).await?;
            for (generation, progress) in &page.generations {
                books.add_generation(generation, progress);
                let open = progress.thumbnails.iter().filter(|each| !each.status().is_ended());
                counted.waiting += open.count() as u64;
            }
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        self.each_item(partition().with_prefix(keys::GRANT_PREFIX), |item| {
            books.add_grant(MadeGrant::read(item)?);
            Ok(())
        })
        .await?;
        let balance: Balance = self.balance(organization).await?;
        self.each_item(partition().with_prefix(keys::LEDGER_PREFIX), |item| {
            let entry: LedgerEntry = codec::read("ledger entry", item)?;
            if entry.sequence <= balance.sequence {
                books.add_entry(&entry);
            }
            Ok(())
        })
        .await?;
        let mut found = books.differences(balance);
        found.extend(usage_differences(&earlier, &counted, &balance));
        Ok(found)
    }
}

/// What an audit finds wrong with the numbers, where `counted` was counted between the readings of `before` and `after`.
/// The words tell no number: they stay the same while traffic goes on.
fn usage_differences(before: &Balance, counted: &Resources, after: &Balance) -> Vec<String> {
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
    use std::collections::HashMap;

    use super::*;
    use crate::{Usage, codec::number};

    #[test]
    fn an_audit_allows_for_the_changes_that_were_made_while_it_counted() {
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
        assert!(usage_differences(&balance(3, 1), &counted, &balance(3, 1)).is_empty());
        assert_eq!(usage_differences(&balance(2, 1), &counted, &balance(2, 1)).len(), 1);
        // A charge that was made meanwhile may have counted anew.
        assert!(usage_differences(&balance(2, 1), &counted, &balance(2, 2)).is_empty());
    }
}
