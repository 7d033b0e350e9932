//! Generations begun by callers, a clock that is moved, and pictures to send and to look at.

use std::{
    collections::{BTreeMap, HashMap},
    future::Future,
    io::Cursor,
    time::{Duration, Instant},
};

use aws_sdk_sqs::types::QueueAttributeName;
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use contract::{GenerationId, Timestamp};
use http::Request;
use image::{GenericImageView, ImageFormat, Rgb, RgbImage};
use runtime::{Aws, AwsConfig};
use serde_json::{Value, json};
use store::{Progress, State};
use tests::{Client, Organization, Service, http::send};

use crate::logs::CANARY;

/// A wait ends this much before its message comes back.
const EARLY: Duration = Duration::from_secs(2);
/// How long after a wait has begun its message is hidden, on a busy machine.
const SETTLES: Duration = Duration::from_millis(60);
/// How long a message that can be received is not received, on a busy machine.
const LAPSED: Duration = Duration::from_secs(2);
/// How far the clock is moved when it is not.
const STEP: Duration = Duration::from_secs(10);
/// Longer than anything of this suite takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What all thumbnails of this suite are to show.
pub(crate) fn prompt() -> String {
    format!("A lighthouse called {CANARY} in a storm")
}

/// A generation that somebody waits for.
#[derive(Clone)]
pub(crate) struct Begun {
    pub(crate) organization: Organization,
    pub(crate) id: GenerationId,
}

/// Calls generate_thumbnail, with a prompt where `body` has none.
pub(crate) async fn begin(organization: &Organization, mut body: Value) -> Begun {
    if body["prompt"].is_null() {
        body["prompt"] = prompt().into();
    }
    let answer = organization.client.call("generate_thumbnail", body).await;
    Begun {
        organization: organization.clone(),
        id: answer.data()["generationId"].as_str().unwrap().parse().unwrap(),
    }
}

impl Begun {
    /// How it stands.
    pub(crate) async fn progress(&self, service: &Service) -> Progress {
        let progress = service.store().progress(self.organization.id, self.id).await;
        progress.unwrap().expect("the generation is there")
    }

    /// What get_generation_status says.
    pub(crate) async fn status(&self) -> Value {
        let body = json!({ "generationId": self.id });
        let answer = self.organization.client.call("get_generation_status", body).await;
        answer.data().clone()
    }

    /// Waits until it stands as `is` says.
    pub(crate) async fn until(&self, service: &Service, is: impl Fn(&Progress) -> bool) -> Progress {
        let began = Instant::now();
        loop {
            let now = self.progress(service).await;
            if is(&now) {
                return now;
            }
            assert!(began.elapsed() < PATIENCE, "it does not come to that: {now:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Begins, goes through all attempts and says what get_generation_status says then.
    pub(crate) async fn end(&self, service: &Service) -> Value {
        through(service, std::slice::from_ref(self)).await;
        self.status().await
    }

    /// What the organization has left, in hundredths.
    pub(crate) async fn balance(&self, service: &Service) -> i64 {
        let balance = service.store().balance(self.organization.id).await.unwrap();
        balance.balance.hundredths()
    }
}

/// How long each generation's thumbnails waited after which attempt, as the table has it. A wait that is over before
/// anybody looks is not in here.
pub(crate) type Waits = HashMap<GenerationId, BTreeMap<u32, Duration>>;

/// Moves the clock from wait to wait until all have ended. It is moved only when all that is left waits.
pub(crate) async fn through(service: &Service, all: &[Begun]) -> Waits {
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
        assert!(began.elapsed() < PATIENCE, "{} do not end", left.len());
        // Its message is hidden a moment after the table has the wait.
        tokio::time::sleep(SETTLES).await;
        match until {
            Some(until) if !at_work && until > clock.now() => clock.advance(until.since(clock.now()) + EARLY),
            // It was hidden only after the clock had been moved.
            Some(_) if !at_work && lapsed_since.elapsed() > LAPSED => clock.advance(STEP),
            Some(_) if !at_work => continue,
            _ => {}
        }
        lapsed_since = Instant::now();
    }
}

/// Whether the waits that were seen are these, after the first attempt and those after it. In the table they end two
/// seconds before their messages come back.
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

/// Waits until what is asked for is so.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut is: impl FnMut() -> F) {
    let began = Instant::now();
    while !is().await {
        assert!(began.elapsed() < PATIENCE, "it does not come to that: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How many messages a queue has, hidden ones included.
pub(crate) async fn messages(service: &Service, queue_url: &str) -> u64 {
    let names = [
        QueueAttributeName::ApproximateNumberOfMessages,
        QueueAttributeName::ApproximateNumberOfMessagesNotVisible,
    ];
    let clients = Aws::new(&AwsConfig::local(service.aws_url()));
    let request = clients.sqs().get_queue_attributes().queue_url(queue_url);
    let output = request.set_attribute_names(Some(names.to_vec())).send().await.unwrap();
    let attributes = output.attributes.unwrap_or_default();
    let counts = names
        .iter()
        .filter_map(|name| attributes.get(name)?.parse::<u64>().ok());
    counts.sum()
}

/// The bytes of a thumbnail, an image or a photo, from where it is shown.
pub(crate) async fn download(view: &Value) -> Bytes {
    let request = Request::get(view["url"].as_str().expect("it is shown"));
    let response = send(request.body(Bytes::new()).unwrap()).await;
    assert_eq!(response.status(), 200);
    response.into_body()
}

/// Width and height of a picture.
pub(crate) fn size_of(picture: &[u8]) -> (u32, u32) {
    image::load_from_memory(picture).expect("a picture").dimensions()
}

/// A picture of this size in one tone, so that no two tones are the same file.
pub(crate) fn picture((width, height): (u32, u32), tone: u8, format: ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    let picture = RgbImage::from_fn(width, height, |x, _| Rgb([tone, (x % 200) as u8, 255 - tone]));
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner().into()
}

/// A small PNG of this tone as a `data:` URL.
pub(crate) fn data_url(tone: u8) -> String {
    let png = picture((640, 480), tone, ImageFormat::Png);
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png))
}

/// Calls a tool that is to succeed.
pub(crate) async fn call(client: &Client, tool: &str, body: Value) -> Value {
    client.call(tool, body).await.data().clone()
}
