//! SQS: standard queues that are stored on disk.

mod attributes;
mod batch;
mod error;
mod limits;
mod receive;
mod store;
mod wire;

use std::{
    fmt,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use http::{Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

use self::{error::SqsError, receive::Received, store::Store};
use super::{clock::Clock, json};
use crate::server::Body;

/// How often a waiting receive queries the queue again, because messages become visible just by time.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The queues of one file.
pub(super) struct Sqs {
    store: Arc<Mutex<Store>>,
    clock: Clock,
    /// Notifies waiting receives that messages may have become visible.
    arrivals: Notify,
    closing: AtomicBool,
}

impl fmt::Debug for Sqs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sqs")
    }
}

impl Sqs {
    /// Opens the queues in the file at `path`, which is created if it does not exist.
    pub(super) fn open(path: &Path, clock: Clock) -> rusqlite::Result<Self> {
        Ok(Self {
            store: Arc::new(Mutex::new(Store::open(path)?)),
            clock,
            arrivals: Notify::new(),
            closing: AtomicBool::new(false),
        })
    }

    /// Answers the receives that wait. Later receives do not wait.
    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.arrivals.notify_waiters();
    }

    /// Executes one call; URLs of queues begin with `host`.
    pub(super) async fn call(&self, operation: &str, host: &str, body: &[u8]) -> Response<Body> {
        match self.answer(operation, host, body).await {
            Ok(answer) => json::response(StatusCode::OK, answer.to_string()),
            Err(error) => error.response(),
        }
    }

    async fn answer(&self, operation: &str, host: &str, body: &[u8]) -> Result<Value, SqsError> {
        let url = |name: &str| format!("http://{host}/000000000000/{name}");
        match operation {
            "CreateQueue" => {
                let wire::CreateQueue { queue_name, attributes } = read(body)?;
                let name = queue_name.clone();
                self.with(move |store, now| store.create_queue(&name, &attributes, now))
                    .await?;
                Ok(json!({ "QueueUrl": url(&queue_name) }))
            }
            "GetQueueUrl" => {
                let wire::QueueName { queue_name } = read(body)?;
                let name = queue_name.clone();
                self.with(move |store, _| store.settings(&name)).await?;
                Ok(json!({ "QueueUrl": url(&queue_name) }))
            }
            "ListQueues" => {
                let wire::ListQueues { queue_name_prefix } = read(body)?;
                let names = self.with(move |store, _| store.list_queues(&queue_name_prefix)).await?;
                let urls: Vec<String> = names.iter().map(|name| url(name)).collect();
                Ok(json!({ "QueueUrls": urls }))
            }
            "DeleteQueue" => {
                let queue = queue(&read::<wire::QueueUrl>(body)?.queue_url)?;
                self.with(move |store, _| store.delete_queue(&queue)).await?;
                Ok(json!({}))
            }
            "GetQueueAttributes" => {
                let wire::GetAttributes {
                    queue_url,
                    attribute_names,
                } = read(body)?;
                let queue = queue(&queue_url)?;
                let mut attributes = self.with(move |store, now| store.attributes(&queue, now)).await?;
                attributes.retain(|name, _| attribute_names.iter().any(|asked| asked == name || asked == "All"));
                Ok(json!({ "Attributes": attributes }))
            }
            "SetQueueAttributes" => {
                let wire::SetAttributes { queue_url, attributes } = read(body)?;
                let queue = queue(&queue_url)?;
                self.with(move |store, now| store.set_attributes(&queue, attributes, now))
                    .await?;
                Ok(json!({}))
            }
            "PurgeQueue" => {
                let queue = queue(&read::<wire::QueueUrl>(body)?.queue_url)?;
                self.with(move |store, _| store.purge(&queue)).await?;
                Ok(json!({}))
            }
            "SendMessage" => {
                let wire::SendMessage { queue_url, message } = read(body)?;
                let queue = queue(&queue_url)?;
                let sent = self.with(move |store, now| store.send(&queue, &message, now)).await?;
                self.arrivals.notify_waiters();
                Ok(json!({ "MessageId": sent.id, "MD5OfMessageBody": sent.md5 }))
            }
            "ReceiveMessage" => self.receive(read(body)?).await,
            "DeleteMessage" => {
                let wire::WithReceipt { queue_url, receipt } = read(body)?;
                let queue = queue(&queue_url)?;
                self.with(move |store, _| store.delete(&queue, &receipt.receipt_handle))
                    .await?;
                Ok(json!({}))
            }
            "ChangeMessageVisibility" => {
                let wire::WithReceipt { queue_url, receipt } = read(body)?;
                let queue = queue(&queue_url)?;
                self.with(move |store, now| batch::change_visibility(store, &queue, &receipt, now))
                    .await?;
                self.arrivals.notify_waiters();
                Ok(json!({}))
            }
            "SendMessageBatch" => {
                let request: wire::Batch<wire::Outgoing> = read(body)?;
                batch::check_size(&request)?;
                let queue = queue(&request.queue_url)?;
                let answer = self
                    .with(move |store, now| batch::send(store, &queue, &request, now))
                    .await?;
                self.arrivals.notify_waiters();
                Ok(answer)
            }
            "DeleteMessageBatch" => {
                let request: wire::Batch<wire::Receipt> = read(body)?;
                let queue = queue(&request.queue_url)?;
                self.with(move |store, _| batch::delete(store, &queue, &request)).await
            }
            "ChangeMessageVisibilityBatch" => {
                let request: wire::Batch<wire::Receipt> = read(body)?;
                let queue = queue(&request.queue_url)?;
                let answer = self
                    .with(move |store, now| batch::change_visibilities(store, &queue, &request, now))
                    .await?;
                self.arrivals.notify_waiters();
                Ok(answer)
            }
            _ => Err(SqsError::UnknownOperation),
        }
    }

    /// Waits for a message if the call or the queue asks for it. The wait uses real time, not the clock.
    async fn receive(&self, request: wire::ReceiveMessage) -> Result<Value, SqsError> {
        let started = Instant::now();
        let queue = queue(&request.queue_url)?;
        let most = request.max_number_of_messages.unwrap_or(1);
        if !(1..=10).contains(&most) {
            let message = "MaxNumberOfMessages must be between 1 and 10.";
            return Err(SqsError::InvalidParameterValue(message.to_owned()));
        }
        let wait = match request.wait_time_seconds {
            Some(seconds) if (0..=20).contains(&seconds) => seconds,
            Some(_) => {
                let message = "WaitTimeSeconds must be between 0 and 20.";
                return Err(SqsError::InvalidParameterValue(message.to_owned()));
            }
            None => {
                let queue = queue.clone();
                self.with(move |store, _| store.settings(&queue)).await?.wait_seconds
            }
        };
        let deadline = started + Duration::from_secs(wait.unsigned_abs());
        loop {
            let arrived = self.arrivals.notified();
            tokio::pin!(arrived);
            arrived.as_mut().enable();
            let (name, visibility) = (queue.clone(), request.visibility_timeout);
            let received = self
                .with(move |store, now| store.receive(&name, most, visibility, now))
                .await?;
            if !received.is_empty() || Instant::now() >= deadline || self.closing.load(Ordering::SeqCst) {
                return Ok(answer(&received, &request));
            }
            // In both cases the queue is queried again.
            let woken = timeout_at(deadline.min(Instant::now() + LOOK_AGAIN), arrived).await;
            drop(woken);
        }
    }

    /// Calls `work` with the file and the time, outside of the threads that serve connections.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store, i64) -> Result<T, SqsError> + Send + 'static,
    ) -> Result<T, SqsError> {
        let store = self.store.clone();
        let clock = self.clock.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Every change is one statement or one transaction, so a panic leaves no partial change.
            let mut store = store.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut store, clock())
        });
        done.await.map_err(|error| SqsError::Internal(error.to_string()))?
    }
}

fn answer(received: &[Received], request: &wire::ReceiveMessage) -> Value {
    if received.is_empty() {
        return json!({});
    }
    let asked = [
        request.attribute_names.as_slice(),
        &request.message_system_attribute_names,
    ]
    .concat();
    let messages: Vec<Value> = received.iter().map(|message| message.to_json(&asked)).collect();
    json!({ "Messages": messages })
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, SqsError> {
    serde_json::from_slice(body).map_err(|error| SqsError::Unreadable(error.to_string()))
}

/// The queue's name at the end of its URL.
fn queue(url: &str) -> Result<String, SqsError> {
    match url.rsplit('/').next() {
        Some(name) if !name.is_empty() => Ok(name.to_owned()),
        _ => Err(SqsError::QueueDoesNotExist),
    }
}
