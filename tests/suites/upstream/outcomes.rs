//! What becomes of each answer that a vendor documents, and of what is no answer: a table for each vendor, all of whose
//! rows run side by side.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use contract::Timestamp;
use futures_util::future::join_all;
use image::ImageFormat;
use serde_json::{Value, json};
use tests::upstream::{Act, Bedrock, Failure, Fake, Gemini, OpenAi, Vendor, bedrock, gemini, openai, painter};

use crate::{
    logs::{self, CANARY},
    support::{self, are_waits, picture, size_of},
    world::{THUMBNAILS, World, asked_for, model, with},
};

/// What a thumbnail comes to.
#[derive(Clone, Copy)]
enum End {
    Completed,
    Failed(&'static str),
}

/// One row.
struct Row<Own> {
    name: String,
    act: Act<Own>,
    end: End,
    /// In seconds, before the further requests: as many as these and one are made.
    waits: &'static [u64],
    /// Of the lines about the model, one for each request that failed.
    level: &'static str,
}

const USUAL: &[u64] = &[10, 40];

fn row<Own>(name: impl Into<String>, act: Act<Own>, end: End, waits: &'static [u64], level: &'static str) -> Row<Own> {
    Row {
        name: name.into(),
        act,
        end,
        waits,
        level,
    }
}

/// What is worth three attempts.
fn tried<Own>(name: &str, act: Act<Own>, code: &'static str, waits: &'static [u64]) -> Row<Own> {
    row(name, act, End::Failed(code), waits, "WARN")
}

/// What is of no use until an operator does something.
fn dead<Own>(name: &str, act: Act<Own>) -> Row<Own> {
    row(name, act, End::Failed("MODEL_FAILED"), &[], "ERROR")
}

/// What nobody is to be asked again.
fn refused<Own: std::fmt::Debug>(own: Own) -> Row<Own> {
    let name = format!("{own:?}").to_lowercase();
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    row(name, Act::Own(own), End::Failed("MODEL_REFUSED"), &[], "INFO")
}

fn failure(status: u16) -> Failure {
    Failure::of(status).message(format!("Something about {CANARY}"))
}

/// What any vendor may do.
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
        tried("throttled", Act::Throttled { retry_after: None }, failed, USUAL),
        tried("impatient", Act::Throttled { retry_after: Some(1) }, failed, USUAL),
        tried(
            "patient",
            Act::Throttled { retry_after: Some(120) },
            failed,
            &[120, 120],
        ),
        tried(
            "forever",
            Act::Throttled {
                retry_after: Some(100_000),
            },
            failed,
            &[900, 900],
        ),
        tried("broken", Act::Fail(failure(500)), failed, USUAL),
        tried("down", later(503, 60), failed, &[60, 60]),
        tried("late", Act::Hang, "MODEL_TIMEOUT", USUAL),
        tried("cut", Act::Cut, failed, USUAL),
        tried("cuthalfway", Act::CutHalfway, failed, USUAL),
        tried("garbage", Act::Garbage, failed, USUAL),
        tried("empty", Act::Empty, failed, USUAL),
        tried("words", Act::Say(format!("Sorry, no {CANARY}.")), failed, USUAL),
        tried("endless", Act::Oversized(u64::MAX), failed, USUAL),
        tried("nopicture", Act::SucceedWith("a lighthouse".into()), rejected, USUAL),
        tried("halfapicture", Act::SucceedWith(half), rejected, USUAL),
        tried("tiny", Act::SucceedWith(tiny), rejected, USUAL),
        dead("gone", Act::Gone),
        dead("keyrefused", Act::KeyRefused),
        dead("wrong", Act::Fail(failure(400))),
    ]
}

struct Table<V: Vendor> {
    vendor: &'static str,
    /// How the names of this vendor's models begin.
    family: &'static str,
    fake: fn(&World) -> &Fake<V>,
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
        let world = World::start(models.into()).await;
        let arrivals = self.perform(&world, &rows);
        let begun = join_all(rows.iter().map(async |row| {
            let organization = world.organization().await;
            support::begin(&organization, json!({ "model": id(row), "title": "Storm" })).await
        }));
        let begun = begun.await;
        let waits = support::through(&world.service, &begun).await;
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

    /// Has the vendor do what the table says, and note when it was asked to, by the service's clock.
    fn perform(&self, world: &World, rows: &[Row<V::Own>]) -> Arc<Mutex<HashMap<String, Vec<Timestamp>>>> {
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
async fn each_answer_of_gemini_comes_to_its_end() {
    use gemini::Own;
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    own.extend([
        refused(Own::Blocked("SOMETHING_NEW")),
        dead("keyforbidden", Act::Own(Own::KeyForbidden)),
        dead("precondition", Act::Own(Own::FailedPrecondition)),
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
async fn each_answer_of_openai_comes_to_its_end() {
    use openai::Own;
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    own.extend([
        row("url", Act::Own(Own::Url), End::Completed, &[], ""),
        dead("quotaspent", Act::Own(Own::QuotaSpent)),
        dead("forbidden", Act::Own(Own::Forbidden)),
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
async fn each_answer_of_bedrock_comes_to_its_end() {
    use bedrock::Own;
    let mut own: Vec<_> = Own::refusals().into_iter().map(refused).collect();
    let inference = Act::Own(Own::Filtered("Inference error"));
    let named = |status: u16, name: &str| Act::Fail(failure(status).code(name));
    // Longer than calls of AWS's other services may take.
    let slow = Act::SucceedAfter(Duration::from_millis(7_500));
    own.extend([
        row("slow", slow, End::Completed, &[], ""),
        refused(Own::Filtered("Filter reason: something new")),
        tried("inference", inference, "MODEL_FAILED", USUAL),
        tried("notready", named(429, "ModelNotReadyException"), "MODEL_FAILED", USUAL),
        tried("timedout", named(408, "ModelTimeoutException"), "MODEL_TIMEOUT", USUAL),
        tried("modelerror", named(424, "ModelErrorException"), "MODEL_FAILED", USUAL),
        dead("endoflife", Act::Own(Own::EndOfLifeInvalid)),
        dead("modelinvalid", Act::Own(Own::ModelInvalid)),
        dead("accessdenied", Act::Own(Own::AccessDenied)),
    ]);
    let table = Table {
        vendor: "bedrock",
        family: "stability.stable-image-core-",
        fake: |world| -> &Bedrock { &world.bedrock },
        own,
    };
    table.holds().await;
}
