//! Cursors: a position in a list, sealed for one organization, tool and set of filters.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Map, Value};
use sha2::Sha256;
use store::CursorKey;

/// Bytes of the seal that a cursor carries.
const TAG: usize = 16;

/// Seals and opens the cursors of one list.
#[derive(Clone, Debug)]
pub(crate) struct Seal {
    key: CursorKey,
    /// The tool and its filters.
    scope: String,
}

impl Seal {
    /// The seal of `tool`'s list under the filters of `body`: all of it but the page itself.
    pub(crate) fn new(key: &CursorKey, tool: &str, body: &Map<String, Value>) -> Self {
        let filters = body
            .iter()
            .filter(|(name, value)| !matches!(name.as_str(), "cursor" | "limit") && !value.is_null());
        let filters: Map<String, Value> = filters.map(|(name, value)| (name.clone(), value.clone())).collect();
        let filters = crate::body::canonical(&Value::Object(filters));
        Self {
            key: key.clone(),
            scope: format!("{tool}\n{filters}"),
        }
    }

    fn mac(&self, position: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes()).ok()?;
        mac.update(self.scope.as_bytes());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(key: u8, tool: &str, body: Value) -> Seal {
        Seal::new(&CursorKey::new([key; 32]), tool, body.as_object().unwrap())
    }

    #[test]
    fn a_cursor_opens_where_it_was_sealed_and_the_limit_may_change() {
        let first = seal(1, "list", serde_json::json!({ "search": "a", "limit": 3 }));
        let next = seal(
            1,
            "list",
            serde_json::json!({ "search": "a", "cursor": "x", "status": null }),
        );
        assert_eq!(next.open(&first.close("gen_1")).as_deref(), Some("gen_1"));
    }

    #[test]
    fn a_cursor_of_elsewhere_and_an_edited_one_are_refused() {
        let cursor = seal(1, "list", serde_json::json!({ "search": "a" })).close("gen_1");
        let others = [
            seal(2, "list", serde_json::json!({ "search": "a" })),
            seal(1, "other", serde_json::json!({ "search": "a" })),
            seal(1, "list", serde_json::json!({ "search": "b" })),
            seal(1, "list", serde_json::json!({})),
        ];
        assert!(others.iter().all(|other| other.open(&cursor).is_none()));
        let same = seal(1, "list", serde_json::json!({ "search": "a" }));
        assert!(same.open(&cursor).is_some());
        for index in 0..cursor.len() {
            let mut edited: Vec<u8> = cursor.clone().into_bytes();
            edited[index] = if edited[index] == b'A' { b'B' } else { b'A' };
            assert!(same.open(std::str::from_utf8(&edited).unwrap()).is_none(), "{index}");
            assert!(same.open(&cursor[..index]).is_none(), "{index}");
        }
        assert!(same.open("").is_none());
    }
}
