//! Storing a picture that is painted and paid for: what AWS refuses for the moment is tried again while the lease lasts.

use std::time::Duration;

use runtime::Entropy;
use store::Lease;
use tokio::time::{Instant, sleep, timeout_at};

use crate::Parts;

/// A step is not tried again when less than this is left of the lease: somebody else may soon take the thumbnail, by a
/// clock that is ahead.
const BEFORE_THE_END: Duration = Duration::from_secs(5);
/// The longest wait before the first repetition. Each further wait may be twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(200);
/// The longest wait before any repetition.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How long the holder of a lease tries.
pub(crate) struct Patience<'a> {
    end: Instant,
    entropy: &'a Entropy,
}

impl<'a> Patience<'a> {
    /// Until shortly before the lease ends.
    pub(crate) fn of(parts: &'a Parts, lease: &Lease) -> Self {
        let left = lease.until.since(parts.store.clock().now());
        Self {
            end: Instant::now() + left.saturating_sub(BEFORE_THE_END),
            entropy: parts.store.ids().entropy(),
        }
    }

    /// Takes a step, and takes it again after a wait, with jitter, as long as it fails in a way that may pass and there
    /// is time. The step must be repeatable. The first try is made even when the lease is over: only the table knows
    /// whether somebody else has taken the thumbnail since.
    pub(crate) async fn insist<T, E, F>(&self, step: impl Fn() -> F, may_pass: impl Fn(&E) -> bool) -> Result<T, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let mut longest = FIRST_WAIT;
        let mut result = step().await;
        while let Err(error) = &result {
            let wait = self.jitter(longest);
            if !may_pass(error) || Instant::now() + wait >= self.end {
                break;
            }
            sleep(wait).await;
            longest = (longest * 2).min(LONGEST_WAIT);
            match timeout_at(self.end, step()).await {
                Ok(again) => result = again,
                Err(_) => break,
            }
        }
        result
    }

    fn jitter(&self, longest: Duration) -> Duration {
        let millis = u64::try_from(longest.as_millis()).unwrap_or(u64::MAX);
        Duration::from_millis(self.entropy.up_to(millis))
    }
}
