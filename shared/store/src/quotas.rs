//! What an organization uses of its quotas and rate limits.

pub(crate) mod limits;
pub(crate) mod recount;
pub(crate) mod waiting_calls;
pub(crate) mod waiting_thumbnails;
