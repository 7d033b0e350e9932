//! The SQS queues: one with a message for each thumbnail to be made, one with a message for each event and delivery.

mod batch;
mod error;
mod message;
mod queue;
mod setup;

pub use self::{
    batch::{Record, Trigger, UnknownEvent, Verdict, each},
    error::QueueError,
    message::{Message, Outgoing, Unreadable},
    queue::{Queue, Received},
    setup::{Redrive, create_queues, find},
};
