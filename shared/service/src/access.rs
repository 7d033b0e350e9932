//! Who may call: API keys and rate limits.

pub(crate) mod auth;
pub(crate) mod key_use;
pub(crate) mod limits;
pub(crate) mod unknown_keys;
