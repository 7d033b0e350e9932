//! The time limit of a write.

use std::time::Duration;

use tokio::time::Instant;

/// No attempt at a write starts after this moment.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// A deadline at this instant.
    pub const fn at(instant: Instant) -> Self {
        Self(instant)
    }

    /// A deadline this long from now.
    pub fn after(duration: Duration) -> Self {
        Self(Instant::now() + duration)
    }

    pub(crate) fn is_past(self) -> bool {
        Instant::now() >= self.0
    }

    pub(crate) const fn instant(self) -> Instant {
        self.0
    }
}
