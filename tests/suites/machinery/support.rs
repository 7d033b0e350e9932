//! A model that does what a test says, generations made behind the gateway's back, and a sweep on demand.

use std::{
    collections::HashMap,
    future::Future,
    io::Cursor,
    sync::{Arc, LazyLock, Mutex},
    time::{Duration, Instant},
};

use aws_sdk_sqs::types::QueueAttributeName;
use bytes::Bytes;
use contract::{Amount, FailureCode, GenerationId, OrganizationId};
use generation_loop::{GenerationLoop, Parts};
use queue::Message;
use runtime::{Aws, AwsConfig, Models, Stack};
use serde_json::{Value, json};
use store::{ChargeFailure, Deadline, NewGeneration, Progress, State, Store, StoreError};
use studio::{Brief, ImageModel, ModelError, Origin, Painting, Picture, Studio};
use tests::Service;

pub(crate) use tests::draft::{MODEL, draft};

/// Held by tests that take all that the machine has: beside one another they would measure each other.
pub(crate) async fn alone() -> tokio::sync::MutexGuard<'static, ()> {
    static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    ALONE.lock().await
}

/// How long a charge may take: more than a caller would wait, since tests share their machine with much else.
const PATIENCE: Duration = Duration::from_secs(90);

/// What a scripted model does.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Paints what was asked for.
    Paint,
    /// Hands out these bytes, whatever was asked for.
    Hand(Bytes),
    /// Fails like this.
    Fail(ModelError),
    /// Panics.
    Panic,
    /// Never ends.
    Hang,
}

/// A model that does what its script says for a seed and an attempt, both from 0.
pub(crate) struct Scripted<F> {
    script: F,
    calls: Mutex<HashMap<u32, u32>>,
}

impl<F: Fn(u32, u32) -> Act + Send + Sync> Scripted<F> {
    pub(crate) fn new(script: F) -> Arc<Self> {
        Arc::new(Self {
            script,
            calls: Mutex::default(),
        })
    }

    /// How often it was asked for the picture of this seed.
    pub(crate) fn calls(&self, seed: u32) -> u32 {
        self.calls.lock().unwrap().get(&seed).copied().unwrap_or_default()
    }
}

impl<F: Fn(u32, u32) -> Act + Send + Sync> ImageModel for Scripted<F> {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        Box::pin(async move {
            let attempt = {
                let mut calls = self.calls.lock().unwrap();
                let count = calls.entry(brief.seed).or_default();
                *count += 1;
                *count - 1
            };
            let size = brief.aspect_ratio.size();
            let bytes = match (self.script)(brief.seed, attempt) {
                Act::Paint => flat(size.width, size.height),
                Act::Hand(bytes) => bytes,
                Act::Fail(error) => return Err(error),
                // A panic that says nothing on the terminal.
                Act::Panic => std::panic::resume_unwind(Box::new("on purpose")),
                Act::Hang => std::future::pending().await,
            };
            Ok(Picture {
                bytes,
                format: brief.format,
                size,
                origin: Origin::default(),
            })
        })
    }
}

/// A studio whose one model is this one.
pub(crate) fn studio_of(model: Arc<dyn ImageModel>) -> Arc<Studio> {
    Arc::new(Studio::new([(MODEL.to_owned(), model)]))
}

/// A PNG of one colour.
pub(crate) fn flat(width: u32, height: u32) -> Bytes {
    static USUAL: LazyLock<Bytes> = LazyLock::new(|| encode(1280, 720, image::ImageFormat::Png));
    if (width, height) == (1280, 720) {
        USUAL.clone()
    } else {
        encode(width, height, image::ImageFormat::Png)
    }
}

/// A picture of one colour as a file of this format.
pub(crate) fn encode(width: u32, height: u32, format: image::ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::from_pixel(width, height, image::Rgb([40, 90, 160]))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner().into()
}

/// The configuration in which the one model has so many seconds.
pub(crate) fn models_with_timeout(seconds: u32) -> Models {
    let list = json!([{ "id": MODEL, "provider": "composer", "timeoutSeconds": seconds }]).to_string();
    runtime::Environment::of(move |name| (name == "MODELS").then(|| list.clone())).models()
}

/// Charges for a generation and commits it. No message is sent.
pub(crate) async fn charge(store: &Store, new: &NewGeneration) -> Result<Result<Amount, ChargeFailure>, StoreError> {
    let before = store.balance(new.generation.organization).await?;
    store
        .create_generation::<StoreError>(new, before, |_| Ok(None), Deadline::after(PATIENCE))
        .await
}

/// Commits a generation that nobody has queued.
pub(crate) async fn commit(store: &Store, organization: OrganizationId, count: u32, seed: u32) -> GenerationId {
    let new = draft(store, organization, count, seed);
    charge(store, &new).await.unwrap().expect("the balance is enough");
    new.generation.id
}

/// Commits a generation and queues its thumbnails, as the gateway does.
pub(crate) async fn begin(service: &Service, new: &NewGeneration) -> GenerationId {
    charge(service.store(), new)
        .await
        .unwrap()
        .expect("the balance is enough");
    let generation = &new.generation;
    let message = |index| Message::new(generation.organization, generation.id, index, generation.model.clone());
    let messages: Vec<Message> = (0..generation.thumbnails.len()).map(message).collect();
    service.resources().queue.send(&messages).await.unwrap();
    generation.id
}

/// How a generation stands.
pub(crate) async fn progress(service: &Service, organization: OrganizationId, id: GenerationId) -> Progress {
    service
        .store()
        .progress(organization, id)
        .await
        .unwrap()
        .expect("the generation is there")
}

/// Waits until the generation stands as `is` says.
pub(crate) async fn until(
    service: &Service,
    organization: OrganizationId,
    id: GenerationId,
    is: impl Fn(&Progress) -> bool,
) -> Progress {
    let began = Instant::now();
    loop {
        let now = progress(service, organization, id).await;
        if is(&now) {
            return now;
        }
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "it does not come to that: {now:?}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until what is asked for is so.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut is: impl FnMut() -> F) {
    let began = Instant::now();
    while !is().await {
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "it does not come to that: {what}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) fn ended(progress: &Progress) -> bool {
    progress
        .thumbnails
        .iter()
        .all(|thumbnail| thumbnail.status().is_ended())
}

pub(crate) fn is_failed(state: &State, with: FailureCode) -> bool {
    matches!(state, State::Failed { code } if *code == with)
}

/// The balance in whole thumbnails.
pub(crate) async fn balance(service: &Service, organization: OrganizationId) -> i64 {
    let balance = service.store().balance(organization).await.unwrap().balance;
    assert_eq!(balance.hundredths() % 100, 0);
    balance.hundredths() / 100
}

/// A loop beside that of the service, on the same tables and queues, to be driven by hand.
pub(crate) fn hand_driven(service: &Service, studio: Arc<Studio>) -> GenerationLoop {
    let resources = service.resources();
    GenerationLoop::new(Parts {
        store: resources.store.clone(),
        bucket: resources.bucket.clone(),
        queue: resources.queue.clone(),
        dead_letters: resources.dead_letters.clone(),
        models: Arc::new(Models::default()),
        studio,
    })
}

/// What the scheduled rule does once a minute; returns what was done.
pub(crate) async fn sweep(service: &Service) -> Value {
    let painter = Scripted::new(|_, _| Act::Paint);
    let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} });
    hand_driven(service, studio_of(painter)).handle(event).await.unwrap()
}

/// Clients for the service's AWS endpoint.
pub(crate) fn aws(url: &str) -> Aws {
    Aws::new(&AwsConfig::local(url))
}

/// How many messages a queue has: those that can be received, and those that somebody has received.
pub(crate) async fn messages(service: &Service, queue_url: &str) -> (u64, u64) {
    let (waiting, hidden) = (
        QueueAttributeName::ApproximateNumberOfMessages,
        QueueAttributeName::ApproximateNumberOfMessagesNotVisible,
    );
    let clients = aws(service.aws_url());
    let request = clients.sqs().get_queue_attributes().queue_url(queue_url);
    let output = request
        .attribute_names(waiting.clone())
        .attribute_names(hidden.clone())
        .send()
        .await
        .unwrap();
    let attributes = output.attributes.unwrap_or_default();
    let count = |name: &QueueAttributeName| attributes.get(name).and_then(|text| text.parse().ok()).unwrap_or(0);
    (count(&waiting), count(&hidden))
}

/// How many pictures the bucket has.
pub(crate) async fn pictures(service: &Service) -> usize {
    let clients = aws(service.aws_url());
    let mut count = 0;
    let mut next = None;
    loop {
        let request = clients.s3().list_objects_v2().bucket(Stack::local().bucket());
        let output = request.set_continuation_token(next).send().await.unwrap();
        count += output.contents().len();
        next = output.next_continuation_token;
        if next.is_none() {
            return count;
        }
    }
}

/// Generations that the due index lists, whenever they are due.
pub(crate) async fn listed_as_due(service: &Service) -> usize {
    let far = service.clock().now().plus(Duration::from_secs(30 * 24 * 3600));
    let mut count = 0;
    for shard in 0..store::keys::DUE_SHARDS {
        let page = service.store().due(shard, far, None, 1000).await.unwrap();
        assert!(page.next.is_none(), "there are more than one page shows");
        count += page.generations.len();
    }
    count
}
