//! The money invariant, recomputed from the tables while traffic may run.

use std::collections::BTreeMap;

use contract::{Amount, GenerationId, OrganizationId, TransactionType};

use crate::{Balance, Generation, LedgerEntry, Progress, Store, StoreError, codec, keys};

/// What an audit found for one organization.
#[derive(Clone, Debug)]
pub struct Audit {
    /// Whose books.
    pub organization: OrganizationId,
    /// The balance that was judged.
    pub balance: Balance,
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

/// What the ledger says of one generation.
#[derive(Clone, Copy, Debug, Default)]
struct Booked {
    charged: Amount,
    refunded: Amount,
}

fn booked(ledger: &[LedgerEntry]) -> BTreeMap<GenerationId, Booked> {
    let mut sums: BTreeMap<GenerationId, Booked> = BTreeMap::new();
    for entry in ledger {
        let Some(generation) = entry.generation else {
            continue;
        };
        let sum = sums.entry(generation).or_default();
        match entry.kind {
            TransactionType::Charge => sum.charged = sum.charged - entry.amount,
            TransactionType::Refund => sum.refunded = sum.refunded + entry.amount,
            TransactionType::Grant => {}
        }
    }
    sums
}

/// The chain of the ledger: numbered without gaps, each balance the one before plus the amount, never below zero.
fn check_chain(balance: Balance, ledger: &[LedgerEntry]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut running = Amount::ZERO;
    for (expected, entry) in (1..).zip(ledger) {
        if entry.sequence != expected {
            wrong.push(format!(
                "ledger entry {expected} is missing; the next is {}",
                entry.sequence
            ));
            return wrong;
        }
        running = running + entry.amount;
        if entry.balance_after != running {
            wrong.push(format!(
                "ledger entry {expected} says {} where the sum is {running}",
                entry.balance_after
            ));
        }
        if running < Amount::ZERO {
            wrong.push(format!("the balance is below zero after ledger entry {expected}"));
        }
    }
    if ledger.len() as u64 != balance.sequence {
        wrong.push(format!(
            "the ledger has {} entries and the balance counts {}",
            ledger.len(),
            balance.sequence
        ));
    }
    if running != balance.balance {
        wrong.push(format!(
            "the balance is {} and the ledger's sum is {running}",
            balance.balance
        ));
    }
    wrong
}

/// A generation that was read after `before` and before `after` were: its refunds lie between theirs.
fn check_generation(generation: &Generation, progress: &Progress, before: Booked, after: Booked) -> Vec<String> {
    let id = generation.id;
    let mut wrong = Vec::new();
    if after.charged != generation.cost {
        wrong.push(format!(
            "{id} was charged {} and cost {}",
            after.charged, generation.cost
        ));
    }
    let refunded = generation.unit_cost * progress.refunded();
    if refunded < before.refunded || refunded > after.refunded {
        wrong.push(format!(
            "{id} owes refunds of {refunded} and the ledger has {}",
            after.refunded
        ));
    }
    let units = u32::try_from(generation.thumbnails.len()).unwrap_or(u32::MAX);
    if after.refunded > generation.unit_cost * units {
        wrong.push(format!(
            "{id} was refunded {}, more than its thumbnails cost",
            after.refunded
        ));
    }
    if progress.thumbnails.len() != generation.thumbnails.len() {
        wrong.push(format!("{id} has {} thumbnails in progress", progress.thumbnails.len()));
    }
    wrong
}

impl Store {
    /// Recomputes the books of one organization; `None` when there is none of this id.
    ///
    /// Traffic may run meanwhile: the ledger is read up to the balance's sequence number, before and after the
    /// generations are read, and a generation is judged against both.
    pub async fn audit(&self, organization: OrganizationId) -> Result<Option<Audit>, StoreError> {
        let Some(item) = self.get(&keys::balance(organization)).await? else {
            return Ok(None);
        };
        let earlier = Balance::read(item)?;
        let generations = self.all_generations(organization).await?;
        let balance = self.balance(organization).await?;
        let ledger = self.ledger_up_to(organization, balance.sequence).await?;
        let before = ledger
            .iter()
            .take_while(|entry| entry.sequence <= earlier.sequence)
            .cloned()
            .collect::<Vec<_>>();
        let (before, after) = (booked(&before), booked(&ledger));
        let mut wrong = check_chain(balance, &ledger);
        for (generation, progress) in &generations {
            let of = |sums: &BTreeMap<GenerationId, Booked>| sums.get(&generation.id).copied().unwrap_or_default();
            wrong.extend(check_generation(generation, progress, of(&before), of(&after)));
        }
        for (id, _) in before
            .iter()
            .filter(|(id, _)| !generations.iter().any(|(known, _)| known.id == **id))
        {
            wrong.push(format!("{id} was charged and is not there"));
        }
        let differences = wrong
            .into_iter()
            .map(|message| Difference { organization, message })
            .collect();
        Ok(Some(Audit {
            organization,
            balance,
            differences,
        }))
    }

    async fn all_generations(&self, organization: OrganizationId) -> Result<Vec<(Generation, Progress)>, StoreError> {
        let mut all = Vec::new();
        let mut before = None;
        loop {
            let page = self.generations(organization, before, 200).await?;
            all.extend(page.generations);
            before = page.next;
            if before.is_none() {
                return Ok(all);
            }
        }
    }

    async fn ledger_up_to(&self, organization: OrganizationId, last: u64) -> Result<Vec<LedgerEntry>, StoreError> {
        let items = self
            .query_prefix(&keys::organization_partition(organization), keys::LEDGER_PREFIX)
            .await?;
        let entries = items
            .into_iter()
            .map(|item| codec::read::<LedgerEntry>("ledger entry", item));
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        entries.retain(|entry| entry.sequence <= last);
        Ok(entries)
    }
}
