//! DynamoDB's attribute values.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value as Json;

use crate::refusal::Refusal;

/// An item: attribute values by name.
pub type Item = BTreeMap<String, Value>;

/// The precision of DynamoDB's numbers.
const MOST_DIGITS: u32 = 38;

/// A decimal number with at most 38 digits: `coefficient` × 10^`exponent`. The coefficient has no trailing zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    coefficient: i128,
    exponent: i32,
}

impl Number {
    fn new(mut coefficient: i128, mut exponent: i32) -> Option<Self> {
        if coefficient == 0 {
            return Some(Self {
                coefficient,
                exponent: 0,
            });
        }
        while coefficient % 10 == 0 {
            coefficient /= 10;
            exponent += 1;
        }
        let fits = digits(coefficient) <= MOST_DIGITS && (-130..=125).contains(&exponent);
        fits.then_some(Self { coefficient, exponent })
    }

    /// Parses a decimal number: digits, an optional decimal point and an optional exponent. `None` if the text is
    /// malformed or the number does not fit.
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) || (fraction.is_empty() && mantissa.contains('.')) {
            return None;
        }
        let coefficient = if fraction.is_empty() {
            whole.parse().ok()?
        } else {
            format!("{whole}{fraction}").parse().ok()?
        };
        Self::new(coefficient, exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?)
    }

    /// The sum; `None` if the sum needs more digits than DynamoDB stores.
    pub fn plus(self, other: Self) -> Option<Self> {
        if self.coefficient == 0 {
            return Some(other);
        }
        if other.coefficient == 0 {
            return Some(self);
        }
        let exponent = self.exponent.min(other.exponent);
        let sum = self.scaled(exponent)?.checked_add(other.scaled(exponent)?)?;
        Self::new(sum, exponent)
    }

    /// The number with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            coefficient: -self.coefficient,
            exponent: self.exponent,
        }
    }

    /// The number as an integer; `None` if it has a fraction or does not fit.
    pub fn whole(self) -> Option<i64> {
        i64::try_from(self.scaled(0)?).ok()
    }

    /// The coefficient for an exponent that is not greater than the number's own.
    fn scaled(self, exponent: i32) -> Option<i128> {
        let steps = u32::try_from(self.exponent.checked_sub(exponent)?).ok()?;
        self.coefficient.checked_mul(10_i128.checked_pow(steps)?)
    }

    /// The bytes that the number adds to an item's size.
    fn size(self) -> u64 {
        u64::from(digits(self.coefficient).div_ceil(2)) + 1
    }
}

fn digits(coefficient: i128) -> u32 {
    coefficient.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1)
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self::new(i128::from(number), 0).unwrap_or(Self {
            coefficient: i128::from(number),
            exponent: 0,
        })
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let signs = self.coefficient.signum().cmp(&other.coefficient.signum());
        if signs.is_ne() || self.coefficient == 0 {
            return signs;
        }
        let magnitude = |number: &Self| i64::from(digits(number.coefficient)) + i64::from(number.exponent);
        let by_size = magnitude(self).cmp(&magnitude(other));
        let exponent = self.exponent.min(other.exponent);
        let by_size = by_size.then_with(|| {
            let scaled = |number: &Self| number.scaled(exponent).map(i128::abs);
            scaled(self).cmp(&scaled(other))
        });
        if self.coefficient < 0 {
            by_size.reverse()
        } else {
            by_size
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.coefficient.unsigned_abs().to_string();
        if self.coefficient < 0 {
            f.write_str("-")?;
        }
        match usize::try_from(self.exponent) {
            Ok(zeros) => write!(f, "{digits}{}", "0".repeat(zeros)),
            Err(_) => {
                let places = usize::try_from(self.exponent.unsigned_abs()).unwrap_or(usize::MAX);
                match digits.len().checked_sub(places).filter(|&whole| whole > 0) {
                    Some(whole) => {
                        let (whole, fraction) = digits.split_at(whole);
                        write!(f, "{whole}.{fraction}")
                    }
                    None => write!(f, "0.{}{digits}", "0".repeat(places - digits.len())),
                }
            }
        }
    }
}

/// An attribute's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    S(String),
    /// A number.
    N(Number),
    /// Bytes.
    B(Vec<u8>),
    /// A boolean.
    Bool(bool),
    /// Null.
    Null,
    /// A map.
    M(BTreeMap<String, Value>),
    /// A list.
    L(Vec<Value>),
    /// A string set.
    Ss(BTreeSet<String>),
    /// A number set.
    Ns(BTreeSet<Number>),
    /// A binary set.
    Bs(BTreeSet<Vec<u8>>),
}

impl Value {
    /// The text; `None` if the value is no string.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::S(text) => Some(text),
            _ => None,
        }
    }

    /// The integer; `None` if the value is no whole number.
    pub fn whole(&self) -> Option<i64> {
        match self {
            Self::N(number) => number.whole(),
            _ => None,
        }
    }

    /// The members; `None` if the value is no map.
    pub const fn map(&self) -> Option<&BTreeMap<String, Self>> {
        match self {
            Self::M(map) => Some(map),
            _ => None,
        }
    }

    /// The elements; `None` if the value is no list.
    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::L(list) => Some(list),
            _ => None,
        }
    }

    /// DynamoDB's name for the type.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::S(_) => "S",
            Self::N(_) => "N",
            Self::B(_) => "B",
            Self::Bool(_) => "BOOL",
            Self::Null => "NULL",
            Self::M(_) => "M",
            Self::L(_) => "L",
            Self::Ss(_) => "SS",
            Self::Ns(_) => "NS",
            Self::Bs(_) => "BS",
        }
    }

    /// The bytes that the value adds to an item's size.
    pub fn size(&self) -> u64 {
        match self {
            Self::S(text) => text.len() as u64,
            Self::N(number) => number.size(),
            Self::B(bytes) => bytes.len() as u64,
            Self::Bool(_) | Self::Null => 1,
            Self::M(map) => 3 + map.len() as u64 + item_size(map),
            Self::L(list) => 3 + list.len() as u64 + list.iter().map(Self::size).sum::<u64>(),
            Self::Ss(set) => set.iter().map(|text| text.len() as u64).sum(),
            Self::Ns(set) => set.iter().map(|number| number.size()).sum(),
            Self::Bs(set) => set.iter().map(|bytes| bytes.len() as u64).sum(),
        }
    }

    /// Reads the wire format of a value, with the checks that DynamoDB makes.
    pub(crate) fn read(json: Json) -> Result<Self, Refusal> {
        let Json::Object(members) = json else {
            return Err(Refusal::serialization("an attribute value is not an object"));
        };
        let mut members = members.into_iter();
        let (Some((kind, content)), None) = (members.next(), members.next()) else {
            return Err(Refusal::validation(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported \
                 datatypes",
            ));
        };
        match (kind.as_str(), content) {
            ("S", Json::String(text)) => Ok(Self::S(text)),
            ("N", Json::String(text)) => Ok(Self::N(number(&text)?)),
            ("B", Json::String(text)) => Ok(Self::B(bytes(&text)?)),
            ("BOOL", Json::Bool(on)) => Ok(Self::Bool(on)),
            ("NULL", Json::Bool(true)) => Ok(Self::Null),
            ("M", map @ Json::Object(_)) => Ok(Self::M(read_item(map)?)),
            ("L", Json::Array(list)) => Ok(Self::L(list.into_iter().map(Self::read).collect::<Result<_, _>>()?)),
            ("SS", Json::Array(list)) => Ok(Self::Ss(set(list, |text| Ok(text.to_owned()))?)),
            ("NS", Json::Array(list)) => Ok(Self::Ns(set(list, number)?)),
            ("BS", Json::Array(list)) => Ok(Self::Bs(set(list, bytes)?)),
            (kind, _) => Err(Refusal::serialization(&format!(
                "an attribute value of type {kind} is malformed"
            ))),
        }
    }
}

/// An item's size as DynamoDB counts it, in bytes.
pub(crate) fn item_size(item: &Item) -> u64 {
    item.iter().map(|(name, value)| name.len() as u64 + value.size()).sum()
}

pub(crate) fn read_item(json: Json) -> Result<Item, Refusal> {
    let Json::Object(members) = json else {
        return Err(Refusal::serialization("an item is not an object"));
    };
    let read = |(name, value)| Ok((name, Value::read(value)?));
    members.into_iter().map(read).collect()
}

fn number(text: &str) -> Result<Number, Refusal> {
    Number::parse(text)
        .ok_or_else(|| Refusal::validation(&format!("The parameter cannot be converted to a numeric value: {text}")))
}

fn bytes(text: &str) -> Result<Vec<u8>, Refusal> {
    STANDARD
        .decode(text)
        .map_err(|_| Refusal::serialization("a binary value is not in Base64"))
}

fn set<T: Ord>(list: Vec<Json>, read: impl Fn(&str) -> Result<T, Refusal>) -> Result<BTreeSet<T>, Refusal> {
    let count = list.len();
    let element = |element: Json| match element.as_str() {
        Some(text) => read(text),
        None => Err(Refusal::serialization("a set has an element that is no string")),
    };
    let set = list.into_iter().map(element).collect::<Result<BTreeSet<_>, _>>()?;
    if set.is_empty() {
        return Err(Refusal::validation(
            "One or more parameter values were invalid: An set may not be empty",
        ));
    }
    if set.len() < count {
        return Err(Refusal::validation(
            "One or more parameter values were invalid: Input collection contains duplicates",
        ));
    }
    Ok(set)
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        let kind = self.kind();
        match self {
            Self::S(text) => map.serialize_entry(kind, text)?,
            Self::N(number) => map.serialize_entry(kind, &format_args!("{number}"))?,
            Self::B(bytes) => map.serialize_entry(kind, &STANDARD.encode(bytes))?,
            Self::Bool(on) => map.serialize_entry(kind, on)?,
            Self::Null => map.serialize_entry(kind, &true)?,
            Self::M(members) => map.serialize_entry(kind, members)?,
            Self::L(list) => map.serialize_entry(kind, list)?,
            Self::Ss(set) => map.serialize_entry(kind, set)?,
            Self::Ns(set) => map.serialize_entry(kind, &set.iter().map(Number::to_string).collect::<Vec<_>>())?,
            Self::Bs(set) => {
                map.serialize_entry(
                    kind,
                    &set.iter().map(|bytes| STANDARD.encode(bytes)).collect::<Vec<_>>(),
                )?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_exact_and_printed_in_one_form() {
        for (written, shown) in [
            ("0", "0"),
            ("-0", "0"),
            ("007", "7"),
            ("1.50", "1.5"),
            ("-0.0250", "-0.025"),
            ("1e3", "1000"),
            ("12E-4", "0.0012"),
            (
                "99999999999999999999999999999999999999",
                "99999999999999999999999999999999999999",
            ),
            ("9007199254740993", "9007199254740993"),
        ] {
            assert_eq!(number(written).to_string(), shown, "{written}");
        }
        for wrong in [
            "",
            "x",
            "1.",
            "1.2.3",
            "1e",
            "--1",
            "1 ",
            "999999999999999999999999999999999999999",
        ] {
            assert_eq!(Number::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_compared_by_value() {
        let sorted = [
            "-1e20", "-10", "-9.5", "-0.1", "0", "0.1", "0.11", "1", "2", "10", "1e30",
        ]
        .map(number);
        assert!(sorted.is_sorted());
        assert_eq!(number("10").cmp(&number("1e1")), Ordering::Equal);
        assert_eq!(number("1").plus(number("-0.5")), Some(number("0.5")));
        assert_eq!(number("1e37").plus(number("1e-37")), None);
    }

    #[test]
    fn empty_sets_and_duplicate_elements_are_refused() {
        let read = |text: &str| Value::read(serde_json::from_str(text).unwrap());
        assert!(read(r#"{"SS":["a","b"]}"#).is_ok());
        for wrong in [
            r#"{"SS":[]}"#,
            r#"{"SS":["a","a"]}"#,
            r#"{"NS":["1","1.0"]}"#,
            r#"{"S":"a","N":"1"}"#,
            "{}",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_value_survives_a_round_trip_through_json() {
        let text =
            r#"{"M":{"a":{"L":[{"N":"1.5"},{"BOOL":false},{"NULL":true}]},"b":{"B":"AQI="},"c":{"NS":["1","2"]}}}"#;
        let value = Value::read(serde_json::from_str(text).unwrap()).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(value.size(), 3 + 3 + (1 + 3 + 3 + 2 + 1 + 1) + (1 + 2) + (1 + 2 + 2));
    }
}
