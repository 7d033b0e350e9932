//! Tests of the simulated AWS through the real SDK.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

mod dynamodb;
mod network;
mod s3;
mod sqs;
mod store;
mod support;
mod transactions;
