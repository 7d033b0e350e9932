//! Sources that are made to do harm. Each is refused for what it is, and together they cost little memory.

use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::{
    addresses::{NOT_PUBLIC, UNKNOWN},
    answers, files,
    origin::{Origin, Reply},
    process::Running,
    support::{Tenant, fixture},
};

/// The most memory that the process may have had, in megabytes, whatever comes from outside.
const MOST_MEMORY: u64 = 400;
/// The same when what comes is 40 megapixels large: all of them have to be somewhere, and of a progressive JPEG twice.
const MOST_MEMORY_OF_LARGE_ONES: u64 = 600;
/// How long a call may take, on a machine that has much else to do.
const LATE: Duration = Duration::from_secs(20);
/// How many sources are taken at once.
const AT_ONCE: usize = 16;
/// What is said of a source for which there is no time.
const SLOW: &str = "within 10 seconds";

/// What becomes of a source.
#[derive(Clone, Copy)]
enum End {
    /// A VALIDATION_ERROR with this in its message.
    Refused(&'static str),
    /// A picture of this size.
    Taken(u32, u32),
}

/// An answer of a server, and what becomes of it.
pub(crate) struct Case {
    name: &'static str,
    reply: Reply,
    end: End,
    slow: bool,
}

/// A source that is refused.
pub(crate) fn refused(name: &'static str, part: &'static str, reply: Reply) -> Case {
    Case {
        name,
        reply,
        end: End::Refused(part),
        slow: false,
    }
}

/// A source that is refused when time is up.
pub(crate) fn slow(name: &'static str, reply: Reply) -> Case {
    Case {
        name,
        reply,
        end: End::Refused(SLOW),
        slow: true,
    }
}

/// A source that only looks hostile, or whose hostile part is left out.
pub(crate) fn taken(name: &'static str, (width, height): (u32, u32), reply: Reply) -> Case {
    Case {
        name,
        reply,
        end: End::Taken(width, height),
        slow: false,
    }
}

/// A server, a service that may fetch from it, and who asks it to: one caller for what is refused, who shall have paid
/// nothing in the end, and one for what is taken.
struct Stage {
    origin: Origin,
    running: Running,
    refused: Tenant,
    taken: Tenant,
}

impl Stage {
    async fn start() -> Self {
        let origin = Origin::start().await;
        let running = Running::start(&origin.host()).await;
        let (refused, taken) = (running.tenant().await, running.tenant().await);
        Self {
            origin,
            running,
            refused,
            taken,
        }
    }

    /// Takes a source that the server has at `url`; what is wrong with the answer.
    async fn check(&self, case: &Case, url: &str, crowded: bool) -> Option<String> {
        let began = Instant::now();
        let wrong = match case.end {
            End::Refused(part) => match self.refused.wrong("upload_image", "imageUrl", url, part).await {
                // In a crowd anything may be slow.
                Some(wrong) if crowded && wrong.contains(SLOW) => None,
                wrong => wrong,
            },
            End::Taken(width, height) => {
                let answer = self.taken.client.call("upload_image", json!({ "imageUrl": url })).await;
                let data = &answer.body["data"];
                let same = (&data["width"], &data["height"]) == (&json!(width), &json!(height));
                (!same).then(|| answer.body.to_string())
            }
        };
        let took = began.elapsed();
        let wrong = wrong.or_else(|| (took > LATE).then(|| format!("it took {took:?}")));
        wrong.map(|wrong| format!("{}: {wrong}", case.name))
    }

    /// Takes all of them one by one, to see which is to blame, and then all at once.
    async fn take(&self, cases: &[Case]) {
        let serve =
            |(index, case): (usize, &Case)| self.origin.serve(&format!("/case/{index}.png"), case.reply.clone());
        let urls: Vec<String> = cases.iter().enumerate().map(serve).collect();
        let pairs = || cases.iter().zip(&urls);
        let mut peak = self.running.peak();
        println!("at the start: {peak:?} MB");
        let mut wrong = Vec::new();
        for (case, url) in pairs().filter(|(case, _)| !case.slow) {
            let began = Instant::now();
            wrong.extend(self.check(case, url, false).await);
            let now = self.running.peak();
            if now > peak || began.elapsed() > Duration::from_secs(1) {
                println!("after {} ({:?}): {now:?} MB", case.name, began.elapsed());
                peak = now;
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");

        let began = Instant::now();
        let checks = stream::iter(pairs()).map(|(case, url)| self.check(case, url, true));
        let wrong: Vec<String> = checks
            .buffer_unordered(AT_ONCE)
            .filter_map(async |wrong| wrong)
            .collect()
            .await;
        println!("all at once ({:?}): {:?} MB", began.elapsed(), self.running.peak());
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// The process has stayed within its memory, goes on as before, and has kept and charged what it took and no more.
    async fn is_well(&self, cases: &[Case], most_memory: u64) {
        if let Some(peak) = self.running.peak() {
            assert!(peak < most_memory, "{peak} MB");
        }
        let good = self
            .origin
            .serve("/good.png", Reply::ok("image/png", fixture("transparent.png")));
        self.taken.upload(&good).await;
        let count = cases.iter().filter(|case| matches!(case.end, End::Taken(..))).count();
        self.taken.has_images(count * 2 + 1).await;
        self.refused.is_untouched().await;
        let said = self.running.said();
        assert!(!said.contains("ERROR") && !said.contains("panic"), "{said}");
        assert!(!said.contains(&self.origin.host()), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_sources_are_refused_for_what_they_are_and_cost_little_memory() {
    let stage = Stage::start().await;
    // The slow ones first, so that the others come meanwhile.
    let cases: Vec<Case> = answers::cases(&stage.origin)
        .into_iter()
        .chain(files::cases())
        .collect();
    stage.take(&cases).await;
    stage.is_well(&cases, MOST_MEMORY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_of_40_megapixels_are_taken_and_their_memory_does_not_add_up() {
    let stage = Stage::start().await;
    let cases = files::of_40_megapixels();
    stage.take(&cases).await;
    stage.is_well(&cases, MOST_MEMORY_OF_LARGE_ONES).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_names_of_the_system_are_exempted_no_more_than_others() {
    let stage = Stage::start().await;
    let there = stage
        .origin
        .serve("/there.png", Reply::ok("image/png", fixture("transparent.png")));
    stage.taken.upload(&there).await;
    for (host, others) in [
        ("localhost", ""),
        ("LOCALHOST", ""),
        ("localhost.", UNKNOWN),
        ("foo.localhost", UNKNOWN),
    ] {
        let source = there.replace("127.0.0.1", host);
        let said = stage
            .refused
            .refused("upload_image", json!({ "imageUrl": source }))
            .await
            .unwrap();
        let expected = said[0].1.contains(NOT_PUBLIC) || !others.is_empty() && said[0].1.contains(others);
        assert!(expected, "{source}: {said:?}");
    }
    assert_eq!(stage.origin.asked("/there.png"), 1);
    stage.taken.has_images(1).await;
    stage.refused.is_untouched().await;
}
