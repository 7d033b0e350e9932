//! Generations begun by callers, a clock that is moved, and pictures to send and to look at.

use std::{
    collections::HashMap,
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

/// The waits of each generation, in the order in which they came, as long as the table says that they are.
pub(crate) type Waits = HashMap<GenerationId, Vec<Duration>>;

/// Moves the clock from wait to wait until all have ended. It is moved only when all that is left waits.
pub(crate) async fn through(service: &Service, all: &[Begun]) -> Waits {
    let (began, clock) = (Instant::now(), service.clock());
    let mut waits = Waits::new();
    let mut last_seen: HashMap<(GenerationId, usize), u32> = HashMap::new();
    let mut left: Vec<&Begun> = all.iter().collect();
    while !left.is_empty() {
        assert!(began.elapsed() < PATIENCE, "{} do not end", left.len());
        let mut still = Vec::new();
        let mut until: Option<Timestamp> = None;
        let mut at_work = false;
        for begun in left {
            let progress = begun.progress(service).await;
            if progress.thumbnails.iter().all(|one| one.status().is_ended()) {
                continue;
            }
            still.push(begun);
            for (index, thumbnail) in progress.thumbnails.iter().enumerate() {
                match thumbnail.state {
                    State::Waiting { until: end, .. } if end > clock.now() => {
                        until = Some(until.map_or(end, |until| until.min(end)));
                        if last_seen.insert((begun.id, index), thumbnail.attempt) != Some(thumbnail.attempt) {
                            let wait = end.since(progress.updated_at);
                            waits.entry(begun.id).or_default().push(wait);
                        }
                    }
                    State::Completed(_) | State::Failed { .. } | State::Cancelled => {}
                    _ => at_work = true,
                }
            }
        }
        left = still;
        match until {
            Some(until) if !at_work => clock.advance(until.since(clock.now()) + EARLY),
            _ => tokio::time::sleep(Duration::from_millis(25)).await,
        }
    }
    waits
}

/// Whether the table has these waits, which end two seconds before their messages come back.
pub(crate) fn are_waits(waits: Option<&Vec<Duration>>, seconds: &[u64]) -> bool {
    let seconds = seconds.iter().map(|&seconds| Duration::from_secs(seconds) - EARLY);
    let waits = waits.cloned().unwrap_or_default();
    let is_such = |(wait, wanted): (&Duration, Duration)| wait.abs_diff(wanted) < Duration::from_millis(500);
    waits.len() == seconds.len() && waits.iter().zip(seconds).all(is_such)
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

/// Runs the operator's tool on this endpoint and returns its exit code and what it printed as JSON.
pub(crate) async fn tgctl(aws_url: &str, line: &str) -> (u8, Value) {
    let url = aws_url.to_owned();
    let environment = runtime::Environment::of(move |name| (name == "AWS_ENDPOINT_URL").then(|| url.clone()));
    let arguments: Vec<&str> = line.split_whitespace().chain(["--json"]).collect();
    let outcome = ctl::run(arguments, environment, runtime::Clock::system()).await;
    (
        outcome.exit_code,
        serde_json::from_str(&outcome.stdout).unwrap_or(Value::String(outcome.stderr)),
    )
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
    let png = picture((96, 72), tone, ImageFormat::Png);
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png))
}

/// Calls a tool that is to succeed.
pub(crate) async fn call(client: &Client, tool: &str, body: Value) -> Value {
    client.call(tool, body).await.data().clone()
}
