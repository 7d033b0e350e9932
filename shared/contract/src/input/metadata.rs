//! The caller's own data on a generation.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Field, Issues};

/// The most pairs.
const MOST_PAIRS: usize = 16;
/// The most characters of a key.
const LONGEST_KEY: usize = 40;
/// The most characters of a value.
const LONGEST_VALUE: usize = 200;

/// At most 16 pairs of a key and a text, which the service keeps for the caller and never shows to a model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Metadata(BTreeMap<String, String>);

impl Metadata {
    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this metadata has every pair of `other`.
    pub fn contains_all(&self, other: &Self) -> bool {
        other.0.iter().all(|(key, value)| self.0.get(key) == Some(value))
    }

    fn pattern() -> String {
        format!("^[A-Za-z0-9_-]{{1,{LONGEST_KEY}}}$")
    }
}

fn is_key(key: &str) -> bool {
    let is_allowed = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-');
    (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(is_allowed)
}

impl Field for Metadata {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let Some(given) = value.as_object() else {
            issues.add(path, "must be an object of texts, such as { \"video\": \"42\" }");
            return None;
        };
        let mut all_good = given.len() <= MOST_PAIRS;
        if !all_good {
            let message = format!("must have at most {MOST_PAIRS} pairs; this has {}", given.len());
            issues.add(path, message);
        }
        let mut pairs = BTreeMap::new();
        for (key, value) in given.iter().take(MOST_PAIRS) {
            let shown: String = key.chars().take(100).collect();
            let path = format!("{path}.{shown}");
            if !is_key(key) {
                let message = format!("must have a key of 1 to {LONGEST_KEY} letters A–Z and a–z, digits, `_` and `-`");
                issues.add(path, message);
                all_good = false;
                continue;
            }
            match value.as_str() {
                Some(text) if text.chars().count() <= LONGEST_VALUE => {
                    pairs.insert(key.clone(), text.to_owned());
                }
                Some(text) => {
                    let length = text.chars().count();
                    issues.add(
                        path,
                        format!("must have at most {LONGEST_VALUE} characters; this has {length}"),
                    );
                    all_good = false;
                }
                None => {
                    issues.add(path, "must be a string");
                    all_good = false;
                }
            }
        }
        all_good.then_some(Self(pairs))
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn schema() -> Value {
        json!({
            "type": "object",
            "propertyNames": { "pattern": Self::pattern() },
            "additionalProperties": { "type": "string", "maxLength": LONGEST_VALUE },
            "maxProperties": MOST_PAIRS,
        })
    }
}

impl JsonSchema for Metadata {
    fn schema_name() -> Cow<'static, str> {
        "Metadata".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "pattern": Self::pattern() },
            "additionalProperties": { "type": "string" },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> Result<Value, Vec<String>> {
        let mut issues = Issues::default();
        let metadata = Metadata::parse(&value, "metadata", &mut issues);
        metadata
            .map(|metadata| json!(metadata))
            .ok_or_else(|| issues.into_vec().into_iter().map(|issue| issue.path).collect())
    }

    fn pairs(count: usize) -> Value {
        let pair = |index: usize| (format!("k{index}"), Value::from("v"));
        Value::Object((0..count).map(pair).collect())
    }

    #[test]
    fn values_are_kept_as_sent() {
        let sent = json!({ "video-id": " 42 ", "A_1": "", "lines": "a\r\nb" });
        assert_eq!(read(sent.clone()), Ok(sent));
        assert_eq!(read(json!({})), Ok(json!({})));
        assert_eq!(read(pairs(16)), Ok(pairs(16)));
        let longest = json!({ "k".repeat(40): "ä".repeat(200) });
        assert_eq!(read(longest.clone()), Ok(longest));
    }

    #[test]
    fn every_wrong_pair_is_named() {
        for wrong in [json!("a"), json!([]), json!(1), pairs(17)] {
            assert_eq!(read(wrong), Err(vec!["metadata".to_owned()]));
        }
        let wrong =
            json!({ "": "v", "a": null, "b": 1, "c": {}, "d": "x".repeat(201), "e.f": "v", "ä": "v", "good": "v" });
        let paths = ["", "a", "b", "c", "d", "e.f", "ä"].map(|key| format!("metadata.{key}"));
        assert_eq!(read(wrong), Err(paths.to_vec()));
        let long = "k".repeat(41);
        assert_eq!(read(json!({ &long: "v" })), Err(vec![format!("metadata.{long}")]));
    }

    #[test]
    fn a_filter_matches_when_all_its_pairs_are_present() {
        let metadata = |value: Value| Metadata::parse(&value, "metadata", &mut Issues::default()).unwrap();
        let kept = metadata(json!({ "a": "1", "b": "2" }));
        for (filter, matches) in [
            (json!({}), true),
            (json!({ "a": "1" }), true),
            (json!({ "a": "1", "b": "2" }), true),
            (json!({ "a": "2" }), false),
            (json!({ "a": "1", "c": "3" }), false),
        ] {
            assert_eq!(kept.contains_all(&metadata(filter.clone())), matches, "{filter}");
        }
    }
}
