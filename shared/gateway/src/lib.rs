//! The way of a request: its id, the key, the rate limit, the tool, the envelope; once, for all tools.

mod auth;
mod body;
mod call;
mod cors;
mod cursor;
mod envelope;
mod json;
mod key_use;
pub mod lambda;
mod limits;
mod listing;
mod named;
mod page;
mod protection;
mod route;
mod search;
mod service;
mod tool;
mod unknown_keys;

pub use self::{
    call::{Call, Claim},
    cursor::Seal,
    json::{JsonError, MOST_DEPTH, MOST_VALUES, read_json},
    listing::{Listing, Page, Part, page},
    named::NamedIds,
    route::accepts_get,
    search::Search,
    service::{Service, ServiceBuilder},
    tool::{Failure, Reply, Tool},
};
