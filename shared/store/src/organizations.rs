//! Organizations and their API keys, and what operators do with them.

pub(crate) mod api_key;
pub(crate) mod daily_usage;
pub(crate) mod export;
pub(crate) mod inventory;
pub(crate) mod organization;
pub(crate) mod removal;
