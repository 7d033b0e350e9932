//! Organizations, their API keys, and the operators' actions on them.

pub(crate) mod api_key;
pub(crate) mod daily_usage;
pub(crate) mod export;
pub(crate) mod inventory;
pub(crate) mod organization;
pub(crate) mod removal;
