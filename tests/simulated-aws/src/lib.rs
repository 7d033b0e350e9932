//! An in-memory DynamoDB, SQS and S3 for tests that run many functions in one process on a paused clock.
//!
//! A [`Cloud`] stands behind the SDK's HTTP connector. It answers the operations that the service uses, as the AWS
//! documentation describes them. It also shows behaviour that an embedded endpoint cannot show: transactions that lock
//! and commit item by item, index lag, throttled partitions, duplicate deliveries, and a network that delays, loses and
//! repeats requests. All times are tokio's, and all randomness follows from one seed, so the same seed gives the same
//! run.
//!
//! A [`Cloud`] must be created and used within one current-thread tokio runtime with paused time.

mod body;
mod cloud;
mod conditions;
mod dynamo;
mod execution;
mod expression;
mod fate;
mod history;
mod network;
mod params;
mod process;
mod random;
mod refusal;
mod rewrite;
mod s3;
mod sqs;
mod value;
mod wire;

pub use self::{
    cloud::{Cloud, MessageState, Object, Operation, QueuedMessage, Units, Use},
    conditions::Conditions,
    process::ProcessId,
    random::Random,
    rewrite::{Request, Verdict},
    sqs::Received,
    value::{Item, Number, Value},
};
