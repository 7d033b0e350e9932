//! What must hold after a fault: of the answer, of the money, of records and their objects.

use std::sync::Arc;

use contract::{GenerationId, TransactionType};
use serde_json::Value;
use tests::Fault;

use crate::{
    faults::{ALWAYS, Case, Clean, Planned, Seen, is_s3, states, told},
    holdings::Holdings,
    instance::{Action, Instance, Said},
    scenario::What,
    world::World,
};

/// What a success changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Nothing,
    Refund,
    Generation,
    /// A record of this id's name, which is paid for.
    Paid(&'static str),
    /// A record of this id's name.
    Free(&'static str),
    /// A record of this id's name is gone.
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
            _ => Self::Nothing,
        }
    }

    /// The movement in the ledger.
    const fn movement(self) -> Option<TransactionType> {
        match self {
            Self::Refund => Some(TransactionType::Refund),
            Self::Generation | Self::Paid(_) => Some(TransactionType::Charge),
            Self::Nothing | Self::Free(_) | Self::Deletion(_) => None,
        }
    }
}

/// Judges what was said, and how things stand right then.
pub(crate) async fn judge_answer(world: &World, case: &Case, seen: &Seen, clean: &Clean) {
    let planned = &case.planned;
    let said = told(seen.said.as_ref());
    // A message that was received and whose answer was lost is hidden for a while.
    let hidden = planned.operation == "ReceiveMessage" && !planned.is_clean();
    // A call whose key the function does not know yet updates two items side by side, in any order: it counts the request,
    // and it notes that the key was used. The answer does not depend on the note.
    let may_be_the_note =
        case.what == What::ColdCredits && planned.operation == "UpdateItem" && planned.occurrence == 1;
    // Deleting bytes that no record names is tried once.
    let heals = planned.times == 1 || planned.operation == "DeleteObject" || (may_be_the_note && said == clean.said);
    if heals && (!hidden || matches!(planned.fault, Fault::Delay(_))) {
        assert_eq!(said, clean.said, "it does not heal: {:?}", seen.said);
        assert_eq!(seen.states, clean.states, "it does not heal");
    }
    let Some(Said::Http(status, body)) = &seen.said else {
        return;
    };
    let (status, effect) = (*status, Effect::of(&seen.action));
    if !heals {
        judge_status(case, effect, status, body);
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
    } else if planned.is_clean() {
        assert!(new.is_empty(), "a call that failed charged: {new:?}");
    }
    if seen.action.keeps_records() {
        judge_records(world, case, seen, status, body).await;
    }
}

/// What may be said to a call that fails for good.
fn judge_status(case: &Case, effect: Effect, status: u16, body: &Value) {
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
    // The table is asked what became of it; but somebody who was beaten learns nothing there.
    let told_by_the_table = matches!(effect, Effect::Paid(_) | Effect::Free(_) | Effect::Deletion(_))
        && case.what != What::UploadImageBeaten;
    if lost_answer && told_by_the_table && planned.operation == "TransactWriteItems" {
        assert_eq!(status, 200, "it was written and only the answer was lost: {body}");
    }
}

/// A success is to be seen in the records, and a failure is not.
async fn judge_records(world: &World, case: &Case, seen: &Seen, status: u16, body: &Value) {
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
        _ if status != 500 || case.planned.is_clean() => assert_eq!(now.records, before.records, "{status} {body}"),
        _ => {}
    }
    judge_holdings(case, seen, &now);
}

/// Whatever happened: what is paid is there, what is there is whole, and nothing else stays without need.
fn judge_holdings(case: &Case, seen: &Seen, now: &Holdings) {
    let lost = matches!(case.what, What::CreateInspirationFromLost | What::CreatePersonFromLost);
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
    assert!(orphans.len() <= most, "objects stay that no record names: {orphans:?}");
}

/// Whether objects may stay that no record names: whoever would have deleted them was killed, or deleting them failed,
/// or nobody can tell whether there is a record.
fn may_leave_objects(planned: &Planned, seen: &Seen) -> bool {
    let transaction = planned.operation == "TransactWriteItems";
    match &seen.said {
        None => transaction || is_s3(planned.operation),
        Some(Said::Http(200 | 404, _)) => planned.operation == "DeleteObject" && planned.times == ALWAYS,
        Some(_) => transaction && planned.times == ALWAYS,
    }
}

/// Judges what is left in the end, and clears away what the operator's clean-up would.
pub(crate) async fn judge_remains(world: &World, case: &Case, seen: &Seen) {
    let now = Holdings::of(world, seen.organization.id).await;
    judge_holdings(case, seen, &now);
    for object in now.orphans() {
        let bucket = &world.service.resources().bucket;
        bucket.delete(object).await.expect("the bucket");
    }
}

/// Attempts only grow, and whatever a fallback was given is made.
pub(crate) async fn judge_thumbnails(world: &World, what: What, seen: &Seen) {
    let now = states(world, seen.organization.id).await;
    assert_eq!(now.len(), seen.states.len());
    for (now, then) in now.iter().zip(&seen.states) {
        assert!(now.1 >= then.1, "attempts are counted anew: {then:?} {now:?}");
        // The last attempt of the model itself may be lost with whoever made it, and then there is no other.
        let given = match what {
            What::FailOver | What::AttemptOfFallback | What::DeadLetterOfTheReplaced => true,
            What::FailOverAfterAttempts => then.0 == "waiting",
            _ => false,
        };
        assert!(
            !given || now.0 == "completed",
            "the fallback makes nothing: {then:?} {now:?}"
        );
    }
}

/// The caller, who may have no answer, asks again with the same idempotency key: one thing is made, and paid once.
pub(crate) async fn repeat(world: &World, seen: &Seen) {
    let id = seen.organization.id;
    let again = Instance::of(world.service.resources(), Arc::default());
    let Said::Http(200, body) = again.act(seen.action.clone()).await else {
        panic!("the repetition fails");
    };
    if let Some(Said::Http(200, first)) = &seen.said {
        assert_eq!(*first, body, "the repetition answers something else");
    }
    let paid = usize::from(Effect::of(&seen.action).movement().is_some());
    let ledger = world.ledger(id).await;
    assert_eq!(
        ledger.len(),
        seen.ledger_before + paid,
        "it is paid more than once: {ledger:?}"
    );
    if seen.action.keeps_records() {
        let now = Holdings::of(world, id).await;
        assert_eq!(now.made_since(&seen.before).len(), 1, "{now:?}");
    } else {
        assert_eq!(world.generations(id).await.len(), seen.generations_before + 1);
    }
}

/// The caller, who may have no answer, deletes again: what is gone is not found, and stays gone.
pub(crate) async fn delete_again(world: &World, seen: &Seen) {
    let mut may_be_there = !matches!(&seen.said, Some(Said::Http(200, _)));
    for _ in 0..2 {
        match world.sound.act(seen.action.clone()).await {
            Said::Http(200, _) if may_be_there => {}
            Said::Http(404, body) => assert_eq!(body["code"], "NOT_FOUND"),
            said => panic!("deleting again: {said:?}"),
        }
        may_be_there = false;
    }
}
