//! The four tools of reference persons, one file each.

mod create_person;
mod delete_person;
mod get_person;
mod list_persons;
mod view;

use media::Bucket;
use service::Service;
use sources::Sources;
use store::Store;

use self::{create_person::Create, delete_person::Delete, get_person::Get, list_persons::List};

/// The dependencies of this function's tools.
#[derive(Clone)]
pub struct Dependencies {
    /// Records and money.
    pub store: Store,
    /// The photos.
    pub bucket: Bucket,
    /// Where photos come from.
    pub sources: Sources,
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
