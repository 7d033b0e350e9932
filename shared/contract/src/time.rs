//! Points in time, in milliseconds. There is no clock in this crate; callers provide the times.

use std::{fmt, ops::Sub, time::Duration};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use time::{
    Date, OffsetDateTime,
    format_description::{BorrowedFormatItem, well_known::Rfc3339},
    macros::format_description,
};

const RFC_3339: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

const DAY: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// A time this many milliseconds after the Unix epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// The beginning of a day in UTC, such as `2027-03-01`.
    pub fn of_day(day: &str) -> Option<Self> {
        let midnight = Date::parse(day, DAY).ok()?.midnight().assume_utc();
        Some(Self(midnight.unix_timestamp().saturating_mul(1000)))
    }

    /// Parses a time in RFC 3339, such as `2027-03-01T08:00:00Z`; fractions of a millisecond are dropped.
    pub fn of_rfc_3339(moment: &str) -> Option<Self> {
        let nanos = OffsetDateTime::parse(moment, &Rfc3339).ok()?.unix_timestamp_nanos();
        i64::try_from(nanos.div_euclid(1_000_000)).ok().map(Self)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Whole seconds since the Unix epoch, rounded down.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The time after this duration.
    pub fn plus(self, duration: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// The duration since `earlier`; zero if `earlier` is not earlier.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The beginning of the minute that contains this time.
    pub const fn minute(self) -> Self {
        Self(self.0.div_euclid(60_000) * 60_000)
    }

    /// The beginning of the hour that contains this time.
    pub const fn hour(self) -> Self {
        Self(self.0.div_euclid(3_600_000) * 3_600_000)
    }

    /// The beginning of the day (UTC) that contains this time.
    pub const fn day(self) -> Self {
        Self(self.0.div_euclid(86_400_000) * 86_400_000)
    }

    /// The beginning of the quarter of an hour that contains this time.
    pub const fn quarter_of_an_hour(self) -> Self {
        Self(self.0.div_euclid(900_000) * 900_000)
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)),
        )
    }
}

impl fmt::Display for Timestamp {
    /// RFC 3339 in UTC with milliseconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000).map_err(|_| fmt::Error)?;
        f.write_str(&time.format(RFC_3339).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Self::of_rfc_3339(&text).ok_or_else(|| de::Error::custom("not a moment in RFC 3339"))
    }
}

impl JsonSchema for Timestamp {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_rfc_3339_with_milliseconds() {
        assert_eq!(
            Timestamp::from_millis(1_795_248_930_123).to_string(),
            "2026-11-21T08:15:30.123Z"
        );
        assert_eq!(Timestamp::from_millis(0).to_string(), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn a_moment_of_any_time_zone_can_be_read() {
        for text in [
            "2026-11-21T08:15:30.123Z",
            "2026-11-21T10:15:30.123456+02:00",
            "2026-11-21T03:45:30.1239-04:30",
        ] {
            assert_eq!(
                Timestamp::of_rfc_3339(text),
                Some(Timestamp::from_millis(1_795_248_930_123)),
                "{text}"
            );
        }
        for wrong in ["", "now", "2026-11-21", "2026-11-21T08:15:30", "2026-02-30T08:15:30Z"] {
            assert_eq!(Timestamp::of_rfc_3339(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_day_begins_at_midnight_in_utc() {
        let begins = |day| Timestamp::of_day(day).map(|at| at.to_string());
        assert_eq!(begins("2027-03-01").as_deref(), Some("2027-03-01T00:00:00.000Z"));
        for wrong in ["", "soon", "2027-3-1", "2027-02-30", "2027-03-01T00:00:00Z"] {
            assert_eq!(begins(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_minute_begins_on_the_clock() {
        assert_eq!(Timestamp::from_millis(119_999).minute(), Timestamp::from_millis(60_000));
        assert_eq!(
            Timestamp::from_millis(120_000).minute(),
            Timestamp::from_millis(120_000)
        );
    }
}
