//! Requests to hosts that callers name.

pub(crate) mod address;
pub(crate) mod connect;
pub(crate) mod encoding;
pub(crate) mod fetch;
pub(crate) mod post;
pub(crate) mod resolve;
