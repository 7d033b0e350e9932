//! The functions of one process, called directly.

use std::sync::Arc;

use bytes::Bytes;
use contract::{
    Category,
    operations::{OPERATIONS, Operation},
};
use generation_loop::GenerationLoop;
use http::Request;
use local::{Dependencies, Functions, Resources};
use media::Bucket;
use queue::Queue;
use runtime::{Aws, AwsConfig, Clock, Cors, Entropy, Ids, Names, Stack};
use serde_json::{Value, json};
use sources::SourcesConfig;
use store::Store;
use tests::{
    Service,
    service::{QUICK, aws_config},
};

use crate::models::{Makers, ScriptedModels};

/// An action of an instance.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A call of a tool, with or without an idempotency key.
    Tool {
        tool: &'static str,
        body: Value,
        once: Option<&'static str>,
        key: String,
    },
    /// An operation of `contract::operations`, at this path.
    Operation {
        name: &'static str,
        path: String,
        body: Value,
        key: String,
    },
    /// `GET /api/v1/tools`.
    Discovery { key: String },
    /// An event for the loop.
    Event(Value),
}

impl Action {
    /// The tool or operation that is called; empty if the action is neither.
    pub(crate) const fn tool(&self) -> &'static str {
        match self {
            Self::Tool { tool, .. } => tool,
            Self::Operation { name, .. } => name,
            Self::Discovery { .. } | Self::Event(_) => "",
        }
    }

    /// Whether it calls a tool that creates or deletes images, inspirations or persons.
    pub(crate) fn keeps_records(&self) -> bool {
        let of_records = [Category::Images, Category::Inspirations, Category::Persons];
        contract::tools::find(self.tool()).is_some_and(|tool| of_records.contains(&tool.category))
    }

    /// Whether it deletes a record or a generation.
    pub(crate) fn deletes(&self) -> bool {
        self.tool().starts_with("delete_")
    }
}

/// The response of an instance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    Http(u16, Value),
    Event(Result<Value, String>),
}

/// The protocol in which an instance is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Http,
    Mcp,
}

/// The functions of one process, with their own clients and caches.
#[derive(Clone)]
pub(crate) struct Instance {
    functions: Functions,
    protocol: Protocol,
    generation_loop: GenerationLoop,
    store: Store,
}

impl Instance {
    /// Functions with AWS at `url`.
    pub(crate) fn new(service: &Service, url: &str, models: Arc<ScriptedModels>) -> Self {
        Self::with_makers(service, url, Makers::scripted(models))
    }

    /// Functions whose AWS calls may take long, so that a busy machine does not make them repeat a call. For counting
    /// calls.
    pub(crate) fn patient(service: &Service, url: &str, models: Arc<ScriptedModels>) -> Self {
        Self::connected(
            service,
            aws_config(url),
            Makers::scripted(models),
            service.clock().clone(),
        )
    }

    /// Functions with AWS at `url`, and with these models.
    pub(crate) fn with_makers(service: &Service, url: &str, makers: Makers) -> Self {
        Self::with_clock(service, url, makers, service.clock().clone())
    }

    /// Like [`Instance::with_makers`], with a separate clock.
    pub(crate) fn with_clock(service: &Service, url: &str, makers: Makers, clock: Clock) -> Self {
        let config = AwsConfig {
            backoff: QUICK,
            ..AwsConfig::local(url)
        };
        Self::connected(service, config, makers, clock)
    }

    fn connected(service: &Service, config: AwsConfig, makers: Makers, clock: Clock) -> Self {
        let stack = Stack::local();
        let aws = Aws::new(&config);
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
            events: queue(&there.events),
        };
        Self::made_of(&resources, makers)
    }

    /// Functions with these clients and with their own caches.
    pub(crate) fn of(resources: &Resources, models: Arc<ScriptedModels>) -> Self {
        Self::made_of(resources, Makers::scripted(models))
    }

    /// Like [`Instance::of`], with these models.
    pub(crate) fn made_of(resources: &Resources, makers: Makers) -> Self {
        let dependencies = Dependencies {
            resources: resources.clone(),
            models: makers.configured,
            studio: makers.studio,
            describer: makers.describer,
            enhancer: makers.enhancer,
            sources: SourcesConfig::default(),
        };
        Self {
            functions: dependencies.gateway(&Cors::Any, "https://pictures.example"),
            protocol: Protocol::Http,
            generation_loop: dependencies.generation_loop(),
            store: resources.store.clone(),
        }
    }

    /// The same instance, whose tools are called in this protocol.
    pub(crate) fn over(self, protocol: Protocol) -> Self {
        Self { protocol, ..self }
    }

    /// The instance's tables.
    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) async fn act(&self, action: Action) -> Reply {
        match action {
            Action::Event(event) => Reply::Event(
                self.generation_loop
                    .handle(event)
                    .await
                    .map_err(|error| error.to_string()),
            ),
            Action::Discovery { key } => {
                let request = Request::get("/api/v1/tools").header("authorization", format!("Bearer {key}"));
                self.said(request.body(Bytes::new()).unwrap()).await
            }
            Action::Operation { name, path, body, key } => {
                let request = Request::builder()
                    .method(operation(name).method)
                    .uri(path)
                    .header("authorization", format!("Bearer {key}"));
                self.said(request.body(body.to_string().into()).unwrap()).await
            }
            Action::Tool { tool, body, once, key } if self.protocol == Protocol::Mcp => {
                let meta = json!({ "idempotencyKey": once });
                let params = json!({ "name": tool, "arguments": body, "_meta": meta });
                told(self.message(&key, "tools/call", params).await)
            }
            Action::Tool { tool, body, once, key } => {
                let mut request = Request::post(format!("/api/v1/tools/{tool}"))
                    .header("authorization", format!("Bearer {key}"))
                    .header("content-type", "application/json");
                if let Some(once) = once {
                    request = request.header("idempotency-key", once);
                }
                self.said(request.body(body.to_string().into()).unwrap()).await
            }
        }
    }

    /// Calls a tool with a body that need not be JSON, and returns the status.
    pub(crate) async fn post(&self, tool: &str, key: &str, body: Vec<u8>) -> u16 {
        let request = Request::post(format!("/api/v1/tools/{tool}")).header("authorization", format!("Bearer {key}"));
        let response = self.functions.call(request.body(body.into()).unwrap()).await;
        response.status().as_u16()
    }

    /// Sends a request over MCP, and returns the response.
    async fn message(&self, key: &str, method: &str, params: Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let request = Request::post("/mcp").header("authorization", format!("Bearer {key}"));
        let response = self
            .functions
            .call(request.body(message.to_string().into()).unwrap())
            .await;
        serde_json::from_slice(response.body()).unwrap_or_default()
    }

    /// Puts the key into the instance's cache, by a call that reads nothing else.
    pub(crate) async fn warm(&self, before: &Action, key: &str) {
        if self.protocol == Protocol::Mcp {
            let answer = self.message(key, "ping", json!({})).await;
            assert_eq!(answer["result"], json!({}), "{answer}");
            return;
        }
        let category = match before {
            Action::Tool { tool, .. } => Some(contract::tools::find(tool).expect("a tool").category),
            Action::Operation { name, .. } => Some(operation(name).terms.category),
            Action::Discovery { .. } | Action::Event(_) => None,
        };
        let api = self.functions.function(category);
        let request = Request::post("/api/v1/tools/nothing").header("authorization", format!("Bearer {key}"));
        let response = api.call(request.body(Bytes::new()).unwrap()).await;
        assert_eq!(response.status(), 404, "{:?}", response.body());
    }

    async fn said(&self, request: Request<Bytes>) -> Reply {
        let response = self.functions.call(request).await;
        Reply::Http(
            response.status().as_u16(),
            serde_json::from_slice(response.body()).unwrap_or_default(),
        )
    }
}

/// The operation of this name.
fn operation(name: &str) -> &'static Operation {
    let operation = OPERATIONS.iter().find(|operation| operation.terms.name == name);
    operation.expect("an operation")
}

/// The response to `tools/call` as the response that it would be over HTTP.
fn told(answer: Value) -> Reply {
    let result = &answer["result"];
    if result["isError"] == false {
        return Reply::Http(200, json!({ "success": true, "data": result["structuredContent"] }));
    }
    let text = result["content"][0]["text"].as_str().unwrap_or("{}");
    // A refusal of the key is an envelope in either protocol.
    let mut body: Value = match answer["code"].is_string() {
        true => answer.clone(),
        false => serde_json::from_str(text).unwrap_or_default(),
    };
    body["success"] = json!(false);
    let status = match body["code"].as_str() {
        Some("UNAUTHORIZED") => 401,
        Some("FORBIDDEN") => 403,
        Some("NOT_FOUND") => 404,
        Some("VALIDATION_ERROR" | "INSUFFICIENT_CREDITS") => 400,
        Some("RATE_LIMITED") => 429,
        _ => 500,
    };
    Reply::Http(status, body)
}

/// The event of a batch with these message ids, receipt handles and bodies.
pub(crate) fn batch<'a>(messages: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> Value {
    let record = |(id, receipt, body)| json!({ "messageId": id, "receiptHandle": receipt, "body": body });
    json!({ "Records": messages.into_iter().map(record).collect::<Vec<_>>() })
}

/// The event of the schedule.
pub(crate) fn tick() -> Value {
    json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} })
}
