//! Parses arguments. Each error message says which values are valid.

use std::time::Duration;

use contract::{Amount, Category, Timestamp, tools};
use runtime::{NoRetention, Retention, Stack};

/// The longest duration: a hundred years.
const LONGEST: Duration = Duration::from_secs(36_500 * 24 * 3600);

/// The largest quota: the largest integer that every JSON parser reads exactly.
const MOST_OF_A_QUOTA: u64 = 9_007_199_254_740_991;

/// The largest rate limit, in requests a minute.
const MOST_OF_A_RATE: u32 = 100_000;

fn text(given: &str, most: usize) -> Result<String, String> {
    let trimmed = given.trim();
    match trimmed.chars().count() {
        length if (1..=most).contains(&length) => Ok(trimmed.to_owned()),
        _ => Err(format!("must be 1 to {most} characters")),
    }
}

/// The name of an organization or a key.
pub(crate) fn name(given: &str) -> Result<String, String> {
    text(given, 100)
}

/// The note of a ledger entry.
pub(crate) fn note(given: &str) -> Result<String, String> {
    text(given, 200)
}

fn amount(given: &str) -> Result<Amount, String> {
    given
        .parse()
        .map_err(|_| "must be a number of thumbnails with at most two decimals, such as 12.5".to_owned())
}

/// An amount above zero.
pub(crate) fn positive(given: &str) -> Result<Amount, String> {
    let amount = amount(given)?;
    if amount.is_positive() {
        Ok(amount)
    } else {
        Err("must be above zero".to_owned())
    }
}

/// An amount that may be zero.
pub(crate) fn not_negative(given: &str) -> Result<Amount, String> {
    let amount = amount(given)?;
    if amount >= Amount::ZERO {
        Ok(amount)
    } else {
        Err("must not be below zero".to_owned())
    }
}

/// One scope of a key.
pub(crate) fn scope(given: &str) -> Result<Category, String> {
    let wanted = given.trim();
    let known = Category::ALL.into_iter().find(|category| category.as_str() == wanted);
    known.ok_or_else(|| {
        let all = Category::ALL.map(Category::as_str).join(", ");
        format!("a scope is one of {all}")
    })
}

/// A duration: a number and `s`, `m`, `h` or `d`.
pub(crate) fn duration(given: &str) -> Result<Duration, String> {
    let form = || "must be a number above zero and a unit, such as 90s, 15m, 12h or 30d".to_owned();
    let units = [('s', 1), ('m', 60), ('h', 3600), ('d', 24 * 3600)];
    let (digits, unit) = units
        .into_iter()
        .find_map(|(letter, seconds)| Some((given.strip_suffix(letter)?, seconds)))
        .ok_or_else(form)?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(form());
    }
    let too_long = || "must be at most 36500d".to_owned();
    let count: u64 = digits.parse().map_err(|_| too_long())?;
    let duration = Duration::from_secs(count.checked_mul(unit).ok_or_else(too_long)?);
    if duration.is_zero() {
        Err(form())
    } else if duration > LONGEST {
        Err(too_long())
    } else {
        Ok(duration)
    }
}

/// A quota's limit, or the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// This limit.
    Own(u64),
    /// The plan's limit.
    Plan,
}

impl Limit {
    /// The organization's own limit, if there is one.
    pub(crate) const fn own(self) -> Option<u64> {
        match self {
            Self::Own(number) => Some(number),
            Self::Plan => None,
        }
    }
}

/// A quota's limit, or `default`.
pub(crate) fn limit(given: &str) -> Result<Limit, String> {
    let number = || given.parse().ok().filter(|number| *number <= MOST_OF_A_QUOTA);
    match given {
        "default" => Ok(Limit::Plan),
        _ => number().map(Limit::Own).ok_or_else(|| {
            format!("must be a whole number up to {MOST_OF_A_QUOTA}, or `default` for the plan's quota")
        }),
    }
}

/// A limit of requests a minute, or the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    /// This limit.
    Own(u32),
    /// The default.
    Default,
}

impl Rate {
    /// The organization's own limit, if there is one.
    pub(crate) const fn own(self) -> Option<u32> {
        match self {
            Self::Own(number) => Some(number),
            Self::Default => None,
        }
    }
}

/// A limit of requests a minute, or `default`.
pub(crate) fn rate(given: &str) -> Result<Rate, String> {
    let number = || {
        given
            .parse()
            .ok()
            .filter(|number| (1..=MOST_OF_A_RATE).contains(number))
    };
    match given {
        "default" => Ok(Rate::Default),
        _ => number()
            .map(Rate::Own)
            .ok_or_else(|| format!("must be a whole number from 1 to {MOST_OF_A_RATE}, or `default`")),
    }
}

/// The name of a tool.
pub(crate) fn tool(given: &str) -> Result<&'static str, String> {
    let known = tools::find(given).map(|tool| tool.name);
    known.ok_or_else(|| "must be the name of a tool, such as generate_thumbnail".to_owned())
}

/// How long a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expiry {
    /// For this duration.
    After(Duration),
    /// For ever.
    Never,
}

impl Expiry {
    /// The duration, if there is one.
    pub(crate) const fn lifetime(self) -> Option<Duration> {
        match self {
            Self::After(lifetime) => Some(lifetime),
            Self::Never => None,
        }
    }
}

/// A duration, or `never`.
pub(crate) fn expiry(given: &str) -> Result<Expiry, String> {
    match given {
        "never" => Ok(Expiry::Never),
        _ => duration(given)
            .map(Expiry::After)
            .map_err(|error| format!("{error}; or never")),
    }
}

/// A moment, with its time zone.
pub(crate) fn moment(given: &str) -> Result<Timestamp, String> {
    Timestamp::of_rfc_3339(given).ok_or_else(|| "must be a date and time such as 2026-11-22T08:00:00Z".to_owned())
}

/// How many days thumbnails are kept.
pub(crate) fn retention(given: &str) -> Result<Retention, String> {
    given.parse().map_err(|error: NoRetention| format!("must be {error}"))
}

/// The name of a deployment. The bucket's name begins with it, so it must be valid in a bucket's name.
pub(crate) fn stack(given: &str) -> Result<Stack, String> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let first = given.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    if first && given.len() <= 50 && given.bytes().all(allowed) {
        Ok(Stack::named(given))
    } else {
        Err("must be at most 50 lower-case letters, digits and hyphens, a letter first".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_measured_in_characters() {
        assert_eq!(name("  Größe 🎨 ").unwrap(), "Größe 🎨");
        assert_eq!(name(&"é".repeat(100)).unwrap().chars().count(), 100);
        assert!(name(&"é".repeat(101)).is_err());
        assert!(name(" \t ").is_err());
        assert!(name("").is_err());
    }

    #[test]
    fn a_duration_is_a_number_and_a_unit() {
        for (text, seconds) in [
            ("1s", 1),
            ("90s", 90),
            ("15m", 900),
            ("12h", 43_200),
            ("30d", 2_592_000),
            ("007m", 420),
            ("36500d", 3_153_600_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
    }

    #[test]
    fn a_malformed_duration_is_refused() {
        for text in [
            "",
            "s",
            "0s",
            "00d",
            "15",
            "-5m",
            "+5m",
            "1.5h",
            "5 m",
            " 5m",
            "5M",
            "5w",
            "1h30m",
            "٣d",
            "36501d",
            "99999999999999999d",
            "99999999999999999999999s",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_key_may_work_for_ever() {
        assert_eq!(expiry("never"), Ok(Expiry::Never));
        assert_eq!(
            expiry("30d").map(Expiry::lifetime),
            Ok(Some(Duration::from_secs(2_592_000)))
        );
        assert!(expiry("Never").is_err());
    }

    #[test]
    fn a_quota_is_a_whole_number_or_the_plans() {
        assert_eq!(limit("0"), Ok(Limit::Own(0)));
        assert_eq!(limit("9007199254740991"), Ok(Limit::Own(MOST_OF_A_QUOTA)));
        assert_eq!(limit("default"), Ok(Limit::Plan));
        for text in ["", "-1", "1.0", "1e3", "Default", "9007199254740992", "many"] {
            assert!(limit(text).is_err(), "{text}");
        }
    }

    #[test]
    fn thumbnails_are_kept_for_a_number_of_days() {
        assert_eq!(retention("0"), Ok(Retention::FOR_EVER));
        assert!(retention("3650").is_ok());
        for text in ["", "30d", "-1", "3651"] {
            let error = retention(text).unwrap_err();
            assert!(error.starts_with("must be a whole number of days"), "{text} {error}");
        }
    }

    #[test]
    fn amounts_have_the_required_sign() {
        assert_eq!(positive("12.5"), Ok(Amount::from_hundredths(1250)));
        assert_eq!(positive("0.01"), Ok(Amount::from_hundredths(1)));
        assert_eq!(not_negative("0"), Ok(Amount::ZERO));
        for text in ["0", "0.00", "-1", "-0.01", "1.001", "1e3", "", "many", "10000000000.01"] {
            assert!(positive(text).is_err(), "{text}");
        }
        for text in ["-0.01", "-1", "", "many"] {
            assert!(not_negative(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_error_for_an_unknown_scope_lists_the_known_scopes() {
        assert_eq!(scope("images"), Ok(Category::Images));
        assert_eq!(scope(" balance"), Ok(Category::Balance));
        for text in ["", "Images", "image", "all"] {
            assert_eq!(
                scope(text).unwrap_err(),
                "a scope is one of generation, images, inspirations, persons, balance, webhooks"
            );
        }
    }

    #[test]
    fn a_stack_name_is_valid_in_a_bucket_name() {
        assert_eq!(stack("pictures-2").unwrap().bucket(), "pictures-2-pictures");
        for text in ["", "-a", "2a", "A", "a_b", "a.b", "a b", &"a".repeat(51)] {
            assert!(stack(text).is_err(), "{text}");
        }
    }
}
