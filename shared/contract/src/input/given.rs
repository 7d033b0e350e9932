//! What a body gives, for the checks that concern several fields or the configuration.

use serde_json::{Map, Value};

/// A body whose fields may still be wrong one by one.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a>(&'a Map<String, Value>);

impl<'a> Given<'a> {
    /// Looks at `body`.
    pub const fn new(body: &'a Map<String, Value>) -> Self {
        Self(body)
    }

    /// Whether the field is there and says something: not null, not blank, not an empty list.
    pub fn has(&self, name: &str) -> bool {
        match self.0.get(name) {
            None | Some(Value::Null) => false,
            Some(Value::String(text)) => !text.trim().is_empty(),
            Some(Value::Array(items)) => !items.is_empty(),
            Some(_) => true,
        }
    }

    /// Whether the field is there and not null. What concerns an id asks this: a blank id is one that does not exist.
    pub fn names(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| !value.is_null())
    }

    /// The trimmed text of the field, when it is text and not blank.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.0
            .get(name)
            .and_then(Value::as_str)
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }
}
