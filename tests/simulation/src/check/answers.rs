//! Checks the responses: every success is true, and every refusal has changed nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::{
    observation::{Observation, Outcome},
    operation::NEW_TITLE,
    plan::{Action, Call},
    tables::{PartitionItems, Tables, number, state},
    world::{Organization, World, text},
};

/// Checks all observations of all callers.
pub(crate) fn check(world: &World, tables: &Tables) {
    let observations = world.observations.borrow();
    for (at, organization) in world.organizations.borrow().iter().enumerate() {
        let own: Vec<&Observation> = observations.iter().filter(|one| one.organization == at).collect();
        for one in &own {
            refused_for_a_reason(world, organization, tables, one);
            unclear_for_a_reason(world, one);
        }
        let Some(partition_items) = tables
            .organization(&organization.id)
            .filter(|_| organization.deletion.is_none())
        else {
            continue;
        };
        let view = View {
            world,
            partition_items,
            own: &own,
        };
        for step in &world.plan.steps {
            if let Action::Call(call) = &step.action
                && call.organization == at
                && call.operation.creates()
            {
                view.made_once(step.number, call);
            }
        }
        view.one_answer_for_each_key();
        view.cancels();
        for one in &own {
            view.check_success(one);
        }
    }
}

/// The items of an organization, and the observations of its callers.
struct View<'a> {
    world: &'a World,
    partition_items: &'a PartitionItems,
    own: &'a [&'a Observation],
}

/// The response field with the id of the record that the tool creates.
fn id_field(tool: &str) -> &'static str {
    match tool {
        "upload_image" => "imageId",
        "create_inspiration" => "inspirationId",
        "create_person" => "personId",
        "create_webhook" | "update_webhook" | "test_webhook" => "webhookId",
        _ => "generationId",
    }
}

fn returned_id(one: &Observation) -> Option<String> {
    one.outcome.data().map(|data| text(data, id_field(one.tool)))
}

/// A number of thumbnails in a response, in hundredths.
pub(super) fn hundredths(value: &Json, field: &str) -> i64 {
    let amount = value.get(field).and_then(Json::as_f64).unwrap_or(f64::NAN);
    (amount * 100.0).round() as i64
}

impl View<'_> {
    /// The ids of the records that a step has created, according to the tables and to the responses.
    fn made(&self, step: usize, tool: &str) -> BTreeSet<String> {
        let tag = Observation::tag(step);
        let mut made: BTreeSet<String> = self
            .own
            .iter()
            .filter(|one| one.step == step)
            .filter_map(|one| returned_id(one))
            .collect();
        if tool.starts_with("generate_") {
            let tagged = self.partition_items.generations.iter().filter(|(_, generation)| {
                let prompt = generation.facts.as_ref().map(|facts| text(facts, "prompt"));
                prompt.is_some_and(|prompt| prompt.strip_prefix(NEW_TITLE).unwrap_or(&prompt).starts_with(&tag))
            });
            made.extend(tagged.map(|(id, _)| id.clone()));
        } else if tool == "create_webhook" {
            let tagged = self
                .partition_items
                .webhooks
                .iter()
                .filter(|(_, webhook)| text(webhook, "description") == tag);
            made.extend(tagged.map(|(id, _)| id.clone()));
        } else {
            let tagged = self
                .partition_items
                .records
                .iter()
                .filter(|(_, record)| text(record, "name") == tag);
            made.extend(tagged.map(|(id, _)| id.clone()));
        }
        made
    }

    /// Each success has created exactly one record, each unclear call at most one, and all other calls none.
    fn made_once(&self, step: usize, call: &Call) {
        let made = self.made(step, call.operation.tool());
        let own = || self.own.iter().filter(|one| one.step == step);
        let successes: BTreeSet<String> = own().filter_map(|one| returned_id(one)).collect();
        let fresh = own()
            .filter(|one| matches!(one.outcome, Outcome::Success { replayed: false, .. }))
            .count();
        let unclear = own().filter(|one| one.outcome.is_unclear()).count();
        let problem = |what: &str| {
            self.world.problem(format!(
                "step {step} ({}) {what}: made {made:?}; fresh successes {fresh}, unclear {unclear}",
                call.operation.tool()
            ));
        };
        if call.key.is_some() {
            if made.len() > 1 {
                problem("has created more than one record under one idempotency key");
            }
            if fresh + unclear == 0 && !made.is_empty() && successes.is_empty() {
                problem("has created a record although every call was refused");
            }
        } else {
            if successes.len() < fresh {
                problem("has returned the same id in two responses without an idempotency key");
            }
            if made.len() > fresh + unclear {
                problem("has created more records than its calls can account for");
            }
        }
        let bodies: BTreeSet<&str> = own()
            .filter_map(|one| match &one.outcome {
                Outcome::Success { body, .. } => Some(body.as_str()),
                _ => None,
            })
            .collect();
        if call.key.is_some() && bodies.len() > 1 {
            problem(&format!(
                "has received different responses under one idempotency key: {bodies:?}"
            ));
        }
    }

    /// All successes under one idempotency key return the same id, even if different steps used the key.
    fn one_answer_for_each_key(&self) {
        let mut by_key: BTreeMap<u8, BTreeSet<String>> = BTreeMap::new();
        for one in self.own.iter().filter(|one| one.outcome.is_success()) {
            if let (Some(key), Some(id)) = (one.key, returned_id(one)) {
                by_key.entry(key).or_default().insert(id);
            }
        }
        for (key, ids) in by_key.into_iter().filter(|(_, ids)| ids.len() > 1) {
            self.world.problem(format!(
                "one idempotency key ({key}) was answered with several ids: {ids:?}"
            ));
        }
    }

    fn entry(&self, matches: impl Fn(&Json) -> bool) -> Option<&Json> {
        self.partition_items.ledger.iter().find(|entry| matches(entry))
    }

    fn check_success(&self, one: &Observation) {
        let Some(data) = one.outcome.data() else { return };
        match one.tool {
            "generate_thumbnail" | "generate_variation" | "upload_image" | "create_inspiration" => {
                self.charge_matches_response(one, data);
            }
            "create_person" => self.exists(one, &text(data, "personId")),
            "create_webhook" => self.exists(one, &text(data, "webhookId")),
            "get_credits" => self.balance_was(one, hundredths(data, "balance")),
            "get_generation_status" => self.ends_are_final(data),
            "list_generations" => {
                let listed = data
                    .get("generations")
                    .and_then(Json::as_array)
                    .cloned()
                    .unwrap_or_default();
                listed.iter().for_each(|generation| self.ends_are_final(generation));
                self.lists_all(
                    one,
                    &listed,
                    "generationId",
                    &["generate_thumbnail", "generate_variation"],
                );
            }
            "list_images" | "list_inspirations" | "list_persons" => {
                let (field, id, tool) = match one.tool {
                    "list_images" => ("images", "imageId", "upload_image"),
                    "list_inspirations" => ("inspirations", "inspirationId", "create_inspiration"),
                    _ => ("persons", "personId", "create_person"),
                };
                let listed = data.get(field).and_then(Json::as_array).cloned().unwrap_or_default();
                self.lists_all(one, &listed, id, &[tool]);
            }
            "get_credit_history" => self.history_is_true(one, data),
            "delete_image" | "delete_inspiration" | "delete_person" | "delete_webhook" => {
                let field = one.tool.replace("delete_", "") + "Id";
                let id = text(data, &field);
                if self.partition_items.has(&id) {
                    self.world.problem(format!("{id} was deleted and still exists"));
                }
            }
            _ => {}
        }
    }

    /// The ledger has the charge and the balance of the response, and the record that was paid for exists.
    fn charge_matches_response(&self, one: &Observation, data: &Json) {
        let id = returned_id(one).unwrap_or_default();
        self.exists(one, &id);
        let entry = self.entry(|entry| {
            text(entry, "kind") == "charge"
                && (text(entry, "generation") == id || text(entry, "description").ends_with(&id))
        });
        let returned = (hundredths(data, "cost"), hundredths(data, "balance"));
        match entry.map(|entry| (-number(entry, "amount"), number(entry, "balanceAfter"))) {
            Some(booked) if booked == returned => {}
            booked => self.world.problem(format!(
                "{} returned the cost and balance {returned:?} for {id}, but the ledger has {booked:?}",
                one.tool
            )),
        }
    }

    fn exists(&self, one: &Observation, id: &str) {
        if !self.partition_items.has(id) && !super::ledger::deletion_was_asked_for(self.world, id) {
            self.world
                .problem(format!("{} succeeded but {id} does not exist", one.tool));
        }
    }

    /// The sequence number of the latest ledger entry that a call must have seen: an earlier success had returned that
    /// entry.
    fn known_before(&self, one: &Observation) -> i64 {
        let returned = self
            .own
            .iter()
            .filter(|other| other.ended.is_some_and(|ended| ended < one.sent));
        let sequences = returned.filter_map(|other| {
            let id = returned_id(other).filter(|id| !id.is_empty())?;
            let entry = self.entry(|entry| {
                text(entry, "kind") == "charge"
                    && (text(entry, "generation") == id || text(entry, "description").ends_with(&id))
            })?;
            Some(number(entry, "sequence"))
        });
        sequences.max().unwrap_or_default()
    }

    /// The balance in a response is a balance that the organization had since the last ledger entry its callers knew.
    fn balance_was(&self, one: &Observation, balance: i64) {
        let known = self.known_before(one);
        let since = self
            .partition_items
            .ledger
            .iter()
            .filter(|entry| number(entry, "sequence") >= known);
        let mut balances = since.map(|entry| number(entry, "balanceAfter"));
        let was = balances.any(|was| was == balance) || (known == 0 && balance == 0);
        if !was {
            self.world.problem(format!(
                "{} returned the balance {balance}, which the organization never had since ledger entry {known}",
                one.tool
            ));
        }
    }

    /// A thumbnail that a response showed in a final state stays in that state.
    fn ends_are_final(&self, generation: &Json) {
        let id = text(generation, "generationId");
        let Some(items) = self.partition_items.generations.get(&id) else {
            return self.world.problem(format!("{id} was returned but does not exist"));
        };
        let shown = generation
            .get("thumbnails")
            .and_then(Json::as_array)
            .cloned()
            .unwrap_or_default();
        for (shown, last) in shown.iter().zip(items.thumbnails()) {
            let status = text(shown, "status");
            let has_ended = matches!(status.as_str(), "completed" | "failed" | "cancelled");
            if has_ended && status != state(last) {
                self.world.problem(format!(
                    "a thumbnail of {id} was returned as {status} but is now {}",
                    state(last)
                ));
            }
        }
    }

    /// A list contains every record that an earlier response had named, except deleted records.
    fn lists_all(&self, one: &Observation, listed: &[Json], field: &str, makers: &[&str]) {
        let shown: BTreeSet<String> = listed.iter().map(|item| text(item, field)).collect();
        let known = self
            .own
            .iter()
            .filter(|other| makers.contains(&other.tool) && other.ended.is_some_and(|ended| ended < one.sent));
        for id in known.filter_map(|other| returned_id(other)) {
            if !shown.contains(&id) && !super::ledger::deletion_was_asked_for(self.world, &id) {
                self.world
                    .problem(format!("{} lacks {id}, which was created before the call", one.tool));
            }
        }
    }

    /// Every transaction in the response is in the ledger with the same amount and balance.
    fn history_is_true(&self, one: &Observation, data: &Json) {
        let shown = data
            .get("transactions")
            .and_then(Json::as_array)
            .cloned()
            .unwrap_or_default();
        for movement in &shown {
            let id = text(movement, "transactionId");
            let booked = self.entry(|entry| text(entry, "id") == id);
            let returned = (hundredths(movement, "amount"), hundredths(movement, "balanceAfter"));
            if booked.map(|entry| (number(entry, "amount"), number(entry, "balanceAfter"))) != Some(returned) {
                self.world
                    .problem(format!("{} returned {movement}, which is not in the ledger", one.tool));
            }
        }
        let newest = shown.first().map(|movement| hundredths(movement, "balanceAfter"));
        self.balance_was(one, newest.unwrap_or_default());
    }

    /// The counts and refunds in the responses to cancellations match the cancelled thumbnails.
    fn cancels(&self) {
        let mut returned: BTreeMap<String, (i64, i64, bool)> = BTreeMap::new();
        for one in self.own.iter().filter(|one| one.tool == "cancel_generation") {
            let (count, refunded, unclear) = returned.entry(text(&one.body, "generationId")).or_default();
            match &one.outcome {
                Outcome::Success { data, .. } => {
                    *count += number(data, "cancelled");
                    *refunded += hundredths(data, "refunded");
                    self.balance_was(one, hundredths(data, "balance"));
                }
                Outcome::Unclear(_) => *unclear = true,
                Outcome::Refused { .. } => {}
            }
        }
        for (id, generation) in &self.partition_items.generations {
            let (count, refunded, unclear) = returned.remove(id).unwrap_or_default();
            let cancelled = generation
                .thumbnails()
                .iter()
                .filter(|thumbnail| state(thumbnail) == "cancelled")
                .count();
            let cancelled = i64::try_from(cancelled).unwrap_or(i64::MAX);
            if count > cancelled || (count < cancelled && !unclear) {
                self.world.problem(format!(
                    "cancellations of {id} reported {count} thumbnails, but {cancelled} are cancelled"
                ));
            }
            let unit = generation
                .facts
                .as_ref()
                .map(|facts| number(facts, "unitCost"))
                .unwrap_or_default();
            if refunded != unit * count {
                self.world.problem(format!(
                    "cancellations of {id} reported refunds of {refunded} for {count} thumbnails"
                ));
            }
        }
    }
}

/// The reason of a refusal holds: the record is missing, the balance is too low, the key is invalid, and so on.
fn refused_for_a_reason(world: &World, organization: &Organization, tables: &Tables, one: &Observation) {
    let Outcome::Refused { status, code, details } = &one.outcome else {
        return too_late_for_a_revoked_key(world, organization, one);
    };
    let began =
        |moment: Option<std::time::Duration>| moment.is_some_and(|began| one.ended.is_none_or(|ended| began <= ended));
    let deletion = began(organization.deletion);
    let problem = |what: &str| {
        world.problem(format!(
            "{} {} was refused ({status} {code} {details}) {what}",
            one.tool, one.body
        ));
    };
    match code.as_str() {
        "UNAUTHORIZED" if deletion || began(organization.revocation) => {}
        "UNAUTHORIZED" => problem("although the key is valid"),
        "NOT_FOUND" => {
            let id = text(details, "id");
            let id = id.strip_prefix("prm_").map_or(id.clone(), |rest| format!("gen_{rest}"));
            let partition_items = tables.organization(&organization.id);
            if partition_items.is_some_and(|partition_items| partition_items.has(&id)) {
                problem("although the record exists");
            }
            if one.tool.starts_with("delete_")
                && deletes(world, &id) == 1
                && was_returned(world, one.organization, &id)
                && !deletion
            {
                problem("although no other call has deleted the record");
            }
        }
        // If the organization has been deleted since, its ledger is gone and the refusal cannot be checked.
        "INSUFFICIENT_CREDITS" if organization.deletion.is_none() => {
            let available = hundredths(details, "available");
            let partition_items = tables.organization(&organization.id);
            let ledger = partition_items
                .map(|partition_items| partition_items.ledger.as_slice())
                .unwrap_or_default();
            let was = available == 0 || ledger.iter().any(|entry| number(entry, "balanceAfter") == available);
            if !was || available >= hundredths(details, "required") {
                problem("with a balance that the organization never had, or that suffices");
            }
        }
        "VALIDATION_ERROR" if valid_refusal(world, one, details) => {}
        "VALIDATION_ERROR" if has_all_webhooks(organization, tables, details) => {}
        "VALIDATION_ERROR" => problem("although it is well-formed"),
        "INSUFFICIENT_CREDITS" | "RATE_LIMITED" | "FORBIDDEN" => {}
        _ => problem("with an unexpected code"),
    }
}

/// Whether a `VALIDATION_ERROR` can be right for this call.
fn valid_refusal(world: &World, one: &Observation, details: &Json) -> bool {
    let path = details
        .pointer("/issues/0/path")
        .and_then(Json::as_str)
        .unwrap_or_default();
    let observations = world.observations.borrow();
    let own = || {
        observations
            .iter()
            .filter(|other| other.organization == one.organization)
    };
    match path {
        // Another step has used the same idempotency key.
        "Idempotency-Key" => own().any(|other| other.step != one.step && other.key == one.key),
        // No thumbnail of the generation is pending, or the organization has no generation to vary.
        "generationId" => one.tool == "cancel_generation",
        "promptId" => !own().any(|other| {
            let generates = matches!(other.tool, "generate_thumbnail" | "generate_variation");
            generates && other.outcome.is_success() && other.ended.is_some_and(|ended| ended < one.sent)
        }),
        _ => false,
    }
}

/// Whether the refusal says that the organization has as many webhooks as it may have, and it has. A call that is
/// repeated without an idempotency key makes one each time.
fn has_all_webhooks(organization: &Organization, tables: &Tables, details: &Json) -> bool {
    let most = usize::try_from(number(details, "limit")).unwrap_or(usize::MAX);
    let is_full = |items: &PartitionItems| items.webhooks.len() >= most;
    let own = tables.organization(&organization.id);
    text(details, "quota") == "webhooks" && (organization.deletion.is_some() || own.is_some_and(is_full))
}

/// A revoked key may work for 30 seconds more, because gateways cache keys.
fn too_late_for_a_revoked_key(world: &World, organization: &Organization, one: &Observation) {
    let Some(revoked) = organization.revoked else { return };
    if one.outcome.is_success() && one.sent > revoked + std::time::Duration::from_secs(30) {
        world.problem(format!(
            "{} succeeded with a key that was revoked long before",
            one.tool
        ));
    }
}

/// Without faults in the plan, no call may fail with a 5xx status.
fn unclear_for_a_reason(world: &World, one: &Observation) {
    if one.outcome == Outcome::Unclear("5xx") && world.plan.is_calm() {
        world.problem(format!(
            "{} {} failed with 5xx although the plan has no faults",
            one.tool, one.body
        ));
    }
}

/// How many calls have asked to delete a record.
fn deletes(world: &World, id: &str) -> usize {
    let fields = ["imageId", "inspirationId", "personId", "webhookId"];
    let observations = world.observations.borrow();
    let deletes = observations.iter().filter(|one| one.tool.starts_with("delete_"));
    deletes
        .filter(|one| fields.iter().any(|field| text(&one.body, field) == id))
        .count()
}

/// Whether a successful response to this organization has named a record.
fn was_returned(world: &World, organization: usize, id: &str) -> bool {
    let observations = world.observations.borrow();
    let own = observations.iter().filter(|one| one.organization == organization);
    let mut makers = own.filter(|one| !one.tool.starts_with("delete_"));
    makers.any(|one| returned_id(one).is_some_and(|returned| returned == id))
}
