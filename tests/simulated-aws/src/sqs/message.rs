//! Messages and their receipts.

use contract::Timestamp;
use tokio::time::Instant;

#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) body: String,
    pub(super) sent_at: Timestamp,
    /// From when it can be received.
    pub(super) visible_at: Instant,
    pub(super) receive_count: u32,
}

/// A message as who receives it gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The queue's name for it, the same each time it is received.
    pub id: String,
    /// What deletes it; another one each time.
    pub receipt: String,
    /// What was sent.
    pub body: String,
    /// How often it was received, this time included.
    pub receive_count: u32,
    /// When it was sent.
    pub sent_at: Timestamp,
}

pub(super) fn id(number: u64) -> String {
    format!("message-{number}")
}

impl Message {
    pub(super) fn received(&self, queue: &str, number: u64) -> Received {
        Received {
            id: id(number),
            receipt: format!("{queue}:{number}:{}", self.receive_count),
            body: self.body.clone(),
            receive_count: self.receive_count,
            sent_at: self.sent_at,
        }
    }
}

/// The number of the message that a receipt is for, and how often it had been received then.
pub(super) fn read_receipt(queue: &str, receipt: &str) -> Option<(u64, u32)> {
    let (of, rest) = receipt.split_once(':')?;
    let (number, receive) = rest.split_once(':')?;
    (of == queue).then_some((number.parse().ok()?, receive.parse().ok()?))
}
