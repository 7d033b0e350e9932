//! The fault matrix: each call of each scenario fails in each way, once and permanently, and the calling process is
//! killed during it. Afterwards everything must end, and every thumbnail must be paid or refunded.
//!
//! Runs a sample of the cases, or all of them if tests are exhaustive. `SHOW_CASES=1` prints each case with its time;
//! `ONLY=text` runs only cases whose printed names contain the text.

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use contract::OrganizationId;
use futures_util::{FutureExt, future::join_all};
use sampling::all_or_cover;
use serde_json::Value;
use store::State;
use tests::{Fault, Organization, Proxy};
use tokio::time::Instant;

use crate::{
    holdings::Holdings,
    instance::{Action, Instance, Protocol, Reply},
    models::ScriptedModels,
    process::Process,
    scenario::{Calls, Prepared, Scenario, entries, summary},
    verdict::{check_answer, check_pictures, check_remains, check_thumbnails, delete_again, repeat},
    world::{FaultWorld, run},
};

/// How many services run concurrently. Most cases wait for timeouts, deadlines or an empty queue.
const CONCURRENCY: usize = 20;
/// A delay shorter than every timeout.
const SHORT: Duration = Duration::from_millis(150);
/// A delay longer than the timeout of an attempt, so that the retry overtakes the call.
const LATE: Duration = Duration::from_millis(2_150);
/// The fault lasts longer than any retries.
pub(crate) const ALWAYS: usize = usize::MAX;

/// A call that fails.
#[derive(Clone, Debug)]
pub(crate) struct PlannedFault {
    pub(crate) operation: &'static str,
    pub(crate) occurrence: usize,
    pub(crate) fault: Fault,
    pub(crate) times: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) what: Scenario,
    pub(crate) planned: PlannedFault,
    protocol: Protocol,
}

fn is_read(operation: &str) -> bool {
    matches!(operation, "GetItem" | "BatchGetItem" | "Query" | "GetObject")
}

pub(crate) fn is_s3(operation: &str) -> bool {
    operation.ends_with("Object")
}

impl PlannedFault {
    /// Whether the calling process is killed during the call.
    pub(crate) fn kills(&self) -> bool {
        matches!(self.fault, Fault::HangBefore | Fault::HangAfter | Fault::Held)
    }

    /// Whether the call cannot have written anything.
    pub(crate) fn cannot_have_written(&self) -> bool {
        matches!(
            self.fault,
            Fault::Throttle | Fault::Conflict | Fault::ServerError | Fault::CutBefore
        )
    }
}

fn faults(what: Scenario, operation: &'static str, occurrence: usize) -> Vec<PlannedFault> {
    let planned = |fault, times| PlannedFault {
        operation,
        occurrence,
        fault,
        times,
    };
    let mut all = Vec::new();
    let representative = matches!(
        what,
        Scenario::Generate
            | Scenario::Cancel
            | Scenario::Permanent
            | Scenario::UploadImage
            | Scenario::CreatePersonWithPhotos
            | Scenario::DeleteInspiration
    );
    // For a read it makes no difference whether it was executed before its response was lost.
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
        // A transaction is retried until its deadline, which takes long: each way is tested once, and the worst way
        // everywhere.
        let refused = matches!(fault, Fault::Throttle | Fault::CutBefore);
        let skipped =
            operation == "TransactWriteItems" && fault != Fault::CommitThenCut && (refused || !representative);
        if !skipped {
            all.push(planned(fault, ALWAYS));
        }
    }
    all.extend([Fault::Delay(SHORT), Fault::HangBefore, Fault::HangAfter, Fault::Held].map(|fault| planned(fault, 1)));
    // The first update of a call counts the request. With a cold cache there are two, and the other one records the use
    // of the key. Neither is ever in a transaction, so they have no conflicts.
    let never_in_transaction =
        what.is_tool() && operation == "UpdateItem" && (occurrence == 0 || what == Scenario::ColdCredits);
    if matches!(operation, "TransactWriteItems" | "UpdateItem") && !never_in_transaction {
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

fn cases(protocol: Protocol) -> Vec<Case> {
    let mut cases = Vec::new();
    for entry in entries() {
        let what = entry.scenario;
        let all: Vec<&'static str> = entry.calls.iter().flat_map(|group| group.iter().copied()).collect();
        for (index, &operation) in all.iter().enumerate() {
            let occurrence = all.iter().take(index).filter(|earlier| **earlier == operation).count();
            if entry.is_elsewhere(operation, occurrence) {
                continue;
            }
            let planned = faults(what, operation, occurrence);
            cases.extend(planned.into_iter().map(|planned| Case {
                what,
                planned,
                protocol,
            }));
        }
    }
    // Cases with retries until a deadline come first, so that they do not run alone at the end.
    cases.sort_by_key(|case| !is_slow(case));
    cases
}

/// Whether the call is retried for long: a transaction until its deadline, the loop's storing and completing of a
/// picture until shortly before the lease ends.
fn is_slow(case: &Case) -> bool {
    let of_a_picture = !case.what.is_tool() && matches!(case.planned.operation, "PutObject" | "UpdateItem");
    (case.planned.operation == "TransactWriteItems" || of_a_picture) && case.planned.times == ALWAYS
}

/// The observed result of a scenario.
pub(crate) struct Observation {
    pub(crate) organization: Organization,
    pub(crate) action: Action,
    /// `None` if the process was killed.
    pub(crate) reply: Option<Reply>,
    operations: Vec<String>,
    /// The states of all thumbnails right after the action.
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

/// The states of all thumbnails, and the numbers of their attempts.
pub(crate) async fn states(world: &FaultWorld, organization: OrganizationId) -> Vec<(&'static str, u32)> {
    let generations = world.generations(organization).await;
    let thumbnails = generations.iter().flat_map(|(_, progress)| &progress.thumbnails);
    thumbnails
        .map(|thumbnail| (name(&thumbnail.state), thumbnail.attempt))
        .collect()
}

/// Runs the scenario with separate clients on a separate runtime, so that it can be killed.
async fn perform(
    world: &Arc<FaultWorld>,
    what: Scenario,
    planned: Option<&PlannedFault>,
    protocol: Protocol,
) -> Observation {
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
    // Some faults end with a timeout of production. Without a fault, the calls are counted.
    let connect = if planned.is_some() {
        Instance::new
    } else {
        Instance::patient
    };
    let instance = connect(&world.service, &proxy.url(), ScriptedModels::then([turn])).over(protocol);
    if warm {
        let (instance, doing, key) = (instance.clone(), action.clone(), organization.key.clone());
        process.run(async move { instance.warm(&doing, &key).await }).await;
    }
    proxy.forget();
    if let Some(planned) = planned {
        proxy.fail_operation(planned.operation, planned.occurrence, planned.fault, planned.times);
    }
    let doing = action.clone();
    let kills = planned.is_some_and(PlannedFault::kills);
    let kill = async {
        match kills {
            true => proxy.hanging().await,
            false => std::future::pending().await,
        }
    };
    let reply = process.end(async move { instance.act(doing).await }, kill).await;
    proxy.heal();
    let operations = proxy.operations();
    let states = states(world, organization.id).await;
    Observation {
        organization,
        action,
        reply,
        operations,
        states,
        ledger_before,
        generations_before,
        before,
        proxy,
    }
}

/// The recorded result without faults.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Baseline {
    what: Scenario,
    pub(crate) reply: Value,
    pub(crate) states: Vec<(&'static str, u32)>,
}

pub(crate) fn summarized(reply: Option<&Reply>) -> Value {
    match reply {
        None => Value::Null,
        Some(Reply::Http(status, _)) => (*status).into(),
        Some(Reply::Event(Ok(answer))) => summary(answer),
        Some(Reply::Event(Err(error))) => error.as_str().into(),
    }
}

/// Runs these scenarios without faults, and compares their calls with the expected ones.
async fn run_without_faults(worlds: &[Arc<FaultWorld>], scenarios: &[(Scenario, Calls)]) -> Vec<Baseline> {
    let record = async |world: &Arc<FaultWorld>, &(what, calls): &(Scenario, Calls)| {
        let seen = Box::pin(perform(world, what, None, Protocol::Http)).await;
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
            "{what:?} makes unexpected calls: {:?}",
            seen.operations
        );
        let reply = summarized(seen.reply.as_ref());
        assert!(!what.is_tool() || reply == what.status(), "{what:?}: {:?}", seen.reply);
        world.settle(seen.organization.id).await;
        Baseline {
            what,
            reply,
            states: seen.states,
        }
    };
    let mut recorded = Vec::new();
    for some in scenarios.chunks(worlds.len()) {
        let each = worlds.iter().zip(some);
        // Boxed, because so many futures are too large for the stack.
        recorded.extend(join_all(each.map(|(world, scenario)| Box::pin(record(world, scenario)))).await);
    }
    recorded
}

/// Runs the scenario with a fault, and checks the result.
async fn check(world: &Arc<FaultWorld>, case: &Case, clean: &Baseline) {
    let planned = &case.planned;
    let seen = Box::pin(perform(world, case.what, Some(planned), case.protocol)).await;
    let id = seen.organization.id;
    if !planned.kills() {
        check_answer(world, case, &seen, clean).await;
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
    if let (Action::Event(event), Some(Reply::Event(Ok(answer)))) = (&seen.action, &seen.reply) {
        world.acknowledge(event, answer).await;
    }
    world.settle(id).await;
    if planned.fault == Fault::Held {
        // Requests of the killed process arrive after everything else.
        seen.proxy.release();
        seen.proxy.quiet().await;
        world.settle(id).await;
    }
    if matches!(seen.action, Action::Event(_)) {
        check_thumbnails(world, case.what, &seen).await;
    }
    if seen.action.keeps_records() {
        check_remains(world, case, &seen).await;
    }
    if case.what == Scenario::DeleteGeneration {
        check_pictures(world, case, &seen).await;
    }
}

type Cases = Mutex<VecDeque<Case>>;

/// The message of a panic.
pub(crate) fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

/// Runs one case after another, each with a new organization.
async fn run_cases(mut world: Arc<FaultWorld>, cases: &Cases, clean: &[Baseline], wrong: &Mutex<Vec<String>>) {
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
        if let Err(panic) = AssertUnwindSafe(Box::pin(check(&world, &case, clean)))
            .catch_unwind()
            .await
        {
            let text = format!("{:?} {:?}: {}", case.what, case.planned, message(panic.as_ref()));
            wrong.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            world = Arc::new(FaultWorld::start().await);
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
fn every_scenario_survives_every_fault() {
    run(matrix(cases(Protocol::Http)));
}

/// The protocols differ only in how they read a call and write its outcome, so a few scenarios suffice for MCP. A call
/// with an idempotency key is repeated over HTTP.
#[test]
fn calls_over_mcp_survive_every_fault() {
    let chosen = [
        Scenario::GenerateOnce,
        Scenario::UploadImageOnce,
        Scenario::Cancel,
        Scenario::DeletePerson,
    ];
    let mut cases = cases(Protocol::Mcp);
    cases.retain(|case| chosen.contains(&case.what));
    assert!(cases.len() > 40, "the scenarios are not found");
    run(matrix(cases));
}

/// A sample has each call of each scenario, with and without a kill, and each fault of each kind of call.
fn traits(case: &Case) -> Vec<String> {
    let PlannedFault {
        operation,
        occurrence,
        fault,
        times,
    } = &case.planned;
    let what = case.what;
    let kills = case.planned.kills();
    vec![
        format!("{what:?} {operation} {occurrence}"),
        format!("{what:?} {kills}"),
        format!("{operation} {fault:?} {times}"),
    ]
}

async fn matrix(all: Vec<Case>) {
    let began = Instant::now();
    let of = all.len();
    let all = all_or_cover(all, traits);
    let number = all.len();
    let mut scenarios: Vec<(Scenario, Calls)> = entries().map(|entry| (entry.scenario, entry.calls)).collect();
    scenarios.retain(|(what, _)| all.iter().any(|case| case.what == *what));
    let worlds: Vec<Arc<FaultWorld>> = join_all((0..CONCURRENCY).map(|_| Box::pin(FaultWorld::start())))
        .await
        .into_iter()
        .map(Arc::new)
        .collect();
    let clean = run_without_faults(&worlds, &scenarios).await;
    let only = std::env::var("ONLY").unwrap_or_default();
    let all = all
        .into_iter()
        .filter(|case| format!("{:?} {:?}", case.what, case.planned).contains(&only));
    let (cases, wrong) = (Mutex::new(all.collect()), Mutex::new(Vec::new()));
    let workers = worlds.into_iter();
    join_all(workers.map(|world| Box::pin(run_cases(world, &cases, &clean, &wrong)))).await;
    println!("{number} of {of} cases in {} s", began.elapsed().as_secs());
    let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(
        wrong.is_empty(),
        "{} of {number} cases:\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
