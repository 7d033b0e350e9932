//! Text parameters. Lengths are in code points.

use serde_json::{Value, json};

use super::{Field, Issues};

/// Text that a person wrote: trimmed, not empty, at most `MAX` code points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<const MAX: usize>(String);

impl<const MAX: usize> Text<MAX> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, owned.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<const MAX: usize> Field for Text<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(text) = value.as_str().map(str::trim) else {
            issues.add(path, "must be a string");
            return None;
        };
        let length = text.chars().count();
        if length == 0 {
            issues.add(path, "must not be blank");
            return None;
        }
        if length > MAX {
            issues.add(path, format!("must be at most {MAX} characters long; this is {length}"));
            return None;
        }
        Some(Self(text.to_owned()))
    }

    fn is_blank(value: &Value) -> bool {
        value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
    }

    fn schema() -> Value {
        json!({ "type": "string", "maxLength": MAX })
    }
}

/// A string that is judged elsewhere, such as a cursor or a source's URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(String);

impl Raw {
    /// The string as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Field for Raw {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(text) = value.as_str() else {
            issues.add(path, "must be a string");
            return None;
        };
        Some(Self(text.to_owned()))
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }
}

/// One to `MAX` sources of pictures, each an `http(s)` or a `data:` URL. An empty list is an absent one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList<const MAX: usize>(Vec<Raw>);

impl<const MAX: usize> SourceList<MAX> {
    /// The sources in the order given.
    pub fn as_slice(&self) -> &[Raw] {
        &self.0
    }
}

impl<const MAX: usize> Field for SourceList<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(items) = value.as_array() else {
            issues.add(path, "must be an array of strings");
            return None;
        };
        if items.len() > MAX {
            issues.add(path, format!("must have at most {MAX} items; this has {}", items.len()));
        }
        let texts = items
            .iter()
            .enumerate()
            .map(|(index, item)| Raw::parse(item, &format!("{path}[{index}]"), issues));
        texts
            .collect::<Vec<_>>()
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .map(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn schema() -> Value {
        json!({ "type": "array", "items": { "type": "string" }, "maxItems": MAX })
    }
}
