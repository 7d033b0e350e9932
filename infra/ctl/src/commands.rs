//! The commands of `tgctl`, one file each.

pub(crate) mod answers;
pub(crate) mod credits;
pub(crate) mod dlq;
pub(crate) mod key;
pub(crate) mod library;
pub(crate) mod log;
pub(crate) mod models;
pub(crate) mod org;
pub(crate) mod setup;
pub(crate) mod smoke;
pub(crate) mod upkeep;
pub(crate) mod webhook;
