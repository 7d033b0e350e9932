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
use runtime::{Aws, Clock, Cors, Entropy, EventQueues, Ids, Models};
use serde_json::Value as Json;
use simulated_aws::{Cloud, ProcessId};
use sources::{Decoding, SourcesConfig};
use store::Store;
use studio::Studio;
use tokio::task::AbortHandle;
use webhook_delivery::WebhookDelivery;

use crate::{
    deployment::Deployment,
    function::Function,
    receiver::{ADDRESS, Receivers},
};

/// A process with its own clients, caches, clock and ids.
pub(crate) struct Process {
    pub(crate) id: ProcessId,
    functions: Functions,
    generation_loop: GenerationLoop,
    webhook_delivery: WebhookDelivery,
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
    pub(crate) receivers: Receivers,
}

impl Image {
    /// Starts a process. The ids of the process follow from `entropy`.
    pub(crate) fn start(&self, id: ProcessId, clock: &Clock, entropy: u64) -> Process {
        let aws = Aws::new(&self.cloud.config(id));
        let ids = Ids::new(clock.clone(), Entropy::sequence(entropy));
        let sqs = aws.sqs();
        let queue = |url: &String| Queue::new(sqs.clone(), url.clone());
        let store = Store::new(aws.dynamodb(), self.deployment.names(), clock.clone(), ids);
        let event_queues = EventQueues {
            deliveries: self.deployment.event_queue_url.clone(),
            bus: None,
        };
        let dependencies = Dependencies {
            resources: Resources {
                store: webhooks::announcing(store, &aws, event_queues),
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
                dialler: Arc::new(self.receivers.dialler(id)),
                decoding: Decoding::InPlace,
                ..SourcesConfig::allowing(vec![ADDRESS.to_owned()])
            },
        };
        Process {
            id,
            functions: dependencies.gateway(&Cors::Any, "https://pictures.example"),
            generation_loop: dependencies.generation_loop(),
            webhook_delivery: dependencies.webhook_delivery(),
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

    /// Handles an event that Lambda sends to a function. The error is a text.
    pub(crate) async fn handle(&self, function: Function, event: Json) -> Result<Json, String> {
        match function {
            Function::GenerationLoop => {
                let handled = self.generation_loop.handle(event).await;
                handled.map_err(|error| error.to_string())
            }
            Function::WebhookDelivery => {
                let handled = self.webhook_delivery.handle(event).await;
                handled.map_err(|error| error.to_string())
            }
        }
    }

    /// Whether the process is serving a call or an event.
    pub(crate) fn is_busy(&self) -> bool {
        self.serving.get() > 0
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
