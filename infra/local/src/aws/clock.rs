//! The clock of the queues.

use std::sync::Arc;

/// Returns the time in milliseconds since the Unix epoch.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;
