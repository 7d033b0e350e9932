//! The capabilities of a model.

use std::{borrow::Cow, fmt, str::FromStr};

use contract::Size;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The capabilities of a model, as far as the service needs to know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Capabilities {
    /// The sizes that can be requested. The nearest one is requested, and the picture is cropped and scaled.
    pub sizes: Vec<PictureSize>,
    /// The limits on reference pictures.
    pub references: ReferenceLimits,
    /// Whether the same seed gives the same picture.
    pub seed: bool,
    /// The longest prompt, in Unicode code points.
    pub max_prompt_chars: u32,
}

/// How many reference pictures a request may have, in total and of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ReferenceLimits {
    /// The limit on all kinds together.
    pub total: u32,
    /// Photos of persons.
    pub person: u32,
    /// Logos, products and other objects that must appear.
    pub object: u32,
    /// Pictures whose style the new picture copies.
    pub style: u32,
}

impl ReferenceLimits {
    /// Up to `total` pictures of any kinds.
    pub const fn any(total: u32) -> Self {
        Self {
            total,
            person: total,
            object: total,
            style: total,
        }
    }
}

/// A size or an aspect ratio that can be requested from a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureSize {
    /// Any size in pixels, as long as both sides are divisible by 16.
    Any,
    /// An aspect ratio; the model chooses the size.
    Ratio(u32, u32),
    /// A size in pixels.
    Pixels(Size),
}

impl PictureSize {
    /// Width divided by height; `None` for any size.
    pub fn ratio(self) -> Option<f64> {
        match self {
            Self::Any => None,
            Self::Ratio(width, height) => Some(f64::from(width) / f64::from(height)),
            Self::Pixels(size) => Some(f64::from(size.width) / f64::from(size.height)),
        }
    }
}

impl fmt::Display for PictureSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Ratio(width, height) => write!(f, "{width}:{height}"),
            Self::Pixels(size) => write!(f, "{}x{}", size.width, size.height),
        }
    }
}

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| text.parse::<u32>().ok().filter(|side| (1..=8192).contains(side));
        let parsed = match (text, text.split_once(':'), text.split_once('x')) {
            ("any", ..) => Some(Self::Any),
            (_, Some((width, height)), _) => side(width).zip(side(height)).map(|(w, h)| Self::Ratio(w, h)),
            (_, _, Some((width, height))) => side(width)
                .zip(side(height))
                .map(|(width, height)| Self::Pixels(Size { width, height })),
            _ => None,
        };
        parsed.ok_or_else(|| format!("`{text}` is no size such as 16:9, 1536x1024 or any"))
    }
}

impl JsonSchema for PictureSize {
    fn schema_name() -> Cow<'static, str> {
        "PictureSize".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^(any|[0-9]+:[0-9]+|[0-9]+x[0-9]+)$" })
    }
}

impl Serialize for PictureSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
