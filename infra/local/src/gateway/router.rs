//! Passes each request to the function to which API Gateway would send it: the routes of a tool and of an operation go
//! to the function of its category, webhooks and MCP to functions of their own, everything else to discovery.

use std::{collections::BTreeMap, pin::Pin, sync::Arc};

use bytes::Bytes;
use contract::{Category, webhooks::WEBHOOKS_PATH};
use http::{Method, Request, Response};
use mcp_adapter::McpApi;
use rest::Api;
use service::Service;
use sources::{Endpoints, Sources};

use crate::{Resources, Settings, gateway::api_gateway::HttpFunction, runner::deliverer};

/// The functions behind one gateway.
pub(crate) struct Router {
    discovery: Api,
    functions: BTreeMap<Category, Api>,
    mcp: McpApi,
}

impl Router {
    /// The functions, each with the same dependencies as its Lambda. `pictures` is the origin of presigned URLs.
    pub(crate) fn new(settings: &Settings, resources: &Resources, pictures: &str) -> Self {
        let cors = &settings.cors;
        let functions = services(settings, resources).into_iter();
        let tools = mcp::service(&dependencies(settings, resources));
        Self {
            discovery: discovery::api(&resources.store, cors.clone(), &settings.models, pictures),
            functions: functions
                .map(|(category, service)| (category, Api::new(service, cors.clone())))
                .collect(),
            mcp: McpApi::local(tools, resources.bucket.clone(), cors.clone()),
        }
    }

    fn api(&self, method: &Method, path: &str) -> &Api {
        if path == WEBHOOKS_PATH || path.starts_with(&format!("{WEBHOOKS_PATH}/")) {
            return self.functions.get(&Category::Webhooks).unwrap_or(&self.discovery);
        }
        rest::terms_of(method, path)
            .and_then(|terms| self.functions.get(&terms.category))
            .unwrap_or(&self.discovery)
    }
}

/// The tools of each category, and the operations on webhooks, with the same dependencies as their Lambda.
pub fn services(settings: &Settings, resources: &Resources) -> BTreeMap<Category, Service> {
    let webhooks = webhook_resources::Dependencies {
        deliverer: deliverer(settings, resources),
        endpoints: Endpoints::new(settings.sources.clone()),
    };
    let mut services = mcp::services(&dependencies(settings, resources));
    services.insert(Category::Webhooks, webhook_resources::service(&webhooks));
    services
}

/// The dependencies of all tools.
fn dependencies(settings: &Settings, resources: &Resources) -> mcp::Dependencies {
    mcp::Dependencies {
        store: resources.store.clone(),
        bucket: resources.bucket.clone(),
        queue: resources.queue.clone(),
        sources: Sources::new(settings.sources.clone()),
        models: Arc::new(settings.models.clone()),
        describer: describer::describer(&settings.models, &settings.vendors),
        enhancer: describer::enhancer(&settings.models, &settings.vendors),
        endpoints: Endpoints::new(settings.sources.clone()),
    }
}

impl HttpFunction for Router {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        let path = request.uri().path();
        if path == "/mcp" || path.starts_with("/mcp/") {
            return Box::pin(self.mcp.call(request));
        }
        let api = self.api(request.method(), request.uri().path());
        Box::pin(api.call(request))
    }
}
