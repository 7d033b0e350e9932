//! Cursors: a position in a list, sealed for one organization, tool and set of filters.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::ToolTerms;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::Sha256;
use store::CursorKey;

/// Bytes of the seal that a cursor carries.
const TAG: usize = 16;
/// A longer text, in bytes, is no cursor. A position is the key of an item, which has fewer bytes than half of this.
const LONGEST: usize = 4_096;

/// Seals and opens the cursors of one list.
#[derive(Clone, Copy, Debug)]
pub struct Seal<'a> {
    key: &'a CursorKey,
    tool: &'static ToolTerms,
    body: &'a Map<String, Value>,
}

impl<'a> Seal<'a> {
    /// The seal of `tool`'s list under the filters of `body`.
    pub const fn new(key: &'a CursorKey, tool: &'static ToolTerms, body: &'a Map<String, Value>) -> Self {
        Self { key, tool, body }
    }

    /// The filters in canonical JSON: the tool's parameters except `cursor`, `limit` and `view`, without those whose
    /// value means the same as their absence.
    fn filters(&self) -> Vec<u8> {
        let schema = (self.tool.input_schema)();
        let parameter = |name: &str| schema.get("properties")?.get(name);
        let filters: BTreeMap<&str, Filter<'_>> = self
            .body
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "cursor" | "limit" | "view"))
            .filter_map(|(name, value)| {
                let default = parameter(name)?.get("default");
                let filter = Filter::of(value)?;
                (!default.is_some_and(|default| filter.is(default))).then_some((name.as_str(), filter))
            })
            .collect();
        crate::request::arguments::canonical(&filters)
    }

    /// Neither a tool's name nor canonical JSON holds a line break, so the three cannot be mistaken for one another.
    fn mac(&self, position: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).ok()?;
        mac.update(self.tool.name.as_bytes());
        mac.update(b"\n");
        mac.update(&self.filters());
        mac.update(b"\n");
        mac.update(position.as_bytes());
        Some(mac)
    }

    /// The cursor for a position.
    pub fn close(&self, position: &str) -> String {
        let tag = self.mac(position).map(|mac| mac.finalize().into_bytes());
        let mut bytes = tag.iter().flatten().copied().take(TAG).collect::<Vec<u8>>();
        bytes.extend_from_slice(position.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The position in `cursor`, when it was sealed by this very seal.
    pub fn open(&self, cursor: &str) -> Option<String> {
        if cursor.len() > LONGEST {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (tag, position) = bytes.split_at_checked(TAG)?;
        let position = std::str::from_utf8(position).ok()?;
        self.mac(position)?.verify_truncated_left(tag).ok()?;
        Some(position.to_owned())
    }
}

/// The value of a filter as the tool reads it. It borrows from the body, which may be large.
#[derive(Serialize)]
#[serde(untagged)]
enum Filter<'a> {
    Text(&'a str),
    Other(&'a Value),
}

impl<'a> Filter<'a> {
    /// `None` when the value counts as absent.
    fn of(value: &'a Value) -> Option<Self> {
        match value {
            Value::Null => None,
            Value::String(text) => Some(text.trim()).filter(|text| !text.is_empty()).map(Self::Text),
            Value::Array(items) if items.is_empty() => None,
            Value::Object(pairs) if pairs.is_empty() => None,
            other => Some(Self::Other(other)),
        }
    }

    fn is(&self, value: &Value) -> bool {
        match self {
            Self::Text(text) => value == text,
            Self::Other(other) => value == *other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ONE: CursorKey = CursorKey::new([1; 32]);
    const OTHER: CursorKey = CursorKey::new([2; 32]);

    fn tool(name: &str) -> &'static ToolTerms {
        contract::tools::find(name).unwrap()
    }

    fn close(key: &CursorKey, name: &str, body: &Value) -> String {
        Seal::new(key, tool(name), body.as_object().unwrap()).close("gen_1")
    }

    fn open(key: &CursorKey, name: &str, body: &Value, cursor: &str) -> Option<String> {
        Seal::new(key, tool(name), body.as_object().unwrap()).open(cursor)
    }

    #[test]
    fn a_cursor_opens_under_the_same_filters_however_they_are_written() {
        let cursor = close(&ONE, "list_inspirations", &json!({ "search": "a", "limit": 3 }));
        for body in [
            json!({ "search": "a", "cursor": "x" }),
            json!({ "search": " a ", "limit": 5, "category": null }),
            json!({ "search": "a", "category": " ", "filter": "mine" }),
        ] {
            let position = open(&ONE, "list_inspirations", &body, &cursor);
            assert_eq!(position.as_deref(), Some("gen_1"), "{body}");
        }
    }

    #[test]
    fn a_cursor_that_is_too_long_is_not_opened() {
        let (body, tool) = (Map::new(), tool("list_generations"));
        let seal = Seal::new(&ONE, tool, &body);
        let opens = |length: usize| seal.open(&seal.close(&"x".repeat(length))).is_some();
        assert!(opens(LONGEST / 2));
        assert!(!opens(LONGEST));
    }

    #[test]
    fn a_cursor_of_elsewhere_and_an_edited_one_are_refused() {
        let body = json!({ "search": "a" });
        let cursor = close(&ONE, "list_inspirations", &body);
        assert_eq!(open(&OTHER, "list_inspirations", &body, &cursor), None);
        assert_eq!(open(&ONE, "list_generations", &body, &cursor), None);
        for other in [
            json!({}),
            json!({ "search": "b" }),
            json!({ "search": "a", "filter": "all" }),
        ] {
            assert_eq!(open(&ONE, "list_inspirations", &other, &cursor), None, "{other}");
        }
        assert_eq!(open(&ONE, "list_inspirations", &body, &"A".repeat(LONGEST + 1)), None);
        for index in 0..cursor.len() {
            let mut edited: Vec<u8> = cursor.clone().into_bytes();
            edited[index] = if edited[index] == b'A' { b'B' } else { b'A' };
            let edited = String::from_utf8(edited).unwrap();
            assert_eq!(open(&ONE, "list_inspirations", &body, &edited), None, "{index}");
            assert_eq!(
                open(&ONE, "list_inspirations", &body, &cursor[..index]),
                None,
                "{index}"
            );
        }
    }
}
