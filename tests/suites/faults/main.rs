//! Failures of AWS and of vendors: every call of every tool and of the loop fails in every way, and money, records and
//! thumbnails must still be consistent. Also the number of calls, and the permissions that they need.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails at the first unexpected value"
)]

mod causes;
mod concurrent_calls;
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
mod operators_policy;
mod outage;
mod policies;
mod process;
mod requests;
mod round_trips;
mod scenario;
mod scenarios;
mod units;
mod unknown_keys;
mod upstreams;
mod vendor_calls;
mod vendor_verdict;
mod verdict;
mod webhook_calls;
mod webhook_operations;
mod webhook_requests;
mod world;
