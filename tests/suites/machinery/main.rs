//! What happens behind the tools: races for money, attempts, dead letters, the sweep, time, the process itself, and
//! the shape of the source tree.

mod attempts;
mod clock;
mod dead_letters;
mod process;
mod races;
mod structure;
mod support;
mod sweep;
