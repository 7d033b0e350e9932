//! The six tools of generation and the deletion of generations, one file each. `start` has the common code of the two
//! tools that charge.

mod cancel_generation;
mod delete_generation;
mod edit;
mod generate_thumbnail;
mod generate_variation;
mod get_generation_status;
mod list_generations;
mod start;
mod trigger_generation;

use std::sync::Arc;

use describer::Enhancer;
use media::Bucket;
use queue::Queue;
use runtime::Models;
use service::Service;
use sources::Endpoints;
use store::Store;

use self::{
    cancel_generation::Cancel, delete_generation::Delete, generate_thumbnail::Generate, generate_variation::Vary,
    get_generation_status::Status, list_generations::List, trigger_generation::Trigger,
};

/// The dependencies of this function's tools.
#[derive(Clone)]
pub struct Dependencies {
    /// Records and money.
    pub store: Store,
    /// Finished pictures.
    pub bucket: Bucket,
    /// The queue of thumbnails to make.
    pub queue: Queue,
    /// The models that callers may name.
    pub models: Arc<Models>,
    /// Rewrites prompts.
    pub enhancer: Arc<dyn Enhancer>,
    /// Checks the URLs that are to receive events.
    pub endpoints: Endpoints,
}

/// The tools and operations of this function.
pub fn service(dependencies: &Dependencies) -> Service {
    Service::new(dependencies.store.clone())
        .with_tool(Generate(dependencies.clone()))
        .with_tool(Status(dependencies.clone()))
        .with_tool(Vary(dependencies.clone()))
        .with_tool(List(dependencies.clone()))
        .with_tool(Cancel(dependencies.clone()))
        .with_tool(Trigger(dependencies.clone()))
        .with_tool(Delete(dependencies.clone()))
        .build()
}
