//! Checks that every thumbnail ended for a valid reason, and that no two models worked on a thumbnail at the same time.

use std::{collections::BTreeMap, time::Duration};

use serde_json::Value as Json;
use simulated_aws::{Object, ProcessId};

use crate::{
    check::ledger::deletion_was_asked_for,
    operation::NEW_TITLE,
    painter::{Attempt, Script, ScriptedAttempt},
    tables::{Tables, has_ended, number, state},
    world::{World, text},
};

/// Checks the states of all thumbnails, their pictures, and the attempts of the models.
pub(crate) fn check(world: &World, tables: &Tables) {
    let objects = world.cloud.objects(&world.image.deployment.bucket());
    for partition_items in tables.partition_items.values() {
        for (id, generation) in &partition_items.generations {
            let Some(facts) = &generation.facts else { continue };
            for (index, thumbnail) in generation.thumbnails().iter().enumerate() {
                if !has_ended(thumbnail) {
                    world.problem(format!("thumbnail {index} of {id} has not ended: {thumbnail}"));
                }
                match state(thumbnail).as_str() {
                    "failed" => failed_for_a_reason(world, id, facts, thumbnail),
                    "completed" => {
                        let key = thumbnail
                            .pointer("/state/objectKey")
                            .and_then(Json::as_str)
                            .unwrap_or_default();
                        let expected = expected(facts, index);
                        match objects.get(key) {
                            None => world.problem(format!("the picture {key} of {id} does not exist")),
                            Some(object) if !shows(&object.bytes, &expected) => {
                                world.problem(format!(
                                    "the picture {key} of {id} is not the picture of this thumbnail"
                                ));
                            }
                            Some(_) => {}
                        }
                        plate_is_kept(world, &objects, id, facts, thumbnail);
                    }
                    _ => {}
                }
            }
        }
    }
    for ((prompt, _), attempts) in world.attempt_log.attempts() {
        one_at_a_time(world, &prompt, &attempts);
        no_picture_is_wasted(world, &prompt, &attempts);
    }
}

/// A thumbnail that changes only the words of another one has the plate of the other one, byte for byte. The other one
/// may have been deleted.
fn plate_is_kept(world: &World, objects: &BTreeMap<String, Object>, id: &str, facts: &Json, thumbnail: &Json) {
    let changes_words = text(facts, "prompt").starts_with(NEW_TITLE);
    if !changes_words || facts.pointer("/edit/plate").is_none() {
        return;
    }
    let plate = |key: Option<&Json>| Some(&objects.get(key?.as_str()?)?.bytes);
    let before = plate(facts.pointer("/edit/objectKey"));
    let after = plate(thumbnail.pointer("/state/plateKey"));
    if after.is_none() || before.is_some_and(|before| Some(before) != after) {
        world.problem(format!(
            "a thumbnail of {id} has another plate than the one whose words it changes"
        ));
    }
}

/// The content of a thumbnail's picture: its prompt and its seed.
fn expected(facts: &Json, index: usize) -> (String, String) {
    let seed = number(facts, "seed") + i64::try_from(index).unwrap_or_default();
    (text(facts, "prompt"), format!("with seed {}", seed % (1 << 32)))
}

fn shows(bytes: &[u8], (prompt, seed): &(String, String)) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.contains(prompt) && text.ends_with(seed)
}

/// A thumbnail fails if a model refuses it, if a model fails permanently, if its attempts are used up, or if a
/// reference has been deleted.
fn failed_for_a_reason(world: &World, id: &str, facts: &Json, thumbnail: &Json) {
    let script = Script::in_prompt(&text(facts, "prompt")).unwrap_or(Script(Vec::new()));
    let code = thumbnail
        .pointer("/state/code")
        .map(Json::to_string)
        .unwrap_or_default();
    let spent = number(thumbnail, "attempt") >= number(thumbnail, "lastAttempt");
    let stopped = script.0.contains(&ScriptedAttempt::Refuse) || script.0.contains(&ScriptedAttempt::Die);
    let references = facts
        .get("references")
        .and_then(Json::as_array)
        .cloned()
        .unwrap_or_default();
    let is_gone =
        |reference: &Json| deletion_was_asked_for(world, &text(reference, "id")) || foreign_may_be_gone(world);
    if !spent && !stopped && !references.iter().any(is_gone) {
        world.problem(format!(
            "a thumbnail of {id} failed with {code} although it had attempts left: {thumbnail}"
        ));
    }
}

/// Whether any organization was deleted. Its public inspirations may have been references of other organizations.
fn foreign_may_be_gone(world: &World) -> bool {
    world
        .organizations
        .borrow()
        .iter()
        .any(|organization| organization.deletion.is_some())
}

pub(super) fn killed_at(world: &World, process: ProcessId) -> Option<Duration> {
    world
        .kills
        .borrow()
        .iter()
        .find(|(killed, _)| *killed == process)
        .map(|(_, at)| *at)
}

/// No attempt at a thumbnail begins while another attempt runs in a process that is alive.
fn one_at_a_time(world: &World, prompt: &str, attempts: &[Attempt]) {
    for (number, earlier) in attempts.iter().enumerate() {
        let killed = killed_at(world, earlier.process).map(|at| world.moment(at));
        let end = match (earlier.ended, killed) {
            (Some(ended), Some(killed)) => ended.min(killed),
            (Some(moment), None) | (None, Some(moment)) => moment,
            (None, None) => continue,
        };
        if let Some(later) = attempts.iter().skip(number + 1).find(|later| later.begun < end) {
            world.problem(format!(
                "two models paint `{prompt}` at the same time: one in {} from {:?}, one in {} from {:?}",
                earlier.process,
                world.since_beginning(earlier.begun),
                later.process,
                world.since_beginning(later.begun)
            ));
        }
    }
}

/// A lower bound for every lease: the quick model's timeout plus 30 seconds, less the time to read the references.
const LEASE: Duration = Duration::from_secs(45);
/// The longest time to store a picture and complete its thumbnail without faults.
const SETTLE: Duration = Duration::from_secs(20);

/// A painted picture is delivered if the faults end before its lease lapses and its process is not killed.
fn no_picture_is_wasted(world: &World, prompt: &str, attempts: &[Attempt]) {
    let since = world.calm_since.get().filter(|_| !world.plan.is_calm());
    let calm = world.moment(since.unwrap_or_default());
    for (number, painted) in attempts.iter().enumerate() {
        let Some(ended) = painted.ended.filter(|_| painted.picture) else {
            continue;
        };
        let in_time = ended.max(calm) + SETTLE <= painted.begun + LEASE;
        if in_time && killed_at(world, painted.process).is_none() && attempts.len() > number + 1 {
            world.problem(format!(
                "a picture of `{prompt}` was painted in {} at {:?} but was not delivered, although the faults had ended",
                painted.process,
                world.since_beginning(ended)
            ));
        }
    }
}
