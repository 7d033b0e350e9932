//! The checks of a picture before it is published.

use std::{borrow::Cow, fmt, str::FromStr};

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
    /// The share of a word or of the subject that the badge with the video's duration covers.
    DurationBadge,
    /// The share of a word or of the subject that the red bar of a partly watched video covers.
    ProgressBar,
    /// The height of the letters where the picture is small.
    WordHeight,
    /// The contrast of the words where the picture is small.
    WordContrast,
    /// The number of words.
    WordCount,
    /// Whether the edge of the picture stands out from a light page.
    LightTheme,
    /// Whether the edge of the picture stands out from a dark page.
    DarkTheme,
    /// The share of the picture that is full of detail.
    Clutter,
    /// Whether the subject is clear, as a vision model sees it.
    SubjectClarity,
    /// Whether the words say what the picture shows, as a vision model sees it.
    TextMeaning,
    /// Whether a face is distorted, as a vision model sees it.
    Faces,
    /// Whether words in a vendor's picture are misspelt, as a vision model sees it.
    Spelling,
    /// The likeness to another picture of the same generation.
    Sameness,
}

impl CheckId {
    /// Every check.
    pub const ALL: [Self; 15] = [
        Self::FileSize,
        Self::Dimensions,
        Self::DurationBadge,
        Self::ProgressBar,
        Self::WordHeight,
        Self::WordContrast,
        Self::WordCount,
        Self::LightTheme,
        Self::DarkTheme,
        Self::Clutter,
        Self::SubjectClarity,
        Self::TextMeaning,
        Self::Faces,
        Self::Spelling,
        Self::Sameness,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FileSize => "file_size",
            Self::Dimensions => "dimensions",
            Self::DurationBadge => "duration_badge",
            Self::ProgressBar => "progress_bar",
            Self::WordHeight => "word_height",
            Self::WordContrast => "word_contrast",
            Self::WordCount => "word_count",
            Self::LightTheme => "light_theme",
            Self::DarkTheme => "dark_theme",
            Self::Clutter => "clutter",
            Self::SubjectClarity => "subject_clarity",
            Self::TextMeaning => "text_meaning",
            Self::Faces => "faces",
            Self::Spelling => "spelling",
            Self::Sameness => "sameness",
        }
    }

    /// One sentence on the result of the check, for a person.
    pub const fn message(self, ok: bool) -> &'static str {
        match (self, ok) {
            (Self::FileSize, true) => {
                "The file is small enough for YouTube. `limit` is that of its apps for phones, 2 MB, or for a picture of more \
                 than 1920×1080 pixels that of its website and its API, 50 MB."
            }
            (Self::FileSize, false) => {
                "The file has more than `limit` bytes. YouTube's apps for phones take 2 MB; its website and its API take \
                 50 MB, which is the limit for a picture of more than 1920×1080 pixels. Generate it with a smaller \
                 `maxBytes`."
            }
            (Self::Dimensions, true) => "The picture has enough pixels.",
            (Self::Dimensions, false) => {
                "The shorter side has fewer pixels than `limit`, so the picture looks blurred. Use a larger \
                 picture or `resolution`."
            }
            (Self::DurationBadge, true) => "The duration badge in the lower right corner covers nothing important.",
            (Self::DurationBadge, false) => {
                "The duration badge in the lower right corner covers words or the \
                subject. Move the parts in `boxes` away from the corner."
            }
            (Self::ProgressBar, true) => "The progress bar at the bottom covers nothing important.",
            (Self::ProgressBar, false) => {
                "The progress bar at the bottom covers words or the subject. Move the \
                parts in `boxes` up."
            }
            (Self::WordHeight, true) => "All words are large enough to be read where the picture is small.",
            (Self::WordHeight, false) => {
                "Where the picture is shown with 168×94 pixels, the letters in `boxes` \
                are less than `limit` pixels high. Use fewer or larger words."
            }
            (Self::WordContrast, true) => "All words stand out from their background.",
            (Self::WordContrast, false) => {
                "Where the picture is shown with 168×94 pixels, the words in `boxes` \
                have a contrast below `limit`. Use other colours for them."
            }
            (Self::WordCount, true) => "The words are few enough to be read at a glance.",
            (Self::WordCount, false) => {
                "The picture has more than `limit` words, which is too much to read at a \
                glance. Use a shorter title."
            }
            (Self::LightTheme, true) => "The picture stands out from a light page.",
            (Self::LightTheme, false) => {
                "Much of the picture's edge looks like a light page, so the picture does \
                not stand out. Use darker colours at the edge."
            }
            (Self::DarkTheme, true) => "The picture stands out from a dark page.",
            (Self::DarkTheme, false) => {
                "Much of the picture's edge looks like a dark page, so the picture does \
                not stand out. Use lighter colours at the edge."
            }
            (Self::Clutter, true) => "The picture has calm areas.",
            (Self::Clutter, false) => {
                "So much of the picture is full of detail that nothing stands out where the picture is small. Use \
                 a calmer background."
            }
            (Self::SubjectClarity, true) => "The subject is clear at a glance.",
            (Self::SubjectClarity, false) => {
                "It is not clear at a glance what the picture shows. Use one large subject and a calm background."
            }
            (Self::TextMeaning, true) => "The words say what the picture shows.",
            (Self::TextMeaning, false) => {
                "The words do not fit what the picture shows. Use another title, or generate another picture."
            }
            (Self::Faces, true) => "The faces look natural.",
            (Self::Faces, false) => "A face is distorted. Generate another picture.",
            (Self::Spelling, true) => "The words are spelled correctly.",
            (Self::Spelling, false) => "Some words are misspelt. Generate another picture, or use a shorter title.",
            (Self::Sameness, true) => "The picture differs from the others of its generation.",
            (Self::Sameness, false) => {
                "Another picture of this generation looks almost the same. Choose only one \
                of them, or generate one with another prompt."
            }
        }
    }
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PixelBox {
    /// Its left edge, from the left.
    pub x: u32,
    /// Its upper edge, from the top.
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

/// The result of a check. It is stored as a short text, because DynamoDB charges for every byte, each time a thumbnail
/// of the generation changes: `duration_badge - 0.4 0.1 12,30,200,80`, which are the check, whether the picture passes,
/// the value, the limit, and the boxes. An absent number is `_`. A reason follows after a colon: `faces - _ _ : Two
/// left eyes.`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CheckResult {
    /// The check.
    pub id: CheckId,
    /// Whether the picture passes.
    pub ok: bool,
    /// The measured value.
    pub value: Option<Measure>,
    /// The bound that the value is compared with.
    pub limit: Option<Measure>,
    /// The parts of the picture that the result is about.
    pub boxes: Vec<PixelBox>,
    /// The reason that the vision model gave; `None` for a check that is measured.
    pub reason: Option<String>,
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
            reason: None,
        }
    }

    /// A model's judgement, which has no number.
    pub const fn judged(id: CheckId, ok: bool, reason: Option<String>) -> Self {
        Self {
            id,
            ok,
            value: None,
            limit: None,
            boxes: Vec::new(),
            reason,
        }
    }

    /// The result in one sentence, for a person.
    pub fn message(&self) -> &str {
        self.reason.as_deref().unwrap_or_else(|| self.id.message(self.ok))
    }

    /// The same result, about these parts of the picture.
    #[must_use]
    pub fn about(self, boxes: Vec<PixelBox>) -> Self {
        Self { boxes, ..self }
    }
}

/// The text of a missing number.
const ABSENT: &str = "_";
/// The text before a reason.
const REASON: &str = " : ";

impl From<CheckResult> for String {
    fn from(result: CheckResult) -> Self {
        let number = |number: Option<Measure>| number.map_or_else(|| ABSENT.to_owned(), |number| number.to_string());
        let mut words = vec![
            result.id.as_str().to_owned(),
            if result.ok { "+" } else { "-" }.to_owned(),
            number(result.value),
            number(result.limit),
        ];
        let boxes = result.boxes.into_iter();
        words.extend(boxes.map(|PixelBox { x, y, width, height }| format!("{x},{y},{width},{height}")));
        let text = words.join(" ");
        match result.reason {
            Some(reason) => format!("{text}{REASON}{reason}"),
            None => text,
        }
    }
}

/// The error of a text that is not the result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCheckResult;

impl fmt::Display for InvalidCheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text is not the result of a check")
    }
}

impl std::error::Error for InvalidCheckResult {}

impl TryFrom<String> for CheckResult {
    type Error = InvalidCheckResult;

    fn try_from(text: String) -> Result<Self, InvalidCheckResult> {
        text.parse()
    }
}

impl FromStr for CheckResult {
    type Err = InvalidCheckResult;

    fn from_str(text: &str) -> Result<Self, InvalidCheckResult> {
        let number = |word: &str| match word {
            ABSENT => Ok(None),
            word => word.parse().map(Some),
        };
        let (text, reason) = match text.split_once(REASON) {
            Some((text, reason)) => (text, Some(reason.to_owned())),
            None => (text, None),
        };
        let mut words = text.split(' ');
        let mut next = || words.next().ok_or(InvalidCheckResult);
        let name = next()?;
        let id = CheckId::ALL.into_iter().find(|id| id.as_str() == name);
        let result = Self {
            id: id.ok_or(InvalidCheckResult)?,
            ok: match next()? {
                "+" => true,
                "-" => false,
                _ => return Err(InvalidCheckResult),
            },
            value: number(next()?)?,
            limit: number(next()?)?,
            boxes: Vec::new(),
            reason,
        };
        Ok(result.about(words.map(str::parse).collect::<Result<_, _>>()?))
    }
}

impl FromStr for PixelBox {
    type Err = InvalidCheckResult;

    fn from_str(text: &str) -> Result<Self, InvalidCheckResult> {
        let numbers: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[x, y, width, height]) => Ok(Self { x, y, width, height }),
            _ => Err(InvalidCheckResult),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hundredths % 100 == 0 {
            return write!(f, "{}", self.hundredths / 100);
        }
        write!(f, "{}", self.hundredths as f64 / 100.0)
    }
}

impl FromStr for Measure {
    type Err = InvalidCheckResult;

    fn from_str(text: &str) -> Result<Self, InvalidCheckResult> {
        let number: f64 = text.parse().map_err(|_| InvalidCheckResult)?;
        number
            .is_finite()
            .then(|| Self::rounded(number))
            .ok_or(InvalidCheckResult)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_stored_as_a_short_text() {
        let boxes = vec![
            PixelBox {
                x: 12,
                y: 30,
                width: 200,
                height: 80,
            },
            PixelBox {
                x: 0,
                y: 0,
                width: 1,
                height: 1,
            },
        ];
        let result = CheckResult::at_most(CheckId::DurationBadge, Measure::rounded(0.4), Measure::rounded(0.1));
        for (result, text) in [
            (result.about(boxes), "\"duration_badge - 0.4 0.1 12,30,200,80 0,0,1,1\""),
            (
                CheckResult::at_least(CheckId::Dimensions, Measure::whole(720), Measure::whole(720)),
                "\"dimensions + 720 720\"",
            ),
            (CheckResult::judged(CheckId::Clutter, true, None), "\"clutter + _ _\""),
            (
                CheckResult::judged(CheckId::Spelling, false, Some("It reads : STROM.".to_owned())),
                "\"spelling - _ _ : It reads : STROM.\"",
            ),
        ] {
            assert_eq!(serde_json::to_string(&result).unwrap(), text);
            assert_eq!(serde_json::from_str::<CheckResult>(text).unwrap(), result);
        }
    }

    #[test]
    fn every_check_is_found_by_its_name_on_the_wire() {
        for id in CheckId::ALL {
            assert_eq!(serde_json::to_value(id).unwrap(), id.as_str());
            let result = CheckResult::at_most(id, Measure::rounded(-1.25), Measure::whole(1));
            assert_eq!(String::from(result.clone()).parse(), Ok(result));
        }
    }

    #[test]
    fn a_text_that_is_not_a_result_is_refused() {
        for text in [
            "",
            "clutter",
            "clutter + 1",
            "clutter ? 1 1",
            "clutter + 1 x",
            "clutter + 1 inf",
            "confetti + 1 1",
            "clutter + 1 1 ",
            "clutter + 1 1 1,2,3",
            "clutter + 1 1 1,2,3,-4",
        ] {
            assert_eq!(text.parse::<CheckResult>(), Err(InvalidCheckResult), "{text:?}");
        }
    }
}
