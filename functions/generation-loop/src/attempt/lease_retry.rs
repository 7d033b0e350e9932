//! Retries storing a picture that is already paid for at the vendor, while the lease lasts.

use std::time::Duration;

use runtime::Entropy;
use store::Lease;
use tokio::time::{Instant, sleep, timeout_at};

use crate::Dependencies;

/// No step is retried if less than this is left of the lease: another process with a clock ahead may soon lease the
/// thumbnail.
const BEFORE_THE_END: Duration = Duration::from_secs(5);
/// The longest wait before the first retry. Each further wait may be twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(200);
/// The longest wait before any retry.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Retries until a deadline.
pub(crate) struct LeaseRetry<'a> {
    end: Instant,
    entropy: &'a Entropy,
}

impl<'a> LeaseRetry<'a> {
    /// Retries until shortly before the lease ends.
    pub(crate) fn of(dependencies: &'a Dependencies, lease: &Lease) -> Self {
        let left = lease.until.since(dependencies.store.clock().now());
        Self {
            end: Instant::now() + left.saturating_sub(BEFORE_THE_END),
            entropy: dependencies.store.ids().entropy(),
        }
    }

    /// Runs a step, and retries it after a random wait as long as it fails temporarily and there is time. The step must
    /// be repeatable. The first try is made even if the lease has expired, because only the table knows whether another
    /// process has leased the thumbnail since.
    pub(crate) async fn run<T, E, F>(&self, step: impl Fn() -> F, may_pass: impl Fn(&E) -> bool) -> Result<T, E>
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
