//! Hostile sources. Each is refused with the right message, and together they take little memory.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde_json::json;
use tokio::time::Instant;

use crate::{
    addresses::{NOT_PUBLIC, UNKNOWN},
    answers, files,
    origin::{Origin, Reply},
    process::Running,
    support::{Tenant, fixture},
};

/// The largest peak memory of the process, in megabytes, for all sources except pictures of 40 megapixels.
const MOST_MEMORY: u64 = 400;
/// The largest peak memory for pictures of 40 megapixels: each is in memory once, and a progressive JPEG twice.
const MOST_MEMORY_OF_LARGE_ONES: u64 = 600;
/// How long a call may take on a busy machine.
const LATE: Duration = Duration::from_secs(20);
/// How many sources are used concurrently.
const AT_ONCE: usize = 16;
/// The message for a source that exceeds the time limit.
const SLOW: &str = "within 10 seconds";

/// The expected result of a source.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// A VALIDATION_ERROR whose message contains this text.
    Refused(&'static str),
    /// A picture of this size.
    Taken(u32, u32),
}

/// A server's response, and the expected result.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    reply: Reply,
    pub(crate) end: End,
    slow: bool,
}

impl Case {
    /// The file that the server sends.
    pub(crate) fn file(&self) -> Vec<u8> {
        self.reply.body()
    }
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

/// A source that is refused because of the time limit.
pub(crate) fn slow(name: &'static str, reply: Reply) -> Case {
    Case {
        name,
        reply,
        end: End::Refused(SLOW),
        slow: true,
    }
}

/// A source that only looks hostile, or whose hostile part is removed.
pub(crate) fn accepted(name: &'static str, (width, height): (u32, u32), reply: Reply) -> Case {
    Case {
        name,
        reply,
        end: End::Taken(width, height),
        slow: false,
    }
}

/// A server, a service that may fetch from it, and two callers: one for refused sources, who must not be charged, and
/// one for accepted sources.
struct Stage {
    origin: Origin,
    running: Running,
    refused: Tenant,
    accepted: Tenant,
}

impl Stage {
    async fn start() -> Self {
        let origin = Origin::start().await;
        let running = Running::start(&origin.host()).await;
        let (refused, accepted) = (running.tenant().await, running.tenant().await);
        Self {
            origin,
            running,
            refused,
            accepted,
        }
    }

    /// Uses the source at `url`, and returns what is wrong with the response.
    async fn check(&self, case: &Case, url: &str, crowded: bool) -> Option<String> {
        let began = Instant::now();
        let wrong = match case.end {
            End::Refused(part) => match self.refused.wrong("upload_image", "imageUrl", url, part).await {
                // Many concurrent sources may be slow.
                Some(wrong) if crowded && wrong.contains(SLOW) => None,
                wrong => wrong,
            },
            End::Taken(width, height) => {
                let answer = self
                    .accepted
                    .client
                    .call("upload_image", json!({ "imageUrl": url }))
                    .await;
                let data = &answer.body["data"];
                let same = (&data["width"], &data["height"]) == (&json!(width), &json!(height));
                (!same).then(|| answer.body.to_string())
            }
        };
        let took = began.elapsed();
        let wrong = wrong.or_else(|| (took > LATE).then(|| format!("it took {took:?}")));
        wrong.map(|wrong| format!("{}: {wrong}", case.name))
    }

    /// Uses all sources one by one, to identify the wrong ones, and then all concurrently.
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
        println!("all concurrently ({:?}): {:?} MB", began.elapsed(), self.running.peak());
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Checks that the process stayed within its memory, still works, and stored and charged exactly the accepted
    /// sources.
    async fn is_well(&self, cases: &[Case], most_memory: u64) {
        if let Some(peak) = self.running.peak() {
            assert!(peak < most_memory, "{peak} MB");
        }
        let good = self
            .origin
            .serve("/good.png", Reply::ok("image/png", fixture("transparent.png")));
        self.accepted.upload(&good).await;
        let count = cases.iter().filter(|case| matches!(case.end, End::Taken(..))).count();
        self.accepted.has_images(count * 2 + 1).await;
        self.refused.is_untouched().await;
        let said = self.running.said();
        assert!(!said.contains("ERROR") && !said.contains("panic"), "{said}");
        assert!(!said.contains(&self.origin.host()), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_sources_are_refused_with_the_right_message_and_little_memory() {
    let stage = Stage::start().await;
    // The slow sources first, so that the others are used in the meantime.
    let cases: Vec<Case> = answers::cases(&stage.origin)
        .into_iter()
        .chain(files::cases())
        .collect();
    stage.take(&cases).await;
    stage.is_well(&cases, MOST_MEMORY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_of_40_megapixels_are_accepted_and_decoded_one_at_a_time() {
    let stage = Stage::start().await;
    let cases = files::of_40_megapixels();
    stage.take(&cases).await;
    stage.is_well(&cases, MOST_MEMORY_OF_LARGE_ONES).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_of_the_system_are_not_exempted() {
    let stage = Stage::start().await;
    let there = stage
        .origin
        .serve("/there.png", Reply::ok("image/png", fixture("transparent.png")));
    stage.accepted.upload(&there).await;
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
    stage.accepted.has_images(1).await;
    stage.refused.is_untouched().await;
}
