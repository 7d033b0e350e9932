//! The tools of reference images.

pub(crate) mod delete_image;
pub(crate) mod get_image;
pub(crate) mod list_images;
pub(crate) mod search_images;
pub(crate) mod upload_image;
