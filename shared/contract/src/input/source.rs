//! Sources of pictures.

use serde_json::{Value, json};

use super::{Field, Issues, MOST_ISSUES, text::is_blank};

/// A source of a picture: a trimmed string that is not empty. The code that fetches it checks whether it is a valid
/// URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source(String);

impl Source {
    /// The trimmed string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Field for Source {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(text) = value.as_str().map(str::trim) else {
            issues.add(path, "must be a string");
            return None;
        };
        if text.is_empty() {
            issues.add(path, "must not be blank");
            return None;
        }
        Some(Self(text.to_owned()))
    }

    fn is_blank(value: &Value) -> bool {
        is_blank(value)
    }

    fn schema() -> Value {
        json!({ "type": "string", "minLength": 1 })
    }
}

/// At most `MAX` sources of pictures. Absent means none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList<const MAX: usize>(Vec<Source>);

impl<const MAX: usize> SourceList<MAX> {
    /// The sources in the given order.
    pub fn as_slice(&self) -> &[Source] {
        &self.0
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<const MAX: usize> Field for SourceList<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(items) = value.as_array() else {
            issues.add(path, "must be an array of strings");
            return None;
        };
        let too_many = items.len() > MAX;
        if too_many {
            issues.add(path, format!("must have at most {MAX} items; this has {}", items.len()));
        }
        let mut sources = Vec::new();
        let mut all_good = !too_many;
        for (index, item) in items.iter().take(MOST_ISSUES).enumerate() {
            match Source::parse(item, &format!("{path}[{index}]"), issues) {
                Some(source) => sources.push(source),
                None => all_good = false,
            }
        }
        all_good.then_some(Self(sources))
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn schema() -> Value {
        json!({ "type": "array", "items": Source::schema(), "maxItems": MAX })
    }
}
