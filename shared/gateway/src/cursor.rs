//! Cursors: a position in a list, sealed for one organization, tool and set of filters.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use contract::ToolTerms;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value};
use sha2::Sha256;
use store::CursorKey;

/// Bytes of the seal that a cursor carries.
const TAG: usize = 16;

/// Seals and opens the cursors of one list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal<'a> {
    key: &'a CursorKey,
    tool: &'static ToolTerms,
    body: &'a Map<String, Value>,
}

impl<'a> Seal<'a> {
    /// The seal of `tool`'s list under the filters of `body`.
    pub(crate) const fn new(key: &'a CursorKey, tool: &'static ToolTerms, body: &'a Map<String, Value>) -> Self {
        Self { key, tool, body }
    }

    /// All of the body but the page itself, and but what says no more than its absence would.
    fn filters(&self) -> Value {
        let schema = (self.tool.input_schema)();
        let default = |name: &str| schema.get("properties")?.get(name)?.get("default");
        let filters = self
            .body
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "cursor" | "limit"))
            .filter_map(|(name, value)| Some((name.clone(), said(value)?)))
            .filter(|(name, value)| default(name) != Some(value));
        Value::Object(filters.collect())
    }

    /// Neither a tool's name nor canonical JSON holds a line break, so the three cannot be mistaken for one another.
    fn mac(&self, position: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).ok()?;
        mac.update(self.tool.name.as_bytes());
        mac.update(b"\n");
        mac.update(crate::body::canonical(&self.filters()).as_bytes());
        mac.update(b"\n");
        mac.update(position.as_bytes());
        Some(mac)
    }

    pub(crate) fn close(&self, position: &str) -> String {
        let tag = self.mac(position).map(|mac| mac.finalize().into_bytes());
        let mut bytes = tag.iter().flatten().copied().take(TAG).collect::<Vec<u8>>();
        bytes.extend_from_slice(position.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The position in `cursor`, when it was sealed by this very seal.
    pub(crate) fn open(&self, cursor: &str) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (tag, position) = bytes.split_at_checked(TAG)?;
        let position = std::str::from_utf8(position).ok()?;
        self.mac(position)?.verify_truncated_left(tag).ok()?;
        Some(position.to_owned())
    }
}

/// A value as the tool reads it; `None` when it counts as absent.
fn said(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.trim())
            .filter(|text| !text.is_empty())
            .map(|text| Value::String(text.to_owned())),
        Value::Array(items) if items.is_empty() => None,
        other => Some(other.clone()),
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
