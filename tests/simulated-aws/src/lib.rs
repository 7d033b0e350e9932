//! DynamoDB, SQS and S3 in memory, for tests that run many functions in one process on a paused clock.
//!
//! A [`Cloud`] stands behind the SDK's HTTP connector. It answers the operations that the service uses, as the real
//! services document them, and it shows what an embedded endpoint cannot: transactions that lock and commit item by
//! item, indexes that lag, partitions that throttle, queues that deliver twice, and a network that delays, loses and
//! repeats requests. All times are tokio's, and one seed decides everything that is left to chance, so the same seed
//! gives the same run.
//!
//! A [`Cloud`] must be made and used within one current-thread tokio runtime whose time is paused.

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
