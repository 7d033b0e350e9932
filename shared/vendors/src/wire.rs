//! What all vendors' requests have in common: HTTP, bodies with pictures, JSON with options, downloads.

pub(crate) mod body;
pub(crate) mod download;
pub(crate) mod encoded;
pub(crate) mod http;
pub(crate) mod json;
