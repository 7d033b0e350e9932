//! The money invariant, recomputed from the tables while traffic may run.

use std::{collections::HashSet, time::Duration};

use contract::OrganizationId;

use crate::{
    Balance, LedgerEntry, Store, StoreError,
    books::Books,
    codec::{self, Item},
    grant::MadeGrant,
    keys, usage,
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
        self.each_item(organization, keys::GRANT_PREFIX, |item| {
            books.add_grant(MadeGrant::read(item)?);
            Ok(())
        })
        .await?;
        let balance: Balance = self.balance(organization).await?;
        self.each_item(organization, keys::LEDGER_PREFIX, |item| {
            let entry: LedgerEntry = codec::read("ledger entry", item)?;
            if entry.sequence <= balance.sequence {
                books.add_entry(&entry);
            }
            Ok(())
        })
        .await?;
        let mut found = books.differences(balance);
        found.extend(usage::differences(&earlier, &counted, &balance));
        Ok(found)
    }

    /// Reads the items of an organization whose sort keys begin with `prefix`, in their order, page by page.
    pub(crate) async fn each_item(
        &self,
        organization: OrganizationId,
        prefix: &str,
        mut take: impl FnMut(Item) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let partition = keys::organization_partition(organization);
        let mut start = None;
        loop {
            let (items, next) = self.items_from(&partition, prefix, start).await?;
            items.into_iter().try_for_each(&mut take)?;
            start = next;
            if start.is_none() {
                return Ok(());
            }
        }
    }
}
