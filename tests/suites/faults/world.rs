//! A service of one's own, functions on it that are called by hand, and a painter that does as it is told.

use std::{
    collections::{BTreeSet, VecDeque},
    io::Cursor,
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::Duration,
};

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use contract::{GenerationId, ImageId, OrganizationId, Plan};
use futures_util::future::BoxFuture;
use generation_loop::GenerationLoop;
use http::Request;
use local::Resources;
use media::Bucket;
use queue::{Message, Queue};
use runtime::{Aws, AwsConfig, Cors, Entropy, Ids, Models, Names, Stack};
use serde_json::{Value, json};
use store::{Generation, LeaseOutcome, LedgerEntry, Progress, State, Store, keys};
use studio::{Brief, ImageModel, ModelError, Painting, Picture, Studio};
use tests::{
    Organization, Service,
    service::{QUICK, Setup},
};

/// Unoptimized futures of the SDK are large.
pub(crate) const STACK: usize = 16 << 20;

/// Runs a test on threads that have room for it.
pub(crate) fn run(test: impl Future<Output = ()> + Send + 'static) {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime
        .worker_threads(3)
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .expect("threads");
    if let Err(error) = runtime.block_on(runtime.spawn(test)) {
        // Printed where it happened.
        std::panic::resume_unwind(error.into_panic());
    }
}

/// What the painter does when it is called the next time.
pub(crate) enum Turn {
    Picture,
    Transient,
    Permanent,
    Panic,
    /// Something happens meanwhile, and then there is a picture.
    Meanwhile(BoxFuture<'static, ()>),
}

/// Does as it is told, and then paints.
#[derive(Default)]
pub(crate) struct Painter(Mutex<VecDeque<Turn>>);

impl Painter {
    pub(crate) fn then(turn: Turn) -> Arc<Self> {
        Arc::new(Self(Mutex::new(VecDeque::from([turn]))))
    }
}

/// One picture for everybody: painting is to cost nothing.
static PICTURE: LazyLock<Bytes> = LazyLock::new(|| {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(1280, 720, image::Rgb([40, 90, 160]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .expect("a picture");
    bytes.into_inner().into()
});

impl ImageModel for Painter {
    fn paint<'a>(&'a self, brief: &'a Brief) -> Painting<'a> {
        let turn = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        Box::pin(async move {
            match turn.unwrap_or(Turn::Picture) {
                Turn::Picture => {}
                Turn::Transient => return Err(ModelError::Transient { retry_after: None }),
                Turn::Permanent => return Err(ModelError::Permanent),
                // Without the hook, which would print it.
                Turn::Panic => std::panic::resume_unwind(Box::new("on purpose")),
                Turn::Meanwhile(event) => event.await,
            }
            Ok(Picture {
                bytes: PICTURE.clone(),
                format: brief.format,
                size: brief.aspect_ratio.size(),
            })
        })
    }
}

/// What is done to an instance.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A call of a tool, with an idempotency key or without.
    Tool {
        tool: &'static str,
        body: Value,
        once: Option<&'static str>,
        key: String,
    },
    /// `GET /api/v1/tools`.
    Discovery { key: String },
    /// An event for the loop.
    Event(Value),
}

/// What an instance said to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Said {
    Http(u16, Value),
    Event(Result<Value, String>),
}

/// The functions as one process has them: clients and caches of their own.
#[derive(Clone)]
pub(crate) struct Instance {
    generation: gateway::Service,
    balance: gateway::Service,
    discovery: gateway::Service,
    generation_loop: GenerationLoop,
    store: Store,
}

impl Instance {
    /// Functions that find AWS at `url`.
    pub(crate) fn new(service: &Service, url: &str, painter: Arc<Painter>) -> Self {
        let (clock, stack) = (service.clock().clone(), Stack::local());
        let aws = Aws::new(&AwsConfig {
            backoff: QUICK,
            ..AwsConfig::local(url)
        });
        let names = Names {
            table: stack.table(),
            ephemeral_table: stack.ephemeral_table(),
        };
        let ids = Ids::new(clock.clone(), Entropy::System);
        let there = service.resources();
        let queue = |queue: &Queue| Queue::new(aws.sqs().clone(), queue.url().to_owned());
        let resources = Resources {
            store: Store::new(aws.dynamodb().clone(), names, clock.clone(), ids),
            bucket: Bucket::new(aws.s3().clone(), stack.bucket(), clock),
            queue: queue(&there.queue),
            dead_letters: queue(&there.dead_letters),
        };
        Self::of(&resources, painter)
    }

    /// Functions that share these clients, with caches of their own.
    pub(crate) fn of(resources: &Resources, painter: Arc<Painter>) -> Self {
        let (store, models) = (&resources.store, Arc::new(Models::default()));
        let painter: Arc<dyn ImageModel> = painter;
        let generation = generation::Parts {
            store: store.clone(),
            bucket: resources.bucket.clone(),
            queue: resources.queue.clone(),
            models: Arc::clone(&models),
            enhancer: Arc::new(describer::BuiltInEnhancer::new()),
        };
        let generation_loop = generation_loop::Parts {
            store: store.clone(),
            bucket: resources.bucket.clone(),
            queue: resources.queue.clone(),
            dead_letters: resources.dead_letters.clone(),
            studio: Arc::new(Studio::new([(models.default_id().to_owned(), painter)])),
            models,
        };
        Self {
            generation: generation::service(&generation, Cors::Any),
            balance: balance::service(store, Cors::Any),
            discovery: discovery::service(store, Cors::Any),
            generation_loop: GenerationLoop::new(generation_loop),
            store: store.clone(),
        }
    }

    /// Its tables.
    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) async fn act(&self, action: Action) -> Said {
        match action {
            Action::Event(event) => Said::Event(
                self.generation_loop
                    .handle(event)
                    .await
                    .map_err(|error| error.to_string()),
            ),
            Action::Discovery { key } => {
                let request = Request::get("/api/v1/tools").header("authorization", format!("Bearer {key}"));
                said(&self.discovery, request.body(Bytes::new()).unwrap()).await
            }
            Action::Tool { tool, body, once, key } => {
                let mut request = Request::post(format!("/api/v1/tools/{tool}"))
                    .header("authorization", format!("Bearer {key}"))
                    .header("content-type", "application/json");
                if let Some(once) = once {
                    request = request.header("idempotency-key", once);
                }
                said(self.service(tool), request.body(body.to_string().into()).unwrap()).await
            }
        }
    }

    /// Makes the instance know the key: a call that ends before it reads anything else.
    pub(crate) async fn warm(&self, before: &Action, key: &str) {
        let service = match before {
            Action::Tool { tool, .. } => self.service(tool),
            Action::Discovery { .. } | Action::Event(_) => &self.discovery,
        };
        let request = Request::post("/api/v1/tools/nothing").header("authorization", format!("Bearer {key}"));
        let Said::Http(status, body) = said(service, request.body(Bytes::new()).unwrap()).await else {
            unreachable!("a request is answered");
        };
        assert_eq!(status, 404, "{body}");
    }

    fn service(&self, tool: &str) -> &gateway::Service {
        if tool.starts_with("get_credit") {
            &self.balance
        } else {
            &self.generation
        }
    }
}

async fn said(service: &gateway::Service, request: Request<Bytes>) -> Said {
    let response = service.call(request).await;
    Said::Http(
        response.status().as_u16(),
        serde_json::from_slice(response.body()).unwrap_or_default(),
    )
}

/// The event of a batch with these message ids, receipts and bodies.
pub(crate) fn batch<'a>(messages: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> Value {
    let record = |(id, receipt, body)| json!({ "messageId": id, "receiptHandle": receipt, "body": body });
    json!({ "Records": messages.into_iter().map(record).collect::<Vec<_>>() })
}

/// The schedule's event.
pub(crate) fn tick() -> Value {
    json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} })
}

/// A message as it was received.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) id: String,
    pub(crate) receipt: String,
    pub(crate) body: String,
}

impl Letter {
    pub(crate) fn event(&self) -> Value {
        batch([(self.id.as_str(), self.receipt.as_str(), self.body.as_str())])
    }
}

/// A service that nobody else uses, so that its clock may be moved and its sweep finds nothing of others.
pub(crate) struct World {
    pub(crate) service: Service,
    /// Functions that nothing happens to.
    pub(crate) sound: Instance,
    sqs: aws_sdk_sqs::Client,
    dynamodb: aws_sdk_dynamodb::Client,
}

/// Longer than any lease, any wait, any hiding of a message.
const LONG: Duration = Duration::from_secs(20 * 60);
/// Rounds after which everything must have ended: three attempts, and as many resends.
const ROUNDS: usize = 8;

impl World {
    pub(crate) async fn start() -> Self {
        let setup = Setup {
            gateways: 1,
            generation_loop: false,
            ..Setup::default()
        };
        let service = Box::pin(Service::start(setup)).await;
        let aws = Aws::new(&AwsConfig {
            backoff: QUICK,
            ..AwsConfig::local(service.aws_url())
        });
        let sound = Instance::of(service.resources(), Arc::default());
        Self {
            sound,
            sqs: aws.sqs().clone(),
            dynamodb: aws.dynamodb().clone(),
            service,
        }
    }

    pub(crate) fn store(&self) -> &Store {
        self.service.store()
    }

    pub(crate) async fn organization(&self) -> Organization {
        self.service.organization(Plan::Enterprise, 20).await
    }

    /// A generation that is charged and queued.
    pub(crate) async fn begin(&self, key: &str, count: u32, images: &[ImageId]) -> GenerationId {
        let images: Vec<String> = images.iter().map(ToString::to_string).collect();
        let body = json!({ "prompt": "A lighthouse", "count": count, "imageIds": images });
        let action = Action::Tool {
            tool: "generate_thumbnail",
            body,
            once: None,
            key: key.to_owned(),
        };
        let Said::Http(200, answer) = self.sound.act(action).await else {
            panic!("a generation begins");
        };
        answer["data"]["generationId"].as_str().unwrap().parse().unwrap()
    }

    /// An image to refer to, with its bytes or without.
    pub(crate) async fn image(&self, organization: OrganizationId, with_bytes: bool) -> ImageId {
        let id = ImageId::from_uuid(self.store().ids().uuid());
        let object = format!("{organization}/images/{id}");
        let mut item = keys::image(organization, id).attributes();
        item.insert("name".to_owned(), AttributeValue::S("A logo".to_owned()));
        item.insert(
            "objects".to_owned(),
            AttributeValue::L(vec![AttributeValue::S(object.clone())]),
        );
        let put = self
            .dynamodb
            .put_item()
            .table_name(Stack::local().table())
            .set_item(Some(item));
        put.send().await.expect("an image");
        if with_bytes {
            self.service
                .resources()
                .bucket
                .put(&object, PICTURE.clone(), "image/png")
                .await
                .expect("its bytes");
        }
        id
    }

    /// Everything that can be received now.
    pub(crate) async fn receive(&self) -> Vec<Letter> {
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
            letters.extend(messages.into_iter().map(|message| Letter {
                id: message.message_id.unwrap(),
                receipt: message.receipt_handle.unwrap(),
                body: message.body.unwrap(),
            }));
        }
    }

    /// Takes the messages of a generation off the queue, in the order of its thumbnails.
    pub(crate) async fn take(&self, generation: GenerationId) -> Vec<Letter> {
        let mut letters = self.receive().await;
        letters.retain(|letter| Message::parse(&letter.body).unwrap().generation == generation);
        letters.sort_by_key(|letter| Message::parse(&letter.body).unwrap().index);
        letters
    }

    pub(crate) async fn delete(&self, letter: &Letter) {
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

    /// Somebody takes a thumbnail, and nothing is ever heard of them again. Their picture is in the bucket.
    pub(crate) async fn desert(&self, organization: OrganizationId, generation: GenerationId, times: u32) {
        for _ in 0..times {
            let until = self.store().clock().now().plus(Duration::from_secs(30));
            let leased = self
                .store()
                .lease(organization, generation, 0, until)
                .await
                .expect("a lease");
            let LeaseOutcome::Leased(lease) = leased else {
                panic!("somebody else has it: {leased:?}");
            };
            let (id, format) = (lease.generation.thumbnails[0], lease.generation.format);
            let key = media::keys::thumbnail(organization, id, lease.attempt, format);
            self.service
                .resources()
                .bucket
                .put(&key, PICTURE.clone(), "image/png")
                .await
                .expect("a picture");
            self.service.clock().advance(Duration::from_secs(31));
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

    /// Hands a message to functions that nothing happens to, and takes it off the queue when they say so.
    async fn deliver(&self, letter: &Letter) {
        let said = self.sound.act(Action::Event(letter.event())).await;
        if said == Said::Event(Ok(json!({ "batchItemFailures": [] }))) {
            self.delete(letter).await;
        }
    }

    pub(crate) async fn sweep(&self) -> Value {
        let Said::Event(Ok(swept)) = self.sound.act(Action::Event(tick())).await else {
            panic!("the sweep fails");
        };
        swept
    }

    /// Lets time pass until every thumbnail has ended, hands every message over once more when it is much too late;
    /// then everything must add up.
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
                "it does not end: {:?}",
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
                Said::Event(Ok(json!({ "batchItemFailures": [] }))),
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

    /// The books add up, and every picture that a record names is there.
    pub(crate) async fn check(&self, organization: OrganizationId) {
        self.service.audit(organization).await;
        for (generation, progress) in self.generations(organization).await {
            for thumbnail in &progress.thumbnails {
                if let State::Completed(picture) = &thumbnail.state {
                    assert!(
                        self.has_object(&picture.object_key).await,
                        "{} has no picture",
                        generation.id
                    );
                }
            }
        }
    }
}
