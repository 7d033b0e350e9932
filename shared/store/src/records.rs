//! The records that callers create: images, inspirations and persons.

pub(crate) mod image;
pub(crate) mod inspiration;
pub(crate) mod inventory;
pub(crate) mod person;
pub(crate) mod record;
