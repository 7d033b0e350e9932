//! The core of the service. Every call of a tool passes through its pipeline, over HTTP and over MCP.
//!
//! An adapter turns a message of its protocol into an [`Invocation`], and the [`Outcome`] into a message. The core
//! decides everything else, and knows no protocol.

mod access;
mod bill;
mod call;
mod outcome;
mod pages;
mod request;
mod service;
mod tool;

pub use self::{
    access::limits::Standing,
    bill::Bill,
    call::{Call, Idempotency},
    outcome::{Identity, Outcome, Success},
    pages::{
        cursor::Seal,
        listing::{Listing, Page, Part, id_at, page},
        room::PageRoom,
        search::{Search, folded},
    },
    request::{
        invocation::{Arguments, Credentials, Invocation},
        json::{JsonError, MOST_DEPTH, MOST_VALUES, read_json},
        named::NamedIds,
        tool_name::closest_tool,
    },
    service::{Service, ServiceBuilder},
    tool::{Failure, Reply, Tool, refused},
};
