//! The machinery behind the tools: concurrent charges, attempts, dead letters, the sweep, expiry, the local runner's
//! process, the deployment's template, and the structure of the source tree.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test fails at the first unexpected value"
)]

mod attempts;
mod circles;
mod clock;
mod dead_letters;
mod error_messages;
mod greeting;
mod kills;
mod lanes;
mod languages;
mod messages;
mod other_endpoint;
mod places;
mod process;
mod queues;
mod races;
mod restart;
mod runner;
mod structure;
mod stuck;
mod support;
mod sweep;
mod template;
mod template_options;
mod template_sections;
mod transitions;
mod watch;
mod webhook_delivery;
mod webhook_isolation;
mod webhook_messages;
mod webhook_world;
