//! Helpers that the suites share: the service under test, organizations, a client that validates every response, a web
//! server with pictures, a receiver of events, a proxy that injects faults between the service and AWS, fakes of the
//! model vendors, and a reader of the deployment's template.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a helper that fails ends its test with a panic that names the reason"
)]

use std::time::Duration;

pub mod client;
pub mod draft;
pub mod events;
pub mod http;
pub mod mcp;
pub mod operator;
pub mod proxy;
pub mod receiver;
pub mod service;
pub mod template;
pub mod upload;
pub mod upstream;
pub mod web;

pub use self::{
    client::{Answer, Client},
    mcp::{Mcp, Revision},
    proxy::{Call, Consumed, Contention, Fault, Proxy},
    receiver::Receiver,
    service::{Organization, Service, shared},
    web::web,
};

/// How long a test waits for an expected event. No event takes as long, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(180);
