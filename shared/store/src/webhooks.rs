//! Webhooks, and the deliveries of events to them.
//!
//! A fact and its outbox entry are written together. [`fan_out`] replaces the entry by one delivery for each receiver,
//! in one transaction. From then on every delivery has a life of its own: [`state`] decides its steps, and [`writes`]
//! executes them.

pub(crate) mod delivery;
pub(crate) mod due;
pub(crate) mod fan_out;
mod listening;
pub(crate) mod log;
pub(crate) mod receiver;
pub(crate) mod registry;
pub(crate) mod secret;
pub(crate) mod state;
pub(crate) mod webhook;
pub(crate) mod writes;
