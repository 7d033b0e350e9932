//! Lists that are returned page by page.

pub(crate) mod cursor;
pub(crate) mod listing;
pub(crate) mod page;
pub(crate) mod room;
pub(crate) mod search;
