//! Passes each request to the function to which API Gateway would send it: a tool's route goes to the function of its
//! category, everything else to discovery.

use std::{collections::BTreeMap, pin::Pin, sync::Arc};

use bytes::Bytes;
use contract::{Category, tools};
use gateway::Service;
use http::{Method, Request, Response};
use sources::Sources;

use crate::{Resources, Settings, api_gateway::HttpFunction};

/// The functions behind one gateway.
pub(crate) struct Router {
    discovery: Service,
    functions: BTreeMap<Category, Service>,
}

impl Router {
    /// Creates the functions, each with the same resources as the Lambda of the same name.
    pub(crate) fn new(settings: &Settings, resources: &Resources) -> Self {
        let (store, bucket) = (&resources.store, &resources.bucket);
        let (cors, sources) = (&settings.cors, Sources::new(settings.sources.clone()));
        let describer = describer::describer(&settings.models, &settings.vendors);
        let generation = generation::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            queue: resources.queue.clone(),
            models: Arc::new(settings.models.clone()),
            enhancer: describer::enhancer(&settings.models, &settings.vendors),
        };
        let images = images::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            sources: sources.clone(),
            describer: describer.clone(),
        };
        let inspirations = inspirations::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            sources: sources.clone(),
            describer,
        };
        let persons = persons::Parts {
            store: store.clone(),
            bucket: bucket.clone(),
            sources,
        };
        Self {
            discovery: discovery::service(store, cors.clone(), &settings.models),
            functions: BTreeMap::from([
                (Category::Generation, generation::service(&generation, cors.clone())),
                (Category::Images, images::service(&images, cors.clone())),
                (
                    Category::Inspirations,
                    inspirations::service(&inspirations, cors.clone()),
                ),
                (Category::Persons, persons::service(&persons, cors.clone())),
                (Category::Balance, balance::service(store, cors.clone())),
            ]),
        }
    }

    fn service(&self, method: &Method, path: &str) -> &Service {
        let tool = path.strip_prefix("/api/v1/tools/").and_then(tools::find);
        let routed =
            tool.filter(|tool| method == Method::POST || (method == Method::GET && gateway::accepts_get(tool)));
        routed
            .and_then(|tool| self.functions.get(&tool.category))
            .unwrap_or(&self.discovery)
    }
}

impl HttpFunction for Router {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        let service = self.service(request.method(), request.uri().path());
        Box::pin(service.call(request))
    }
}
