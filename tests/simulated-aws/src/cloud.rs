//! The cloud as the tests see it.

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
    network::Line,
    rewrite::Rewrite,
    s3::S3,
    sqs::{self, Sqs},
};

/// Where the services seem to be.
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
    /// What is stored.
    pub bytes: Bytes,
    /// Its content type.
    pub content_type: Option<String>,
    /// Its tags, as `PutObject` takes them: `name=value&name=value`.
    pub tagging: Option<String>,
    /// When it was stored.
    pub modified_at: Timestamp,
}

/// Whether a message can be received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageState {
    /// It can be received now.
    Visible,
    /// It was received and is hidden until this time.
    InFlight(Timestamp),
    /// It was never received and is hidden until this time.
    Delayed(Timestamp),
}

/// A message in a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedMessage {
    /// The queue's name for it.
    pub id: String,
    /// What was sent.
    pub body: String,
    /// How often it was received.
    pub receive_count: u32,
    /// When it was sent.
    pub sent_at: Timestamp,
    /// Whether it can be received.
    pub state: MessageState,
}

/// What capacity was consumed for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    /// The table.
    pub table: String,
    /// The index; none for the table itself.
    pub index: Option<String>,
    /// The value of the partition key, of the table or of the index.
    pub partition: String,
    /// The operation.
    pub operation: Operation,
}

/// An operation that consumes capacity.
pub type Operation = &'static str;

/// Consumed capacity units. Half read units exist, so both kinds count in halves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// How many requests, or items of a batch or a transaction, consumed them.
    pub requests: u64,
    /// Read capacity units, times two.
    pub half_reads: u64,
    /// Write capacity units.
    pub writes: u64,
}

pub(crate) struct Shared {
    state: Mutex<State>,
    /// Told when no request is under way any more.
    pub(crate) quiet: Notify,
    /// Told when something changes in a queue.
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
    /// Processes whose requests are lost until then.
    pub(crate) cut_off: BTreeMap<ProcessId, Instant>,
    pub(crate) under_way: usize,
    pub(crate) requests: u64,
    pub(crate) rewrite: Option<Rewrite>,
    pub(crate) history: History,
    pub(crate) calls: BTreeMap<Operation, u64>,
}

impl Shared {
    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        // A test that panicked while it changed the state has failed already.
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl State {
    pub(crate) fn time(&self) -> Timestamp {
        self.clock.unmoved()
    }

    /// Cuts a process off for a while.
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

/// The cloud's own time, for the SDK.
#[derive(Debug)]
struct CloudTime(Clock);

impl TimeSource for CloudTime {
    fn now(&self) -> SystemTime {
        let millis = u64::try_from(self.0.unmoved().millis()).unwrap_or(0);
        UNIX_EPOCH + Duration::from_millis(millis)
    }
}

impl Cloud {
    /// An empty cloud. Call this inside the runtime whose paused time it follows. `clock` shows the time by which S3 and
    /// SQS date what they hold and the SDK signs.
    ///
    /// The SDK waits at random between attempts. Its random numbers belong to the thread, and this seeds them.
    pub fn new(seed: u64, clock: Clock, conditions: Conditions) -> Self {
        let mut random = Random::new(seed);
        fastrand::seed(random.next());
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
        };
        Self(Arc::new(Shared {
            state: Mutex::new(state),
            quiet: Notify::new(),
            queues: Notify::new(),
        }))
    }

    /// The configuration of a process that calls this cloud.
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

    /// The HTTP client of a process; [`Cloud::config`] has it already.
    pub fn client(&self, process: ProcessId) -> SharedHttpClient {
        SharedHttpClient::new(Line {
            shared: Arc::clone(&self.0),
            process,
        })
    }

    /// Ends a process: its requests on the way are executed or not, no answer reaches it, and nothing that it sends
    /// from now on arrives. Whoever waits for an answer waits for ever.
    pub fn kill(&self, process: ProcessId) {
        self.0.with(|state| {
            state.killed.insert(process);
            state.note(format_args!("{process} is killed"));
        });
        // A killed process does not wait for messages any more.
        self.0.queues.notify_waiters();
    }

    /// Changes how the cloud behaves from now on.
    ///
    /// A process that was cut off reaches the cloud again.
    pub fn set_conditions(&self, conditions: Conditions) {
        self.0.with(|state| {
            state.conditions = conditions;
            state.cut_off.clear();
        });
    }

    /// How the cloud behaves now.
    pub fn conditions(&self) -> Conditions {
        self.0.with(|state| state.conditions.clone())
    }

    /// Lets `rewrite` see and change every request when it is sent. It must not call the cloud.
    pub fn rewrite(&self, rewrite: impl FnMut(&mut Request) -> Verdict + Send + 'static) {
        self.0.with(|state| state.rewrite = Some(Box::new(rewrite)));
    }

    /// Writes down what happens from now on, or no longer.
    pub fn record(&self, on: bool) {
        self.0.with(|state| state.history.switch(on));
    }

    /// Adds a line to the history.
    pub fn note(&self, line: String) {
        self.0.with(|state| state.note(line));
    }

    /// What happened since recording began: a line for each event, with the time in seconds since the cloud was made.
    pub fn history(&self) -> String {
        self.0.with(|state| state.history.text().to_owned())
    }

    /// How many requests are on their way or being executed, those that nobody waits for included.
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

    /// Brings all indexes up to date, and ends all delays of messages that were never received.
    pub fn settle(&self) {
        self.0.with(|state| {
            state.dynamo.settle();
            state.sqs.settle(Instant::now());
        });
        self.0.queues.notify_waiters();
    }

    /// How many calls of each operation were sent, in whatever way they ended.
    pub fn calls(&self) -> BTreeMap<Operation, u64> {
        self.0.with(|state| state.calls.clone())
    }

    /// What capacity was consumed.
    pub fn meter(&self) -> BTreeMap<Use, Units> {
        self.0.with(|state| state.dynamo.meter())
    }

    /// Sets the meter and the counts of calls to zero.
    pub fn reset_meter(&self) {
        self.0.with(|state| {
            state.calls.clear();
            state.dynamo.reset_meter();
        });
    }

    /// All items of a table, by partition key and sort key.
    pub fn items(&self, table: &str) -> Vec<Item> {
        self.0.with(|state| state.dynamo.items(table))
    }

    /// What an index shows at this moment, by its own keys.
    pub fn index_items(&self, table: &str, index: &str) -> Vec<Item> {
        self.0
            .with(|state| state.dynamo.index_items(table, index, Instant::now()))
    }

    /// The keys that a transaction holds at this moment, as `partition key / sort key`.
    pub fn locked(&self, table: &str) -> Vec<String> {
        self.0.with(|state| state.dynamo.locked(table))
    }

    /// All objects of a bucket, by key.
    pub fn objects(&self, bucket: &str) -> BTreeMap<String, Object> {
        self.0.with(|state| state.s3.objects(bucket))
    }

    /// All messages of a queue, by name of the queue, in the order in which they were sent.
    pub fn messages(&self, queue: &str) -> Vec<QueuedMessage> {
        self.0.with(|state| {
            let time = state.time();
            state.sqs.messages(queue, Instant::now(), time)
        })
    }

    /// Receives at most this many messages at once, as AWS's own poller does, over no network.
    pub fn poll(&self, queue: &str, most: u64) -> Vec<Received> {
        self.0.with(|state| {
            let (sqs, moment) = state.sqs();
            sqs.poll(moment, queue, most)
        })
    }

    /// Deletes a message as AWS's own poller does, over no network.
    pub fn delete(&self, queue: &str, receipt: &str) {
        self.0.with(|state| {
            let (sqs, moment) = state.sqs();
            sqs.delete(moment, queue, receipt);
        });
    }
}
