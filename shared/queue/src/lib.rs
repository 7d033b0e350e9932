//! The SQS queue with one message for each thumbnail to be made.

mod error;
mod message;
mod queue;
mod setup;

pub use self::{
    error::QueueError,
    message::{Message, Unreadable},
    queue::{Queue, Received},
    setup::{Redrive, create_queues, find},
};
