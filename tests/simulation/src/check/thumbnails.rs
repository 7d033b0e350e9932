//! Every thumbnail has ended once, for a reason, and no two models worked on it at once.

use std::time::Duration;

use serde_json::Value as Json;
use simulated_aws::ProcessId;

use crate::{
    check::books::deletion_was_asked_for,
    painter::{Painted, Script, Stroke},
    tables::{Tables, has_ended, number, state},
    world::{World, text},
};

/// Checks the states of all thumbnails and what the models did.
pub(crate) fn check(world: &World, tables: &Tables) {
    let objects = world.cloud.objects(&world.image.deployment.bucket());
    for books in tables.books.values() {
        for (id, generation) in &books.generations {
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
                                world.problem(format!("the picture {key} of {id} is not what was asked for"));
                            }
                            Some(_) => {}
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    for ((prompt, _), attempts) in world.easel.attempts() {
        one_at_a_time(world, &prompt, &attempts);
        no_picture_is_wasted(world, &prompt, &attempts);
    }
}

/// What the picture of a thumbnail says: its prompt and its seed.
fn expected(facts: &Json, index: usize) -> (String, String) {
    let seed = number(facts, "seed") + i64::try_from(index).unwrap_or_default();
    (text(facts, "prompt"), format!("with seed {}", seed % (1 << 32)))
}

fn shows(bytes: &[u8], (prompt, seed): &(String, String)) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.contains(prompt) && text.ends_with(seed)
}

/// A thumbnail fails when a model refuses it or is out of order, when its attempts are spent, or when a reference is
/// gone.
fn failed_for_a_reason(world: &World, id: &str, facts: &Json, thumbnail: &Json) {
    let script = Script::in_prompt(&text(facts, "prompt")).unwrap_or(Script(Vec::new()));
    let code = thumbnail
        .pointer("/state/code")
        .map(Json::to_string)
        .unwrap_or_default();
    let spent = number(thumbnail, "attempt") >= number(thumbnail, "lastAttempt");
    let stopped = script.0.contains(&Stroke::Refuse) || script.0.contains(&Stroke::Die);
    let references = facts
        .get("references")
        .and_then(Json::as_array)
        .cloned()
        .unwrap_or_default();
    let is_gone =
        |reference: &Json| deletion_was_asked_for(world, &text(reference, "id")) || foreign_may_be_gone(world);
    if !spent && !stopped && !references.iter().any(is_gone) {
        world.problem(format!(
            "a thumbnail of {id} was given up with {code} although it had attempts left: {thumbnail}"
        ));
    }
}

/// Whether an organization was deleted, whose public inspirations others may have used.
fn foreign_may_be_gone(world: &World) -> bool {
    world
        .organizations
        .borrow()
        .iter()
        .any(|organization| organization.deletion.is_some())
}

fn killed_at(world: &World, process: ProcessId) -> Option<Duration> {
    world
        .kills
        .borrow()
        .iter()
        .find(|(killed, _)| *killed == process)
        .map(|(_, at)| *at)
}

/// No attempt begins while another one lasts in a process that lives.
fn one_at_a_time(world: &World, prompt: &str, attempts: &[Painted]) {
    for (number, earlier) in attempts.iter().enumerate() {
        let killed = killed_at(world, earlier.process).map(|at| world.moment(at));
        let end = match (earlier.ended, killed) {
            (Some(ended), Some(killed)) => ended.min(killed),
            (Some(moment), None) | (None, Some(moment)) => moment,
            (None, None) => continue,
        };
        if let Some(later) = attempts.iter().skip(number + 1).find(|later| later.begun < end) {
            world.problem(format!(
                "two models paint `{prompt}` at once: one in {} from {:?}, one in {} from {:?}",
                earlier.process,
                world.since_beginning(earlier.begun),
                later.process,
                world.since_beginning(later.begun)
            ));
        }
    }
}

/// The shortest lease of any attempt: the quick model's time and half a minute, less what reading the references takes.
const LEASE: Duration = Duration::from_secs(45);
/// How long storing a picture and completing its thumbnail may take once nothing fails any more.
const SETTLE: Duration = Duration::from_secs(20);

/// A picture that was painted is delivered, when the faults end while its lease lasts and its process lives.
fn no_picture_is_wasted(world: &World, prompt: &str, attempts: &[Painted]) {
    let since = world.calm_since.get().filter(|_| !world.plan.is_calm());
    let calm = world.moment(since.unwrap_or_default());
    for (number, painted) in attempts.iter().enumerate() {
        let Some(ended) = painted.ended.filter(|_| painted.picture) else {
            continue;
        };
        let in_time = ended.max(calm) + SETTLE <= painted.begun + LEASE;
        if in_time && killed_at(world, painted.process).is_none() && attempts.len() > number + 1 {
            world.problem(format!(
                "a picture of `{prompt}` was painted in {} at {:?} and not delivered, although nothing failed any more",
                painted.process,
                world.since_beginning(ended)
            ));
        }
    }
}
