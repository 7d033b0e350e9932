//! Checks that listeners learn every fact that they listen for, and nothing that did not happen.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use serde_json::Value as Json;
use store::DEFAULT_LOW_BALANCE;

use crate::{
    check::{
        answers::hundredths,
        arrivals::{self, attempts, body, owner},
    },
    observation::{Observation, Outcome},
    receiver::{Answer, Arrival},
    tables::{PartitionItems, Tables, has_ended, number, state},
    world::{World, text},
};

/// The largest difference between the clock of a process and the clock of the simulated AWS, and a little more.
const SKEW: Duration = Duration::from_secs(2);
/// How many attempts the schedule has.
const ATTEMPTS: i64 = 10;
/// The status of a receiver that wants no more events.
const GONE: i64 = 410;

/// Checks the events of all organizations, and the requests that arrived.
pub(crate) fn check(world: &World, tables: &Tables) {
    let arrivals = world.image.receivers.arrivals();
    arrivals::check(world, tables, &arrivals);
    for (at, organization) in world.organizations.borrow().iter().enumerate() {
        let Some(partition_items) = tables
            .organization(&organization.id)
            .filter(|_| organization.deletion.is_none())
        else {
            continue;
        };
        let own = arrivals.iter().filter(|arrival| owner(world, arrival) == Some(at));
        let events = Events {
            world,
            partition_items,
            arrivals: own.collect(),
            facts: facts(world, partition_items),
        };
        events.only_facts();
        events.every_fact();
        events.webhooks();
        for delivery in partition_items.deliveries.values() {
            events.ended_for_a_reason(delivery);
        }
    }
}

/// Something that happened and that listeners are told.
struct Fact {
    /// The type of its event, and what it is about.
    name: String,
    /// The generation, if it is about one.
    generation: Option<String>,
    /// It did not happen before this time, in milliseconds since the epoch.
    since: i64,
}

impl Fact {
    fn event_type(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }
}

/// The name of the fact in the item of a delivery.
fn name_in_delivery(delivery: &Json) -> String {
    let fact = delivery.pointer("/event/fact").cloned().unwrap_or_default();
    let generation = text(&fact, "generation");
    match text(&fact, "kind").as_str() {
        "thumbnailCompleted" => format!("thumbnail.completed {generation} {}", number(&fact, "index")),
        "thumbnailFailed" => format!("thumbnail.failed {generation} {}", number(&fact, "index")),
        "generationEnded" => format!("generation.ended {generation}"),
        "balanceLow" => format!("balance.low {}", number(&fact, "balance")),
        "webhookTest" => format!("webhook.test {}", text(&fact, "webhook")),
        other => other.to_owned(),
    }
}

/// The name of the fact in the body of a request. A body that contradicts its own type has a name that no fact has.
fn name_in_body(body: &Json) -> String {
    let data = body.get("data").cloned().unwrap_or_default();
    let generation = text(&data, "generationId");
    match text(body, "type").as_str() {
        kind @ ("thumbnail.completed" | "thumbnail.failed") => {
            let thumbnail = data.get("thumbnail").cloned().unwrap_or_default();
            let status = text(&thumbnail, "status");
            if kind == format!("thumbnail.{status}") {
                format!("{kind} {generation} {}", number(&thumbnail, "index"))
            } else {
                format!("{kind} with the status {status}")
            }
        }
        "generation.ended" => match number(&data, "pending") + number(&data, "processing") {
            0 => format!("generation.ended {generation}"),
            open => format!("generation.ended with {open} open thumbnails"),
        },
        "balance.low" => format!("balance.low {}", hundredths(&data, "balance")),
        "webhook.test" => format!("webhook.test {}", text(&data, "webhookId")),
        other => other.to_owned(),
    }
}

/// What happened in an organization, according to its records.
fn facts(world: &World, partition_items: &PartitionItems) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (id, generation) in &partition_items.generations {
        let (Some(created), Some(progress)) = (&generation.facts, &generation.progress) else {
            continue;
        };
        let mut add = |name: String, since: i64| {
            let generation = Some(id.clone());
            facts.push(Fact {
                name,
                generation,
                since,
            });
        };
        for (index, thumbnail) in generation.thumbnails().iter().enumerate() {
            match state(thumbnail).as_str() {
                "completed" => {
                    let since = thumbnail.pointer("/state/completedAt").and_then(Json::as_i64);
                    add(format!("thumbnail.completed {id} {index}"), since.unwrap_or_default());
                }
                "failed" => add(format!("thumbnail.failed {id} {index}"), number(created, "createdAt")),
                _ => {}
            }
        }
        if generation.thumbnails().iter().all(has_ended) {
            add(format!("generation.ended {id}"), number(progress, "updatedAt"));
        }
    }
    let low = DEFAULT_LOW_BALANCE.hundredths();
    for entry in &partition_items.ledger {
        let after = number(entry, "balanceAfter");
        let before = after - number(entry, "amount");
        if text(entry, "kind") == "charge" && before >= low && after < low {
            facts.push(Fact {
                name: format!("balance.low {after}"),
                generation: None,
                since: number(entry, "createdAt"),
            });
        }
    }
    let observations = world.observations.borrow();
    let tests = observations.iter().filter(|one| one.tool == "test_webhook");
    facts.extend(tests.map(|one| Fact {
        name: format!("webhook.test {}", text(&one.body, "webhookId")),
        generation: None,
        since: 0,
    }));
    facts
}

/// The events of one organization.
struct Events<'a> {
    world: &'a World,
    partition_items: &'a PartitionItems,
    /// The requests that arrived at receivers of the organization.
    arrivals: Vec<&'a Arrival>,
    facts: Vec<Fact>,
}

impl Events<'_> {
    /// Every event is a fact, and no fact has two events.
    fn only_facts(&self) {
        let mut events: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for delivery in self.partition_items.deliveries.values() {
            let id = delivery.pointer("/event/id").and_then(Json::as_str).unwrap_or_default();
            events
                .entry(name_in_delivery(delivery))
                .or_default()
                .insert(id.to_owned());
        }
        for arrival in &self.arrivals {
            let name = name_in_body(&body(arrival));
            events.entry(name).or_default().insert(arrival.event().to_owned());
        }
        for (name, ids) in events {
            let happened = self.facts.iter().filter(|fact| fact.name == name).count();
            if ids.len() > happened {
                self.world.problem(format!(
                    "{name} happened {happened} times, but listeners were told by the events {ids:?}"
                ));
            }
        }
    }

    /// Every fact that a listener is promised has a delivery to it.
    fn every_fact(&self) {
        let mut promised: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for (id, webhook) in &self.partition_items.webhooks {
            let Some(since) = self.listens_since(id, webhook) else {
                continue;
            };
            let wanted = webhook
                .get("events")
                .and_then(Json::as_array)
                .cloned()
                .unwrap_or_default();
            for fact in &self.facts {
                let is_wanted = wanted.is_empty() || wanted.iter().any(|kind| kind == fact.event_type());
                if is_wanted && fact.since > since {
                    *promised.entry((id, &fact.name)).or_default() += 1;
                }
            }
        }
        for fact in &self.facts {
            let Some(id) = &fact.generation else { continue };
            let generation = self.partition_items.generations.get(id);
            let url = generation.and_then(|generation| generation.facts.as_ref()?.get("webhookUrl"));
            if url.is_some() && !self.is_url_gone(id) {
                *promised.entry((id, &fact.name)).or_default() += 1;
            }
        }
        for ((receiver, name), count) in promised {
            let deliveries = self.partition_items.deliveries.values();
            let made = deliveries
                .filter(|delivery| text(delivery, "receiver") == receiver && name_in_delivery(delivery) == name)
                .count();
            if made < count {
                self.world.problem(format!(
                    "{receiver} was never told of {name}, of which it has {made} deliveries"
                ));
            }
        }
    }

    /// From when on a webhook is surely told every fact, in milliseconds since the epoch. `None` if it is disabled, or
    /// if its callers do not know when it was enabled.
    fn listens_since(&self, id: &str, webhook: &Json) -> Option<i64> {
        if webhook.get("disabled").is_some() {
            return None;
        }
        let observations = self.world.observations.borrow();
        let created = |one: &&Observation| {
            let is_it = |data: &Json| one.tool == "create_webhook" && text(data, "webhookId") == id;
            one.outcome.data().is_some_and(is_it)
        };
        let changes = |one: &&Observation| {
            matches!(one.tool, "update_webhook" | "delete_webhook") && text(&one.body, "webhookId") == id
        };
        let mut last = observations.iter().filter(created).filter_map(|one| one.ended).min()?;
        for change in observations.iter().filter(changes) {
            if change.outcome.is_unclear() {
                return None;
            }
            last = last.max(change.ended?);
        }
        let ago = self.world.elapsed().saturating_sub(last + SKEW);
        Some(self.world.clock.now().millis() - i64::try_from(ago.as_millis()).ok()?)
    }

    fn is_url_gone(&self, generation: &str) -> bool {
        let generation = self.partition_items.generations.get(generation);
        let progress = generation.and_then(|generation| generation.progress.as_ref());
        progress.is_some_and(|progress| progress.get("isWebhookUrlGone").is_some())
    }

    /// The URL of a delivery's receiver; `None` if the webhook has been deleted.
    fn url(&self, delivery: &Json) -> Option<String> {
        let webhook = self.partition_items.webhooks.get(&text(delivery, "receiver"));
        let holder = webhook.or_else(|| delivery.get("url").map(|_| delivery))?;
        Some(text(holder, "url"))
    }

    /// A delivered event was accepted by its receiver. A delivery fails after the last attempt of its schedule, or if
    /// its receiver wants no more events.
    fn ended_for_a_reason(&self, delivery: &Json) {
        let event = delivery.pointer("/event/id").and_then(Json::as_str).unwrap_or_default();
        let url = self.url(delivery);
        let is_here = |arrival: &&&Arrival| url.as_ref().is_none_or(|url| arrival.url == *url);
        let arrivals: Vec<&Arrival> = self
            .arrivals
            .iter()
            .filter(|arrival| arrival.event() == event)
            .filter(is_here)
            .copied()
            .collect();
        let problem = |what: &str| self.world.problem(format!("{what}: {delivery}"));
        if arrivals.len() < attempts(delivery).len() {
            problem("more attempts are recorded than arrived");
        }
        let was_accepted = arrivals.iter().any(|arrival| arrival.answer == Answer::Accept);
        let last = attempts(delivery).last().map(|attempt| number(attempt, "status"));
        let is_spent = number(delivery, "scheduledAttempts") >= ATTEMPTS || last == Some(GONE);
        match state(delivery).as_str() {
            "delivered" if !was_accepted => problem("a delivery is said to be received but was not"),
            "failed" if !is_spent && !self.is_given_up(delivery) => problem("a delivery failed without a reason"),
            _ => {}
        }
        let deliveries = self.partition_items.deliveries.values();
        let same = deliveries.filter(|other| other.pointer("/event/id") == delivery.pointer("/event/id"));
        if url.is_some()
            && same
                .filter(|other| self.url(other).is_none_or(|other| Some(other) == url))
                .count()
                == 1
        {
            arrivals::one_at_a_time(self.world, delivery, &arrivals);
        }
    }

    /// Whether the receiver of a delivery has wanted no more events since the delivery was created.
    fn is_given_up(&self, delivery: &Json) -> bool {
        let receiver = text(delivery, "receiver");
        if delivery.get("url").is_some() {
            return self.is_url_gone(&receiver);
        }
        self.partition_items.webhooks.get(&receiver).is_none_or(|webhook| {
            webhook.get("disabled").is_some() || number(webhook, "disabledAt") >= number(delivery, "createdAt")
        })
    }

    /// The balance counts the webhooks, and every disabled webhook has a reason to be disabled.
    fn webhooks(&self) {
        let webhooks = &self.partition_items.webhooks;
        let is_enabled = |webhook: &&Json| webhook.get("disabled").is_none();
        let counts = [webhooks.len(), webhooks.values().filter(is_enabled).count()];
        let counts = counts.map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        let balance = self.partition_items.balance.clone().unwrap_or_default();
        let counted = ["webhooks", "enabledWebhooks"].map(|name| number(&balance, name));
        if counted != counts {
            self.world.problem(format!(
                "the balance counts {counted:?} webhooks, but there are {counts:?}"
            ));
        }
        let observations = self.world.observations.borrow();
        for (id, webhook) in webhooks {
            let url = text(webhook, "url");
            let answered = |is_meant: fn(Answer) -> bool| {
                let mut arrivals = self.arrivals.iter();
                arrivals.any(|arrival| arrival.url == url && is_meant(arrival.answer))
            };
            let is_right = match webhook.get("disabled").and_then(Json::as_str) {
                None => true,
                Some("gone") => answered(|answer| answer == Answer::Gone),
                Some("failing") => answered(|answer| answer != Answer::Accept),
                Some("byCaller") => observations.iter().any(|one| {
                    let is_disabled = one.body.get("enabled") == Some(&Json::Bool(false));
                    is_disabled
                        && text(&one.body, "webhookId") == *id
                        && !matches!(one.outcome, Outcome::Refused { .. })
                }),
                Some(_) => false,
            };
            if !is_right {
                self.world
                    .problem(format!("{id} is disabled without a reason: {webhook}"));
            }
        }
    }
}
