//! Runs every target for a bounded time, in a process of its own that has no more memory than the deployed function.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that meets what it does not expect is to fail there"
)]

mod bombs;
mod runner;
mod targets;
