//! What becomes of money and thumbnails when AWS fails: every call of every tool and of the loop, in every way;
//! how many calls they are, and whether the deployment allows them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that meets what it does not expect is to fail there"
)]

mod contention;
mod events;
mod fallbacks;
mod faults;
mod forgetful;
mod holdings;
mod hostile_bodies;
mod iam;
mod instance;
mod lateness;
mod leases;
mod lost_answers;
mod mixed_reasons;
mod models;
mod models_policy;
mod outage;
mod policies;
mod preparation;
mod process;
mod requests;
mod round_trips;
mod scenario;
mod twins;
mod units;
mod unknown_keys;
mod upstreams;
mod vendor_calls;
mod vendor_verdict;
mod verdict;
mod world;
