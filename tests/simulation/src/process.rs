//! A simulated process: the memory of one Lambda instance or of one local runner.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use bytes::Bytes;
use describer::{BuiltInDescriber, BuiltInEnhancer};
use generation_loop::GenerationLoop;
use http::{Request, Response};
use local::{Dependencies, Functions, Resources};
use media::Bucket;
use queue::Queue;
use runtime::{Aws, Clock, Cors, Entropy, Ids, Models};
use simulated_aws::{Cloud, ProcessId};
use sources::{Decoding, SourcesConfig};
use store::Store;
use studio::Studio;
use tokio::task::AbortHandle;

use crate::deployment::Deployment;

/// A process with its own clients, caches, clock and ids.
pub(crate) struct Process {
    pub(crate) id: ProcessId,
    functions: Functions,
    pub(crate) generation_loop: GenerationLoop,
    /// How many calls or events the process is serving now.
    pub(crate) serving: Cell<usize>,
    pub(crate) killed: Cell<bool>,
    /// The tasks of the calls that the process is serving. Killing the process aborts them.
    pub(crate) tasks: RefCell<Vec<AbortHandle>>,
}

/// The configuration with which every process of a deployment is started.
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
        let sqs = aws.sqs();
        let queue = |url: &String| Queue::new(sqs.clone(), url.clone());
        let dependencies = Dependencies {
            resources: Resources {
                store: Store::new(aws.dynamodb(), self.deployment.names(), clock.clone(), ids),
                bucket: Bucket::new(&aws, self.deployment.bucket(), clock.clone()),
                queue: queue(&self.deployment.queue_url),
                dead_letters: queue(&self.deployment.dead_letter_queue_url),
                events: queue(&self.deployment.event_queue_url),
            },
            models: Arc::clone(&self.models),
            studio: Arc::new((self.studio)(id)),
            describer: Arc::new(BuiltInDescriber::new()),
            enhancer: Arc::new(BuiltInEnhancer::new()),
            sources: SourcesConfig {
                decoding: Decoding::InPlace,
                ..SourcesConfig::default()
            },
        };
        Process {
            id,
            functions: dependencies.gateway(&Cors::Any, "https://pictures.example"),
            generation_loop: dependencies.generation_loop(),
            serving: Cell::new(0),
            killed: Cell::new(false),
            tasks: RefCell::default(),
        }
    }
}

impl Process {
    /// Answers a request with the function to which API Gateway would route it.
    pub(crate) async fn answer(&self, request: Request<Bytes>) -> Response<Bytes> {
        self.functions.call(request).await
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
