//! What is measured in a picture before it is published.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A check of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckId {
    /// The size of the file.
    FileSize,
    /// The size in pixels.
    Dimensions,
    /// What the badge with the video's duration covers.
    DurationBadge,
    /// What the red bar of a video that was begun covers.
    ProgressBar,
    /// The height of the letters where the picture is small.
    WordHeight,
    /// The contrast of the words where the picture is small.
    WordContrast,
    /// The number of words.
    WordCount,
    /// The rim of the picture against a light page.
    LightTheme,
    /// The rim of the picture against a dark page.
    DarkTheme,
    /// The share of the picture that is full of detail.
    Clutter,
    /// The likeness to another picture of the same generation.
    Sameness,
}

impl CheckId {
    /// One sentence on the result of the check, for a person.
    pub const fn message(self, ok: bool) -> &'static str {
        match (self, ok) {
            (Self::FileSize, true) => "The file is small enough for the platforms.",
            (Self::FileSize, false) => "Platforms refuse a file of more bytes than `limit`.",
            (Self::Dimensions, true) => "The picture has enough pixels.",
            (Self::Dimensions, false) => {
                "The shorter side has fewer pixels than `limit`, so the picture looks blurred."
            }
            (Self::DurationBadge, true) => "The duration badge in the lower right corner covers nothing important.",
            (Self::DurationBadge, false) => "The duration badge in the lower right corner covers words or the subject.",
            (Self::ProgressBar, true) => "The progress bar at the bottom covers nothing important.",
            (Self::ProgressBar, false) => "The progress bar at the bottom covers words or the subject.",
            (Self::WordHeight, true) => "All words are large enough to be read where the picture is small.",
            (Self::WordHeight, false) => "At 168×94 pixels some letters are lower than `limit` pixels.",
            (Self::WordContrast, true) => "All words stand out from their background.",
            (Self::WordContrast, false) => "At 168×94 pixels some words have less contrast than `limit`.",
            (Self::WordCount, true) => "The words are few enough to be read at a glance.",
            (Self::WordCount, false) => "There are more words than are read at a glance.",
            (Self::LightTheme, true) => "The picture stands out from a light page.",
            (Self::LightTheme, false) => "Much of the picture's rim looks like a light page.",
            (Self::DarkTheme, true) => "The picture stands out from a dark page.",
            (Self::DarkTheme, false) => "Much of the picture's rim looks like a dark page.",
            (Self::Clutter, true) => "The picture has calm areas.",
            (Self::Clutter, false) => {
                "So much of the picture is full of detail that nothing stands out where it is small."
            }
            (Self::Sameness, true) => "The picture differs from the others of its generation.",
            (Self::Sameness, false) => "Another picture of this generation looks almost the same.",
        }
    }
}

/// A part of a picture, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PixelBox {
    /// The distance of its left edge from the left of the picture.
    pub x: u32,
    /// The distance of its upper edge from the top of the picture.
    pub y: u32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// A measured number, rounded to two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    hundredths: i64,
}

impl Measure {
    /// A whole number.
    pub fn whole(number: u64) -> Self {
        Self {
            hundredths: i64::try_from(number).unwrap_or(i64::MAX).saturating_mul(100),
        }
    }

    /// This number, rounded. Infinities become the largest numbers.
    pub fn rounded(number: f64) -> Self {
        Self {
            hundredths: (number * 100.0).round() as i64,
        }
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.hundredths % 100 == 0 {
            return serializer.serialize_i64(self.hundredths / 100);
        }
        serializer.serialize_f64(self.hundredths as f64 / 100.0)
    }
}

impl<'de> Deserialize<'de> for Measure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if !number.is_finite() {
            return Err(de::Error::custom("not a number"));
        }
        Ok(Self::rounded(number))
    }
}

impl JsonSchema for Measure {
    fn schema_name() -> Cow<'static, str> {
        "Measure".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }
}

/// The result of a check, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// The check.
    pub id: CheckId,
    /// Whether the picture passes.
    pub ok: bool,
    /// What was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Measure>,
    /// The bound that the value is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Measure>,
    /// The parts of the picture that the result is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<PixelBox>,
}

impl CheckResult {
    /// The picture passes if the value is at most the limit.
    pub fn at_most(id: CheckId, value: Measure, limit: Measure) -> Self {
        Self::new(id, value <= limit, value, limit)
    }

    /// The picture passes if the value is at least the limit.
    pub fn at_least(id: CheckId, value: Measure, limit: Measure) -> Self {
        Self::new(id, value >= limit, value, limit)
    }

    const fn new(id: CheckId, ok: bool, value: Measure, limit: Measure) -> Self {
        Self {
            id,
            ok,
            value: Some(value),
            limit: Some(limit),
            boxes: Vec::new(),
        }
    }

    /// The same result, about these parts of the picture.
    #[must_use]
    pub fn about(self, boxes: Vec<PixelBox>) -> Self {
        Self { boxes, ..self }
    }
}
