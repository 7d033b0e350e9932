//! Vendors' models: what they are sent, what becomes of each of their answers, and what is told of it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that meets what it does not expect is to fail there"
)]

mod failover;
mod interrupted;
mod logs;
mod memory;
mod outcomes;
mod own_server;
mod provenance;
mod references;
mod requests;
mod reuse;
mod secrets;
mod support;
mod words;
mod world;
