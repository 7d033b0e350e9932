//! What must hold after a fault, for the response, money, records and objects.

use std::sync::Arc;

use contract::{GenerationId, TransactionType};
use serde_json::Value;
use tests::Fault;

use crate::{
    faults::{ALWAYS, Baseline, Case, Observation, PlannedFault, is_s3, states, summarized},
    holdings::{Holdings, listed},
    instance::{Action, Instance, Reply},
    scenario::Scenario,
    world::FaultWorld,
};

/// The effect of a success.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Nothing,
    Refund,
    Generation,
    /// A paid record whose id is in this field.
    Paid(&'static str),
    /// A free record whose id is in this field.
    Free(&'static str),
    /// The record whose id is in this field is deleted.
    Deletion(&'static str),
}

impl Effect {
    fn of(action: &Action) -> Self {
        match action.tool() {
            "cancel_generation" => Self::Refund,
            "generate_thumbnail" | "generate_variation" => Self::Generation,
            "upload_image" => Self::Paid("imageId"),
            "create_inspiration" => Self::Paid("inspirationId"),
            "create_person" => Self::Free("personId"),
            "delete_image" => Self::Deletion("imageId"),
            "delete_inspiration" => Self::Deletion("inspirationId"),
            "delete_person" => Self::Deletion("personId"),
            "delete_generation" => Self::Deletion("generationId"),
            _ => Self::Nothing,
        }
    }

    /// The type of the ledger entry.
    const fn movement(self) -> Option<TransactionType> {
        match self {
            Self::Refund => Some(TransactionType::Refund),
            Self::Generation | Self::Paid(_) => Some(TransactionType::Charge),
            Self::Nothing | Self::Free(_) | Self::Deletion(_) => None,
        }
    }
}

/// Checks the response, and the state right after it.
pub(crate) async fn check_answer(world: &FaultWorld, case: &Case, seen: &Observation, clean: &Baseline) {
    let planned = &case.planned;
    let reply = summarized(seen.reply.as_ref());
    // A message that was received and whose response was lost is hidden for a while.
    let hidden = planned.operation == "ReceiveMessage" && !planned.cannot_have_written();
    // A call whose key is not in the function's cache updates two items concurrently, in any order: it counts the
    // request, and it records the use of the key. The response does not depend on the record of the use.
    let is_record_of_key_use =
        case.what == Scenario::ColdCredits && planned.operation == "UpdateItem" && planned.occurrence == 1;
    // Deleting an object that no record names is tried once.
    let heals =
        planned.times == 1 || planned.operation == "DeleteObject" || (is_record_of_key_use && reply == clean.reply);
    if heals && (!hidden || matches!(planned.fault, Fault::Delay(_))) {
        assert_eq!(reply, clean.reply, "the retry does not succeed: {:?}", seen.reply);
        assert_eq!(seen.states, clean.states, "the retry does not succeed");
    }
    let Some(Reply::Http(status, body)) = &seen.reply else {
        return;
    };
    let (status, effect) = (*status, Effect::of(&seen.action));
    if !heals {
        check_status(case, effect, status, body);
    }
    let ledger = world.ledger(seen.organization.id).await;
    let new = &ledger[..ledger.len() - seen.ledger_before];
    if status == 200 {
        let kinds: Vec<TransactionType> = new.iter().map(|entry| entry.kind).collect();
        assert_eq!(kinds, Vec::from_iter(effect.movement()), "{body}");
        if let Some(entry) = new.first() {
            let balance = body["data"]["balance"].as_f64().unwrap();
            assert!(
                (entry.balance_after.hundredths() as f64 / 100.0 - balance).abs() < 1e-9,
                "{body}"
            );
            let named: Option<GenerationId> = body["data"]["generationId"].as_str().map(|id| id.parse().unwrap());
            assert_eq!(entry.generation, named);
        }
    } else if planned.cannot_have_written() {
        assert!(new.is_empty(), "a call that failed charged: {new:?}");
    }
    if seen.action.keeps_records() {
        check_records(world, case, seen, status, body).await;
    }
}

/// Checks the response to a call that fails permanently.
fn check_status(case: &Case, effect: Effect, status: u16, body: &Value) {
    let planned = &case.planned;
    let lost_answer = planned.fault == Fault::CommitThenCut;
    let to_the_queue = planned.operation == "SendMessageBatch";
    assert!(
        status == 500 || (status == 200 && (to_the_queue || lost_answer)),
        "{status} {body}"
    );
    if status == 500 {
        assert_eq!(body["code"], "INTERNAL_ERROR");
    }
    if to_the_queue {
        assert_eq!(status, 200, "the answer depends on the queue: {body}");
    }
    // The store reads from the table whether the call was written. A call that lost a race finds nothing there.
    let told_by_the_table = matches!(effect, Effect::Paid(_) | Effect::Free(_) | Effect::Deletion(_))
        && case.what != Scenario::UploadImageBeaten;
    if lost_answer && told_by_the_table && planned.operation == "TransactWriteItems" {
        assert_eq!(
            status, 200,
            "the call was written and only its response was lost: {body}"
        );
    }
}

/// A success must have its records, and a failure must not.
async fn check_records(world: &FaultWorld, case: &Case, seen: &Observation, status: u16, body: &Value) {
    let now = Holdings::of(world, seen.organization.id).await;
    let (made, before) = (now.made_since(&seen.before), &seen.before);
    let id = |name: &str| body["data"][name].as_str().unwrap().to_owned();
    match Effect::of(&seen.action) {
        Effect::Paid(name) | Effect::Free(name) if status == 200 => {
            assert_eq!(made, [&id(name)], "{body}");
            assert_eq!(now.records.len(), before.records.len() + 1);
        }
        Effect::Deletion(name) if status == 200 => {
            let mut left = before.records.clone();
            assert!(left.remove(&id(name)).is_some(), "{body}");
            assert_eq!(now.records, left, "{body}");
        }
        _ if status != 500 || case.planned.cannot_have_written() => {
            assert_eq!(now.records, before.records, "{status} {body}")
        }
        _ => {}
    }
    check_holdings(case, seen, &now);
}

/// In any case, charged records exist, records are complete, and unnecessary objects are deleted.
fn check_holdings(case: &Case, seen: &Observation, now: &Holdings) {
    let lost = matches!(
        case.what,
        Scenario::CreateInspirationFromLost | Scenario::CreatePersonFromLost
    );
    assert_eq!(now.missing().len(), usize::from(lost), "objects are missing: {now:?}");
    assert!(
        now.is_paid_since(&seen.before),
        "records and charges differ: {now:?} {:?}",
        seen.before
    );
    let orphans = now.orphans();
    let most = match seen.action.tool() {
        _ if !may_leave_objects(&case.planned, seen) => 0,
        "create_person" | "delete_person" => 2,
        _ => 1,
    };
    assert!(
        orphans.len() <= most,
        "objects remain that no record names: {orphans:?}"
    );
}

/// Whether objects without a record may remain: the process that would have deleted them was killed, or deleting them
/// failed, or it is unknown whether the record was written.
fn may_leave_objects(planned: &PlannedFault, seen: &Observation) -> bool {
    let transaction = planned.operation == "TransactWriteItems";
    match &seen.reply {
        None => transaction || is_s3(planned.operation),
        Some(Reply::Http(200 | 404, _)) => planned.operation == "DeleteObject" && planned.times == ALWAYS,
        Some(_) => transaction && planned.times == ALWAYS,
    }
}

/// Checks the final state, and deletes what the operator's clean-up would delete.
pub(crate) async fn check_remains(world: &FaultWorld, case: &Case, seen: &Observation) {
    let now = Holdings::of(world, seen.organization.id).await;
    check_holdings(case, seen, &now);
    for object in now.orphans() {
        let bucket = &world.service.resources().bucket;
        bucket.delete(object).await.expect("the bucket");
    }
}

/// After the deletion of a generation, each picture that a generation names exists, and pictures that no generation
/// names remain only where the operator's clean-up must find them.
pub(crate) async fn check_pictures(world: &FaultWorld, case: &Case, seen: &Observation) {
    let id = seen.organization.id;
    let named = world.store().objects_named_by(id).await.expect("the inventory");
    let there = listed(world, &media::keys::organization(id)).await;
    let missing: Vec<&String> = named.keys().filter(|object| !there.contains(*object)).collect();
    assert!(missing.is_empty(), "pictures are missing: {missing:?}");
    let orphans: Vec<&String> = there.iter().filter(|object| !named.contains_key(*object)).collect();
    assert!(
        orphans.is_empty() || may_leave_objects(&case.planned, seen),
        "pictures remain that no generation names: {orphans:?}"
    );
}

/// The numbers of attempts only grow, and a thumbnail that was handed to a fallback is made.
pub(crate) async fn check_thumbnails(world: &FaultWorld, what: Scenario, seen: &Observation) {
    let now = states(world, seen.organization.id).await;
    assert_eq!(now.len(), seen.states.len());
    for (now, then) in now.iter().zip(&seen.states) {
        assert!(now.1 >= then.1, "the number of attempts decreases: {then:?} {now:?}");
        // If the process of the model's last attempt was killed, the attempt is lost, and there is no other.
        let given = match what {
            Scenario::FailOver | Scenario::AttemptOfFallback | Scenario::DeadLetterOfTheReplaced => true,
            Scenario::FailOverAfterAttempts => then.0 == "waiting",
            _ => false,
        };
        assert!(
            !given || now.0 == "completed",
            "the fallback makes no thumbnail: {then:?} {now:?}"
        );
    }
}

/// The caller, who may have no response, repeats the call with the same idempotency key: one record is made, and paid
/// once.
pub(crate) async fn repeat(world: &FaultWorld, seen: &Observation) {
    let id = seen.organization.id;
    let again = Instance::of(world.service.resources(), Arc::default());
    let Reply::Http(200, body) = again.act(seen.action.clone()).await else {
        panic!("the repetition fails");
    };
    if let Some(Reply::Http(200, first)) = &seen.reply {
        assert_eq!(*first, body, "the repetition has another response");
    }
    let paid = usize::from(Effect::of(&seen.action).movement().is_some());
    let ledger = world.ledger(id).await;
    assert_eq!(
        ledger.len(),
        seen.ledger_before + paid,
        "the call was charged more than once: {ledger:?}"
    );
    if seen.action.keeps_records() {
        let now = Holdings::of(world, id).await;
        assert_eq!(now.made_since(&seen.before).len(), 1, "{now:?}");
    } else {
        assert_eq!(world.generations(id).await.len(), seen.generations_before + 1);
    }
}

/// The caller, who may have no response, repeats the deletion: the record is not found.
pub(crate) async fn delete_again(world: &FaultWorld, seen: &Observation) {
    let mut may_be_there = !matches!(&seen.reply, Some(Reply::Http(200, _)));
    for _ in 0..2 {
        match world.sound.act(seen.action.clone()).await {
            Reply::Http(200, _) if may_be_there => {}
            Reply::Http(404, body) => assert_eq!(body["code"], "NOT_FOUND"),
            reply => panic!("deleting again: {reply:?}"),
        }
        may_be_there = false;
    }
}
