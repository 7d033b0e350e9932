//! Schemas for simple clients of MCP: one type for each value, and no keyword that a converter to another vendor's
//! schemas refuses.

use serde_json::{Map, Value, json};

/// The schema of a tool's arguments. `null` is accepted for an optional parameter, but not shown.
pub fn input(schema: &Value) -> Value {
    simplified(schema, &|fields| {
        if let Some(Value::Array(kinds)) = fields.get_mut("type") {
            let kind = kinds.iter().find(|kind| *kind != "null");
            let kind = kind.cloned().unwrap_or_default();
            fields.insert("type".to_owned(), kind);
        }
        if let Some(Value::Array(choices)) = fields.get_mut("enum") {
            choices.retain(|choice| !choice.is_null());
        }
        // google-genai expects a schema here. The service refuses unknown arguments anyway.
        if fields.get("additionalProperties").is_some_and(Value::is_boolean) {
            fields.remove("additionalProperties");
        }
        fields.retain(|keyword, _| !["$schema", "patternProperties", "propertyNames"].contains(&keyword.as_str()));
    })
}

/// The schema of a tool's result, without descriptions, which would double the list of tools, and without keywords that
/// help nobody who reads a result: that no number is negative, and that no further fields come.
pub fn output(schema: &Value) -> Value {
    simplified(schema, &|fields| {
        if fields.get("additionalProperties").is_some_and(Value::is_boolean) {
            fields.remove("additionalProperties");
        }
        if fields.get("minimum").and_then(Value::as_f64) == Some(0.0) {
            fields.remove("minimum");
        }
        fields.retain(|keyword, _| {
            ![
                "$schema",
                "description",
                "examples",
                "patternProperties",
                "propertyNames",
            ]
            .contains(&keyword.as_str())
        });
        if let Some(choices) = fields.get("oneOf").and_then(constants) {
            fields.remove("oneOf");
            fields.insert("type".to_owned(), "string".into());
            fields.insert("enum".to_owned(), choices);
        }
        let Some(Value::Array(kinds)) = fields.get("type") else {
            return;
        };
        if let [kind, Value::String(null)] = kinds.as_slice()
            && null == "null"
        {
            fields.insert("type".to_owned(), kind.clone());
            let value = Value::Object(std::mem::take(fields));
            fields.insert("anyOf".to_owned(), json!([value, { "type": "null" }]));
        }
    })
}

/// The values of a choice between constant strings.
fn constants(choices: &Value) -> Option<Value> {
    let choices = choices.as_array()?.iter();
    choices
        .map(|choice| choice.get("const").filter(|value| value.is_string()).cloned())
        .collect()
}

/// Changes a schema and the schemas inside it, from the inside to the outside.
fn simplified(schema: &Value, change: &impl Fn(&mut Map<String, Value>)) -> Value {
    let Value::Object(fields) = schema else {
        return schema.clone();
    };
    let mut fields = fields.clone();
    for (keyword, value) in &mut fields {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                for property in properties.values_mut() {
                    *property = simplified(property, change);
                }
            }
            ("anyOf" | "oneOf" | "allOf", Value::Array(choices)) => {
                for choice in choices {
                    *choice = simplified(choice, change);
                }
            }
            ("items" | "additionalProperties", inner) => *inner = simplified(inner, change),
            _ => {}
        }
    }
    change(&mut fields);
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optional_parameter_has_its_type_alone() {
        let schema = json!({
            "$schema": "x",
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "shape": { "type": ["string", "null"], "enum": ["16:9", null], "description": "A shape." },
                "ids": { "type": ["array", "null"], "items": { "type": ["string", "null"] } },
                "pairs": {
                    "type": ["object", "null"],
                    "additionalProperties": { "type": "string" },
                    "propertyNames": { "pattern": "^a" },
                },
                "type": { "type": "string" },
            },
        });
        let simple = json!({
            "type": "object",
            "properties": {
                "shape": { "type": "string", "enum": ["16:9"], "description": "A shape." },
                "ids": { "type": "array", "items": { "type": "string" } },
                "pairs": { "type": "object", "additionalProperties": { "type": "string" } },
                "type": { "type": "string" },
            },
        });
        assert_eq!(input(&schema), simple);
    }

    #[test]
    fn a_nullable_result_is_a_choice() {
        let schema = json!({
            "type": "object",
            "description": "A result.",
            "properties": {
                "description": { "type": ["string", "null"], "description": "Words." },
                "state": {
                    "description": "The state.",
                    "oneOf": [{ "type": "string", "const": "a" }, { "type": "string", "const": "b" }],
                },
                "size": { "anyOf": [{ "type": "object", "description": "A size." }, { "type": "null" }] },
            },
        });
        let simple = json!({
            "type": "object",
            "properties": {
                "description": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
                "state": { "type": "string", "enum": ["a", "b"] },
                "size": { "anyOf": [{ "type": "object" }, { "type": "null" }] },
            },
        });
        assert_eq!(output(&schema), simple);
    }
}
