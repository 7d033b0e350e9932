//! The events that Lambda passes to a function with a queue and a schedule, and the function's response to a batch.

use futures_util::future::join_all;
use runtime::causes;
use serde::Deserialize;
use serde_json::{Value, json};

/// An event is neither a batch of messages nor an event of a schedule.
#[derive(Debug, thiserror::Error)]
#[error("the event is neither a batch of messages nor of a schedule")]
pub struct UnknownEvent;

/// One message of a batch.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    message_id: String,
    /// The receipt handle with which the message can be postponed.
    pub receipt_handle: String,
    /// The body that was sent.
    pub body: String,
}

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is deleted: its work is done, or the sweep does it.
    Done,
    /// It is kept, so that it is received again.
    Keep,
}

/// An event that triggers a function.
#[derive(Clone, Debug)]
pub enum Trigger {
    /// Messages of a queue.
    Messages(Vec<Record>),
    /// The schedule.
    Schedule,
}

impl Trigger {
    /// Parses an event.
    ///
    /// # Errors
    ///
    /// The event is of another kind.
    pub fn read(event: Value) -> Result<Self, UnknownEvent> {
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
        let batch: Batch = serde_json::from_value(event).map_err(|_| UnknownEvent)?;
        Ok(Self::Messages(batch.records))
    }
}

/// Handles the messages of a batch concurrently, and returns those to keep. A message whose handling panics is kept;
/// the others are not affected.
pub async fn each<F, W>(records: Vec<Record>, work: F) -> Value
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
