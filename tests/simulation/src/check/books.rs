//! The money adds up.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::{
    tables::{Books, GenerationItems, Tables, number, state},
    world::{World, text},
};

/// Checks the balance, the ledger, what it pays for and the grants of each organization.
pub(crate) fn check(world: &World, tables: &Tables) {
    for (at, organization) in world.organizations.borrow().iter().enumerate() {
        let id = &organization.id;
        let Some(books) = tables.organization(id) else {
            if organization.deletion.is_none() {
                world.problem(format!("{id} is gone although nobody has deleted it"));
            }
            continue;
        };
        if organization.deletion.is_some() {
            world.problem(format!("{id} is deleted and still has items"));
            continue;
        }
        chain(world, id, books);
        charges(world, books);
        grants(world, at, books);
    }
}

/// The ledger is numbered without gaps, and each balance is the one before plus the amount.
fn chain(world: &World, id: &str, books: &Books) {
    let mut sum = 0;
    for (place, entry) in (1..).zip(&books.ledger) {
        sum += number(entry, "amount");
        if number(entry, "sequence") != place {
            world.problem(format!(
                "{id}: entry {place} of the ledger has the number {}",
                number(entry, "sequence")
            ));
        }
        if number(entry, "balanceAfter") != sum {
            world.problem(format!(
                "{id}: entry {place} of the ledger says {} and the sum is {sum}",
                number(entry, "balanceAfter")
            ));
        }
        if sum < 0 {
            world.problem(format!("{id}: the balance is below zero after entry {place}"));
        }
    }
    let Some(balance) = &books.balance else {
        return world.problem(format!("{id} has no balance"));
    };
    if number(balance, "balance") != sum {
        world.problem(format!(
            "{id}: the balance is {} and the ledger's sum is {sum}",
            number(balance, "balance")
        ));
    }
    let length = i64::try_from(books.ledger.len()).unwrap_or(i64::MAX);
    if number(balance, "sequence") != length {
        world.problem(format!(
            "{id}: the balance counts {} of {length} entries",
            number(balance, "sequence")
        ));
    }
}

/// What the ledger says of one generation.
#[derive(Default)]
struct Booked {
    charges: Vec<i64>,
    refunds: Vec<i64>,
}

/// Each generation has one charge, and a refund for each thumbnail that was not delivered.
fn charges(world: &World, books: &Books) {
    let mut booked: BTreeMap<String, Booked> = BTreeMap::new();
    for entry in &books.ledger {
        let generation = text(entry, "generation");
        let amount = number(entry, "amount");
        match text(entry, "kind").as_str() {
            "charge" if generation.is_empty() => single(world, books, entry),
            "charge" => booked.entry(generation).or_default().charges.push(-amount),
            "refund" => booked.entry(generation).or_default().refunds.push(amount),
            _ => {}
        }
    }
    for (id, generation) in &books.generations {
        let booked = booked.remove(id).unwrap_or_default();
        match (&generation.facts, &generation.progress) {
            (Some(facts), Some(_)) => generation_adds_up(world, id, facts, generation, &booked),
            _ => world.problem(format!("{id} has one of its two items alone")),
        }
    }
    for id in booked.keys() {
        world.problem(format!("{id} is in the ledger and does not exist"));
    }
}

fn generation_adds_up(world: &World, id: &str, facts: &Json, generation: &GenerationItems, booked: &Booked) {
    if booked.charges != [number(facts, "cost")] {
        world.problem(format!(
            "{id} cost {} and was charged {:?}",
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
        world.problem(format!("{id} owes refunds of {owed} and {refunded} were made"));
    }
}

/// A charge for an image or an inspiration names a record, which is there or was deleted by a caller.
fn single(world: &World, books: &Books, entry: &Json) {
    let description = text(entry, "description");
    let id = description.rsplit(' ').next().unwrap_or_default();
    if !books.records.contains_key(id) && !deletion_was_asked_for(world, id) {
        world.problem(format!("{id} was charged and does not exist"));
    }
}

/// Whether a caller has asked to delete a record.
pub(crate) fn deletion_was_asked_for(world: &World, id: &str) -> bool {
    let seen = world.seen.borrow();
    seen.iter().any(|one| {
        let fields = ["imageId", "inspirationId", "personId"];
        one.tool.starts_with("delete_") && fields.into_iter().any(|field| text(&one.body, field) == id)
    })
}

/// A grant is made once when its command reported success, and at most once when no run of it could tell.
fn grants(world: &World, organization: usize, books: &Books) {
    for grant in world
        .grants
        .borrow()
        .iter()
        .filter(|grant| grant.organization == organization)
    {
        let entries = books
            .ledger
            .iter()
            .filter(|entry| text(entry, "description") == grant.note);
        let made: Vec<i64> = entries.map(|entry| number(entry, "amount")).collect();
        let times = u32::try_from(made.len()).unwrap_or(u32::MAX);
        if times < grant.confirmed || times > (grant.confirmed + grant.unclear).min(1) {
            world.problem(format!(
                "the {} was confirmed {} times, failed {} times and is in the ledger {times} times",
                grant.note, grant.confirmed, grant.unclear
            ));
        }
        if made.iter().any(|&amount| amount != i64::from(grant.hundredths)) {
            world.problem(format!("the {} has another amount in the ledger: {made:?}", grant.note));
        }
    }
}
