//! Runs every target for a bounded time, in a separate process with the memory of the deployed function.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails at the first unexpected value"
)]

mod bombs;
mod parsers;
mod runner;
mod targets;
mod turns;
