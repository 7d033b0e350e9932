//! The fault matrix: each call of each scenario fails in each way, once and for good, and whoever makes it is killed
//! at it. Afterwards everything must end, and every thumbnail must be paid for or refunded.
//!
//! `SHOW_CASES=1` prints each case with its time; `ONLY=text` runs those whose names, as printed, contain the text.

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use contract::OrganizationId;
use futures_util::{FutureExt, future::join_all};
use serde_json::Value;
use store::State;
use tests::{Fault, Organization, Proxy};

use crate::{
    holdings::Holdings,
    instance::{Action, Instance, Said},
    models::Models,
    preparation::Prepared,
    process::Process,
    scenario::{ALL, Calls, What, also_in, summary},
    verdict::{delete_again, judge_answer, judge_remains, judge_thumbnails, repeat},
    world::{World, run},
};

/// Services side by side. Most cases wait: for timeouts, for deadlines, for an empty queue.
const LANES: usize = 20;
/// A delay that no timeout ends.
const SHORT: Duration = Duration::from_millis(150);
/// Later than the timeout of an attempt, so that the repetition comes first.
const LATE: Duration = Duration::from_millis(2_150);
/// For good: longer than anybody tries.
pub(crate) const ALWAYS: usize = usize::MAX;

/// One call that fails.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) operation: &'static str,
    pub(crate) occurrence: usize,
    pub(crate) fault: Fault,
    pub(crate) times: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) what: What,
    pub(crate) planned: Planned,
}

fn is_read(operation: &str) -> bool {
    matches!(operation, "GetItem" | "BatchGetItem" | "Query" | "GetObject")
}

pub(crate) fn is_s3(operation: &str) -> bool {
    operation.ends_with("Object")
}

impl Planned {
    /// Whether whoever calls is killed meanwhile.
    pub(crate) fn kills(&self) -> bool {
        matches!(self.fault, Fault::HangBefore | Fault::HangAfter | Fault::Held)
    }

    /// Whether nothing can have been written by the call.
    pub(crate) fn is_clean(&self) -> bool {
        matches!(
            self.fault,
            Fault::Throttle | Fault::Conflict | Fault::ServerError | Fault::CutBefore
        )
    }
}

fn faults(what: What, operation: &'static str, occurrence: usize) -> Vec<Planned> {
    let planned = |fault, times| Planned {
        operation,
        occurrence,
        fault,
        times,
    };
    let mut all = Vec::new();
    let representative = matches!(
        what,
        What::Generate
            | What::Cancel
            | What::Permanent
            | What::UploadImage
            | What::CreatePersonWithPhotos
            | What::DeleteInspiration
    );
    // Nobody can tell whether a read was done before its answer was lost.
    if is_read(operation) {
        all.extend(
            [
                Fault::Throttle,
                Fault::CutBefore,
                Fault::Delay(SHORT),
                Fault::HangBefore,
            ]
            .map(|fault| planned(fault, 1)),
        );
        all.extend([planned(Fault::ServerError, 1), planned(Fault::ServerError, ALWAYS)]);
        return all;
    }
    for fault in [
        Fault::Throttle,
        Fault::ServerError,
        Fault::CutBefore,
        Fault::CommitThenCut,
    ] {
        all.push(planned(fault, 1));
        // A transaction is tried until its deadline, which is long: in each way once, and everywhere in the worst.
        let refused = matches!(fault, Fault::Throttle | Fault::CutBefore);
        let skipped =
            operation == "TransactWriteItems" && fault != Fault::CommitThenCut && (refused || !representative);
        if !skipped {
            all.push(planned(fault, ALWAYS));
        }
    }
    all.extend([Fault::Delay(SHORT), Fault::HangBefore, Fault::HangAfter, Fault::Held].map(|fault| planned(fault, 1)));
    // The count of requests is in no transaction, so it meets no conflict.
    let counts_requests = what.is_tool() && operation == "UpdateItem" && occurrence == 0;
    if matches!(operation, "TransactWriteItems" | "UpdateItem") && !counts_requests {
        all.push(planned(Fault::Conflict, 1));
        if operation == "UpdateItem" || representative {
            all.push(planned(Fault::Conflict, ALWAYS));
        }
    }
    if !is_s3(operation) {
        all.push(planned(Fault::Late(LATE), 1));
    }
    all
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for &(what, calls) in ALL {
        let all: Vec<&'static str> = calls.iter().flat_map(|group| group.iter().copied()).collect();
        for (index, &operation) in all.iter().enumerate() {
            let occurrence = all.iter().take(index).filter(|earlier| **earlier == operation).count();
            if also_in(what, operation, occurrence).is_some() {
                continue;
            }
            let planned = faults(what, operation, occurrence);
            cases.extend(planned.into_iter().map(|planned| Case { what, planned }));
        }
    }
    // What tries again until its deadline comes first, so that it does not come last.
    cases.sort_by_key(|case| !is_slow(case));
    cases
}

/// Whether a step is tried again for long: a transaction until its deadline, the loop's put and completion of a picture
/// until shortly before the lease ends.
fn is_slow(case: &Case) -> bool {
    let of_a_picture = !case.what.is_tool() && matches!(case.planned.operation, "PutObject" | "UpdateItem");
    (case.planned.operation == "TransactWriteItems" || of_a_picture) && case.planned.times == ALWAYS
}

/// What was seen of a scenario.
pub(crate) struct Seen {
    pub(crate) organization: Organization,
    pub(crate) action: Action,
    /// Nothing, when whoever did it was killed.
    pub(crate) said: Option<Said>,
    operations: Vec<String>,
    /// The states of all thumbnails right afterwards.
    pub(crate) states: Vec<(&'static str, u32)>,
    pub(crate) ledger_before: usize,
    pub(crate) generations_before: usize,
    pub(crate) before: Holdings,
    proxy: Proxy,
}

fn name(state: &State) -> &'static str {
    match state {
        State::Pending => "pending",
        State::Leased { .. } => "leased",
        State::Waiting { .. } => "waiting",
        State::Completed(_) => "completed",
        State::Failed { .. } => "failed",
        State::Cancelled => "cancelled",
    }
}

/// The states of all thumbnails, and their attempts.
pub(crate) async fn states(world: &World, organization: OrganizationId) -> Vec<(&'static str, u32)> {
    let generations = world.generations(organization).await;
    let thumbnails = generations.iter().flat_map(|(_, progress)| &progress.thumbnails);
    thumbnails
        .map(|thumbnail| (name(&thumbnail.state), thumbnail.attempt))
        .collect()
}

/// Does it, with clients of its own on a runtime of its own, so that it can be killed.
async fn perform(world: &Arc<World>, what: What, planned: Option<&Planned>) -> Seen {
    let Prepared {
        organization,
        action,
        turn,
        warm,
    } = Box::pin(what.prepare(world)).await;
    let ledger_before = world.ledger(organization.id).await.len();
    let generations_before = world.generations(organization.id).await.len();
    let before = match &action {
        action if action.keeps_records() => Holdings::of(world, organization.id).await,
        _ => Holdings::default(),
    };
    let proxy = Proxy::start(world.service.aws_url()).await;
    let process = Process::start();
    let instance = Instance::new(&world.service, &proxy.url(), Models::then([turn]));
    if warm {
        let (instance, doing, key) = (instance.clone(), action.clone(), organization.key.clone());
        process.run(async move { instance.warm(&doing, &key).await }).await;
    }
    proxy.forget();
    if let Some(planned) = planned {
        proxy.fail_operation(planned.operation, planned.occurrence, planned.fault, planned.times);
    }
    let doing = action.clone();
    let kills = planned.is_some_and(Planned::kills);
    let kill = async {
        match kills {
            true => proxy.hanging().await,
            false => std::future::pending().await,
        }
    };
    let said = process.end(async move { instance.act(doing).await }, kill).await;
    proxy.heal();
    let operations = proxy.operations();
    let states = states(world, organization.id).await;
    Seen {
        organization,
        action,
        said,
        operations,
        states,
        ledger_before,
        generations_before,
        before,
        proxy,
    }
}

/// What was recorded without faults.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clean {
    what: What,
    pub(crate) said: Value,
    pub(crate) states: Vec<(&'static str, u32)>,
}

pub(crate) fn told(said: Option<&Said>) -> Value {
    match said {
        None => Value::Null,
        Some(Said::Http(status, _)) => (*status).into(),
        Some(Said::Event(Ok(answer))) => summary(answer),
        Some(Said::Event(Err(error))) => error.as_str().into(),
    }
}

/// Does everything without faults, and compares its calls with those that are written down.
async fn record() -> Vec<Clean> {
    let record = async |&(what, calls): &(What, Calls)| {
        let world = Arc::new(World::start().await);
        let seen = Box::pin(perform(&world, what, None)).await;
        let mut rest = seen.operations.iter();
        let grouped: Vec<Vec<&str>> = calls
            .iter()
            .map(|group| {
                let mut group: Vec<&str> = rest.by_ref().take(group.len()).map(String::as_str).collect();
                group.sort_unstable();
                group
            })
            .collect();
        assert!(
            grouped == calls && rest.len() == 0,
            "{what:?} makes other calls: {:?}",
            seen.operations
        );
        let said = told(seen.said.as_ref());
        assert!(!what.is_tool() || said == what.status(), "{what:?}: {:?}", seen.said);
        world.settle(seen.organization.id).await;
        Clean {
            what,
            said,
            states: seen.states,
        }
    };
    // On the heap: so many futures are too large for a stack.
    join_all(ALL.iter().map(|scenario| Box::pin(record(scenario)))).await
}

/// Does it with a fault, and judges.
async fn judge(world: &Arc<World>, case: &Case, clean: &Clean) {
    let planned = &case.planned;
    let seen = Box::pin(perform(world, case.what, Some(planned))).await;
    let id = seen.organization.id;
    if !planned.kills() {
        judge_answer(world, case, &seen, clean).await;
    }
    if planned.fault != Fault::Held {
        seen.proxy.quiet().await;
    }
    if let Action::Tool { once: Some(_), .. } = &seen.action {
        repeat(world, &seen).await;
    }
    if seen.action.deletes() {
        delete_again(world, &seen).await;
    }
    if let (Action::Event(event), Some(Said::Event(Ok(answer)))) = (&seen.action, &seen.said) {
        world.acknowledge(event, answer).await;
    }
    world.settle(id).await;
    if planned.fault == Fault::Held {
        // What the killed one had sent arrives when all is over.
        seen.proxy.release();
        seen.proxy.quiet().await;
        world.settle(id).await;
    }
    if matches!(seen.action, Action::Event(_)) {
        judge_thumbnails(world, case.what, &seen).await;
    }
    if seen.action.keeps_records() {
        judge_remains(world, case, &seen).await;
    }
}

type Cases = Mutex<VecDeque<Case>>;

/// What somebody said who panicked.
pub(crate) fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

/// Takes one case after another, each on an organization of its own.
async fn lane(cases: &Cases, clean: &[Clean], wrong: &Mutex<Vec<String>>) {
    let mut world = Arc::new(World::start().await);
    loop {
        let next = cases.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(case) = next else {
            return;
        };
        let clean = clean
            .iter()
            .find(|clean| clean.what == case.what)
            .expect("it was recorded");
        let began = Instant::now();
        if let Err(panic) = AssertUnwindSafe(Box::pin(judge(&world, &case, clean)))
            .catch_unwind()
            .await
        {
            let text = format!("{:?} {:?}: {}", case.what, case.planned, message(panic.as_ref()));
            wrong.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            world = Arc::new(World::start().await);
        }
        if std::env::var_os("SHOW_CASES").is_some() {
            println!(
                "{:>6} ms {:?} {:?}",
                began.elapsed().as_millis(),
                case.what,
                case.planned
            );
        }
    }
}

#[test]
fn every_call_may_fail_in_every_way() {
    run(matrix());
}

async fn matrix() {
    let began = Instant::now();
    let clean = record().await;
    let all = cases();
    let number = all.len();
    let only = std::env::var("ONLY").unwrap_or_default();
    let all = all
        .into_iter()
        .filter(|case| format!("{:?} {:?}", case.what, case.planned).contains(&only));
    let (cases, wrong) = (Mutex::new(all.collect()), Mutex::new(Vec::new()));
    join_all((0..LANES).map(|_| Box::pin(lane(&cases, &clean, &wrong)))).await;
    println!("{number} cases in {} s", began.elapsed().as_secs());
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(
        wrong.is_empty(),
        "{} of {number} cases:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
