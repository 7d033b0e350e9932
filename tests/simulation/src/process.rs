//! A simulated process: the memory of one Lambda instance or of one local runner.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    sync::Arc,
};

use bytes::Bytes;
use contract::{Category, tools};
use describer::{BuiltInDescriber, BuiltInEnhancer};
use generation_loop::GenerationLoop;
use http::{Request, Response};
use media::Bucket;
use queue::Queue;
use rest::Api;
use runtime::{Aws, Clock, Cors, Entropy, Ids, Models};
use simulated_aws::{Cloud, ProcessId};
use sources::{Decoding, Endpoints, Sources, SourcesConfig};
use store::Store;
use studio::Studio;
use tokio::task::AbortHandle;

use crate::deployment::Deployment;

/// A process with its own clients, caches, clock and ids.
pub(crate) struct Process {
    pub(crate) id: ProcessId,
    discovery: Api,
    functions: BTreeMap<Category, Api>,
    pub(crate) generation_loop: GenerationLoop,
    /// How many calls or events the process is serving now.
    pub(crate) serving: Cell<usize>,
    pub(crate) killed: Cell<bool>,
    /// The tasks of the calls that the process is serving. Killing the process aborts them.
    pub(crate) tasks: RefCell<Vec<AbortHandle>>,
}

/// What every process of a deployment is started with.
pub(crate) struct Image {
    pub(crate) cloud: Cloud,
    pub(crate) deployment: Deployment,
    pub(crate) models: Arc<Models>,
    pub(crate) studio: Box<dyn Fn(ProcessId) -> Studio>,
}

impl Image {
    /// Starts a process. The ids of the process follow from `entropy`.
    pub(crate) fn start(&self, id: ProcessId, clock: &Clock, entropy: u64) -> Process {
        let aws = Aws::new(&self.cloud.config(id));
        let ids = Ids::new(clock.clone(), Entropy::sequence(entropy));
        let store = Store::new(aws.dynamodb(), self.deployment.names(), clock.clone(), ids);
        let bucket = Bucket::new(&aws, self.deployment.bucket(), clock.clone());
        let sqs = aws.sqs();
        let queue = Queue::new(sqs.clone(), self.deployment.queue_url.clone());
        let dead_letters = Queue::new(sqs, self.deployment.dead_letter_queue_url.clone());
        let sources = Sources::new(SourcesConfig {
            decoding: Decoding::InPlace,
            ..SourcesConfig::default()
        });
        let api = |service| Api::new(service, Cors::Any);
        let generation = generation::Dependencies {
            store: store.clone(),
            bucket: bucket.clone(),
            queue: queue.clone(),
            models: Arc::clone(&self.models),
            enhancer: Arc::new(BuiltInEnhancer::new()),
            endpoints: Endpoints::new(SourcesConfig::default()),
        };
        let images = images::Dependencies {
            store: store.clone(),
            bucket: bucket.clone(),
            sources: sources.clone(),
            describer: Arc::new(BuiltInDescriber::new()),
        };
        let inspirations = inspirations::Dependencies {
            store: store.clone(),
            bucket: bucket.clone(),
            sources: sources.clone(),
            describer: Arc::new(BuiltInDescriber::new()),
        };
        let persons = persons::Dependencies {
            store: store.clone(),
            bucket: bucket.clone(),
            sources,
        };
        let functions = BTreeMap::from([
            (Category::Generation, api(generation::service(&generation))),
            (Category::Images, api(images::service(&images))),
            (Category::Inspirations, api(inspirations::service(&inspirations))),
            (Category::Persons, api(persons::service(&persons))),
            (Category::Balance, api(balance::service(&store))),
        ]);
        let generation_loop = GenerationLoop::new(generation_loop::Dependencies {
            store: store.clone(),
            bucket,
            queue,
            dead_letters,
            models: Arc::clone(&self.models),
            studio: Arc::new((self.studio)(id)),
        });
        Process {
            id,
            discovery: discovery::api(&store, Cors::Any, &self.models, "https://pictures.example"),
            functions,
            generation_loop,
            serving: Cell::new(0),
            killed: Cell::new(false),
            tasks: RefCell::default(),
        }
    }
}

impl Process {
    /// Answers a request with the function to which API Gateway would route it.
    pub(crate) async fn answer(&self, request: Request<Bytes>) -> Response<Bytes> {
        let tool = request
            .uri()
            .path()
            .strip_prefix("/api/v1/tools/")
            .and_then(tools::find);
        let function = tool.and_then(|tool| self.functions.get(&tool.category));
        function.unwrap_or(&self.discovery).call(request).await
    }

    /// Kills the process immediately. Requests that the process has already sent may still reach the simulated AWS.
    pub(crate) fn kill(&self, cloud: &Cloud) {
        self.killed.set(true);
        cloud.kill(self.id);
        for task in self.tasks.borrow_mut().drain(..) {
            task.abort();
        }
    }
}
