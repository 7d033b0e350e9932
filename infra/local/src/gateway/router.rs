//! Passes each request to the function to which API Gateway would send it: a tool's route goes to the function of its
//! category, webhooks have a function of their own, and everything else goes to discovery.

use std::{collections::BTreeMap, pin::Pin, sync::Arc};

use bytes::Bytes;
use contract::{Category, tools, webhooks::WEBHOOKS_PATH};
use http::{Method, Request, Response};
use rest::Api;
use service::Service;
use sources::{Endpoints, Sources};

use crate::{Resources, Settings, gateway::api_gateway::HttpFunction, runner::deliverer};

/// The functions behind one gateway.
pub(crate) struct Router {
    discovery: Api,
    functions: BTreeMap<Category, Api>,
}

impl Router {
    /// The functions, each with the same dependencies as its Lambda.
    pub(crate) fn new(settings: &Settings, resources: &Resources) -> Self {
        let cors = &settings.cors;
        let functions = services(settings, resources).into_iter();
        Self {
            discovery: discovery::api(&resources.store, cors.clone(), &settings.models),
            functions: functions
                .map(|(category, service)| (category, Api::new(service, cors.clone())))
                .collect(),
        }
    }

    fn api(&self, method: &Method, path: &str) -> &Api {
        if path == WEBHOOKS_PATH || path.starts_with(&format!("{WEBHOOKS_PATH}/")) {
            return self.functions.get(&Category::Webhooks).unwrap_or(&self.discovery);
        }
        let tool = path.strip_prefix("/api/v1/tools/").and_then(tools::find);
        let routed = tool.filter(|tool| method == Method::POST || (method == Method::GET && rest::accepts_get(tool)));
        routed
            .and_then(|tool| self.functions.get(&tool.category))
            .unwrap_or(&self.discovery)
    }
}

/// The tools of each category, with the same dependencies as their Lambda.
pub fn services(settings: &Settings, resources: &Resources) -> BTreeMap<Category, Service> {
    let (store, bucket) = (&resources.store, &resources.bucket);
    let sources = Sources::new(settings.sources.clone());
    let describer = describer::describer(&settings.models, &settings.vendors);
    let generation = generation::Dependencies {
        store: store.clone(),
        bucket: bucket.clone(),
        queue: resources.queue.clone(),
        models: Arc::new(settings.models.clone()),
        enhancer: describer::enhancer(&settings.models, &settings.vendors),
        endpoints: Endpoints::new(settings.sources.clone()),
    };
    let webhooks = webhook_resources::Dependencies {
        deliverer: deliverer(settings, resources),
        endpoints: Endpoints::new(settings.sources.clone()),
    };
    let images = images::Dependencies {
        store: store.clone(),
        bucket: bucket.clone(),
        sources: sources.clone(),
        describer: describer.clone(),
    };
    let inspirations = inspirations::Dependencies {
        store: store.clone(),
        bucket: bucket.clone(),
        sources: sources.clone(),
        describer,
    };
    let persons = persons::Dependencies {
        store: store.clone(),
        bucket: bucket.clone(),
        sources,
    };
    BTreeMap::from([
        (Category::Generation, generation::service(&generation)),
        (Category::Images, images::service(&images)),
        (Category::Inspirations, inspirations::service(&inspirations)),
        (Category::Persons, persons::service(&persons)),
        (Category::Balance, balance::service(store)),
        (Category::Webhooks, webhook_resources::service(&webhooks)),
    ])
}

impl HttpFunction for Router {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        let api = self.api(request.method(), request.uri().path());
        Box::pin(api.call(request))
    }
}
