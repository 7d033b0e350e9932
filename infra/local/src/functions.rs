//! The functions of one process, each with the same dependencies as its Lambda.

use std::{collections::BTreeMap, pin::Pin, sync::Arc};

use bytes::Bytes;
use contract::{Category, webhooks::WEBHOOKS_PATH};
use describer::{Describer, Enhancer};
use generation_loop::GenerationLoop;
use http::{Request, Response};
use mcp_adapter::McpApi;
use rest::Api;
use runtime::{Cors, Models};
use service::Service;
use sources::{Endpoints, Sources, SourcesConfig};
use studio::Studio;
use webhook_delivery::WebhookDelivery;
use webhooks::{Deliverer, Sender};

use crate::{Resources, gateway::api_gateway::HttpFunction};

/// The dependencies of all functions. The runner, the tests of faults and the simulation make their functions from it.
#[derive(Clone)]
pub struct Dependencies {
    /// Tables, bucket and queues.
    pub resources: Resources,
    /// The models that callers may name.
    pub models: Arc<Models>,
    /// The models themselves.
    pub studio: Arc<Studio>,
    /// Says what a picture shows.
    pub describer: Arc<dyn Describer>,
    /// Rewrites prompts.
    pub enhancer: Arc<dyn Enhancer>,
    /// Settings for fetching pictures and for sending events.
    pub sources: SourcesConfig,
}

impl Dependencies {
    /// The dependencies of all tools.
    fn tools(&self) -> mcp::Dependencies {
        mcp::Dependencies {
            store: self.resources.store.clone(),
            bucket: self.resources.bucket.clone(),
            queue: self.resources.queue.clone(),
            sources: Sources::new(self.sources.clone()),
            models: Arc::clone(&self.models),
            describer: Arc::clone(&self.describer),
            enhancer: Arc::clone(&self.enhancer),
            endpoints: Endpoints::new(self.sources.clone()),
        }
    }

    fn deliverer(&self) -> Deliverer {
        let store = &self.resources.store;
        Deliverer {
            store: store.clone(),
            bucket: self.resources.bucket.clone(),
            queue: self.resources.events.clone(),
            bus: None,
            sender: Sender::new(Endpoints::new(self.sources.clone()), store.clock().clone()),
        }
    }

    /// The tools of each category, and the operations on webhooks.
    pub fn services(&self) -> BTreeMap<Category, Service> {
        let webhooks = webhook_resources::Dependencies {
            deliverer: self.deliverer(),
            endpoints: Endpoints::new(self.sources.clone()),
        };
        let mut services = mcp::services(&self.tools());
        services.insert(Category::Webhooks, webhook_resources::service(&webhooks));
        services
    }

    /// The function that makes thumbnails.
    pub fn generation_loop(&self) -> GenerationLoop {
        GenerationLoop::new(generation_loop::Dependencies {
            store: self.resources.store.clone(),
            bucket: self.resources.bucket.clone(),
            queue: self.resources.queue.clone(),
            dead_letters: self.resources.dead_letters.clone(),
            models: Arc::clone(&self.models),
            studio: Arc::clone(&self.studio),
        })
    }

    /// The function that delivers events.
    pub fn webhook_delivery(&self) -> WebhookDelivery {
        WebhookDelivery::new(self.deliverer())
    }

    /// The functions behind the gateway. `pictures` is the origin of presigned URLs.
    pub fn gateway(&self, cors: &Cors, pictures: &str) -> Functions {
        self.functions(cors, pictures, McpApi::new)
    }

    /// Like [`Dependencies::gateway`], for a gateway on this machine: MCP refuses pages that reach it by another name.
    pub(crate) fn local_gateway(&self, cors: &Cors, pictures: &str) -> Functions {
        self.functions(cors, pictures, McpApi::local)
    }

    fn functions(&self, cors: &Cors, pictures: &str, mcp: fn(Service, media::Bucket, Cors) -> McpApi) -> Functions {
        let Resources { store, bucket, .. } = &self.resources;
        let services = self.services().into_iter();
        Functions {
            discovery: discovery::api(store, cors.clone(), &self.models, pictures),
            categories: services
                .map(|(category, service)| (category, Api::new(service, cors.clone())))
                .collect(),
            mcp: mcp(mcp::service(&self.tools()), bucket.clone(), cors.clone()),
        }
    }
}

/// The functions behind one gateway: the routes of a tool and of an operation go to the function of its category,
/// webhooks and MCP to functions of their own, everything else to discovery, as API Gateway sends them.
#[derive(Clone)]
pub struct Functions {
    discovery: Api,
    categories: BTreeMap<Category, Api>,
    mcp: McpApi,
}

impl Functions {
    /// Answers a request.
    pub async fn call(&self, request: Request<Bytes>) -> Response<Bytes> {
        let path = request.uri().path();
        if path == "/mcp" || path.starts_with("/mcp/") {
            return self.mcp.call(request).await;
        }
        let category = if path == WEBHOOKS_PATH || path.starts_with(&format!("{WEBHOOKS_PATH}/")) {
            Some(Category::Webhooks)
        } else {
            rest::terms_of(request.method(), path).map(|terms| terms.category)
        };
        self.function(category).call(request).await
    }

    /// The function of a category; discovery for `None`.
    pub fn function(&self, category: Option<Category>) -> &Api {
        let function = category.and_then(|category| self.categories.get(&category));
        function.unwrap_or(&self.discovery)
    }
}

impl HttpFunction for Functions {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        Box::pin(Self::call(self, request))
    }
}
