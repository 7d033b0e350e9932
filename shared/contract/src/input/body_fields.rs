//! The fields of a body, for checks that concern several fields or the configuration.

use serde_json::{Map, Value};

use super::MOST_ISSUES;

/// A body whose single fields may still be invalid.
#[derive(Clone, Copy, Debug)]
pub struct BodyFields<'a>(&'a Map<String, Value>);

impl<'a> BodyFields<'a> {
    /// Wraps `body`.
    pub const fn new(body: &'a Map<String, Value>) -> Self {
        Self(body)
    }

    /// Whether the field has a value that is not null, not blank and not an empty list.
    pub fn has(&self, name: &str) -> bool {
        match self.0.get(name) {
            None | Some(Value::Null) => false,
            Some(Value::String(text)) => !text.trim().is_empty(),
            Some(Value::Array(items)) => !items.is_empty(),
            Some(_) => true,
        }
    }

    /// Whether the field is a blank text.
    pub fn is_blank(&self, name: &str) -> bool {
        let text = self.0.get(name).and_then(Value::as_str);
        text.is_some_and(|text| text.trim().is_empty())
    }

    /// The trimmed text of the field, if it is text and not blank.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.0
            .get(name)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }

    /// The trimmed texts in the list of the field, each with its path. Items that are no text, or blank, are left out.
    pub fn texts(&self, name: &str) -> Vec<(String, &'a str)> {
        let items = self.0.get(name).and_then(Value::as_array).into_iter().flatten();
        let texts = items.take(MOST_ISSUES).enumerate().filter_map(|(index, item)| {
            let text = item.as_str()?.trim();
            (!text.is_empty()).then(|| (format!("{name}[{index}]"), text))
        });
        texts.collect()
    }
}
