//! The triggers of the generation loop: its queue, its schedule, and the call itself.

pub mod event_source;
pub(crate) mod invoke;
pub mod schedule;
