//! Helpers: generations that tests start, a clock that tests advance, and test pictures.

use std::{
    collections::{BTreeMap, HashMap},
    future::Future,
    io::Cursor,
    time::Duration,
};

use aws_sdk_sqs::types::QueueAttributeName;
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use contract::{GenerationId, Timestamp};
use http::Request;
use image::{GenericImageView, ImageFormat, Rgb, RgbImage};
use runtime::Aws;
use serde_json::{Value, json};
use store::{Progress, State};
use tests::{Client, Organization, PATIENCE, Service, http::send, service::aws_config, upstream::Act};
use tokio::time::Instant;

use crate::logs::CANARY;

/// In the table, a wait ends this much earlier than the message becomes visible again.
const EARLY: Duration = Duration::from_secs(2);
/// The time, on a busy machine, between the write of a wait to the table and the change of its message's visibility.
const SETTLES: Duration = Duration::from_millis(60);
/// The longest time, on a busy machine, until a visible message is received.
const LAPSED: Duration = Duration::from_secs(2);
/// The step by which the clock is advanced when no wait is known.
const STEP: Duration = Duration::from_secs(10);

/// The prompt of all thumbnails of this suite.
pub(crate) fn prompt() -> String {
    format!("A lighthouse called {CANARY} in a storm")
}

/// The failures that any vendor may answer with.
pub(crate) fn failures<Own>() -> Vec<Act<Own>> {
    vec![
        Act::status(500),
        Act::Throttled { retry_after: Some(30) },
        Act::Gone,
        Act::KeyRefused,
        Act::Cut,
        Act::CutHalfway,
        Act::Garbage,
        Act::Empty,
        Act::Oversized(u64::MAX),
    ]
}

/// A generation that a test has started.
#[derive(Clone)]
pub(crate) struct Begun {
    pub(crate) organization: Organization,
    pub(crate) id: GenerationId,
}

/// Calls `generate_thumbnail`. A body without a prompt gets the usual prompt.
pub(crate) async fn begin(organization: &Organization, mut body: Value) -> Begun {
    if body["prompt"].is_null() {
        body["prompt"] = prompt().into();
    }
    let answer = organization.client.call("generate_thumbnail", body).await;
    Begun::of(organization, answer.data())
}

impl Begun {
    /// The generation of this answer.
    pub(crate) fn of(organization: &Organization, answer: &Value) -> Self {
        Self {
            organization: organization.clone(),
            id: answer["generationId"].as_str().unwrap().parse().unwrap(),
        }
    }

    /// The stored progress of the generation.
    pub(crate) async fn progress(&self, service: &Service) -> Progress {
        let progress = service.store().progress(self.organization.id, self.id).await;
        progress.unwrap().expect("the generation is there")
    }

    /// The response of `get_generation_status`.
    pub(crate) async fn status(&self) -> Value {
        let body = json!({ "generationId": self.id });
        let answer = self.organization.client.call("get_generation_status", body).await;
        answer.data().clone()
    }

    /// Polls the progress until `is` holds, and returns the progress.
    pub(crate) async fn until(&self, service: &Service, is: impl Fn(&Progress) -> bool) -> Progress {
        let began = Instant::now();
        loop {
            let now = self.progress(service).await;
            if is(&now) {
                return now;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "timed out waiting for the expected progress: {now:?}"
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Advances the clock through all attempts of the generation, and returns the response of `get_generation_status`.
    pub(crate) async fn end(&self, service: &Service) -> Value {
        run_to_end(service, std::slice::from_ref(self)).await;
        self.status().await
    }

    /// The balance of the organization, in hundredths.
    pub(crate) async fn balance(&self, service: &Service) -> i64 {
        let balance = service.store().balance(self.organization.id).await.unwrap();
        balance.balance.hundredths()
    }
}

/// The waits of each generation's thumbnails according to the table, by the attempt before the wait. A wait that was
/// over before the test read the table is missing.
pub(crate) type Waits = HashMap<GenerationId, BTreeMap<u32, Duration>>;

/// Advances the clock from wait to wait until all generations have ended. The clock is only advanced while all
/// unfinished thumbnails are waiting.
pub(crate) async fn run_to_end(service: &Service, all: &[Begun]) -> Waits {
    let (began, clock) = (Instant::now(), service.clock());
    let mut waits = Waits::new();
    let mut left: Vec<&Begun> = all.iter().collect();
    let mut lapsed_since = Instant::now();
    loop {
        let (mut still, mut until, mut at_work) = (Vec::new(), None::<Timestamp>, false);
        for begun in left {
            let progress = begun.progress(service).await;
            if !progress.thumbnails.iter().all(|one| one.status().is_ended()) {
                still.push(begun);
            }
            for thumbnail in &progress.thumbnails {
                match thumbnail.state {
                    State::Waiting { until: end, .. } => {
                        until = Some(until.map_or(end, |until| until.min(end)));
                        if end > clock.now() {
                            let wait = end.since(progress.updated_at);
                            let of_generation = waits.entry(begun.id).or_default();
                            of_generation.entry(thumbnail.attempt).or_insert(wait);
                        }
                    }
                    State::Pending | State::Leased { .. } => at_work = true,
                    State::Completed(_) | State::Failed { .. } | State::Cancelled => {}
                }
            }
        }
        left = still;
        if left.is_empty() {
            return waits;
        }
        assert!(
            began.elapsed() < PATIENCE,
            "timed out: {} generations have not ended",
            left.len()
        );
        // The message is hidden a moment after the wait is written to the table.
        tokio::time::sleep(SETTLES).await;
        match until {
            Some(until) if !at_work && until > clock.now() => clock.advance(until.since(clock.now()) + EARLY),
            // The message was hidden only after the clock had been advanced, so it becomes visible after the wait.
            Some(_) if !at_work && lapsed_since.elapsed() > LAPSED => clock.advance(STEP),
            Some(_) if !at_work => continue,
            _ => {}
        }
        lapsed_since = Instant::now();
    }
}

/// Whether each recorded wait has the expected duration. `seconds` contains the wait after the first attempt, then the
/// wait after the second attempt, and so on. In the table, waits end two seconds before their messages become visible
/// again.
pub(crate) fn are_waits(waits: Option<&BTreeMap<u32, Duration>>, seconds: &[u64]) -> bool {
    let expected = |attempt: u32| {
        let seconds = seconds.get(usize::try_from(attempt).ok()?.checked_sub(1)?)?;
        Some(Duration::from_secs(*seconds) - EARLY)
    };
    let is_such = |(&attempt, wait): (&u32, &Duration)| {
        expected(attempt).is_some_and(|expected| wait.abs_diff(expected) < Duration::from_millis(500))
    };
    waits.into_iter().flatten().all(is_such)
}

/// Polls until `is` returns true. `what` describes the condition in the error message.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut is: impl FnMut() -> F) {
    let began = Instant::now();
    while !is().await {
        assert!(began.elapsed() < PATIENCE, "timed out waiting for this: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The number of messages in a queue, including hidden messages.
pub(crate) async fn messages(service: &Service, queue_url: &str) -> u64 {
    let names = [
        QueueAttributeName::ApproximateNumberOfMessages,
        QueueAttributeName::ApproximateNumberOfMessagesNotVisible,
    ];
    let clients = Aws::new(&aws_config(service.aws_url()));
    let request = clients.sqs().get_queue_attributes().queue_url(queue_url);
    let output = request.set_attribute_names(Some(names.to_vec())).send().await.unwrap();
    let attributes = output.attributes.unwrap_or_default();
    let counts = names
        .iter()
        .filter_map(|name| attributes.get(name)?.parse::<u64>().ok());
    counts.sum()
}

/// Downloads a thumbnail, an image or a photo from the URL in a response.
pub(crate) async fn download(view: &Value) -> Bytes {
    let request = Request::get(view["url"].as_str().expect("the picture has a URL"));
    let response = send(request.body(Bytes::new()).unwrap()).await;
    assert_eq!(response.status(), 200);
    response.into_body()
}

/// The width and height of a picture, in pixels.
pub(crate) fn size_of(picture: &[u8]) -> (u32, u32) {
    image::load_from_memory(picture).expect("a picture").dimensions()
}

/// A picture with this size and tone. Pictures with different tones are different files.
pub(crate) fn picture((width, height): (u32, u32), tone: u8, format: ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    let picture = RgbImage::from_fn(width, height, |x, _| Rgb([tone, (x % 200) as u8, 255 - tone]));
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner().into()
}

/// A small PNG with this tone, as a `data:` URL.
pub(crate) fn data_url(tone: u8) -> String {
    let png = picture((640, 480), tone, ImageFormat::Png);
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png))
}

/// Calls a tool and expects a success. Returns the data of the response.
pub(crate) async fn call(client: &Client, tool: &str, body: Value) -> Value {
    client.call(tool, body).await.data().clone()
}
