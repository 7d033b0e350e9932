//! The records that callers create: images, inspirations, persons and uploads.

pub(crate) mod image;
pub(crate) mod inspiration;
pub(crate) mod person;
pub(crate) mod record;
pub(crate) mod upload;
