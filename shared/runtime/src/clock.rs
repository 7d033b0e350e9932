//! The one source of time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use contract::Timestamp;

/// Tells the time. Clones share one clock, so that a test can move it for everybody.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead_millis: Arc<AtomicI64>,
}

impl Clock {
    /// The system's time.
    pub fn system() -> Self {
        Self::default()
    }

    /// What time it is.
    pub fn now(&self) -> Timestamp {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let millis = i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX);
        Timestamp::from_millis(millis.saturating_add(self.ahead_millis.load(Ordering::SeqCst)))
    }

    /// Moves this clock and its clones ahead of the system's time by this much more.
    pub fn advance(&self, by: Duration) {
        self.ahead_millis
            .fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
    }
}
