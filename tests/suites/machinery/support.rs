//! Helpers: a scripted model, generations that bypass the gateway, and sweeps on demand.

use std::{
    collections::HashMap,
    future::Future,
    io::Cursor,
    sync::{Arc, LazyLock, Mutex},
    time::Duration,
};

use aws_sdk_sqs::types::QueueAttributeName;
use bytes::Bytes;
use contract::{Amount, FailureCode, GenerationId, OrganizationId, Plan};
use generation_loop::{Dependencies, GenerationLoop};
use queue::Message;
use runtime::{Aws, Models, Stack};
use serde_json::{Value, json};
use store::{ChargeError, CreatedGeneration, Deadline, NewGeneration, Progress, State, Store};
use studio::{Brief, ImageModel, ModelError, PaintedPicture, Painting, Studio};
use tests::{
    Organization, Service,
    service::{Setup, aws_config},
};
use tokio::time::Instant;

pub(crate) use tests::draft::{MODEL, draft};

/// Waits until no other test holds the lock. For tests that use the whole machine and would disturb each other's
/// timing.
pub(crate) async fn alone() -> tokio::sync::MutexGuard<'static, ()> {
    static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
    ALONE.lock().await
}

/// A service without a generation loop, and an organization with 20 thumbnails.
pub(crate) async fn idle() -> (Service, Organization) {
    let service = Service::start(Setup {
        gateways: 1,
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 20).await;
    (service, organization)
}

/// The deadline of a charge. It is longer than a caller would wait, because tests share the machine with other work.
const PATIENCE: Duration = Duration::from_secs(90);

/// What the scripted model does in an attempt.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    /// Paints a picture of the requested size.
    Paint,
    /// Returns these bytes, whatever was requested.
    Hand(Bytes),
    /// Fails with this error.
    Fail(ModelError),
    /// Panics.
    Panic,
    /// Never returns.
    Hang,
}

/// A model whose script decides the result of an attempt, given the seed and the number of earlier attempts with that
/// seed.
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

    /// How often the model was asked for a picture with this seed.
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
            let size = brief.size();
            let bytes = match (self.script)(brief.seed, attempt) {
                Act::Paint => flat(size.width, size.height),
                Act::Hand(bytes) => bytes,
                Act::Fail(error) => return Err(error),
                // Unwinds without calling the panic hook, so that nothing is printed.
                Act::Panic => std::panic::resume_unwind(Box::new("on purpose")),
                Act::Hang => std::future::pending().await,
            };
            Ok(PaintedPicture::new(bytes, brief.format, size))
        })
    }
}

/// A studio with this model only.
pub(crate) fn studio_of(model: Arc<dyn ImageModel>) -> Arc<Studio> {
    Arc::new(Studio::new([(MODEL.to_owned(), model)]))
}

/// A PNG of a single colour.
pub(crate) fn flat(width: u32, height: u32) -> Bytes {
    static USUAL: LazyLock<Bytes> = LazyLock::new(|| encode(1280, 720, image::ImageFormat::Png));
    if (width, height) == (1280, 720) {
        USUAL.clone()
    } else {
        encode(width, height, image::ImageFormat::Png)
    }
}

/// A picture of a single colour, encoded in this format.
pub(crate) fn encode(width: u32, height: u32, format: image::ImageFormat) -> Bytes {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::from_pixel(width, height, image::Rgb([40, 90, 160]))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner().into()
}

/// The configuration in which the only model has a timeout of `seconds`.
pub(crate) fn models_with_timeout(seconds: u32) -> Models {
    let list = json!([{ "id": MODEL, "provider": "composer", "timeoutSeconds": seconds }]).to_string();
    runtime::Environment::of(move |name| (name == "MODELS").then(|| list.clone())).models()
}

/// Charges for a generation and commits it. Sends no message.
pub(crate) async fn charge(store: &Store, new: &NewGeneration) -> Result<Amount, ChargeError> {
    let before = store.balance(new.generation.organization).await?;
    let created = store.create_generation(new, before, |_| Ok(None), Deadline::after(PATIENCE));
    match created.await? {
        CreatedGeneration::Charged(balance) => Ok(balance),
        CreatedGeneration::Gone(references) => panic!("{references:?} are gone"),
    }
}

/// Commits a generation without sending its messages.
pub(crate) async fn commit(store: &Store, organization: OrganizationId, count: u32, seed: u32) -> GenerationId {
    let new = draft(store, organization, count, seed);
    charge(store, &new).await.expect("the balance is enough");
    new.generation.id
}

/// Commits a generation and sends a message for each thumbnail, as the gateway does.
pub(crate) async fn begin(service: &Service, new: &NewGeneration) -> GenerationId {
    charge(service.store(), new).await.expect("the balance is enough");
    let generation = &new.generation;
    let message = |index| Message::new(generation.organization, generation.id, index, generation.model.clone());
    let messages: Vec<Message> = (0..generation.thumbnails.len()).map(message).collect();
    service.resources().queue.send(&messages).await.unwrap();
    generation.id
}

/// The stored progress of a generation.
pub(crate) async fn progress(service: &Service, organization: OrganizationId, id: GenerationId) -> Progress {
    service
        .store()
        .progress(organization, id)
        .await
        .unwrap()
        .expect("the generation is there")
}

/// Polls the progress of a generation until `is` holds, and returns the progress.
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
            began.elapsed() < tests::PATIENCE,
            "timed out waiting for the expected progress: {now:?}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Polls until `is` returns true. `what` describes the condition in the error message.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut is: impl FnMut() -> F) {
    let began = Instant::now();
    while !is().await {
        assert!(began.elapsed() < tests::PATIENCE, "timed out waiting for this: {what}");
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
    matches!(state, State::Failed(cause) if cause.code == with)
}

/// The balance in thumbnails, which must be a whole number.
pub(crate) async fn balance(service: &Service, organization: OrganizationId) -> i64 {
    let balance = service.store().balance(organization).await.unwrap().balance;
    assert_eq!(balance.hundredths() % 100, 0);
    balance.hundredths() / 100
}

/// A generation loop that acts only when a test calls it. It uses the tables and queues of the service.
pub(crate) fn hand_driven(service: &Service, studio: Arc<Studio>) -> GenerationLoop {
    let resources = service.resources();
    GenerationLoop::new(Dependencies {
        store: resources.store.clone(),
        bucket: resources.bucket.clone(),
        queue: resources.queue.clone(),
        dead_letters: resources.dead_letters.clone(),
        models: Arc::new(Models::default()),
        studio,
    })
}

/// Runs the sweep that the schedule starts once a minute, and returns its result.
pub(crate) async fn sweep(service: &Service) -> Value {
    let painter = Scripted::new(|_, _| Act::Paint);
    let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} });
    hand_driven(service, studio_of(painter)).handle(event).await.unwrap()
}

/// AWS clients for this endpoint.
pub(crate) fn aws(url: &str) -> Aws {
    Aws::new(&aws_config(url))
}

/// The numbers of visible messages and of hidden messages in a queue.
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

/// The number of messages of a queue whose delay has not passed yet.
pub(crate) async fn delayed_messages(service: &Service, queue_url: &str) -> u64 {
    let name = QueueAttributeName::ApproximateNumberOfMessagesDelayed;
    let clients = aws(service.aws_url());
    let request = clients.sqs().get_queue_attributes().queue_url(queue_url);
    let output = request.attribute_names(name.clone()).send().await.unwrap();
    let attributes = output.attributes.unwrap_or_default();
    attributes.get(&name).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The number of pictures in the bucket, without previews.
pub(crate) async fn pictures(service: &Service) -> usize {
    let clients = aws(service.aws_url());
    let mut count = 0;
    let mut next = None;
    loop {
        let request = clients.s3().list_objects_v2().bucket(Stack::local().bucket());
        let output = request.set_continuation_token(next).send().await.unwrap();
        let keys = output.contents().iter().filter_map(|object| object.key());
        count += keys.filter(|key| !key.contains("-preview.")).count();
        next = output.next_continuation_token;
        if next.is_none() {
            return count;
        }
    }
}

/// The number of generations in the due index, whenever they are due.
pub(crate) async fn listed_as_due(service: &Service) -> usize {
    let far = service.clock().now().plus(Duration::from_secs(30 * 24 * 3600));
    let mut count = 0;
    for shard in 0..store::keys::DUE_SHARDS {
        let page = service.store().due(shard, far, None, 1000).await.unwrap();
        assert!(page.next.is_none(), "the shard has more generations than a page");
        count += page.generations.len();
    }
    count
}
