//! The calls of vendors fail, each in each way, once and for good, and whoever makes them is killed at it. Afterwards
//! everything must end, and be paid for once or be refunded.
//!
//! `SHOW_CASES=1` prints each case with its time; `ONLY=text` runs those whose names, as printed, contain the text.

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use futures_util::{FutureExt, future::join_all};
use serde_json::json;
use tests::{Fault, Proxy};

use crate::{
    faults::{ALWAYS, message},
    instance::{Action, Instance, Said},
    process::Process,
    upstreams::{Upstreams, Vendor, WITH_FALLBACK},
    vendor_verdict::{judge_picture, judge_words},
    world::{SOURCE, World, run},
};

/// Services side by side.
const LANES: usize = 10;
/// A delay that no timeout ends.
const SHORT: Duration = Duration::from_millis(150);
/// Long enough for somebody to be killed meanwhile.
const LATE: Duration = Duration::from_secs(1);

/// What a vendor is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asking {
    /// A thumbnail, with this model.
    Picture(&'static str),
    /// What `upload_image` says of a picture.
    Description,
    /// The `enhancedPrompt` of `generate_thumbnail`.
    Prompt,
}

/// Whose call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Of(Vendor),
    /// Who keeps Gemini's key.
    Secrets,
}

/// One call that fails.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) asking: Asking,
    pub(crate) callee: Callee,
    pub(crate) fault: Fault,
    pub(crate) times: usize,
    /// Whether whoever calls is killed meanwhile.
    pub(crate) killed: bool,
}

impl Case {
    /// Who is asked.
    pub(crate) const fn vendor(&self) -> Vendor {
        match self.callee {
            Callee::Of(vendor) => vendor,
            Callee::Secrets => Vendor::Gemini,
        }
    }
}

const REFUSED: [Fault; 2] = [Fault::Throttle, Fault::ServerError];
const CUT: [Fault; 2] = [Fault::CutBefore, Fault::CommitThenCut];
/// At these somebody is killed. What is late is answered when they are dead, and what is held arrives then.
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
    // What waits for timeouts comes first, so that it does not come last.
    all.sort_by_key(|case| !(case.fault == Fault::HangBefore && case.times == ALWAYS));
    all
}

/// Waits for the moment at which whoever calls is to be killed.
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

/// The action that asks.
async fn action(world: &World, asking: Asking, key: &str) -> Action {
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

/// Does it with a fault, and judges.
async fn judge(world: &mut World, case: &Case) {
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
    let said = Process::start().end(work, reached(proxy, case)).await;
    assert_eq!(said.is_none(), case.killed);
    if case.fault != Fault::Held {
        proxy.quiet().await;
    }
    match (&action, &said) {
        (Action::Event(event), Some(Said::Event(Ok(answer)))) => world.acknowledge(event, answer).await,
        (Action::Tool { .. }, _) => judge_words(world, case, &organization, &action, said).await,
        (_, None) => {}
        _ => panic!("it fails: {said:?}"),
    }
    world.settle(organization.id).await;
    if case.fault == Fault::Held {
        // What the killed one had asked for arrives when all is over.
        proxy.release();
        proxy.quiet().await;
        world.settle(organization.id).await;
    }
    if let Asking::Picture(_) = case.asking {
        judge_picture(world, case, &organization, &upstreams).await;
    }
    assert_eq!(upstreams.violations(), [""; 0]);
}

type Cases = Mutex<VecDeque<Case>>;

/// Takes one case after another, each with vendors and an organization of its own.
async fn lane(cases: &Cases, wrong: &Mutex<Vec<String>>) {
    let mut world = World::start().await;
    loop {
        let next = cases.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(case) = next else {
            return;
        };
        let began = Instant::now();
        let judged = AssertUnwindSafe(Box::pin(judge(&mut world, &case)))
            .catch_unwind()
            .await;
        if let Err(panic) = judged {
            let text = format!("{case:?}: {}", message(panic.as_ref()));
            wrong.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            world = World::start().await;
        }
        if std::env::var_os("SHOW_CASES").is_some() {
            println!("{:>6} ms {case:?}", began.elapsed().as_millis());
        }
    }
}

#[test]
fn every_call_of_a_vendor_may_fail_in_every_way() {
    run(async {
        let began = Instant::now();
        let only = std::env::var("ONLY").unwrap_or_default();
        let all = cases();
        let number = all.len();
        let all = all.into_iter().filter(|case| format!("{case:?}").contains(&only));
        let (cases, wrong) = (Mutex::new(all.collect()), Mutex::new(Vec::new()));
        join_all((0..LANES).map(|_| Box::pin(lane(&cases, &wrong)))).await;
        println!("{number} cases of vendors in {} s", began.elapsed().as_secs());
        let wrong = wrong.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert!(
            wrong.is_empty(),
            "{} of {number} cases:\n{}",
            wrong.len(),
            wrong.join("\n\n")
        );
    });
}
