//! Messages and receipt handles.

use contract::Timestamp;
use tokio::time::Instant;

#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) body: String,
    pub(super) sent_at: Timestamp,
    /// The time from which the message can be received.
    pub(super) visible_at: Instant,
    pub(super) receive_count: u32,
}

/// A message as its receiver sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The message id. It is the same each time the message is received.
    pub id: String,
    /// The receipt handle, with which the receiver deletes the message. It is different each time the message is
    /// received.
    pub receipt: String,
    /// The body that was sent.
    pub body: String,
    /// How often the message was received, including this time.
    pub receive_count: u32,
    /// When the message was sent.
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

/// Parses a receipt handle: the message's sequence number, and its receive count when the handle was issued.
pub(super) fn read_receipt(queue: &str, receipt: &str) -> Option<(u64, u32)> {
    let (of, rest) = receipt.split_once(':')?;
    let (number, receive) = rest.split_once(':')?;
    (of == queue).then_some((number.parse().ok()?, receive.parse().ok()?))
}
