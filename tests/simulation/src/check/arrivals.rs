//! Checks the requests that arrived at receivers: their signatures, their bodies and their order.

use std::collections::BTreeMap;

use contract::EventId;
use serde_json::Value as Json;
use store::WebhookSecret;

use crate::{
    check::thumbnails::killed_at,
    observation::without_urls,
    plan::Action,
    receiver::Arrival,
    schedule::MINUTE,
    tables::{PartitionItems, Tables},
    world::{Organization, World, text},
};

/// The largest difference between the time of a request and the time of its arrival, in seconds.
const MOST_AGE: i64 = 3;

/// The place of the organization that gave the URL of a request's receiver; `None` if no step of the plan has this URL.
pub(crate) fn owner(world: &World, arrival: &Arrival) -> Option<usize> {
    let (_, tag) = arrival.url.split_once("/step-")?;
    let number: usize = tag.split('.').next()?.parse().ok()?;
    let mut steps = world.plan.steps.iter();
    match &steps.find(|step| step.number == number)?.action {
        Action::Call(call) => Some(call.organization),
        Action::Command(_) | Action::Accident(_) => None,
    }
}

/// The body of a request. `Null` if it is not JSON.
pub(crate) fn body(arrival: &Arrival) -> Json {
    serde_json::from_slice(&arrival.body).unwrap_or_default()
}

/// Checks all requests.
pub(crate) fn check(world: &World, tables: &Tables, arrivals: &[Arrival]) {
    let mut bodies: BTreeMap<&str, Json> = BTreeMap::new();
    for arrival in arrivals {
        let (event, body) = (arrival.event(), without_urls(body(arrival)));
        let first = bodies.entry(event).or_insert_with(|| body.clone());
        if *first != body {
            world.problem(format!("{event} arrived with two bodies: {first} and {body}"));
        }
        let organizations = world.organizations.borrow();
        let Some(organization) = owner(world, arrival).and_then(|at| organizations.get(at)) else {
            world.problem(format!("{event} arrived at {}, which nobody has named", arrival.url));
            continue;
        };
        of_its_own_organization(world, tables, organization, arrival);
        let partition_items = tables.organization(&organization.id);
        if let Some(partition_items) = partition_items.filter(|_| organization.deletion.is_none()) {
            is_signed(world, partition_items, arrival);
        }
    }
}

/// No organization is told about the generations of another organization.
fn of_its_own_organization(world: &World, tables: &Tables, organization: &Organization, arrival: &Arrival) {
    let id = body(arrival)
        .pointer("/data/generationId")
        .map(|id| id.as_str().unwrap_or_default().to_owned());
    let own = format!("ORG#{}", organization.id);
    let mut others = tables
        .partition_items
        .iter()
        .filter(|(partition, _)| **partition != own);
    if let Some(id) = id
        && others.any(|(_, items)| items.generations.contains_key(&id))
    {
        world.problem(format!(
            "{} was told about {id} of another organization",
            organization.id
        ));
    }
}

/// A request is signed, with its own time, by a secret of its receiver.
fn is_signed(world: &World, partition_items: &PartitionItems, arrival: &Arrival) {
    let event = arrival.event();
    let timestamp: i64 = arrival.header("webhook-timestamp").parse().unwrap_or_default();
    let age = (world.clock.now().millis() / 1000)
        - i64::try_from(arrival.begun.elapsed().as_secs()).unwrap_or_default()
        - timestamp;
    if age.abs() > MOST_AGE {
        world.problem(format!("{event} arrived {age} seconds after the time of its request"));
    }
    let signatures: Vec<&str> = arrival.header("webhook-signature").split(' ').collect();
    let is_of = |secret: &WebhookSecret| match event.parse::<EventId>() {
        Ok(id) => signatures.contains(&webhooks::sign([secret], id, timestamp, &arrival.body).as_str()),
        Err(_) => false,
    };
    if !secrets(world, partition_items, arrival).iter().any(is_of) {
        world.problem(format!("{event} arrived at {} without a valid signature", arrival.url));
    }
}

/// The secrets that may sign a request to this URL: those of the webhooks with the URL, or the organization's own.
fn secrets(world: &World, partition_items: &PartitionItems, arrival: &Arrival) -> Vec<WebhookSecret> {
    let observations = world.observations.borrow();
    let returned = observations
        .iter()
        .filter(|one| one.tool == "create_webhook" && text(&one.body, "url") == arrival.url)
        .filter_map(|one| one.outcome.data()?.get("secret"));
    let stored = partition_items
        .webhooks
        .values()
        .filter(|webhook| text(webhook, "url") == arrival.url)
        .filter_map(|webhook| webhook.pointer("/secrets/current"));
    let is_of_generation = |facts: &Json| text(facts, "webhookUrl") == arrival.url;
    let mut generations = partition_items.generations.values();
    let is_own = generations.any(|generation| generation.facts.as_ref().is_some_and(is_of_generation));
    let own = partition_items.own_secret.iter().filter(|_| is_own);
    let own = own.filter_map(|item| item.pointer("/secrets/current"));
    let all = returned.chain(stored).chain(own);
    all.filter_map(|secret| serde_json::from_value(secret.clone()).ok())
        .collect()
}

/// Without faults, no attempt at a delivery begins while another one runs in a process that is alive.
pub(crate) fn one_at_a_time(world: &World, delivery: &Json, arrivals: &[&Arrival]) {
    let since = world.calm_since.get().filter(|_| !world.plan.is_calm());
    // A lease that was taken under faults may lapse before its request is sent.
    let calm = world.moment(since.map_or_else(Default::default, |since| since + MINUTE));
    let mut earlier: Option<&Arrival> = None;
    for arrival in arrivals.iter().filter(|arrival| arrival.begun >= calm) {
        let killed = earlier.and_then(|earlier| killed_at(world, earlier.process));
        let killed = killed.map(|at| world.moment(at));
        let end = earlier.and_then(|earlier| [earlier.ended, killed].into_iter().flatten().min());
        if end.is_some_and(|end| arrival.begun < end) {
            world.problem(format!(
                "two attempts at a delivery run at the same time, the later one in {} from {:?}: {delivery}",
                arrival.process,
                world.since_beginning(arrival.begun)
            ));
        }
        earlier = Some(arrival);
    }
}

/// How many attempts of a delivery have ended.
pub(crate) fn attempts(delivery: &Json) -> &[Json] {
    let attempts = delivery.get("attempts").and_then(Json::as_array);
    attempts.map(Vec::as_slice).unwrap_or_default()
}
