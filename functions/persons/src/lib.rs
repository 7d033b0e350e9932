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
pub struct Parts {
    /// Records and money.
    pub store: Store,
    /// The photos.
    pub bucket: Bucket,
    /// Where photos come from.
    pub sources: Sources,
}

/// The tools of this function.
pub fn service(parts: &Parts) -> Service {
    Service::new(parts.store.clone())
        .with_tool(Create(parts.clone()))
        .with_tool(List(parts.clone()))
        .with_tool(Get(parts.clone()))
        .with_tool(Delete(parts.clone()))
        .build()
}
