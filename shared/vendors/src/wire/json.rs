//! Merges JSON objects.

use runtime::Options;
use serde_json::Value;

/// Applies a merge patch (RFC 7386): objects are merged, `null` removes a field, other values replace it.
pub(crate) fn merge(target: &mut Value, patch: &Options) {
    let Some(object) = target.as_object_mut() else {
        return;
    };
    for (name, value) in patch {
        match value {
            Value::Null => {
                object.remove(name);
            }
            Value::Object(inner) => {
                let slot = object
                    .entry(name.clone())
                    .or_insert_with(|| Value::Object(Options::new()));
                if !slot.is_object() {
                    *slot = Value::Object(Options::new());
                }
                merge(slot, inner);
            }
            value => {
                object.insert(name.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_patch_adds_replaces_and_removes_at_every_depth() {
        let mut body = json!({ "a": 1, "b": { "c": 2, "d": 3 }, "e": 4 });
        let patch = json!({ "a": null, "b": { "c": null, "x": [1] }, "e": { "f": 5 }, "g": "h" });
        merge(&mut body, patch.as_object().unwrap());
        assert_eq!(body, json!({ "b": { "d": 3, "x": [1] }, "e": { "f": 5 }, "g": "h" }));
    }
}
