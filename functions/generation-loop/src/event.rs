//! The events that come in, and the answer to a batch.

use futures_util::future::join_all;
use queue::{Message, Unreadable};
use runtime::causes;
use serde::Deserialize;
use serde_json::{Value, json};

/// An event was not handled, or was handled in part. The cause of a failed shard or queue has already been logged.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Neither a batch of SQS messages nor a schedule's tick.
    #[error("the event is of no kind that the loop handles")]
    Unknown,
    /// At least one shard of the index `due` could not be read.
    #[error("the sweep could not read all that is due")]
    DueUnread,
    /// The dead-letter queue could not be read.
    #[error("the dead letters could not be read")]
    DeadLettersUnread,
}

/// One message of a batch.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    message_id: String,
    pub(crate) receipt_handle: String,
    body: String,
}

impl Record {
    pub(crate) fn message(&self) -> Result<Message, Unreadable> {
        Message::parse(&self.body)
    }
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is settled, or the table sees to it: off the queue.
    Done,
    /// It is to come again.
    Keep,
}

pub(crate) enum Event {
    Thumbnails(Vec<Record>),
    Schedule,
}

impl Event {
    /// Reads an event.
    pub(crate) fn read(event: Value) -> Result<Self, EventError> {
        #[derive(Deserialize)]
        struct Batch {
            #[serde(rename = "Records")]
            records: Vec<Record>,
        }
        if event.get("source").and_then(Value::as_str) == Some("aws.events")
            || event.get("detail-type").and_then(Value::as_str) == Some("Scheduled Event")
        {
            return Ok(Self::Schedule);
        }
        let batch: Batch = serde_json::from_value(event).map_err(|_| EventError::Unknown)?;
        Ok(Self::Thumbnails(batch.records))
    }
}

/// Handles the messages of a batch side by side and answers with those to be kept. One that panics is kept, and its
/// neighbours go on.
pub(crate) async fn each<F, W>(records: Vec<Record>, work: F) -> Value
where
    F: Fn(Record) -> W,
    W: Future<Output = Verdict> + Send + 'static,
{
    let tasks = records.into_iter().map(|record| {
        let id = record.message_id.clone();
        let task = tokio::spawn(work(record));
        async move {
            match task.await {
                Ok(Verdict::Done) => None,
                Ok(Verdict::Keep) => Some(id),
                Err(error) => {
                    tracing::error!(error = %causes(&error), message.id = id, "handling a message panicked");
                    Some(id)
                }
            }
        }
    });
    let kept: Vec<Value> = join_all(tasks)
        .await
        .into_iter()
        .flatten()
        .map(|id| json!({ "itemIdentifier": id }))
        .collect();
    json!({ "batchItemFailures": kept })
}
