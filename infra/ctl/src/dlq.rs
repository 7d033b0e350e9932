//! `dlq`: the dead-letter queue, which holds the messages that nobody could settle.

use std::{collections::BTreeMap, time::Duration};

use clap::Subcommand;
use contract::{GenerationId, OrganizationId, Timestamp};
use futures_util::{StreamExt, stream};
use queue::{Message, Queue, QueueError, Received};
use serde::Serialize;

use crate::{
    Connection, Failure, Report,
    report::{NOTHING, table},
};

/// How long a message is hidden from others while it is looked at or moved. One that the tool leaves behind, however
/// it ends, is back after this.
const HOLD: Duration = Duration::from_secs(30);
/// How many batches of ten are listed at most.
const LISTED_BATCHES: usize = 100;
/// How many batches of ten are moved at most: what dies again at once must not be moved for ever.
const MOVED_BATCHES: usize = 1000;
/// How many messages are released side by side.
const SIDE_BY_SIDE: usize = 10;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List what is there, up to 1000 messages, and leave it there
    List,
    /// Put everything back into the queue, what nobody can read included; harmless for what is settled
    Redrive,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Letter {
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
    messages: Vec<Letter>,
    /// Messages that somebody else is handling at this moment, and that nobody can look at.
    in_flight: u64,
}

#[derive(Debug, Serialize)]
struct Redriven {
    redriven: usize,
}

impl From<&Received> for Letter {
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

impl Letter {
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
                    Ok(()) => Report::new(&Redriven { redriven }, format!("messages put back: {redriven}\n")),
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
            // One that is not released is back by itself when the hold ends.
            drop(dead_letters.postpone(&received.receipt, Duration::ZERO).await);
        })
        .await;
    looked?;
    let mut messages: Vec<Letter> = found.values().map(Letter::from).collect();
    messages.sort_by_key(|letter| letter.sent_at);
    let header = ["MESSAGE", "SENT", "RECEIVED", "ORGANIZATION", "GENERATION", "INDEX"].map(str::to_owned);
    let rows = messages.iter().map(Letter::row);
    let mut text = table(std::iter::once(header).chain(rows));
    if in_flight > 0 {
        text.push_str(&format!("being handled at this moment, and not shown: {in_flight}\n"));
    }
    Report::new(&List { messages, in_flight }, text)
}

/// Receives until nothing new comes.
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

/// Moves messages and counts them as it goes. Each is sent before it is deleted: one that is in both queues for a
/// while is harmless, one that is in neither is lost.
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
