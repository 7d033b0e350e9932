//! The API of Black Forest Labs for FLUX: `POST /v1/{model}`, `GET /v1/get_result`, `GET /v1/credits`, and the OpenAPI
//! document.
//!
//! Sources: the reference of these operations, and the guides to errors and to the integration of the API.

mod rules;

use std::{
    collections::HashMap,
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use http::Method;
use serde_json::{Value, json};

use super::{Failure, Fake, FollowUp, Order, Seen, Standing, Vendor, Wants, paint::paint, server::lock};

/// The models in the fake's OpenAPI document.
const MODELS: [&str; 3] = ["flux-2-pro", "flux-2-max", "flux-kontext-pro"];

/// A fake of the vendor.
pub type Bfl = Fake<Wire>;

/// The wire format of the vendor.
#[derive(Clone, Copy, Debug)]
pub struct Wire;

/// Answers that only this vendor gives. `NoCredits` and `Forbidden` refuse the request, and all others accept it as a
/// task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// 402: the account has no credits.
    NoCredits,
    /// 403: the key may not use the model.
    Forbidden,
    /// The prompt or a reference was refused.
    RequestModerated,
    /// The finished picture was refused.
    ContentModerated,
    /// The task failed.
    TaskError,
    /// The vendor has forgotten the task: a poll has status 200 and the state `Task not found`.
    TaskNotFound,
    /// The vendor has forgotten the task: a poll has status 404.
    TaskNotThere,
    /// The task is ready after this number of polls.
    ReadyAfter(usize),
    /// This number of polls fail with status 500, then the task is ready.
    PollsFail(usize),
    /// The polling URL is at another host.
    ForeignPollingUrl,
    /// The picture's URL has a private address.
    PrivateSample,
    /// The picture's URL has expired.
    ExpiredSample,
}

impl Own {
    /// All refusals of a picture.
    pub fn refusals() -> Vec<Self> {
        vec![Self::RequestModerated, Self::ContentModerated]
    }
}

/// A state of a task, as a poll shows it.
#[derive(Clone, Debug)]
enum State {
    Status(&'static str),
    Failing(u16),
    Ready { sample: String },
}

/// A task. Poll number n gets the state n; all polls after the last state get the last state.
struct Task {
    states: Vec<State>,
    polls: usize,
    picture: Option<Bytes>,
}

/// The tasks of all fakes.
static TASKS: LazyLock<Mutex<HashMap<String, Task>>> = LazyLock::new(Mutex::default);

/// Accepts a request as a task, and returns the response.
fn accept(seen: &Seen, picture: Option<Bytes>, states: impl FnOnce(String) -> Vec<State>) -> Value {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let id = format!("{:08x}-tests", NUMBER.fetch_add(1, Ordering::SeqCst));
    let host = seen.header("host").unwrap_or_default();
    let states = states(format!("http://{host}/delivery/{id}.png?sig=tests"));
    let task = Task {
        states,
        polls: 0,
        picture,
    };
    lock(&TASKS).insert(id.clone(), task);
    let polling_url = format!("http://{host}/v1/get_result?id={id}");
    json!({ "id": id, "polling_url": polling_url, "cost": 3.0, "input_mp": 0.0, "output_mp": 0.92 })
}

/// The states of a task that is ready after this number of polls.
fn ready_after(polls: usize, sample: String) -> Vec<State> {
    let mut states = vec![State::Status("Pending"); polls];
    states.push(State::Ready { sample });
    states
}

fn poll(id: &str) -> FollowUp {
    let mut tasks = lock(&TASKS);
    let Some(task) = tasks.get_mut(id) else {
        return FollowUp::Violation(Failure::of(404).message("Task not found"));
    };
    let state = task.states[task.polls.min(task.states.len() - 1)].clone();
    task.polls += 1;
    let (status, result) = match state {
        State::Failing(status) => return FollowUp::Error(Failure::of(status)),
        State::Status(status) => (status, Value::Null),
        State::Ready { sample } => ("Ready", json!({ "sample": sample, "prompt": "a prompt", "seed": 1 })),
    };
    FollowUp::Json(json!({
        "id": id, "status": status, "result": result, "progress": null, "details": null, "preview": null,
    }))
}

fn painted(order: &Order) -> Option<Bytes> {
    match order.wants {
        Wants::Pictures { size, format, .. } => Some(paint(Wire::COLOUR, size, format)),
        Wants::Words | Wants::Catalog => None,
    }
}

impl Vendor for Wire {
    type Own = Own;

    const COLOUR: [u8; 3] = [225, 215, 30];

    fn read(seen: &Seen) -> Result<Order, Failure> {
        rules::read(seen)
    }

    fn failure(failure: &Failure) -> (Value, Vec<(&'static str, String)>) {
        let wait = failure.retry_after.map(|seconds| ("retry-after", seconds.to_string()));
        (json!({ "detail": failure.message }), wait.into_iter().collect())
    }

    fn throttled(_: &Order) -> Failure {
        Failure::of(429).message("Exceeded the limit of 24 active tasks.")
    }

    fn gone(_: &Order) -> Failure {
        Failure::of(404).message("Not Found")
    }

    fn key_refused() -> Failure {
        Failure::of(403).message("Not authenticated - Invalid Authentication")
    }

    fn pictures(_: &Order, pictures: &[Bytes], seen: &Seen) -> Value {
        accept(seen, pictures.first().cloned(), |sample| ready_after(1, sample))
    }

    fn words(_: &Order, words: &str) -> Value {
        json!({ "detail": words })
    }

    fn empty(_: &Order) -> Value {
        json!({})
    }

    fn own(own: &Own, order: &Order, seen: &Seen) -> Result<Value, Failure> {
        let ending = |status| {
            Ok(accept(seen, None, |_| {
                vec![State::Status("Pending"), State::Status(status)]
            }))
        };
        match *own {
            Own::NoCredits => Err(Failure::of(402).message("Insufficient credits.")),
            Own::Forbidden => Err(Failure::of(403).message("Forbidden")),
            Own::RequestModerated => ending("Request Moderated"),
            Own::ContentModerated => ending("Content Moderated"),
            Own::TaskError => ending("Error"),
            Own::TaskNotFound => ending("Task not found"),
            Own::TaskNotThere => Ok(accept(seen, None, |_| vec![State::Failing(404)])),
            Own::ReadyAfter(polls) => Ok(accept(seen, painted(order), |sample| ready_after(polls, sample))),
            Own::PollsFail(polls) => Ok(accept(seen, painted(order), |sample| {
                let mut states = vec![State::Failing(500); polls];
                states.push(State::Ready { sample });
                states
            })),
            Own::ForeignPollingUrl => {
                let mut accepted = accept(seen, painted(order), |sample| ready_after(0, sample));
                accepted["polling_url"] = json!("http://127.0.0.1:1/v1/get_result?id=1");
                Ok(accepted)
            }
            Own::PrivateSample => {
                let sample = "https://169.254.169.254/latest/meta-data/".to_owned();
                Ok(accept(seen, None, |_| ready_after(0, sample)))
            }
            Own::ExpiredSample => Ok(accept(seen, None, |sample| ready_after(0, sample))),
        }
    }

    /// The credits, or the OpenAPI document with all models. The vendor does not tell when a model ends.
    fn catalog(order: &Order, standing: Standing) -> Result<Value, Failure> {
        if order.model == rules::CREDITS {
            return Ok(json!({ "credits": 1000.0 }));
        }
        let (names, is_deprecated): (&[&str], bool) = match standing {
            Standing::Offered(_) => (&MODELS, false),
            Standing::Legacy => (&MODELS, true),
            Standing::Gone => (&["flux-9"], false),
        };
        let path = |name: &&str| {
            let operation = json!({ "post": { "summary": "Generate an image", "deprecated": is_deprecated } });
            (format!("/v1/{name}"), operation)
        };
        let paths: serde_json::Map<String, Value> = names.iter().map(path).collect();
        Ok(json!({ "openapi": "3.1.0", "info": { "title": "BFL API", "version": "0.0.1" }, "paths": paths }))
    }

    fn headers(_: u64) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    fn follow_up(seen: &Seen) -> Option<FollowUp> {
        let has_key = seen.header("x-key").is_some();
        if seen.target() == "/v1/get_result" && seen.method == Method::GET {
            if !has_key {
                return Some(FollowUp::Violation(Self::key_refused()));
            }
            return Some(poll(seen.path.split_once("?id=").map_or("", |(_, id)| id)));
        }
        let id = seen.target().strip_prefix("/delivery/")?.strip_suffix(".png")?;
        if has_key {
            return Some(FollowUp::Violation(
                Failure::of(400).message("The key is not for the storage."),
            ));
        }
        let picture = lock(&TASKS).get(id).and_then(|task| task.picture.clone());
        let expired = || FollowUp::Error(Failure::of(403).message("The signed URL has expired."));
        Some(picture.map_or_else(expired, FollowUp::File))
    }
}
