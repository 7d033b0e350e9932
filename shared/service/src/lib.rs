//! The core of the service: the pipeline that every call of a tool goes through, in whatever protocol it came.
//!
//! An adapter turns a message of its protocol into an [`Invocation`], and the [`Outcome`] into a message. The core decides
//! everything else, and knows no protocol.

mod arguments;
mod auth;
mod call;
mod cursor;
mod invocation;
mod json;
mod key_use;
mod limits;
mod listing;
mod named;
mod outcome;
mod page;
mod search;
mod service;
mod tool;
mod tool_name;
mod unknown_keys;

pub use self::{
    call::{Call, Claim},
    cursor::Seal,
    invocation::{Arguments, Credentials, Invocation},
    json::{JsonError, MOST_DEPTH, MOST_VALUES, read_json},
    limits::Standing,
    listing::{Listing, Page, Part, page},
    named::NamedIds,
    outcome::{CallerIds, Outcome, Success},
    search::Search,
    service::{Service, ServiceBuilder},
    tool::{Failure, Reply, Tool, refused},
};
