//! The tools of all categories behind one endpoint of the Model Context Protocol.

use std::{collections::BTreeMap, sync::Arc};

use contract::Category;
use describer::{Describer, Enhancer};
use media::Bucket;
use queue::Queue;
use runtime::Models;
use service::Service;
use sources::{Endpoints, Sources};
use store::Store;

/// The dependencies of all tools.
#[derive(Clone)]
pub struct Dependencies {
    /// Records and money.
    pub store: Store,
    /// The pictures.
    pub bucket: Bucket,
    /// The queue of thumbnails to make.
    pub queue: Queue,
    /// Where callers' pictures come from.
    pub sources: Sources,
    /// The models that callers may name.
    pub models: Arc<Models>,
    /// Describes the content of pictures.
    pub describer: Arc<dyn Describer>,
    /// Rewrites prompts.
    pub enhancer: Arc<dyn Enhancer>,
    /// Checks the URLs that are to receive events.
    pub endpoints: Endpoints,
}

/// The tools of each category.
pub fn services(dependencies: &Dependencies) -> BTreeMap<Category, Service> {
    let Dependencies {
        store,
        bucket,
        queue,
        sources,
        models,
        describer,
        enhancer,
        endpoints,
    } = dependencies.clone();
    let generation = generation::Dependencies {
        store: store.clone(),
        bucket: bucket.clone(),
        queue,
        models,
        enhancer,
        endpoints,
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
        bucket,
        sources,
    };
    BTreeMap::from([
        (Category::Generation, generation::service(&generation)),
        (Category::Images, images::service(&images)),
        (Category::Inspirations, inspirations::service(&inspirations)),
        (Category::Persons, persons::service(&persons)),
        (Category::Balance, balance::service(&store)),
    ])
}

/// The tools of all categories as one service.
pub fn service(dependencies: &Dependencies) -> Service {
    let all = Service::new(dependencies.store.clone());
    let services = services(dependencies);
    services
        .values()
        .fold(all, |all, category| all.with_tools_of(category))
        .build()
}
