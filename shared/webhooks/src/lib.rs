//! Delivers events to the receivers that organizations name: builds bodies, signs them, sends them, and schedules
//! further attempts.
//!
//! The store decides which events exist and how a delivery goes from step to step. This crate makes the attempts.

mod announcer;
mod bus;
mod deliverer;
mod message;
mod payload;
mod schedule;
mod sender;
mod signature;

pub use self::{
    announcer::{QueueAnnouncer, announcing},
    deliverer::{DeliverError, Deliverer},
    message::{EventMessage, Work},
    sender::Sender,
    signature::sign,
};
