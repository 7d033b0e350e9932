//! Whether the books of one organization add up: the part of an audit that makes no call.
//!
//! Every item is taken once, and no more is kept of it than a few numbers for each generation and each grant.

use std::collections::BTreeMap;

use contract::{Amount, GenerationId, TransactionId, TransactionType};

use crate::{Balance, Generation, LedgerEntry, Progress, grant::MadeGrant};

/// The books of one organization while they are read: first all generations and grants, then the ledger in its order.
#[derive(Debug)]
pub(crate) struct Books {
    /// How many entries the ledger had before the generations were read.
    earlier: u64,
    generations: BTreeMap<GenerationId, Account>,
    /// The grants whose ledger entries are still to come, by the entries' numbers.
    grants: BTreeMap<u64, MadeGrant>,
    chain: Chain,
    wrong: Vec<String>,
}

/// The ledger as far as it was read.
#[derive(Debug, Default)]
struct Chain {
    /// The last number, from 1.
    sequence: u64,
    /// The last entry's balance.
    balance: Amount,
    /// The sum of all amounts.
    sum: Amount,
    has_gap: bool,
}

/// What is known of one generation.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// The generation itself; none when only the ledger names it.
    made: Option<Made>,
    charged: Amount,
    refunded: Amount,
    /// What was refunded before the generations were read.
    refunded_before: Amount,
    /// Whether it was in the ledger before the generations were read.
    is_old: bool,
}

/// What a generation's own items say.
#[derive(Clone, Copy, Debug)]
struct Made {
    cost: Amount,
    unit_cost: Amount,
    thumbnails: u32,
    in_progress: u32,
    refunded: u32,
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Account {
    fn add(&mut self, entry: &LedgerEntry, is_old: bool) {
        self.is_old |= is_old;
        match entry.kind {
            TransactionType::Charge => self.charged = self.charged - entry.amount,
            TransactionType::Refund => {
                self.refunded = self.refunded + entry.amount;
                if is_old {
                    self.refunded_before = self.refunded_before + entry.amount;
                }
            }
            TransactionType::Grant => {}
        }
    }

    /// A generation is read after one part of the ledger was written and before the rest was, so its refunds lie
    /// between those of the part and those of the whole.
    fn differences(&self, id: GenerationId) -> Vec<String> {
        let mut wrong = Vec::new();
        let Some(made) = self.made else {
            if self.is_old {
                wrong.push(format!("{id} was charged and is not there"));
            }
            return wrong;
        };
        if self.charged != made.cost {
            wrong.push(format!("{id} was charged {} and cost {}", self.charged, made.cost));
        }
        let owed = made.unit_cost * made.refunded;
        if owed < self.refunded_before || owed > self.refunded {
            wrong.push(format!(
                "{id} owes refunds of {owed} and the ledger has {}",
                self.refunded
            ));
        }
        if self.refunded > made.unit_cost * made.thumbnails {
            wrong.push(format!(
                "{id} was refunded {}, more than its thumbnails cost",
                self.refunded
            ));
        }
        if made.in_progress != made.thumbnails {
            wrong.push(format!("{id} has {} thumbnails in progress", made.in_progress));
        }
        wrong
    }
}

impl Books {
    /// Books whose ledger has `earlier` entries now.
    pub(crate) fn new(earlier: u64) -> Self {
        Self {
            earlier,
            generations: BTreeMap::new(),
            grants: BTreeMap::new(),
            chain: Chain::default(),
            wrong: Vec::new(),
        }
    }

    /// Takes a generation.
    pub(crate) fn add_generation(&mut self, generation: &Generation, progress: &Progress) {
        self.generations.entry(generation.id).or_default().made = Some(Made {
            cost: generation.cost,
            unit_cost: generation.unit_cost,
            thumbnails: count(generation.thumbnails.len()),
            in_progress: count(progress.thumbnails.len()),
            refunded: progress.refunded(),
        });
    }

    /// Takes the item of a grant that was made.
    pub(crate) fn add_grant(&mut self, grant: MadeGrant) {
        if let Some(other) = self.grants.insert(grant.sequence, grant) {
            self.refuse_grant(other.id, other.sequence);
        }
    }

    /// Takes the ledger's next entry.
    pub(crate) fn add_entry(&mut self, entry: &LedgerEntry) {
        let (chain, sequence) = (&mut self.chain, entry.sequence);
        if sequence == chain.sequence + 1 {
            let expected = chain.balance + entry.amount;
            if entry.balance_after != expected {
                self.wrong.push(format!(
                    "ledger entry {sequence} says {} where the entry before it and its amount make {expected}",
                    entry.balance_after
                ));
            }
        } else {
            chain.has_gap = true;
            self.wrong.push(gap(chain.sequence + 1));
        }
        if entry.balance_after < Amount::ZERO {
            self.wrong
                .push(format!("the balance is below zero after ledger entry {sequence}"));
        }
        chain.sequence = sequence;
        chain.balance = entry.balance_after;
        chain.sum = chain.sum + entry.amount;
        if let Some(generation) = entry.generation {
            let account = self.generations.entry(generation).or_default();
            account.add(entry, sequence <= self.earlier);
        }
        if let Some(grant) = self.grants.remove(&sequence) {
            let is_entry = entry.kind == TransactionType::Grant && entry.id == grant.id && entry.amount == grant.amount;
            if !is_entry {
                self.refuse_grant(grant.id, sequence);
            }
        }
    }

    fn refuse_grant(&mut self, id: TransactionId, sequence: u64) {
        self.wrong.push(format!(
            "the grant {id} says that it is ledger entry {sequence}, which it is not"
        ));
    }

    /// What does not add up, when the ledger was read up to `balance`. A difference that stays has the same words
    /// again when the books are read again, whatever was charged or refunded for other generations meanwhile.
    pub(crate) fn differences(mut self, balance: Balance) -> Vec<String> {
        if self.chain.sequence < balance.sequence {
            self.chain.has_gap = true;
            self.wrong.push(gap(self.chain.sequence + 1));
        }
        if !self.chain.has_gap && self.chain.sum != balance.balance {
            let difference = balance.balance - self.chain.sum;
            self.wrong
                .push(format!("the balance differs from the ledger's sum by {difference}"));
        }
        for (sequence, grant) in std::mem::take(&mut self.grants) {
            self.refuse_grant(grant.id, sequence);
        }
        for (id, account) in &self.generations {
            self.wrong.extend(account.differences(*id));
        }
        self.wrong
    }
}

fn gap(first: u64) -> String {
    format!("the ledger has a gap that begins with entry {first}")
}

#[cfg(test)]
mod tests;
