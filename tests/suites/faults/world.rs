//! A separate service, and actions on it without faults.

use std::{
    collections::BTreeSet,
    fmt::Write,
    io::Cursor,
    sync::{Arc, LazyLock},
    time::Duration,
};

use contract::{GenerationId, ImageFormat, ImageId, OrganizationId, Plan};
use queue::Message;
use runtime::Aws;
use serde_json::{Value, json};
use store::{Generation, LeaseOutcome, LedgerEntry, Progress, State, Store};
use tests::{
    Organization, Service,
    service::{Setup, aws_config},
};

use crate::{
    instance::{Action, Instance, Reply, batch, tick},
    models::{COMPOSER, DEAD, PICTURE, TIRED},
};

/// The stack size: futures of the SDK are large in debug builds.
pub(crate) const STACK: usize = 16 << 20;

/// Runs a test on threads with large stacks.
pub(crate) fn run(test: impl Future<Output = ()> + Send + 'static) {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime
        .worker_threads(3)
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .expect("threads");
    if let Err(error) = runtime.block_on(runtime.spawn(test)) {
        // The panic has already been printed.
        std::panic::resume_unwind(error.into_panic());
    }
}

/// A small picture as a `data:` URL, which needs no network.
pub(crate) static SOURCE: LazyLock<String> = LazyLock::new(|| {
    let url = picture().into_iter();
    url.fold("data:image/png,".to_owned(), |mut url, byte| {
        write!(url, "%{byte:02X}").expect("text");
        url
    })
});

/// The file of a small picture.
pub(crate) fn picture() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_fn(64, 48, |x, y| image::Rgb([(x * 4) as u8, (y * 5) as u8, 90]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .expect("a picture");
    bytes.into_inner()
}

/// A received message.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedMessage {
    pub(crate) id: String,
    pub(crate) receipt: String,
    pub(crate) body: String,
}

impl ReceivedMessage {
    pub(crate) fn event(&self) -> Value {
        batch([(self.id.as_str(), self.receipt.as_str(), self.body.as_str())])
    }
}

/// A service for one test, so that the test may move its clock and its sweep finds only the test's generations.
pub(crate) struct FaultWorld {
    pub(crate) service: Service,
    /// Functions without faults.
    pub(crate) sound: Instance,
    sqs: runtime::Lazy<aws_sdk_sqs::Client>,
}

/// Longer than any lease, wait or visibility timeout.
const LONG: Duration = Duration::from_secs(20 * 60);
/// The number of rounds after which everything must have ended: three attempts, and as many resends.
const ROUNDS: usize = 8;

impl FaultWorld {
    pub(crate) async fn start() -> Self {
        let setup = Setup {
            gateways: 1,
            generation_loop: false,
            ..Setup::default()
        };
        let service = Box::pin(Service::start(setup)).await;
        let aws = Aws::new(&aws_config(service.aws_url()));
        let sound = Instance::of(service.resources(), Arc::default());
        Self {
            sound,
            sqs: aws.sqs(),
            service,
        }
    }

    pub(crate) fn store(&self) -> &Store {
        self.service.store()
    }

    pub(crate) async fn organization(&self) -> Organization {
        self.service.organization(Plan::Enterprise, 20).await
    }

    /// The output of a tool, called without faults.
    pub(crate) async fn call(&self, key: &str, tool: &'static str, body: Value) -> Value {
        let action = Action::Tool {
            tool,
            body,
            once: None,
            key: key.to_owned(),
        };
        match self.sound.act(action).await {
            Reply::Http(200, mut answer) => answer["data"].take(),
            reply => panic!("{tool} fails: {reply:?}"),
        }
    }

    /// Creates a generation, which is charged and queued.
    pub(crate) async fn begin(&self, key: &str, count: u32, images: &[ImageId]) -> GenerationId {
        let body = json!({ "prompt": "A lighthouse", "count": count, "imageIds": images });
        let made = self.call(key, "generate_thumbnail", body).await;
        made["generationId"].as_str().unwrap().parse().unwrap()
    }

    /// Creates a generation with this model, which is charged and queued.
    pub(crate) async fn begin_with(&self, key: &str, model: &str, count: u32) -> GenerationId {
        let body = json!({ "prompt": "A lighthouse", "count": count, "model": model });
        let made = self.call(key, "generate_thumbnail", body).await;
        made["generationId"].as_str().unwrap().parse().unwrap()
    }

    /// Creates an image for references.
    pub(crate) async fn image(&self, key: &str) -> ImageId {
        let made = self.call(key, "upload_image", json!({ "imageUrl": *SOURCE })).await;
        made["imageId"].as_str().unwrap().parse().unwrap()
    }

    /// Creates an image for references whose file is missing.
    pub(crate) async fn lost_image(&self, organization: &Organization) -> ImageId {
        let id = self.image(&organization.key).await;
        let object = media::keys::image(organization.id, id, ImageFormat::Png);
        let bucket = &self.service.resources().bucket;
        bucket.delete(&object).await.expect("the bucket");
        id
    }

    /// Receives all visible messages.
    pub(crate) async fn receive(&self) -> Vec<ReceivedMessage> {
        let mut letters = Vec::new();
        loop {
            let request = self
                .sqs
                .receive_message()
                .queue_url(self.service.resources().queue.url());
            let output = request.max_number_of_messages(10).send().await.expect("messages");
            let messages = output.messages.unwrap_or_default();
            if messages.is_empty() {
                return letters;
            }
            letters.extend(messages.into_iter().map(|message| ReceivedMessage {
                id: message.message_id.unwrap(),
                receipt: message.receipt_handle.unwrap(),
                body: message.body.unwrap(),
            }));
        }
    }

    /// Receives the messages of a generation, sorted by thumbnail, and deletes them from the queue.
    pub(crate) async fn take(&self, generation: GenerationId) -> Vec<ReceivedMessage> {
        let mut letters = self.receive().await;
        letters.retain(|letter| Message::parse(&letter.body).unwrap().generation == generation);
        letters.sort_by_key(|letter| Message::parse(&letter.body).unwrap().index);
        letters
    }

    pub(crate) async fn delete(&self, letter: &ReceivedMessage) {
        self.service
            .resources()
            .queue
            .delete(&letter.receipt)
            .await
            .expect("a deletion");
    }

    async fn purge(&self) {
        let resources = self.service.resources();
        for queue in [&resources.queue, &resources.dead_letters] {
            self.sqs
                .purge_queue()
                .queue_url(queue.url())
                .send()
                .await
                .expect("an empty queue");
        }
    }

    /// Leases a thumbnail, stores its picture, and then does nothing more, this many times.
    pub(crate) async fn abandon(&self, organization: OrganizationId, generation: GenerationId, times: u32) {
        let lease = Duration::from_secs(30);
        self.abandon_after(organization, generation, times, lease).await;
    }

    /// Uses up all attempts of a thumbnail so soon that the sweep does not find its generation yet.
    pub(crate) async fn use_up_attempts(&self, organization: OrganizationId, generation: GenerationId) {
        self.abandon_after(organization, generation, store::MAX_ATTEMPTS, Duration::ZERO)
            .await;
    }

    async fn abandon_after(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
        times: u32,
        lease_length: Duration,
    ) {
        for _ in 0..times {
            let until = self.store().clock().now().plus(lease_length);
            let leased = self
                .store()
                .lease(organization, generation, 0, until)
                .await
                .expect("a lease");
            let LeaseOutcome::Leased(lease) = leased else {
                panic!("the thumbnail is leased by somebody else: {leased:?}");
            };
            let (id, format) = (lease.generation.thumbnails[0], lease.generation.format);
            let key = media::keys::thumbnail(organization, id, lease.attempt, format);
            self.service
                .resources()
                .bucket
                .put(&key, PICTURE.clone(), "image/png")
                .await
                .expect("a picture");
            self.service.clock().advance(lease_length + Duration::from_secs(1));
        }
    }

    /// The generations of an organization with their progress, newest first.
    pub(crate) async fn generations(&self, organization: OrganizationId) -> Vec<(Generation, Progress)> {
        self.store()
            .generations(organization, None, 50)
            .await
            .expect("generations")
            .generations
    }

    /// The ledger, newest first.
    pub(crate) async fn ledger(&self, organization: OrganizationId) -> Vec<LedgerEntry> {
        self.store()
            .ledger(organization, None, 100)
            .await
            .expect("a ledger")
            .entries
    }

    pub(crate) async fn has_object(&self, key: &str) -> bool {
        self.service
            .resources()
            .bucket
            .get(key)
            .await
            .expect("the bucket")
            .is_some()
    }

    /// Deletes the messages of an event that the response does not keep, as the event source mapping does.
    pub(crate) async fn acknowledge(&self, event: &Value, answer: &Value) {
        let kept = answer["batchItemFailures"].as_array().cloned().unwrap_or_default();
        for record in event["Records"].as_array().into_iter().flatten() {
            if !kept.iter().any(|kept| kept["itemIdentifier"] == record["messageId"]) {
                let receipt = record["receiptHandle"].as_str().unwrap();
                let queue = &self.service.resources().queue;
                queue.delete(receipt).await.expect("a deletion");
            }
        }
    }

    /// Delivers a message to functions without faults, and deletes it if they do not keep it.
    async fn deliver(&self, letter: &ReceivedMessage) {
        if let Reply::Event(Ok(answer)) = self.sound.act(Action::Event(letter.event())).await {
            self.acknowledge(&letter.event(), &answer).await;
        }
    }

    pub(crate) async fn sweep(&self) -> Value {
        let Reply::Event(Ok(swept)) = self.sound.act(Action::Event(tick())).await else {
            panic!("the sweep fails");
        };
        swept
    }

    /// Advances the clock until every thumbnail has ended, delivers every message once more very late, and checks that
    /// everything is consistent.
    pub(crate) async fn settle(&self, organization: OrganizationId) {
        let mut bodies = BTreeSet::new();
        let ended = |(_, progress): &(Generation, Progress)| progress.status().is_ended();
        let mut rounds = 0;
        loop {
            self.service.clock().advance(LONG);
            let letters = self.receive().await;
            for letter in &letters {
                self.deliver(letter).await;
                bodies.insert(letter.body.clone());
            }
            if letters.is_empty() && self.generations(organization).await.iter().all(ended) {
                break;
            }
            rounds += 1;
            assert!(
                rounds < ROUNDS,
                "not all generations end: {:?}",
                self.generations(organization).await
            );
            if letters.is_empty() {
                self.sweep().await;
            }
        }
        let before = self.generations(organization).await;
        let index = |thumbnails: usize| 0..thumbnails;
        for (generation, _) in &before {
            for index in index(generation.thumbnails.len()) {
                let message = Message::new(organization, generation.id, index, generation.model.clone());
                bodies.insert(serde_json::to_string(&message).unwrap());
            }
        }
        for body in &bodies {
            let late = self
                .sound
                .act(Action::Event(batch([("late", "late", body.as_str())])))
                .await;
            assert_eq!(
                late,
                Reply::Event(Ok(json!({ "batchItemFailures": [] }))),
                "a late message is kept"
            );
        }
        let swept = self.sweep().await;
        assert_eq!(
            (&swept["resent"], &swept["generations"]),
            (&json!(0), &json!(0)),
            "something is still due"
        );
        assert_eq!(
            self.generations(organization).await,
            before,
            "a late message changed something"
        );
        self.purge().await;
        self.check(organization).await;
    }

    /// The balance matches the ledger, and every picture that a record names exists and was made by a model that can
    /// draw.
    pub(crate) async fn check(&self, organization: OrganizationId) {
        self.service.audit(organization).await;
        for (generation, progress) in self.generations(organization).await {
            for thumbnail in &progress.thumbnails {
                if let State::Completed(picture) = &thumbnail.state {
                    // These models never draw.
                    if generation.model == DEAD || generation.model == TIRED {
                        let made_by = picture.provenance.as_ref().map(|provenance| provenance.model.as_str());
                        assert_eq!((made_by, thumbnail.fallback.as_deref()), (Some(COMPOSER), made_by));
                    }
                    for key in picture.object_keys() {
                        assert!(self.has_object(key).await, "{} has no object {key}", generation.id);
                    }
                }
            }
        }
    }
}
