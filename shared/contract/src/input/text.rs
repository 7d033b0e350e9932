//! Text parameters. Lengths are in code points.

use serde_json::{Value, json};

use super::{Field, Issues};

/// Text by a person: trimmed, not empty, at most `MAX` code points.
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
        json!({ "type": "string", "minLength": 1, "maxLength": MAX })
    }
}

/// A string that other code validates, such as a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(String);

impl Raw {
    /// The string as given.
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

/// A description of at most `MAX` code points that may be empty: an empty one removes a description. Control characters
/// are removed, except line feeds and tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description<const MAX: usize>(String);

impl<const MAX: usize> Description<MAX> {
    /// The text; `None` if it is empty.
    pub fn into_text(self) -> Option<String> {
        Some(self.0).filter(|text| !text.is_empty())
    }
}

impl<const MAX: usize> Field for Description<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(text) = value.as_str() else {
            issues.add(path, "must be a string");
            return None;
        };
        let is_bidirectional = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let stays = |c: &char| matches!(c, '\n' | '\t') || !(c.is_control() || is_bidirectional(*c));
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        let kept: String = lines.chars().filter(stays).collect();
        let text = kept.trim();
        let length = text.chars().count();
        if length > MAX {
            issues.add(path, format!("must be at most {MAX} characters long; this is {length}"));
            return None;
        }
        Some(Self(text.to_owned()))
    }

    fn schema() -> Value {
        json!({ "type": "string", "maxLength": MAX })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_description_removes_and_control_characters_are_dropped() {
        let read = |text: &str| {
            let parsed = Description::<5>::parse(&json!(text), "description", &mut Issues::default());
            parsed.map(Description::into_text)
        };
        assert_eq!(read("  "), Some(None));
        assert_eq!(read(" a\r\nb\u{0}\u{202e} "), Some(Some("a\nb".to_owned())));
        assert_eq!(read("abcdef"), None);
    }
}
