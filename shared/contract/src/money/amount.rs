//! Amounts of money. The unit is one thumbnail; the smallest amount is a hundredth of it.

use std::{
    fmt,
    iter::Sum,
    ops::{Add, Mul, Neg, Sub},
    str::FromStr,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A signed number of thumbnails, stored as an integer of hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

/// The text is not a number of thumbnails with at most two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number of thumbnails with at most two decimals")]
pub struct InvalidAmount;

impl Amount {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// The largest amount of one operation: larger amounts would not be exact as JSON numbers.
    pub const MAX: Self = Self(1_000_000_000_000);

    /// An amount of this many hundredths of a thumbnail.
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// An amount of this many whole thumbnails.
    pub const fn thumbnails(count: u32) -> Self {
        Self(count as i64 * 100)
    }

    /// The amount in hundredths of a thumbnail.
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    /// Whether the amount is above zero.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Amount {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Amount {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Mul<u32> for Amount {
    type Output = Self;

    fn mul(self, count: u32) -> Self {
        Self(self.0.saturating_mul(i64::from(count)))
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            tenths if tenths % 10 == 0 => write!(f, "{sign}{whole}.{}", tenths / 10),
            hundredths => write!(f, "{sign}{whole}.{hundredths:02}"),
        }
    }
}

impl FromStr for Amount {
    type Err = InvalidAmount;

    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, decimals) = digits
            .split_once('.')
            .map_or((digits, "0"), |(whole, decimals)| (whole, decimals));
        let numeric = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !numeric(whole) || !numeric(decimals) || decimals.len() > 2 {
            return Err(InvalidAmount);
        }
        let hundredths: i64 = format!("{whole}{decimals:0<2}").parse().map_err(|_| InvalidAmount)?;
        if hundredths > Self::MAX.0 {
            return Err(InvalidAmount);
        }
        Ok(Self(if negative { -hundredths } else { hundredths }))
    }
}

impl Serialize for Amount {
    /// A JSON number. This is the only floating-point number near money: the double nearest to a number of hundredths
    /// below 2⁵³ is printed as exactly these hundredths.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i64(self.0 / 100)
        } else {
            serializer.serialize_f64(self.0 as f64 / 100.0)
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    /// Reads what [`Amount::serialize`] writes.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let thumbnails = f64::deserialize(deserializer)?;
        Ok(Self((thumbnails * 100.0).round() as i64))
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_at_most_two_decimals() {
        for (hundredths, text) in [
            (0, "0"),
            (5, "0.05"),
            (10, "0.1"),
            (100, "1"),
            (9995, "99.95"),
            (-130, "-1.3"),
        ] {
            let amount = Amount::from_hundredths(hundredths);
            assert_eq!(serde_json::to_string(&amount).unwrap(), text);
            assert_eq!(amount.to_string(), text);
            assert_eq!(text.parse(), Ok(amount));
        }
    }

    #[test]
    fn every_hundredth_up_to_the_maximum_prints_exactly() {
        for hundredths in (0..100_000).chain(Amount::MAX.hundredths() - 10_000..=Amount::MAX.hundredths()) {
            let amount = Amount::from_hundredths(hundredths);
            assert_eq!(serde_json::to_string(&amount).unwrap(), amount.to_string());
        }
    }

    #[test]
    fn a_malformed_amount_is_refused() {
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "1.234",
            "1e3",
            "+1",
            "--1",
            "1,5",
            "99999999999999999999",
            "NaN",
        ] {
            assert_eq!(text.parse::<Amount>(), Err(InvalidAmount), "{text}");
        }
    }
}
