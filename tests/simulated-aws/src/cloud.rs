//! The cloud as the tests see it.

use std::collections::BTreeMap;

use aws_smithy_runtime_api::client::http::SharedHttpClient;
use bytes::Bytes;
use contract::Timestamp;
use runtime::{AwsConfig, Clock};

use crate::{Conditions, Item, ProcessId, Request, Verdict};

/// DynamoDB, SQS and S3. Clones share one state.
#[derive(Clone, Debug)]
pub struct Cloud;

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

impl Cloud {
    /// An empty cloud. Call this inside the runtime whose paused time it follows; `clock` shows the cloud's own time.
    pub fn new(_seed: u64, _clock: Clock, _conditions: Conditions) -> Self {
        Self
    }

    /// The configuration of a process that calls this cloud.
    pub fn config(&self, _process: ProcessId) -> AwsConfig {
        AwsConfig::local("http://simulated.invalid")
    }

    /// The HTTP client of a process; [`Cloud::config`] has it already.
    ///
    /// # Panics
    ///
    /// Not built yet.
    pub fn client(&self, _process: ProcessId) -> SharedHttpClient {
        panic!("not built yet")
    }

    /// Ends a process: its requests on the way are executed or not, no answer reaches it, and nothing that it sends
    /// from now on arrives. Whoever waits for an answer waits for ever.
    pub fn kill(&self, _process: ProcessId) {}

    /// Changes how the cloud behaves from now on.
    pub fn set_conditions(&self, _conditions: Conditions) {}

    /// How the cloud behaves now.
    pub fn conditions(&self) -> Conditions {
        Conditions::CALM
    }

    /// Lets `rewrite` see and change every request when it is sent.
    pub fn rewrite(&self, _rewrite: impl FnMut(&mut Request) -> Verdict + Send + 'static) {}

    /// Writes down what happens from now on, or no longer.
    pub fn record(&self, _on: bool) {}

    /// Adds a line to the history.
    pub fn note(&self, _line: String) {}

    /// What happened since recording began: a line for each event, with the time since the cloud was made.
    pub fn history(&self) -> String {
        String::new()
    }

    /// How many requests are on their way or being executed, those that nobody waits for included.
    pub fn under_way(&self) -> usize {
        0
    }

    /// Waits until no request is under way.
    pub async fn quiet(&self) {}

    /// Brings all indexes up to date, and ends all delays of messages that were never received.
    pub fn settle(&self) {}

    /// How many calls of each operation arrived, in whatever state they ended.
    pub fn calls(&self) -> BTreeMap<Operation, u64> {
        BTreeMap::new()
    }

    /// What capacity was consumed.
    pub fn meter(&self) -> BTreeMap<Use, Units> {
        BTreeMap::new()
    }

    /// Sets the meter and the counts of calls to zero.
    pub fn reset_meter(&self) {}

    /// All items of a table, by partition key and sort key.
    pub fn items(&self, _table: &str) -> Vec<Item> {
        Vec::new()
    }

    /// What an index shows at this moment, by its own keys.
    pub fn index_items(&self, _table: &str, _index: &str) -> Vec<Item> {
        Vec::new()
    }

    /// The items whose keys a transaction holds at this moment, as `partition key / sort key`.
    pub fn locked(&self, _table: &str) -> Vec<String> {
        Vec::new()
    }

    /// All objects of a bucket, by key.
    pub fn objects(&self, _bucket: &str) -> BTreeMap<String, Object> {
        BTreeMap::new()
    }

    /// All messages of a queue, by name of the queue, in the order in which they were sent.
    pub fn messages(&self, _queue: &str) -> Vec<QueuedMessage> {
        Vec::new()
    }
}
