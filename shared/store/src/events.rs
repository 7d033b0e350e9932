//! The events that an organization listens for.

pub(crate) mod announcer;
pub(crate) mod listener_mark;
pub(crate) mod outbox;
