//! The simulated AWS and its inspection by tests.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use aws_smithy_async::time::{SharedTimeSource, TimeSource};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use bytes::Bytes;
use contract::Timestamp;
use runtime::{AwsConfig, Clock, SimulatedAws};
use tokio::{sync::Notify, time::Instant};

use crate::{
    Conditions, Item, ProcessId, Random, Received, Request, Verdict,
    dynamo::{self, Dynamo},
    history::History,
    network::Connector,
    rewrite::Rewrite,
    s3::S3,
    sqs::{self, Sqs},
};

/// The endpoint URL of the simulated services. No request reaches the network.
const ENDPOINT: &str = "http://simulated.invalid";

/// DynamoDB, SQS and S3. Clones share one state.
#[derive(Clone)]
pub struct Cloud(Arc<Shared>);

impl fmt::Debug for Cloud {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cloud").finish_non_exhaustive()
    }
}

/// An object in a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The content.
    pub bytes: Bytes,
    /// The content type.
    pub content_type: Option<String>,
    /// The tags in the format of `PutObject`: `name=value&name=value`.
    pub tagging: Option<String>,
    /// When the object was stored.
    pub modified_at: Timestamp,
}

/// Whether a message can be received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageState {
    /// The message can be received now.
    Visible,
    /// The message was received and is hidden until this time.
    InFlight(Timestamp),
    /// The message was never received and is hidden until this time.
    Delayed(Timestamp),
}

/// A message in a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedMessage {
    /// The message id that SQS assigned.
    pub id: String,
    /// The body that was sent.
    pub body: String,
    /// How often the message was received.
    pub receive_count: u32,
    /// When the message was sent.
    pub sent_at: Timestamp,
    /// Whether the message can be received.
    pub state: MessageState,
}

/// The key by which consumed capacity is counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The table name.
    pub table: String,
    /// The index name; `None` for the table itself.
    pub index: Option<String>,
    /// The value of the partition key of the table or of the index.
    pub partition: String,
    /// The operation.
    pub operation: Operation,
}

/// The name of an API operation, such as `PutItem`.
pub type Operation = &'static str;

/// Consumed capacity units. Reads are counted in half units, because an eventually consistent read consumes half a
/// unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// How many requests consumed the units. Each item of a batch or a transaction counts as one request.
    pub requests: u64,
    /// Read capacity units, times two.
    pub half_reads: u64,
    /// Write capacity units.
    pub writes: u64,
}

pub(crate) struct Shared {
    state: Mutex<State>,
    /// Notified when no request is under way any more.
    pub(crate) quiet: Notify,
    /// Notified when the messages of a queue change.
    pub(crate) queues: Notify,
}

pub(crate) struct State {
    clock: Clock,
    start: Instant,
    pub(crate) conditions: Conditions,
    pub(crate) network: Random,
    dynamo: Dynamo,
    sqs: Sqs,
    pub(crate) s3: S3,
    pub(crate) killed: BTreeSet<ProcessId>,
    /// Processes whose requests are lost until this time.
    pub(crate) cut_off: BTreeMap<ProcessId, Instant>,
    pub(crate) under_way: usize,
    pub(crate) requests: u64,
    pub(crate) rewrite: Option<Rewrite>,
    pub(crate) history: History,
    pub(crate) calls: BTreeMap<Operation, u64>,
    pub(crate) malformed: Vec<String>,
}

impl Shared {
    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        // The lock is poisoned only if a test panicked during a change, and then that test has failed anyway.
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    pub(crate) fn time(&self) -> Timestamp {
        self.clock.unmoved()
    }

    /// Loses all requests of a process for this time.
    pub(crate) fn cut_off(&mut self, process: ProcessId, after: Duration) {
        self.cut_off.insert(process, Instant::now() + after);
    }

    pub(crate) fn is_cut_off(&self, process: ProcessId) -> bool {
        self.cut_off.get(&process).is_some_and(|&until| Instant::now() < until)
    }

    pub(crate) fn note(&mut self, line: impl fmt::Display) {
        self.history.add(self.start.elapsed(), line);
    }

    pub(crate) fn dynamo(&mut self) -> (&mut Dynamo, dynamo::Moment<'_>) {
        let moment = dynamo::Moment {
            now: Instant::now(),
            conditions: &self.conditions,
        };
        (&mut self.dynamo, moment)
    }

    pub(crate) fn sqs(&mut self) -> (&mut Sqs, sqs::Moment<'_>) {
        let moment = sqs::Moment {
            now: Instant::now(),
            time: self.clock.unmoved(),
            conditions: &self.conditions,
        };
        (&mut self.sqs, moment)
    }
}

/// The unskewed clock as a time source for the SDK.
#[derive(Debug)]
struct CloudTime(Clock);

impl TimeSource for CloudTime {
    fn now(&self) -> SystemTime {
        let millis = u64::try_from(self.0.unmoved().millis()).unwrap_or(0);
        UNIX_EPOCH + Duration::from_millis(millis)
    }
}

impl Cloud {
    /// Creates an empty cloud. Must be called inside the runtime with paused time. `clock` is the time with which the
    /// SDK signs requests, and with which S3 and SQS date objects and messages.
    ///
    /// The SDK's retry delays have random jitter from a generator of the thread. This function seeds that generator.
    pub fn new(seed: u64, clock: Clock, conditions: Conditions) -> Self {
        let mut random = Random::new(seed);
        fastrand::seed(random.number());
        let state = State {
            clock,
            start: Instant::now(),
            conditions,
            network: random.split(),
            dynamo: Dynamo::new(random.split()),
            sqs: Sqs::new(random.split()),
            s3: S3::default(),
            killed: BTreeSet::new(),
            cut_off: BTreeMap::new(),
            under_way: 0,
            requests: 0,
            rewrite: None,
            history: History::default(),
            calls: BTreeMap::new(),
            malformed: Vec::new(),
        };
        Self(Arc::new(Shared {
            state: Mutex::new(state),
            quiet: Notify::new(),
            queues: Notify::new(),
        }))
    }

    /// The AWS configuration of a process that calls this cloud.
    pub fn config(&self, process: ProcessId) -> AwsConfig {
        let clock = self.0.with(|state| state.clock.clone());
        AwsConfig {
            simulated: Some(SimulatedAws {
                http: self.client(process),
                time: SharedTimeSource::new(CloudTime(clock)),
            }),
            ..AwsConfig::local(ENDPOINT)
        }
    }

    /// The HTTP client of a process. [`Cloud::config`] already contains this client.
    pub fn client(&self, process: ProcessId) -> SharedHttpClient {
        SharedHttpClient::new(Connector {
            shared: Arc::clone(&self.0),
            process,
        })
    }

    /// Kills a process. Its requests under way may or may not be executed, no response reaches it, and requests that it
    /// sends from now on are lost. A task that waits for a response waits forever.
    pub fn kill(&self, process: ProcessId) {
        self.0.with(|state| {
            state.killed.insert(process);
            state.note(format_args!("{process} is killed"));
        });
        // A killed process no longer waits for messages.
        self.0.queues.notify_waiters();
    }

    /// Changes the faults and latencies from now on.
    ///
    /// Processes that were cut off can reach the cloud again.
    pub fn set_conditions(&self, conditions: Conditions) {
        self.0.with(|state| {
            state.conditions = conditions;
            state.cut_off.clear();
        });
    }

    /// The current faults and latencies.
    pub fn conditions(&self) -> Conditions {
        self.0.with(|state| state.conditions.clone())
    }

    /// Calls `rewrite` with every request when it is sent. `rewrite` may change the request, and must not call the
    /// cloud.
    pub fn rewrite(&self, rewrite: impl FnMut(&mut Request) -> Verdict + Send + 'static) {
        self.0.with(|state| state.rewrite = Some(Box::new(rewrite)));
    }

    /// Switches the recording of the history on or off.
    pub fn record(&self, on: bool) {
        self.0.with(|state| state.history.switch(on));
    }

    /// Adds a line to the history if recording is on.
    pub fn note(&self, line: String) {
        self.0.with(|state| state.note(line));
    }

    /// The recorded history: one line for each event, with the time in seconds since the cloud was created.
    pub fn history(&self) -> String {
        self.0.with(|state| state.history.text().to_owned())
    }

    /// How many requests are being transported or executed, including requests whose client gave up.
    pub fn under_way(&self) -> usize {
        self.0.with(|state| state.under_way)
    }

    /// Waits until no request is under way.
    pub async fn quiet(&self) {
        loop {
            let quiet = self.0.quiet.notified();
            if self.under_way() == 0 {
                return;
            }
            quiet.await;
        }
    }

    /// Brings all indexes up to date, and makes all delayed messages that were never received visible.
    pub fn settle(&self) {
        self.0.with(|state| {
            state.dynamo.settle();
            state.sqs.settle(Instant::now());
        });
        self.0.queues.notify_waiters();
    }

    /// How many requests of each operation were sent, whatever their outcome.
    pub fn calls(&self) -> BTreeMap<Operation, u64> {
        self.0.with(|state| state.calls.clone())
    }

    /// The requests that AWS would refuse because of their form, or that this simulation does not support. Each entry
    /// is the operation and the error message.
    pub fn malformed(&self) -> Vec<String> {
        self.0.with(|state| state.malformed.clone())
    }

    /// The consumed capacity.
    pub fn meter(&self) -> BTreeMap<Use, Units> {
        self.0.with(|state| state.dynamo.meter())
    }

    /// Resets the consumed capacity and the request counts to zero.
    pub fn reset_meter(&self) {
        self.0.with(|state| {
            state.calls.clear();
            state.dynamo.reset_meter();
        });
    }

    /// All items of a table, ordered by partition key and sort key.
    pub fn items(&self, table: &str) -> Vec<Item> {
        self.0.with(|state| state.dynamo.items(table))
    }

    /// The items that an index currently shows, ordered by the index's key.
    pub fn index_items(&self, table: &str, index: &str) -> Vec<Item> {
        self.0
            .with(|state| state.dynamo.index_items(table, index, Instant::now()))
    }

    /// The keys that a transaction currently holds, as `partition key / sort key`.
    pub fn locked(&self, table: &str) -> Vec<String> {
        self.0.with(|state| state.dynamo.locked(table))
    }

    /// All objects of a bucket, by key.
    pub fn objects(&self, bucket: &str) -> BTreeMap<String, Object> {
        self.0.with(|state| state.s3.objects(bucket))
    }

    /// All messages of the queue with this name, in the order in which they were sent.
    pub fn messages(&self, queue: &str) -> Vec<QueuedMessage> {
        self.0.with(|state| {
            let time = state.time();
            state.sqs.messages(queue, Instant::now(), time)
        })
    }

    /// Receives at most `most` messages like Lambda's event source mapping: without the simulated network.
    pub fn poll(&self, queue: &str, most: u64) -> Vec<Received> {
        self.0.with(|state| {
            let (sqs, moment) = state.sqs();
            sqs.poll(moment, queue, most)
        })
    }

    /// Deletes a message like Lambda's event source mapping: without the simulated network.
    pub fn delete(&self, queue: &str, receipt: &str) {
        self.0.with(|state| {
            let (sqs, moment) = state.sqs();
            sqs.delete(moment, queue, receipt);
        });
    }
}
