//! The schedule of attempts at a delivery, as pure functions.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use contract::Timestamp;
use runtime::Entropy;
use store::{Attempt, Next};

/// The waits after the first, the second and each further attempt. After the last attempt the delivery has failed.
const WAITS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(2 * 3600),
    Duration::from_secs(5 * 3600),
    Duration::from_secs(10 * 3600),
    Duration::from_secs(14 * 3600),
    Duration::from_secs(20 * 3600),
    Duration::from_secs(24 * 3600),
];
/// A wait is longer or shorter by at most this much, in parts of a million.
const JITTER: u64 = 200_000;
const MILLION: u64 = 1_000_000;
/// The longest wait that a receiver can ask for.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// The statuses whose `Retry-After` is honoured.
const STATUSES_WITH_RETRY_AFTER: [u16; 4] = [429, 502, 503, 504];
/// The status of a receiver that wants no more events.
pub(crate) const GONE: u16 = 410;

/// The step after an attempt that ended at `ended`. `made` is the number of scheduled attempts, including this one.
pub(crate) fn next(
    made: u32,
    attempt: &Attempt,
    retry_after: Option<Duration>,
    ended: Timestamp,
    entropy: &Entropy,
) -> Next {
    if attempt.is_received() {
        return Next::Received;
    }
    let wait = usize::try_from(made.saturating_sub(1))
        .ok()
        .and_then(|index| WAITS.get(index));
    match wait {
        Some(&wait) if attempt.status != Some(GONE) => {
            let asked = retry_after.filter(|_| honours_retry_after(attempt.status));
            let asked = asked.unwrap_or_default().min(LONGEST_RETRY_AFTER);
            Next::RetryAt(ended.plus(jittered(wait, entropy).max(asked)))
        }
        _ => Next::GiveUp,
    }
}

fn honours_retry_after(status: Option<u16>) -> bool {
    status.is_some_and(|status| STATUSES_WITH_RETRY_AFTER.contains(&status))
}

fn jittered(wait: Duration, entropy: &Entropy) -> Duration {
    let parts = MILLION - JITTER + entropy.up_to(2 * JITTER);
    let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    Duration::from_millis(millis.saturating_mul(parts) / MILLION)
}

/// The wait that a `Retry-After` header asks for: a number of seconds, or a date
/// (<https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3>).
pub(crate) fn retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    let value = value.trim();
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that is too large to be read is more than a day.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::from(u32::MAX)))).filter(|_| !value.is_empty());
    }
    let date: SystemTime = httpdate::parse_http_date(value).ok()?;
    let millis = date.duration_since(UNIX_EPOCH).ok()?.as_millis();
    Some(Timestamp::from_millis(i64::try_from(millis).ok()?).since(now))
}

#[cfg(test)]
mod tests {
    use store::AttemptError;

    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000_000);

    fn attempt(status: Option<u16>, error: Option<AttemptError>) -> Attempt {
        Attempt {
            at: NOW,
            status,
            duration_millis: 1,
            error,
        }
    }

    fn wait(made: u32, status: Option<u16>, retry_after: Option<u64>, seed: u64) -> Option<Duration> {
        let attempt = attempt(status, Some(AttemptError::Status));
        let retry_after = retry_after.map(Duration::from_secs);
        match next(made, &attempt, retry_after, NOW, &Entropy::sequence(seed)) {
            Next::RetryAt(at) => Some(at.since(NOW)),
            Next::GiveUp => None,
            Next::Received => panic!("it was not received"),
        }
    }

    #[test]
    fn ten_attempts_are_made_with_growing_waits() {
        let seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
        let mut seen = Vec::new();
        for (made, seconds) in (1..).zip(seconds) {
            let expected = Duration::from_secs(seconds);
            for seed in 0..100 {
                let wait = wait(made, Some(500), None, seed).unwrap();
                assert!(
                    wait >= expected.mul_f64(0.799) && wait <= expected.mul_f64(1.201),
                    "{made} {wait:?}"
                );
                seen.push(wait.as_secs_f64() / expected.as_secs_f64());
            }
        }
        // The jitter uses its whole range.
        assert!(seen.iter().any(|part| *part < 0.83) && seen.iter().any(|part| *part > 1.17));
        assert_eq!(wait(10, Some(500), None, 0), None);
    }

    #[test]
    fn a_receiver_that_is_gone_gets_no_further_attempt() {
        assert_eq!(wait(1, Some(410), None, 0), None);
    }

    #[test]
    fn retry_after_delays_the_next_attempt_by_at_most_a_day() {
        let hour = Duration::from_secs(3600);
        for status in [429, 502, 503, 504] {
            assert_eq!(wait(1, Some(status), Some(3600), 0), Some(hour));
        }
        assert!(wait(1, Some(500), Some(3600), 0) < Some(hour));
        assert!(wait(1, None, Some(3600), 0) < Some(hour));
        assert_eq!(wait(1, Some(429), Some(999_999), 0), Some(hour * 24));
        // The schedule waits longer.
        assert!(wait(4, Some(429), Some(60), 0) > Some(hour));
    }

    #[test]
    fn retry_after_is_a_number_of_seconds_or_a_date() {
        let now = Timestamp::of_rfc_3339("2026-11-23T10:00:00Z").unwrap();
        assert_eq!(retry_after(" 120 ", now), Some(Duration::from_secs(120)));
        assert_eq!(
            retry_after("Mon, 23 Nov 2026 10:02:00 GMT", now),
            Some(Duration::from_secs(120))
        );
        assert_eq!(retry_after("Mon, 23 Nov 2026 09:00:00 GMT", now), Some(Duration::ZERO));
        assert!(retry_after("99999999999999999999999", now) > Some(LONGEST_RETRY_AFTER));
        for wrong in ["", "-1", "soon", "1.5"] {
            assert_eq!(retry_after(wrong, now), None, "{wrong}");
        }
    }

    #[test]
    fn what_was_received_needs_no_further_attempt() {
        let next = next(1, &attempt(Some(204), None), None, NOW, &Entropy::sequence(0));
        assert_eq!(next, Next::Received);
    }
}
