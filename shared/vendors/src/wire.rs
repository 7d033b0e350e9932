//! What all vendors' requests have in common: HTTP, bodies with pictures, JSON with options.

pub(crate) mod body;
pub(crate) mod http;
pub(crate) mod json;
