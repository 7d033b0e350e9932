//! The four tools of style inspirations, one file each.

mod create_inspiration;
mod delete_inspiration;
mod get_inspiration;
mod list_inspirations;
mod view;

use std::sync::Arc;

use describer::Describer;
use media::Bucket;
use service::Service;
use sources::Sources;
use store::Store;

use self::{create_inspiration::Create, delete_inspiration::Delete, get_inspiration::Get, list_inspirations::List};

/// The dependencies of this function's tools.
#[derive(Clone)]
pub struct Dependencies {
    /// Records and money.
    pub store: Store,
    /// The pictures.
    pub bucket: Bucket,
    /// Where pictures come from.
    pub sources: Sources,
    /// Puts a style into words.
    pub describer: Arc<dyn Describer>,
}

/// The tools of this function.
pub fn service(dependencies: &Dependencies) -> Service {
    Service::new(dependencies.store.clone())
        .with_tool(Create(dependencies.clone()))
        .with_tool(List(dependencies.clone()))
        .with_tool(Get(dependencies.clone()))
        .with_tool(Delete(dependencies.clone()))
        .build()
}
