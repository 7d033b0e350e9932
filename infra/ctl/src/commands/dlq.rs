//! `dlq`: the dead-letter queue, which has the messages that could not be settled.

use std::{collections::BTreeMap, time::Duration};

use clap::Subcommand;
use contract::{GenerationId, OrganizationId, Timestamp};
use futures_util::{StreamExt, stream};
use queue::{Message, Queue, QueueError, Received};
use serde::Serialize;

use crate::{
    Connection, Failure, Report,
    report::{NOTHING, listing},
};

/// How long a message is hidden from others while it is listed or moved. If the command is interrupted, the message
/// becomes visible again after this time.
const HOLD: Duration = Duration::from_secs(30);
/// The largest number of batches of ten that are listed.
const LISTED_BATCHES: usize = 100;
/// The largest number of batches of ten that are moved. Without it, a message that becomes a dead letter again at once
/// could be moved for ever.
const MOVED_BATCHES: usize = 1000;
/// How many messages are released concurrently.
const SIDE_BY_SIDE: usize = 10;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List up to 1000 messages, and leave them in the queue
    List,
    /// Return all messages to the work queue, including unreadable ones; harmless for thumbnails that have ended
    Redrive,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DeadLetter {
    message_id: String,
    receive_count: Option<u32>,
    sent_at: Option<Timestamp>,
    readable: bool,
    organization_id: Option<OrganizationId>,
    generation_id: Option<GenerationId>,
    index: Option<usize>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct List {
    messages: Vec<DeadLetter>,
    /// Messages that are hidden because another process is handling them.
    in_flight: u64,
}

#[derive(Debug, Serialize)]
struct Redriven {
    redriven: usize,
}

impl From<&Received> for DeadLetter {
    fn from(received: &Received) -> Self {
        let message = Message::parse(&received.body).ok();
        Self {
            message_id: received.id.clone(),
            receive_count: received.receive_count,
            sent_at: received.sent_at,
            readable: message.is_some(),
            organization_id: message.as_ref().map(|message| message.organization),
            generation_id: message.as_ref().map(|message| message.generation),
            index: message.as_ref().map(|message| message.index),
        }
    }
}

impl DeadLetter {
    fn row(&self) -> [String; 6] {
        fn shown(value: Option<impl ToString>) -> String {
            value.map_or_else(|| NOTHING.to_owned(), |value| value.to_string())
        }
        [
            self.message_id.clone(),
            shown(self.sent_at),
            shown(self.receive_count),
            shown(self.organization_id),
            shown(self.generation_id),
            shown(self.index),
        ]
    }
}

impl Command {
    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        let dead_letters = connection.dead_letter_queue().await?;
        match self {
            Self::List => list(&dead_letters).await,
            Self::Redrive => {
                let queue = connection.queue().await?;
                let mut redriven = 0;
                match redrive(&dead_letters, &queue, &mut redriven).await {
                    Ok(()) => Report::new(
                        &Redriven { redriven },
                        format!("messages returned to the queue: {redriven}\n"),
                    ),
                    Err(source) => Err(Failure::HalfRedriven { redriven, source }),
                }
            }
        }
    }
}

async fn list(dead_letters: &Queue) -> Result<Report, Failure> {
    let in_flight = dead_letters.in_flight().await?;
    let mut found = BTreeMap::new();
    let looked = look(dead_letters, &mut found).await;
    stream::iter(found.values())
        .for_each_concurrent(SIDE_BY_SIDE, async |received: &Received| {
            // A message that is not released becomes visible again when the hold ends.
            drop(dead_letters.postpone(&received.receipt, Duration::ZERO).await);
        })
        .await;
    looked?;
    let mut messages: Vec<DeadLetter> = found.values().map(DeadLetter::from).collect();
    messages.sort_by_key(|letter| letter.sent_at);
    let header = ["MESSAGE", "SENT", "RECEIVED", "ORGANIZATION", "GENERATION", "INDEX"];
    let rows = messages.iter().map(DeadLetter::row);
    let mut text = listing(header, rows, "The dead-letter queue is empty.");
    if in_flight > 0 {
        text.push_str(&format!("in work at this moment, and not shown: {in_flight}\n"));
    }
    Report::new(&List { messages, in_flight }, text)
}

/// Receives until there are no new messages.
async fn look(dead_letters: &Queue, found: &mut BTreeMap<String, Received>) -> Result<(), QueueError> {
    for _ in 0..LISTED_BATCHES {
        let before = found.len();
        let batch = dead_letters.peek(HOLD).await?;
        found.extend(batch.into_iter().map(|received| (received.id.clone(), received)));
        if found.len() == before {
            break;
        }
    }
    Ok(())
}

/// Moves messages and counts them. Each message is sent before it is deleted: a message in both queues is harmless, a
/// message in neither is lost.
async fn redrive(dead_letters: &Queue, queue: &Queue, redriven: &mut usize) -> Result<(), QueueError> {
    for _ in 0..MOVED_BATCHES {
        let batch = dead_letters.peek(HOLD).await?;
        if batch.is_empty() {
            break;
        }
        for received in batch {
            queue.send_body(&received.body).await?;
            dead_letters.delete(&received.receipt).await?;
            *redriven += 1;
        }
    }
    Ok(())
}
