//! The responses that are stored for idempotency keys, and the tasks that one process does for all.

pub(crate) mod daily_task;
pub(crate) mod deletion;
pub(crate) mod idempotency;
