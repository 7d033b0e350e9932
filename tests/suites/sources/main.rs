//! Fetched pictures: forbidden addresses, hostile responses and files, and real pictures.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails at the first unexpected value"
)]

mod addresses;
mod answers;
mod bombs;
mod crafted;
mod exemptions;
mod files;
mod flood;
mod hostile;
mod origin;
mod pictures;
mod previews;
mod process;
mod ssrf;
mod support;
mod timing;
mod uploads;
