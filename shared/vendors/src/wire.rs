//! The common parts of all vendors' requests: HTTP, bodies with pictures, JSON with options, downloads.

pub(crate) mod body;
pub(crate) mod download;
pub(crate) mod encoded;
pub(crate) mod http;
pub(crate) mod json;
