//! Each call of a vendor fails in each way, once and permanently, and the calling process is killed during it.
//! Afterwards everything must end, and be paid once or refunded.
//!
//! Runs a sample of the cases, or all of them if tests are exhaustive. `SHOW_CASES=1` prints each case with its time;
//! `ONLY=text` runs only cases whose printed names contain the text.

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use futures_util::{FutureExt, future::join_all};
use sampling::all_or_cover;
use serde_json::json;
use tests::{Fault, Proxy};
use tokio::time::Instant;

use crate::{
    faults::{ALWAYS, message},
    instance::{Action, Instance, Reply},
    process::Process,
    upstreams::{Upstreams, Vendor, WITH_FALLBACK},
    vendor_verdict::{check_picture, check_words},
    world::{FaultWorld, SOURCE, run},
};

/// How many services run concurrently.
const CONCURRENCY: usize = 10;
/// A delay shorter than every timeout.
const SHORT: Duration = Duration::from_millis(150);
/// A delay long enough to kill the calling process during the call.
const LATE: Duration = Duration::from_secs(1);

/// The purpose of a vendor's call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    /// A thumbnail by this model.
    Picture(&'static str),
    /// The description for `upload_image`.
    Description,
    /// The `enhancedPrompt` of `generate_thumbnail`.
    Prompt,
}

/// The server whose call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Of(Vendor),
    /// Secrets Manager, which has Gemini's key.
    Secrets,
}

/// A call that fails.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) asking: Asking,
    pub(crate) callee: Callee,
    pub(crate) fault: Fault,
    pub(crate) times: usize,
    /// Whether the calling process is killed during the call.
    pub(crate) killed: bool,
}

impl Case {
    /// The vendor that is called.
    pub(crate) const fn vendor(&self) -> Vendor {
        match self.callee {
            Callee::Of(vendor) => vendor,
            Callee::Secrets => Vendor::Gemini,
        }
    }
}

const REFUSED: [Fault; 2] = [Fault::Throttle, Fault::ServerError];
const CUT: [Fault; 2] = [Fault::CutBefore, Fault::CommitThenCut];
/// The process is killed during these faults. Delayed responses come after its end, and held requests arrive then.
const KILLS: [Fault; 4] = [Fault::HangBefore, Fault::HangAfter, Fault::Late(LATE), Fault::Held];

fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let mut add = |asking, callee, fault, times, killed| {
        all.push(Case {
            asking,
            callee,
            fault,
            times,
            killed,
        });
    };
    let askings = |vendor: Vendor| [Asking::Picture(vendor.model()), Asking::Description, Asking::Prompt];
    for vendor in [Vendor::Gemini, Vendor::Bedrock] {
        let callee = Callee::Of(vendor);
        for asking in askings(vendor) {
            for fault in REFUSED.into_iter().chain(CUT) {
                add(asking, callee, fault, 1, false);
                add(asking, callee, fault, ALWAYS, false);
            }
            add(asking, callee, Fault::Delay(SHORT), 1, false);
            for fault in KILLS {
                add(asking, callee, fault, 1, true);
            }
        }
    }
    for fault in REFUSED.into_iter().chain(CUT) {
        let callee = Callee::Of(Vendor::Gemini);
        add(Asking::Picture(WITH_FALLBACK), callee, fault, ALWAYS, false);
    }
    for asking in askings(Vendor::Gemini) {
        for fault in REFUSED.into_iter().chain([Fault::CutBefore, Fault::HangBefore]) {
            add(asking, Callee::Secrets, fault, 1, false);
            add(asking, Callee::Secrets, fault, ALWAYS, false);
        }
        add(asking, Callee::Secrets, Fault::CommitThenCut, 1, false);
        add(asking, Callee::Secrets, Fault::Delay(SHORT), 1, false);
        for fault in [Fault::HangBefore, Fault::HangAfter] {
            add(asking, Callee::Secrets, fault, 1, true);
        }
    }
    // Cases that wait for timeouts come first, so that they do not run alone at the end.
    all.sort_by_key(|case| !(case.fault == Fault::HangBefore && case.times == ALWAYS));
    all
}

/// Waits for the time at which the calling process is killed.
async fn reached(proxy: &Proxy, case: &Case) {
    match case.fault {
        _ if !case.killed => std::future::pending().await,
        Fault::Late(_) => {
            while proxy.calls().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            // The rest of the request is on its way.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        _ => proxy.hanging().await,
    }
}

/// The action that calls the vendor.
async fn action(world: &FaultWorld, asking: Asking, key: &str) -> Action {
    let once = |tool, body| Action::Tool {
        tool,
        body,
        once: Some("once"),
        key: key.to_owned(),
    };
    match asking {
        Asking::Picture(model) => {
            let generation = world.begin_with(key, model, 1).await;
            Action::Event(world.take(generation).await.remove(0).event())
        }
        Asking::Description => once("upload_image", json!({ "imageUrl": *SOURCE })),
        Asking::Prompt => once(
            "generate_thumbnail",
            json!({ "prompt": "A lighthouse", "enhancePrompt": true }),
        ),
    }
}

/// Runs the case with its fault, and checks the result.
async fn check(world: &mut FaultWorld, case: &Case) {
    let upstreams = Upstreams::start(case.vendor()).await;
    upstreams.tell(case.asking);
    world.sound = Instance::made_of(world.service.resources(), upstreams.makers());
    let world = &*world;
    let organization = world.organization().await;
    let action = action(world, case.asking, &organization.key).await;
    let proxy = match case.callee {
        Callee::Of(Vendor::Gemini) => &upstreams.to_gemini,
        Callee::Of(Vendor::Bedrock) => &upstreams.to_bedrock,
        Callee::Secrets => &upstreams.to_secrets,
    };
    let mut left = case.times;
    let fault = case.fault;
    proxy.decide(move |_| {
        let fails = left > 0;
        left = left.saturating_sub(1);
        fails.then_some(fault)
    });
    let instance = Instance::with_makers(&world.service, world.service.aws_url(), upstreams.makers());
    let doing = action.clone();
    let work = async move { instance.act(doing).await };
    let reply = Process::start().end(work, reached(proxy, case)).await;
    assert_eq!(reply.is_none(), case.killed);
    if case.fault != Fault::Held {
        proxy.quiet().await;
    }
    match (&action, &reply) {
        (Action::Event(event), Some(Reply::Event(Ok(answer)))) => world.acknowledge(event, answer).await,
        (Action::Tool { .. }, _) => check_words(world, case, &organization, &action, reply).await,
        (_, None) => {}
        _ => panic!("it fails: {reply:?}"),
    }
    world.settle(organization.id).await;
    if case.fault == Fault::Held {
        // Requests of the killed process arrive after everything else.
        proxy.release();
        proxy.quiet().await;
        world.settle(organization.id).await;
    }
    if let Asking::Picture(_) = case.asking {
        check_picture(world, case, &organization, &upstreams).await;
    }
    assert_eq!(upstreams.violations(), [""; 0]);
}

type Cases = Mutex<VecDeque<Case>>;

/// Runs one case after another, each with its own vendors and organization.
async fn run_cases(cases: &Cases, wrong: &Mutex<Vec<String>>) {
    let mut world = FaultWorld::start().await;
    loop {
        let next = cases.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(case) = next else {
            return;
        };
        let began = Instant::now();
        let judged = AssertUnwindSafe(Box::pin(check(&mut world, &case)))
            .catch_unwind()
            .await;
        if let Err(panic) = judged {
            let text = format!("{case:?}: {}", message(panic.as_ref()));
            wrong.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            world = FaultWorld::start().await;
        }
        if std::env::var_os("SHOW_CASES").is_some() {
            println!("{:>6} ms {case:?}", began.elapsed().as_millis());
        }
    }
}

#[test]
fn every_call_of_a_vendor_survives_every_fault() {
    run(async {
        let began = Instant::now();
        let only = std::env::var("ONLY").unwrap_or_default();
        let all = cases();
        let of = all.len();
        let all = all_or_cover(all, |case| {
            let Case {
                asking,
                callee,
                fault,
                times,
                killed,
            } = case;
            // Each call with and without a kill, and each fault of each server.
            vec![
                format!("{asking:?} {callee:?} {killed}"),
                format!("{callee:?} {fault:?} {times} {killed}"),
            ]
        });
        let number = all.len();
        let all = all.into_iter().filter(|case| format!("{case:?}").contains(&only));
        let (cases, wrong) = (Mutex::new(all.collect()), Mutex::new(Vec::new()));
        join_all((0..CONCURRENCY).map(|_| Box::pin(run_cases(&cases, &wrong)))).await;
        println!("{number} of {of} cases of vendors in {} s", began.elapsed().as_secs());
        let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert!(
            wrong.is_empty(),
            "{} of {number} cases:\n{}",
            wrong.len(),
            wrong.join("\n\n")
        );
    });
}
