//! What happens behind the tools: races for money, attempts, dead letters, the sweep, time, the process itself, and
//! the shape of the source tree.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test that meets what it does not expect is to fail there"
)]

mod attempts;
mod clock;
mod dead_letters;
mod process;
mod races;
mod structure;
mod stuck;
mod support;
mod sweep;
mod template;
mod template_options;
mod transitions;
mod watch;
