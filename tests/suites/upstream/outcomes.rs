//! The outcome of each response that a vendor documents, and of invalid or missing responses. Each vendor has a table,
//! and all rows of a table run concurrently.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use contract::Timestamp;
use futures_util::future::join_all;
use image::ImageFormat;
use serde_json::{Value, json};
use tests::upstream::{
    Act, Bedrock, Bfl, Failure, Fake, Gemini, OpenAi, Vendor, bedrock, bfl, gemini, openai, painter,
};

use crate::{
    logs::{self, CANARY},
    support::{self, are_waits, picture, size_of},
    world::{THUMBNAILS, UpstreamWorld, asked_for, model, with},
};

/// The expected end of a thumbnail.
#[derive(Clone, Copy)]
enum End {
    Completed,
    Failed(&'static str),
}

/// A row of the table: an answer of the vendor and its expected consequences.
struct Row<Own> {
    name: String,
    act: Act<Own>,
    end: End,
    /// The waits between the attempts, in seconds. The number of attempts is the number of waits plus one.
    waits: &'static [u64],
    /// The level of the log lines about the model. There is one line for each failed attempt.
    level: &'static str,
}

const USUAL: &[u64] = &[10, 40];
/// After an answer that cannot be read, which the vendor charges.
const ONCE: &[u64] = &[10];

fn row<Own>(name: impl Into<String>, act: Act<Own>, end: End, waits: &'static [u64], level: &'static str) -> Row<Own> {
    Row {
        name: name.into(),
        act,
        end,
        waits,
        level,
    }
}

/// A transient failure, after which the model gets three attempts.
fn transient<Own>(name: &str, act: Act<Own>, code: &'static str, waits: &'static [u64]) -> Row<Own> {
    row(name, act, End::Failed(code), waits, "WARN")
}

/// A permanent failure, which only an operator can repair.
fn permanent<Own>(name: &str, act: Act<Own>) -> Row<Own> {
    row(name, act, End::Failed("MODEL_FAILED"), &[], "ERROR")
}

/// A refusal of the content, which is not transient again.
fn refused<Own: std::fmt::Debug>(own: Own) -> Row<Own> {
    let name = format!("{own:?}").to_lowercase();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    row(name, Act::Own(own), End::Failed("MODEL_REFUSED"), &[], "INFO")
}

fn failure(status: u16) -> Failure {
    Failure::of(status).message(format!("Something about {CANARY}"))
}

/// The rows that apply to every vendor.
fn common<Own>() -> Vec<Row<Own>> {
    let completed = |name: &str, act| row(name, act, End::Completed, &[], "");
    let jpeg = picture((1344, 768), 90, ImageFormat::Jpeg);
    let tall = picture((700, 1100), 90, ImageFormat::Png);
    let tiny = picture((64, 64), 90, ImageFormat::Png);
    let half = picture((1344, 768), 90, ImageFormat::Png).slice(..900);
    let (failed, rejected) = ("MODEL_FAILED", "OUTPUT_REJECTED");
    let later = |status: u16, seconds| Act::Fail(failure(status).retry_after(Some(seconds)));
    vec![
        completed("good", Act::Succeed),
        completed("anothersize", Act::SucceedWith(tall)),
        completed("anotherformat", Act::SucceedWith(jpeg)),
        transient("throttled", Act::Throttled { retry_after: None }, failed, USUAL),
        transient("impatient", Act::Throttled { retry_after: Some(1) }, failed, USUAL),
        transient(
            "patient",
            Act::Throttled { retry_after: Some(120) },
            failed,
            &[120, 120],
        ),
        transient(
            "forever",
            Act::Throttled {
                retry_after: Some(100_000),
            },
            failed,
            &[900, 900],
        ),
        transient("broken", Act::Fail(failure(500)), failed, USUAL),
        transient("down", later(503, 60), failed, &[60, 60]),
        transient("late", Act::Hang, "MODEL_TIMEOUT", USUAL),
        transient("cut", Act::Cut, failed, USUAL),
        transient("cuthalfway", Act::CutHalfway, failed, USUAL),
        transient("garbage", Act::Garbage, failed, ONCE),
        transient("empty", Act::Empty, failed, USUAL),
        transient("words", Act::Say(format!("Sorry, no {CANARY}.")), failed, USUAL),
        transient("endless", Act::Oversized(u64::MAX), failed, USUAL),
        transient("nopicture", Act::SucceedWith("a lighthouse".into()), rejected, USUAL),
        transient("halfapicture", Act::SucceedWith(half), rejected, USUAL),
        transient("tiny", Act::SucceedWith(tiny), rejected, USUAL),
        permanent("gone", Act::Gone),
        permanent("keyrefused", Act::KeyRefused),
        permanent("wrong", Act::Fail(failure(400))),
    ]
}

struct Table<V: Vendor> {
    vendor: &'static str,
    /// The prefix of the names of this vendor's models.
    family: &'static str,
    fake: fn(&UpstreamWorld) -> &Fake<V>,
    own: Vec<Row<V::Own>>,
}

impl<V: Vendor> Table<V> {
    async fn holds(mut self) {
        let rows: Vec<_> = common().into_iter().chain(std::mem::take(&mut self.own)).collect();
        let id = |row: &Row<V::Own>| format!("{}-{}", self.vendor, row.name);
        let upstream = |row: &Row<V::Own>| format!("{}{}", self.family, row.name);
        let models: Vec<Value> = rows
            .iter()
            .map(|row| {
                let seconds = if matches!(row.act, Act::Hang) { 1 } else { 60 };
                let model = model(self.vendor, &id(row), &upstream(row));
                with(model, json!({ "timeoutSeconds": seconds }))
            })
            .collect();
        let world = UpstreamWorld::start(models.into()).await;
        let arrivals = self.perform(&world, &rows);
        let begun = join_all(rows.iter().map(async |row| {
            let organization = world.organization().await;
            support::begin(&organization, json!({ "model": id(row), "title": "Storm" })).await
        }));
        let begun = begun.await;
        let waits = support::run_to_end(&world.service, &begun).await;
        for (row, begun) in rows.iter().zip(&begun) {
            let id = id(row);
            let status = begun.status().await;
            let thumbnail = &status["thumbnails"][0];
            let paid = match row.end {
                End::Completed => {
                    assert_eq!(thumbnail["status"], "completed", "{id}: {status}");
                    let picture = support::download(thumbnail).await;
                    assert_eq!(size_of(&picture), (1280, 720), "{id}");
                    if matches!(row.act, Act::Succeed) {
                        assert_eq!(painter(&picture), self.vendor);
                    }
                    1
                }
                End::Failed(code) => {
                    assert_eq!(thumbnail["error"]["code"], code, "{id}: {status}");
                    assert_eq!((&status["status"], &status["refunded"]), (&json!("failed"), &json!(1)));
                    0
                }
            };
            let left = i64::from(THUMBNAILS - paid) * 100;
            assert_eq!(begun.balance(&world.service).await, left, "{id}");
            let waits = waits.get(&begun.id);
            assert!(are_waits(waits, row.waits), "{id}: {waits:?}");
            let arrived = arrivals
                .lock()
                .unwrap()
                .get(&upstream(row))
                .cloned()
                .unwrap_or_default();
            assert_eq!(arrived.len(), row.waits.len() + 1, "{id}");
            for (pair, &wait) in arrived.windows(2).zip(row.waits) {
                assert!(pair[1].since(pair[0]) >= Duration::from_secs(wait), "{id}: {arrived:?}");
            }
            let lines = logs::failures_of(&id);
            let failed = arrived.len() - usize::from(matches!(row.end, End::Completed));
            assert_eq!(lines.len(), failed, "{id}: {lines:?}");
            assert!(lines.iter().all(|(level, _)| level == row.level), "{id}: {lines:?}");
            let told = status.to_string().replace(&support::prompt(), "");
            assert!(!told.contains(CANARY), "{id}: {told}");
        }
        world.end().await;
    }

    /// Lets the fake answer according to the table. Returns the arrival times of the requests by model, measured with
    /// the service's clock.
    fn perform(&self, world: &UpstreamWorld, rows: &[Row<V::Own>]) -> Arc<Mutex<HashMap<String, Vec<Timestamp>>>> {
        let acts: HashMap<String, Act<V::Own>> = rows
            .iter()
            .map(|row| (format!("{}{}", self.family, row.name), row.act.clone()))
            .collect();
        let arrivals = Arc::<Mutex<HashMap<String, Vec<Timestamp>>>>::default();
        let (noted, clock) = (Arc::clone(&arrivals), world.service.clock().clone());
        (self.fake)(world).script(move |seen, _| {
            let model = asked_for(seen);
            let act = acts.get(&model).cloned().expect("a model of the table");
            noted.lock().unwrap().entry(model).or_default().push(clock.now());
            act
        });
        arrivals
    }
}

#[tokio::test]
async fn each_answer_of_gemini_has_its_documented_outcome() {
    use gemini::Own;
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    own.extend([
        refused(Own::Blocked("SOMETHING_NEW")),
        permanent("keyforbidden", Act::Own(Own::KeyForbidden)),
        permanent("precondition", Act::Own(Own::FailedPrecondition)),
    ]);
    let table = Table {
        vendor: "gemini",
        family: "gemini-",
        fake: |world| -> &Gemini { &world.gemini },
        own,
    };
    table.holds().await;
}

#[tokio::test]
async fn each_answer_of_openai_has_its_documented_outcome() {
    use openai::Own;
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    own.extend([
        row("url", Act::Own(Own::Url), End::Completed, &[], ""),
        permanent("quotaspent", Act::Own(Own::QuotaSpent)),
        permanent("forbidden", Act::Own(Own::Forbidden)),
    ]);
    let table = Table {
        vendor: "openai",
        family: "gpt-image-2-",
        fake: |world| -> &OpenAi { &world.openai },
        own,
    };
    table.holds().await;
}

#[tokio::test]
async fn each_answer_of_bedrock_has_its_documented_outcome() {
    use bedrock::Own;
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    let inference = Act::Own(Own::Filtered("Inference error"));
    let named = |status: u16, name: &str| Act::Fail(failure(status).code(name));
    // Longer than the SDK's timeout for calls to other AWS services.
    let slow = Act::SucceedAfter(Duration::from_millis(7_500));
    own.extend([
        row("slow", slow, End::Completed, &[], ""),
        refused(Own::Filtered("Filter reason: something new")),
        transient("inference", inference, "MODEL_FAILED", USUAL),
        transient("notready", named(429, "ModelNotReadyException"), "MODEL_FAILED", USUAL),
        transient("timedout", named(408, "ModelTimeoutException"), "MODEL_TIMEOUT", USUAL),
        transient("modelerror", named(424, "ModelErrorException"), "MODEL_FAILED", USUAL),
        permanent("endoflife", Act::Own(Own::EndOfLifeInvalid)),
        permanent("modelinvalid", Act::Own(Own::ModelInvalid)),
        permanent("accessdenied", Act::Own(Own::AccessDenied)),
    ]);
    let table = Table {
        vendor: "bedrock",
        family: "stability.stable-image-core-",
        fake: |world| -> &Bedrock { &world.bedrock },
        own,
    };
    table.holds().await;
}

#[tokio::test]
async fn each_answer_of_bfl_has_its_documented_outcome() {
    use bfl::Own;
    let lost = |name: &str, own| transient(name, Act::Own(own), "MODEL_FAILED", USUAL);
    let completed = |name: &str, own| row(name, Act::Own(own), End::Completed, &[], "");
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    own.extend([
        completed("queued", Own::ReadyAfter(3)),
        completed("pollsfail", Own::PollsFail(2)),
        lost("taskerror", Own::TaskError),
        lost("tasknotfound", Own::TaskNotFound),
        lost("tasknotthere", Own::TaskNotThere),
        lost("expired", Own::ExpiredSample),
        permanent("nocredits", Act::Own(Own::NoCredits)),
        permanent("forbidden", Act::Own(Own::Forbidden)),
        permanent("invalid", Act::Fail(failure(422))),
        permanent("foreignpolling", Act::Own(Own::ForeignPollingUrl)),
        permanent("privatesample", Act::Own(Own::PrivateSample)),
    ]);
    let table = Table {
        vendor: "bfl",
        family: "flux-2-",
        fake: |world| -> &Bfl { &world.bfl },
        own,
    };
    table.holds().await;
}
