//! The tools of style inspirations.

pub(crate) mod create_inspiration;
pub(crate) mod delete_inspiration;
pub(crate) mod get_inspiration;
pub(crate) mod list_inspirations;
