//! What the suites share: a service to test, organizations to test it with, a client that validates every answer, a web
//! server to fetch from, and a proxy that makes AWS fail.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on ends with a panic that says why"
)]

pub mod client;
pub mod http;
pub mod proxy;
pub mod service;
pub mod web;

pub use self::{
    client::{Answer, Client},
    proxy::{Fault, Proxy},
    service::{Organization, Service, shared},
    web::web,
};
