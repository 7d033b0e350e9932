//! What a model can do.

use std::{fmt, str::FromStr};

use contract::Size;
use serde::{Deserialize, Serialize, Serializer};

/// What a model can do, as far as the service has to know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// What can be asked of it; what comes nearest to the thumbnail is, and the result is cropped and scaled.
    pub sizes: Vec<PictureSize>,
    /// How many reference pictures it takes.
    pub references: ReferenceLimits,
    /// Whether the same seed gives the same picture.
    pub seed: bool,
    /// The longest text it takes, in Unicode code points.
    pub max_prompt_chars: u32,
}

/// How many reference pictures a model takes, in all and of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceLimits {
    /// In all.
    pub total: u32,
    /// Photos of persons.
    pub person: u32,
    /// Logos, products and other things that must appear.
    pub object: u32,
    /// Pictures whose look counts.
    pub style: u32,
}

impl ReferenceLimits {
    /// So many of any kind.
    pub const fn any(total: u32) -> Self {
        Self {
            total,
            person: total,
            object: total,
            style: total,
        }
    }
}

/// A size or a shape that can be asked of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureSize {
    /// Any size in pixels, as long as both sides are divisible by 16.
    Any,
    /// A shape; the model decides the size.
    Ratio(u32, u32),
    /// A size in pixels.
    Pixels(Size),
}

impl PictureSize {
    /// Width divided by height, where one is said.
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

impl Serialize for PictureSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Capabilities as the configuration gives them: what is absent is the provider's.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct GivenCapabilities {
    sizes: Option<Vec<String>>,
    references: Option<GivenLimits>,
    seed: Option<bool>,
    max_prompt_chars: Option<u32>,
}

/// A number for all kinds together, or numbers by kind.
#[derive(Deserialize)]
#[serde(untagged)]
enum GivenLimits {
    Total(u32),
    ByKind(ByKind),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ByKind {
    total: Option<u32>,
    #[serde(default)]
    person: u32,
    #[serde(default)]
    object: u32,
    #[serde(default)]
    style: u32,
}

impl GivenCapabilities {
    /// `usual` with what is given, or what is wrong.
    pub(super) fn over(self, usual: Capabilities) -> Result<Capabilities, String> {
        let sizes = match self.sizes {
            None => usual.sizes,
            Some(sizes) if sizes.is_empty() => return Err("`sizes` names none".to_owned()),
            Some(sizes) => sizes.iter().map(|size| size.parse()).collect::<Result<_, _>>()?,
        };
        let references = match self.references {
            None => usual.references,
            Some(GivenLimits::Total(total)) => ReferenceLimits::any(total),
            Some(GivenLimits::ByKind(given)) => ReferenceLimits {
                total: given.total.unwrap_or(given.person + given.object + given.style),
                person: given.person,
                object: given.object,
                style: given.style,
            },
        };
        let max_prompt_chars = self.max_prompt_chars.unwrap_or(usual.max_prompt_chars);
        if max_prompt_chars < 200 {
            return Err("`maxPromptChars` is below 200, which leaves no room for a prompt".to_owned());
        }
        Ok(Capabilities {
            sizes,
            references,
            seed: self.seed.unwrap_or(usual.seed),
            max_prompt_chars,
        })
    }
}
