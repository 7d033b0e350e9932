//! How long finished thumbnails are kept.

use std::{str::FromStr, time::Duration};

use contract::Timestamp;

/// How many days the pictures of finished thumbnails are kept. Their records stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// 0 means for ever.
    days: u16,
}

/// The text is not a number of days for which thumbnails can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a whole number of days from 0 to 3650, of which 0 is for ever")]
pub struct NoRetention;

impl Retention {
    /// Thumbnails are kept for ever.
    pub const FOR_EVER: Self = Self { days: 0 };

    const MOST_DAYS: u16 = 3650;
    const DAY: Duration = Duration::from_secs(24 * 3600);

    /// The end of the time for which a thumbnail is shown, given when it was finished; `None` means for ever. S3
    /// deletes the object at the first midnight UTC after that or later, so every thumbnail that is shown exists.
    pub fn end(self, finished_at: Timestamp) -> Option<Timestamp> {
        (self != Self::FOR_EVER).then(|| finished_at.plus(Self::DAY * u32::from(self.days)))
    }

    /// Whether a thumbnail's object may already be deleted, given when it was finished.
    pub fn is_over(self, finished_at: Timestamp, now: Timestamp) -> bool {
        self.end(finished_at).is_some_and(|end| end <= now)
    }
}

impl FromStr for Retention {
    type Err = NoRetention;

    fn from_str(text: &str) -> Result<Self, NoRetention> {
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NoRetention);
        }
        match text.parse() {
            Ok(days) if days <= Self::MOST_DAYS => Ok(Self { days }),
            _ => Err(NoRetention),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last millisecond of a day.
    const FINISHED_AT: Timestamp = Timestamp::from_millis(1_795_305_599_999);

    fn days(text: &str) -> Retention {
        text.parse().unwrap()
    }

    #[test]
    fn a_thumbnail_ends_so_many_days_after_it_was_finished() {
        assert_eq!(FINISHED_AT.to_string(), "2026-11-21T23:59:59.999Z");
        let end = |text| days(text).end(FINISHED_AT).map(|end| end.to_string());
        assert_eq!(end("1").as_deref(), Some("2026-11-22T23:59:59.999Z"));
        assert_eq!(end("30").as_deref(), Some("2026-12-21T23:59:59.999Z"));
        assert_eq!(end("3650").as_deref(), Some("2036-11-18T23:59:59.999Z"));
        assert_eq!(end("0"), None);
    }

    #[test]
    fn at_its_end_it_is_over() {
        let end = days("7").end(FINISHED_AT).unwrap();
        let shortly_before = end - Duration::from_millis(1);
        assert!(!days("7").is_over(FINISHED_AT, FINISHED_AT));
        assert!(!days("7").is_over(FINISHED_AT, shortly_before));
        assert!(days("7").is_over(FINISHED_AT, end));
        assert!(!days("8").is_over(FINISHED_AT, end));
    }

    #[test]
    fn for_ever_is_never_over() {
        let the_last = Timestamp::from_millis(i64::MAX);
        assert_eq!(days("0"), Retention::FOR_EVER);
        assert!(!Retention::FOR_EVER.is_over(FINISHED_AT, the_last));
        // Nor does a clock that is ahead of everything make the arithmetic overflow.
        assert_eq!(days("3650").end(the_last), Some(the_last));
    }

    #[test]
    fn days_are_whole_and_ten_years_at_most() {
        assert_eq!(days("007"), days("7"));
        for text in ["", "-1", "+1", "0.5", " 1", "1d", "3651", "65536", "99999999999", "٣"] {
            assert_eq!(text.parse::<Retention>(), Err(NoRetention), "{text}");
        }
    }
}
