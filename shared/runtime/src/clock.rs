//! The only source of time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use contract::Timestamp;
use tokio::time::Instant;

/// Reads the time. Clones share one clock, so that a test can advance the clock for the whole service.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    source: Source,
    ahead_millis: Arc<AtomicI64>,
}

/// The source of a clock.
#[derive(Clone, Copy, Debug, Default)]
enum Source {
    /// The operating system's clock.
    #[default]
    System,
    /// The clock of tokio's timers. It stands still while a paused runtime has work to do.
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
                let since_epoch = system_time().duration_since(UNIX_EPOCH).unwrap_or_default();
                Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
            }
            Self::Timers { start, since } => start.plus(since.elapsed()),
        }
    }
}

/// The time of the operating system, for times that other systems check or set, as in signatures and HTTP responses.
/// The service's own times come from a [`Clock`].
#[expect(
    clippy::disallowed_methods,
    reason = "this is the only place that reads the system's time"
)]
pub fn system_time() -> SystemTime {
    SystemTime::now()
}

impl Clock {
    /// A clock that reads the system time.
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that shows `start` now and then advances with tokio's timers, for simulations with paused time.
    pub fn of_timers(start: Timestamp) -> Self {
        let since = Instant::now();
        Self {
            source: Source::Timers { start, since },
            ahead_millis: Arc::default(),
        }
    }

    /// A separate clock with the same source that differs by `millis` milliseconds, like the clock of another machine
    /// (clock skew).
    #[must_use]
    pub fn skewed(&self, millis: i64) -> Self {
        let ahead = self.ahead_millis.load(Ordering::SeqCst).saturating_add(millis);
        Self {
            source: self.source,
            ahead_millis: Arc::new(AtomicI64::new(ahead)),
        }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        self.moved(self.source.now())
    }

    /// The current time of the source, without skew and without advances. AWS checks signatures against this time.
    pub fn unmoved(&self) -> Timestamp {
        self.source.now()
    }

    /// The time of this clock when its source has the time `at`.
    pub fn moved(&self, at: Timestamp) -> Timestamp {
        let ahead = self.ahead_millis.load(Ordering::SeqCst);
        Timestamp::from_millis(at.millis().saturating_add(ahead))
    }

    /// Advances this clock and its clones by `by`.
    pub fn advance(&self, by: Duration) {
        self.ahead_millis
            .fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
    }
}
