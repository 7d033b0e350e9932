//! Events of the loop, and the response to a batch.

use futures_util::future::join_all;
use queue::{Message, Unreadable};
use runtime::causes;
use serde::Deserialize;
use serde_json::{Value, json};

/// An event was not handled, or only in part. The cause of a failed shard or queue has already been logged.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// Neither a batch of SQS messages nor an event of the schedule.
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

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is deleted: the thumbnail is settled, or the sweep handles it.
    Done,
    /// It is kept, so that it is received again.
    Keep,
}

pub(crate) enum Event {
    Thumbnails(Vec<Record>),
    Schedule,
}

impl Event {
    /// Parses an event.
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

/// Handles the messages of a batch concurrently, and returns those to keep. A message whose handling panics is kept;
/// the others are not affected.
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
