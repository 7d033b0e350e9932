//! Compares the balance, the ledger, the generations and the adjustments of one organization. This part of an audit
//! makes no call.
//!
//! Every item is added once. Only a few numbers of each generation and each adjustment are kept in memory.

use std::collections::BTreeMap;

use contract::{Amount, GenerationId, TransactionId, TransactionType};

use crate::{
    Balance, Generation, LedgerEntry, Progress, generations::deletion::DeletedGeneration,
    money::adjustment::MadeAdjustment,
};

/// The comparison while the items are read: first all generations and adjustments, then the ledger in its order.
#[derive(Debug)]
pub(crate) struct Reconciliation {
    /// How many entries the ledger had before the generations were read.
    earlier: u64,
    generations: BTreeMap<GenerationId, GenerationAmounts>,
    /// The adjustments whose ledger entries have not been added yet, by the numbers of the entries.
    adjustments: BTreeMap<u64, MadeAdjustment>,
    ledger: LedgerSoFar,
    wrong: Vec<String>,
}

/// The ledger up to the last entry that was added.
#[derive(Debug, Default)]
struct LedgerSoFar {
    /// The last number, from 1.
    sequence: u64,
    /// The last entry's balance.
    balance: Amount,
    /// The sum of all amounts.
    sum: Amount,
    has_gap: bool,
}

/// The amounts of one generation.
#[derive(Clone, Copy, Debug, Default)]
struct GenerationAmounts {
    /// The amounts in the generation's own items; `None` when only the ledger names the generation.
    own: Option<OwnAmounts>,
    charged: Amount,
    refunded: Amount,
    /// The refunds before the generations were read.
    refunded_before: Amount,
    /// Whether the ledger named the generation before the generations were read.
    is_old: bool,
}

/// The amounts in a generation's own items.
#[derive(Clone, Copy, Debug)]
struct OwnAmounts {
    cost: Amount,
    unit_cost: Amount,
    thumbnails: u32,
    in_progress: u32,
    refunded: u32,
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl GenerationAmounts {
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
            TransactionType::Grant | TransactionType::Correction => {}
        }
    }

    /// The differences of a generation. The generation was read after the earlier part of the ledger was written and
    /// before the rest, so its refunds are between those of the earlier part and those of the whole ledger.
    fn differences(&self, id: GenerationId) -> Vec<String> {
        let mut wrong = Vec::new();
        let Some(own) = self.own else {
            if self.is_old {
                wrong.push(format!("{id} was charged and is not there"));
            }
            return wrong;
        };
        if self.charged != own.cost {
            wrong.push(format!("{id} was charged {} and cost {}", self.charged, own.cost));
        }
        let owed = own.unit_cost * own.refunded;
        if owed < self.refunded_before || owed > self.refunded {
            wrong.push(format!(
                "{id} owes refunds of {owed} and the ledger has {}",
                self.refunded
            ));
        }
        if self.refunded > own.unit_cost * own.thumbnails {
            wrong.push(format!(
                "{id} was refunded {}, more than its thumbnails cost",
                self.refunded
            ));
        }
        if own.in_progress != own.thumbnails {
            wrong.push(format!("{id} has {} thumbnails in progress", own.in_progress));
        }
        wrong
    }
}

impl Reconciliation {
    /// A comparison with a ledger that has `earlier` entries before the generations are read.
    pub(crate) fn new(earlier: u64) -> Self {
        Self {
            earlier,
            generations: BTreeMap::new(),
            adjustments: BTreeMap::new(),
            ledger: LedgerSoFar::default(),
            wrong: Vec::new(),
        }
    }

    /// Adds a generation.
    pub(crate) fn add_generation(&mut self, generation: &Generation, progress: &Progress) {
        self.generations.entry(generation.id).or_default().own = Some(OwnAmounts {
            cost: generation.cost,
            unit_cost: generation.unit_cost,
            thumbnails: count(generation.thumbnails.len()),
            in_progress: count(progress.thumbnails.len()),
            refunded: progress.refunded(),
        });
    }

    /// Adds the amounts of a deleted generation.
    pub(crate) fn add_deleted(&mut self, left: &DeletedGeneration) {
        self.generations.entry(left.id).or_default().own = Some(OwnAmounts {
            cost: left.cost,
            unit_cost: left.unit_cost,
            thumbnails: left.thumbnails,
            in_progress: left.thumbnails,
            refunded: left.refunded,
        });
    }

    /// Adds the item of an adjustment.
    pub(crate) fn add_adjustment(&mut self, made: MadeAdjustment) {
        if let Some(other) = self.adjustments.insert(made.sequence, made) {
            self.report_adjustment(other.id, other.sequence);
        }
    }

    /// Adds the next entry of the ledger.
    pub(crate) fn add_entry(&mut self, entry: &LedgerEntry) {
        let (ledger, sequence) = (&mut self.ledger, entry.sequence);
        if sequence == ledger.sequence + 1 {
            let expected = ledger.balance + entry.amount;
            if entry.balance_after != expected {
                self.wrong.push(format!(
                    "ledger entry {sequence} says {} where the entry before it and its amount make {expected}",
                    entry.balance_after
                ));
            }
        } else {
            ledger.has_gap = true;
            self.wrong.push(gap(ledger.sequence + 1));
        }
        if entry.balance_after < Amount::ZERO {
            self.wrong
                .push(format!("the balance is below zero after ledger entry {sequence}"));
        }
        ledger.sequence = sequence;
        ledger.balance = entry.balance_after;
        ledger.sum = ledger.sum + entry.amount;
        if let Some(generation) = entry.generation {
            let amounts = self.generations.entry(generation).or_default();
            amounts.add(entry, sequence <= self.earlier);
        }
        if let Some(made) = self.adjustments.remove(&sequence) {
            let is_adjustment = matches!(entry.kind, TransactionType::Grant | TransactionType::Correction);
            if !is_adjustment || entry.id != made.id || entry.amount != made.amount {
                self.report_adjustment(made.id, sequence);
            }
        }
    }

    fn report_adjustment(&mut self, id: TransactionId, sequence: u64) {
        self.wrong.push(format!(
            "the adjustment {id} says that it is ledger entry {sequence}, which it is not"
        ));
    }

    /// The differences, given the balance up to which the ledger was read. A difference has the same message each time
    /// it is found, whatever was charged or refunded for other generations in between.
    pub(crate) fn differences(mut self, balance: Balance) -> Vec<String> {
        if self.ledger.sequence < balance.sequence {
            self.ledger.has_gap = true;
            self.wrong.push(gap(self.ledger.sequence + 1));
        }
        if !self.ledger.has_gap && self.ledger.sum != balance.balance {
            let difference = balance.balance - self.ledger.sum;
            self.wrong
                .push(format!("the balance differs from the ledger's sum by {difference}"));
        }
        for (sequence, made) in std::mem::take(&mut self.adjustments) {
            self.report_adjustment(made.id, sequence);
        }
        for (id, amounts) in &self.generations {
            self.wrong.extend(amounts.differences(*id));
        }
        self.wrong
    }
}

fn gap(first: u64) -> String {
    format!("the ledger has a gap that begins with entry {first}")
}

#[cfg(test)]
mod tests;
