//! Whole numbers within limits.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{Field, Issues};

/// A whole number from `MIN` to `MAX`. In JSON, `2.0` is the same as `2`; a string is never a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer<const MIN: u32, const MAX: u32>(u32);

impl<const MIN: u32, const MAX: u32> Integer<MIN, MAX> {
    /// A constant. If it is out of bounds, this does not compile, or panics at run time.
    pub const fn new(value: u32) -> Self {
        assert!(MIN <= value && value <= MAX, "out of bounds");
        Self(value)
    }

    /// The number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

impl<const MIN: u32, const MAX: u32> Serialize for Integer<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

fn whole(value: &Value) -> Option<u32> {
    if let Some(number) = value.as_u64() {
        return u32::try_from(number).ok();
    }
    let number = value.as_f64()?;
    let in_range = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    in_range.then_some(number as u32)
}

impl<const MIN: u32, const MAX: u32> Field for Integer<MIN, MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let number = whole(value).filter(|number| (MIN..=MAX).contains(number));
        if number.is_none() {
            issues.add(path, format!("must be a whole number from {MIN} to {MAX}"));
        }
        number.map(Self)
    }

    fn schema() -> Value {
        json!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}
