//! The functions as one process has them, called by hand.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use contract::Category;
use generation_loop::GenerationLoop;
use http::Request;
use local::Resources;
use media::Bucket;
use queue::Queue;
use rest::Api;
use runtime::{Aws, AwsConfig, Clock, Cors, Entropy, Ids, Names, Stack};
use serde_json::{Value, json};
use sources::{Sources, SourcesConfig};
use store::Store;
use tests::{Service, service::QUICK};

use crate::models::{Makers, Models};

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

impl Action {
    /// The tool that is called; nothing for what is not a tool.
    pub(crate) const fn tool(&self) -> &'static str {
        match self {
            Self::Tool { tool, .. } => tool,
            Self::Discovery { .. } | Self::Event(_) => "",
        }
    }

    /// Whether it is a call of one of the tools that keep records of images, inspirations and persons.
    pub(crate) fn keeps_records(&self) -> bool {
        let of_records = [Category::Images, Category::Inspirations, Category::Persons];
        contract::tools::find(self.tool()).is_some_and(|tool| of_records.contains(&tool.category))
    }

    /// Whether it deletes such a record.
    pub(crate) fn deletes(&self) -> bool {
        self.tool().starts_with("delete_")
    }
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
    tools: BTreeMap<Category, Api>,
    discovery: Api,
    generation_loop: GenerationLoop,
    store: Store,
}

impl Instance {
    /// Functions that find AWS at `url`.
    pub(crate) fn new(service: &Service, url: &str, models: Arc<Models>) -> Self {
        Self::with_makers(service, url, Makers::told(models))
    }

    /// Functions that find AWS at `url`, and these models.
    pub(crate) fn with_makers(service: &Service, url: &str, makers: Makers) -> Self {
        Self::with_clock(service, url, makers, service.clock().clone())
    }

    /// The same, going by a clock of their own.
    pub(crate) fn with_clock(service: &Service, url: &str, makers: Makers, clock: Clock) -> Self {
        let stack = Stack::local();
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
        let queue = |queue: &Queue| Queue::new(aws.sqs(), queue.url().to_owned());
        let resources = Resources {
            store: Store::new(aws.dynamodb(), names, clock.clone(), ids),
            bucket: Bucket::new(&aws, stack.bucket(), clock),
            queue: queue(&there.queue),
            dead_letters: queue(&there.dead_letters),
        };
        Self::made_of(&resources, makers)
    }

    /// Functions that share these clients, with caches of their own.
    pub(crate) fn of(resources: &Resources, models: Arc<Models>) -> Self {
        Self::made_of(resources, Makers::told(models))
    }

    /// The same, with these models.
    pub(crate) fn made_of(resources: &Resources, makers: Makers) -> Self {
        let (store, bucket) = (&resources.store, &resources.bucket);
        let sources = Sources::new(SourcesConfig::default());
        let generation = generation::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            queue: resources.queue.clone(),
            models: Arc::clone(&makers.configured),
            enhancer: makers.enhancer,
        };
        let images = images::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            sources: sources.clone(),
            describer: Arc::clone(&makers.describer),
        };
        let inspirations = inspirations::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            sources: sources.clone(),
            describer: makers.describer,
        };
        let persons = persons::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            sources,
        };
        let generation_loop = generation_loop::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            queue: resources.queue.clone(),
            dead_letters: resources.dead_letters.clone(),
            studio: makers.studio,
            models: Arc::clone(&makers.configured),
        };
        let tools = [
            (Category::Generation, generation::service(&generation)),
            (Category::Images, images::service(&images)),
            (Category::Inspirations, inspirations::service(&inspirations)),
            (Category::Persons, persons::service(&persons)),
            (Category::Balance, balance::service(store)),
        ];
        Self {
            tools: tools
                .into_iter()
                .map(|(category, service)| (category, Api::new(service, Cors::Any)))
                .collect(),
            discovery: discovery::api(store, Cors::Any, &makers.configured),
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
                said(self.api(tool), request.body(body.to_string().into()).unwrap()).await
            }
        }
    }

    /// Calls a tool with a body that need not be JSON, and tells the status.
    pub(crate) async fn post(&self, tool: &str, key: &str, body: Vec<u8>) -> u16 {
        let request = Request::post(format!("/api/v1/tools/{tool}")).header("authorization", format!("Bearer {key}"));
        let response = self.api(tool).call(request.body(body.into()).unwrap()).await;
        response.status().as_u16()
    }

    /// Makes the instance know the key: a call that ends before it reads anything else.
    pub(crate) async fn warm(&self, before: &Action, key: &str) {
        let api = match before {
            Action::Tool { tool, .. } => self.api(tool),
            Action::Discovery { .. } | Action::Event(_) => &self.discovery,
        };
        let request = Request::post("/api/v1/tools/nothing").header("authorization", format!("Bearer {key}"));
        let Said::Http(status, body) = said(api, request.body(Bytes::new()).unwrap()).await else {
            unreachable!("a request is answered");
        };
        assert_eq!(status, 404, "{body}");
    }

    fn api(&self, tool: &str) -> &Api {
        &self.tools[&contract::tools::find(tool).expect("a tool").category]
    }
}

async fn said(api: &Api, request: Request<Bytes>) -> Said {
    let response = api.call(request).await;
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
