//! How the store talks to DynamoDB: requests, their repetition, and the encoding of items.

pub(crate) mod backoff;
pub(crate) mod codec;
pub(crate) mod expression;
pub(crate) mod get;
pub(crate) mod query;
pub(crate) mod schema;
pub(crate) mod transaction;
pub(crate) mod update;
