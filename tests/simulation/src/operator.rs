//! The operator: runs commands of the operator's tool and checks their output.

use std::rc::Rc;

use serde_json::Value as Json;

use crate::{
    operation::Command,
    world::{Adjustment, CommandFailure, World},
};

/// How often the operator runs a command that keeps failing.
const TRIES: usize = 3;

/// Runs a command. Some commands are retried if they fail.
pub(crate) async fn perform(world: Rc<World>, step: usize, command: Command) {
    world.cloud.note(format!("operator: {command:?}"));
    match command {
        Command::Adjust {
            organization,
            hundredths,
        } => adjust(&world, step, organization, hundredths).await,
        Command::Audit => audit(&world).await,
        Command::CollectGarbage => {
            if let Ok(report) = world.command(&["gc"]).await {
                missing(&world, &report);
            }
        }
        Command::DeleteOrganization(organization) => delete(&world, organization).await,
        Command::RevokeKey(organization) => revoke(&world, organization).await,
        // Messages that a failed redrive leaves in the dead-letter queue are settled by the sweep.
        Command::Redrive => drop(world.command(&["dlq", "redrive"]).await),
        Command::SetPlan(organization) => {
            let id = id(&world, organization);
            drop(world.command(&["org", "set-plan", &id, "enterprise"]).await);
        }
    }
}

fn id(world: &World, organization: usize) -> String {
    let organizations = world.organizations.borrow();
    organizations
        .get(organization)
        .map(|one| one.id.clone())
        .unwrap_or_default()
}

async fn adjust(world: &World, step: usize, organization: usize, hundredths: i32) {
    let id = id(world, organization);
    let note = format!("adjustment of step {step}");
    // All runs of the command use the same id, so that the adjustment is made once.
    let invoice = format!("Invoice {step}");
    let verb = if hundredths > 0 { "grant" } else { "take" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    let amount = format!("{whole}.{rest:02}");
    let at = {
        let mut adjustments = world.adjustments.borrow_mut();
        adjustments.push(Adjustment {
            organization,
            note: note.clone(),
            hundredths,
            confirmed: 0,
            unclear: 0,
        });
        adjustments.len() - 1
    };
    let count = |add: fn(&mut Adjustment)| {
        if let Some(adjustment) = world.adjustments.borrow_mut().get_mut(at) {
            add(adjustment);
        }
    };
    for _ in 0..TRIES {
        match world
            .command(&[
                "credits", verb, "--org", &id, "--amount", &amount, "--note", &note, "--id", &invoice,
            ])
            .await
        {
            Ok(_) => return count(|one| one.confirmed += 1),
            Err(CommandFailure { line, .. }) => {
                world.cloud.note(line.clone());
                count(|one| one.unclear += 1);
                let deleted = world
                    .organizations
                    .borrow()
                    .get(organization)
                    .is_some_and(|one| one.deletion.is_some());
                if !deleted && (line.contains("has been deleted") || line.contains("there is no organization")) {
                    world.problem(format!(
                        "an adjustment of an organization that exists is refused: {line}"
                    ));
                }
            }
        }
    }
}

/// Audits all organizations. If the audit reports differences, either the audit or the ledger is wrong.
pub(crate) async fn audit(world: &World) {
    if let Err(CommandFailure { line, printed }) = world.command(&["audit"]).await {
        world.cloud.note(line);
        if let Some(judgement) = printed {
            world.problem(format!("the audit finds differences: {}", differences(&judgement)));
        }
    }
}

fn differences(judgement: &Json) -> String {
    judgement.get("differences").map(Json::to_string).unwrap_or_default()
}

/// Records a broken invariant for every object that `gc` reports as missing.
pub(crate) fn missing(world: &World, report: &Json) {
    let missing = report
        .get("missingKeys")
        .and_then(Json::as_array)
        .cloned()
        .unwrap_or_default();
    for key in missing {
        world.problem(format!("a record names an object that gc does not find: {key}"));
    }
}

async fn delete(world: &World, organization: usize) {
    let now = world.elapsed();
    if let Some(one) = world.organizations.borrow_mut().get_mut(organization) {
        one.deletion.get_or_insert(now);
    }
    let id = id(world, organization);
    for _ in 0..TRIES {
        match world.command(&["org", "delete", &id, "--yes"]).await {
            Ok(_) => return,
            Err(failure) => world.cloud.note(failure.line),
        }
    }
}

async fn revoke(world: &World, organization: usize) {
    let now = world.elapsed();
    let key = {
        let mut organizations = world.organizations.borrow_mut();
        let Some(one) = organizations.get_mut(organization) else {
            return;
        };
        one.revocation.get_or_insert(now);
        one.key_id.clone()
    };
    for _ in 0..TRIES {
        match world.command(&["key", "revoke", &key]).await {
            Ok(_) => {
                let now = world.elapsed();
                if let Some(one) = world.organizations.borrow_mut().get_mut(organization) {
                    one.revoked.get_or_insert(now);
                }
                return;
            }
            Err(failure) => world.cloud.note(failure.line),
        }
    }
}
