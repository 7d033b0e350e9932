//! The responses that are stored for idempotency keys.

pub(crate) mod deletion;
pub(crate) mod idempotency;
