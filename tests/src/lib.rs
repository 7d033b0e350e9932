//! What the suites share: a service to test, organizations to test it with, a client that validates every answer, a web
//! server to fetch from, a proxy that makes AWS fail, the vendors of models, and the template of the deployment.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on ends with a panic that says why"
)]

pub mod client;
pub mod draft;
pub mod http;
pub mod operator;
pub mod proxy;
pub mod service;
pub mod template;
pub mod upstream;
pub mod web;

pub use self::{
    client::{Answer, Client},
    proxy::{Call, Consumed, Contention, Fault, Proxy},
    service::{Organization, Service, shared},
    web::web,
};
