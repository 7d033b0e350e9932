//! The five tools of reference images and the creation of uploads, one file each. `list` has the common code of the two
//! tools that list.

mod create_upload;
mod delete_image;
mod get_image;
mod list;
mod list_images;
mod search_images;
mod upload_image;
mod view;

use std::sync::Arc;

use describer::Describer;
use media::Bucket;
use service::Service;
use sources::Sources;
use store::Store;

use self::{
    create_upload::Create, delete_image::Delete, get_image::Get, list_images::List, search_images::SearchByText,
    upload_image::Upload,
};

/// The dependencies of this function's tools.
#[derive(Clone)]
pub struct Dependencies {
    /// Records and money.
    pub store: Store,
    /// The pictures.
    pub bucket: Bucket,
    /// Where pictures come from.
    pub sources: Sources,
    /// Describes the content of pictures.
    pub describer: Arc<dyn Describer>,
}

/// The tools and operations of this function.
pub fn service(dependencies: &Dependencies) -> Service {
    Service::new(dependencies.store.clone())
        .with_tool(Upload(dependencies.clone()))
        .with_tool(List(dependencies.clone()))
        .with_tool(Get(dependencies.clone()))
        .with_tool(SearchByText(dependencies.clone()))
        .with_tool(Delete(dependencies.clone()))
        .with_tool(Create(dependencies.clone()))
        .build()
}
