//! The one source of time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use contract::Timestamp;
use tokio::time::Instant;

/// Tells the time. Clones share one clock, so that a test can move it for everybody.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    source: Source,
    ahead_millis: Arc<AtomicI64>,
}

/// Where a clock reads the time.
#[derive(Clone, Copy, Debug, Default)]
enum Source {
    /// The operating system.
    #[default]
    System,
    /// The time of tokio's timers, which stands still while a paused runtime has work to do.
    Timers {
        /// The time at `since`.
        start: Timestamp,
        since: Instant,
    },
}

impl Source {
    fn now(self) -> Timestamp {
        match self {
            Self::System => {
                let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
            }
            Self::Timers { start, since } => start.plus(since.elapsed()),
        }
    }
}

impl Clock {
    /// The system's time.
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that shows `start` now and then moves with tokio's timers, as a simulation with paused time needs it.
    pub fn of_timers(start: Timestamp) -> Self {
        let since = Instant::now();
        Self {
            source: Source::Timers { start, since },
            ahead_millis: Arc::default(),
        }
    }

    /// A clock of its own that reads the same source, wrong by this many milliseconds: another machine's.
    #[must_use]
    pub fn skewed(&self, millis: i64) -> Self {
        let ahead = self.ahead_millis.load(Ordering::SeqCst).saturating_add(millis);
        Self {
            source: self.source,
            ahead_millis: Arc::new(AtomicI64::new(ahead)),
        }
    }

    /// What time it is.
    pub fn now(&self) -> Timestamp {
        let ahead = self.ahead_millis.load(Ordering::SeqCst);
        Timestamp::from_millis(self.source.now().millis().saturating_add(ahead))
    }

    /// What time it is where nobody has moved the clock. AWS judges signatures by this time.
    pub fn unmoved(&self) -> Timestamp {
        self.source.now()
    }

    /// Moves this clock and its clones ahead of their source by this much more.
    pub fn advance(&self, by: Duration) {
        self.ahead_millis
            .fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
    }
}
