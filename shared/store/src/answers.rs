//! The responses that are stored for idempotency keys, and the tasks that are done once.

pub(crate) mod deletion;
pub(crate) mod idempotency;
mod once;
