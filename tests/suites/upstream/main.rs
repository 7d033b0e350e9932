//! Models of vendors: the requests that vendors receive, the consequences of each response, and what callers and logs
//! say about them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails at the first unexpected value"
)]

mod changes;
mod checks;
mod failover;
mod flux;
mod interrupted;
mod lettering;
mod logs;
mod marks;
mod memory;
mod outcomes;
mod own_server;
mod provenance;
mod references;
mod requests;
mod reuse;
mod reviews;
mod secrets;
mod support;
mod words;
mod world;
