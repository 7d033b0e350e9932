//! Requests to hosts that callers name.

pub(crate) mod address;
pub(crate) mod connect;
pub(crate) mod dial;
pub(crate) mod encoding;
pub(crate) mod endpoints;
pub(crate) mod fetch;
pub(crate) mod resolve;
