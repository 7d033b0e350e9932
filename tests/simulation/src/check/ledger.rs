//! Checks that balances, ledgers, charges, refunds and adjustments add up.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::{
    tables::{GenerationItems, PartitionItems, Tables, number, state},
    world::{World, text},
};

/// Checks the balance, the ledger, the charges and the adjustments of each organization.
pub(crate) fn check(world: &World, tables: &Tables) {
    for (at, organization) in world.organizations.borrow().iter().enumerate() {
        let id = &organization.id;
        let Some(partition_items) = tables.organization(id) else {
            if organization.deletion.is_none() {
                world.problem(format!("{id} does not exist although no operator has deleted it"));
            }
            continue;
        };
        if organization.deletion.is_some() {
            world.problem(format!("{id} was deleted but still has items"));
            continue;
        }
        chain(world, id, partition_items);
        charges(world, partition_items);
        adjustments(world, at, partition_items);
    }
}

/// Ledger entries are numbered without gaps, and each balance is the previous balance plus the entry's amount.
fn chain(world: &World, id: &str, partition_items: &PartitionItems) {
    let mut sum = 0;
    for (place, entry) in (1..).zip(&partition_items.ledger) {
        sum += number(entry, "amount");
        if number(entry, "sequence") != place {
            world.problem(format!(
                "{id}: entry {place} of the ledger has the number {}",
                number(entry, "sequence")
            ));
        }
        if number(entry, "balanceAfter") != sum {
            world.problem(format!(
                "{id}: entry {place} of the ledger has the balance {}, but the amounts sum up to {sum}",
                number(entry, "balanceAfter")
            ));
        }
        if sum < 0 {
            world.problem(format!("{id}: the balance is below zero after entry {place}"));
        }
    }
    let Some(balance) = &partition_items.balance else {
        return world.problem(format!("{id} has no balance"));
    };
    if number(balance, "balance") != sum {
        world.problem(format!(
            "{id}: the balance is {}, but the ledger's amounts sum up to {sum}",
            number(balance, "balance")
        ));
    }
    let length = i64::try_from(partition_items.ledger.len()).unwrap_or(i64::MAX);
    if number(balance, "sequence") != length {
        world.problem(format!(
            "{id}: the balance has the sequence number {}, but the ledger has {length} entries",
            number(balance, "sequence")
        ));
    }
}

/// The ledger entries of one generation.
#[derive(Default)]
struct Booked {
    charges: Vec<i64>,
    refunds: Vec<i64>,
}

/// Each generation has one charge, and refunds for exactly the thumbnails that failed or were cancelled.
fn charges(world: &World, partition_items: &PartitionItems) {
    let mut booked: BTreeMap<String, Booked> = BTreeMap::new();
    for entry in &partition_items.ledger {
        let generation = text(entry, "generation");
        let amount = number(entry, "amount");
        match text(entry, "kind").as_str() {
            "charge" if generation.is_empty() => single(world, partition_items, entry),
            "charge" => booked.entry(generation).or_default().charges.push(-amount),
            "refund" => booked.entry(generation).or_default().refunds.push(amount),
            _ => {}
        }
    }
    for (id, generation) in &partition_items.generations {
        let booked = booked.remove(id).unwrap_or_default();
        match (&generation.facts, &generation.progress) {
            (Some(facts), Some(_)) => generation_adds_up(world, id, facts, generation, &booked),
            _ => world.problem(format!("{id} has only one of its two items")),
        }
    }
    for id in booked.keys() {
        world.problem(format!("{id} is in the ledger but does not exist"));
    }
}

fn generation_adds_up(world: &World, id: &str, facts: &Json, generation: &GenerationItems, booked: &Booked) {
    if booked.charges != [number(facts, "cost")] {
        world.problem(format!(
            "{id} costs {} but was charged {:?}",
            number(facts, "cost"),
            booked.charges
        ));
    }
    let undelivered = generation
        .thumbnails()
        .iter()
        .filter(|thumbnail| matches!(state(thumbnail).as_str(), "failed" | "cancelled"))
        .count();
    let owed = number(facts, "unitCost") * i64::try_from(undelivered).unwrap_or_default();
    let refunded: i64 = booked.refunds.iter().sum();
    if owed != refunded {
        world.problem(format!("{id} should have refunds of {owed} but has {refunded}"));
    }
}

/// A charge for an image or an inspiration names its record. The record exists, or a caller asked to delete it.
fn single(world: &World, partition_items: &PartitionItems, entry: &Json) {
    let description = text(entry, "description");
    let id = description.rsplit(' ').next().unwrap_or_default();
    if !partition_items.records.contains_key(id) && !deletion_was_asked_for(world, id) {
        world.problem(format!("{id} was charged but does not exist"));
    }
}

/// Whether a caller has asked to delete a record.
pub(crate) fn deletion_was_asked_for(world: &World, id: &str) -> bool {
    let observations = world.observations.borrow();
    observations.iter().any(|one| {
        let fields = ["imageId", "inspirationId", "personId", "webhookId"];
        one.tool.starts_with("delete_") && fields.into_iter().any(|field| text(&one.body, field) == id)
    })
}

/// If a run of the command reported success, the adjustment is in the ledger once. If no run did, at most once.
fn adjustments(world: &World, organization: usize, partition_items: &PartitionItems) {
    for adjustment in world
        .adjustments
        .borrow()
        .iter()
        .filter(|adjustment| adjustment.organization == organization)
    {
        let entries = partition_items
            .ledger
            .iter()
            .filter(|entry| text(entry, "description") == adjustment.note);
        let made: Vec<i64> = entries.map(|entry| number(entry, "amount")).collect();
        let times = u32::try_from(made.len()).unwrap_or(u32::MAX);
        if times < adjustment.confirmed || times > (adjustment.confirmed + adjustment.unclear).min(1) {
            world.problem(format!(
                "the {} reported success {} times and failure {} times, and is in the ledger {times} times",
                adjustment.note, adjustment.confirmed, adjustment.unclear
            ));
        }
        if made.iter().any(|&amount| amount != i64::from(adjustment.hundredths)) {
            world.problem(format!(
                "the {} has another amount in the ledger: {made:?}",
                adjustment.note
            ));
        }
    }
}
