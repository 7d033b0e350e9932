use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{check, snapshot};
use crate::tools::ALL;

#[test]
fn schemas_match_their_snapshots() {
    for tool in &ALL {
        let schemas = json!({ "input": (tool.input_schema)(), "output": (tool.output_schema)() });
        snapshot(tool.name, &schemas);
    }
}

/// The places in a schema that are open, undescribed, or references.
fn flaws(schema: &Value, path: &str, flaws: &mut Vec<String>) {
    let Value::Object(fields) = schema else {
        flaws.push(format!("{path}: is no object schema"));
        return;
    };
    for keyword in ["$ref", "$defs", "unevaluatedProperties", "allOf", "title"] {
        if fields.contains_key(keyword) {
            flaws.push(format!("{path}: has {keyword}"));
        }
    }
    if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
        if fields.get("additionalProperties") != Some(&json!(false)) {
            flaws.push(format!("{path}: is open"));
        }
        for (name, property) in properties {
            let path = format!("{path}.{name}");
            if property["description"]
                .as_str()
                .is_none_or(|text| text.trim().is_empty())
            {
                flaws.push(format!("{path}: is not described"));
            }
            self::flaws(property, &path, flaws);
        }
    } else if fields
        .get("type")
        .is_some_and(|kind| kind == "object" || kind == &json!(["object", "null"]))
    {
        // A map is closed by the names that its keys may have.
        if !fields.contains_key("propertyNames") || fields["additionalProperties"]["type"] != "string" {
            flaws.push(format!("{path}: has no properties"));
        }
    }
    for keyword in ["anyOf", "oneOf"] {
        for (index, choice) in fields
            .get(keyword)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            self::flaws(choice, &format!("{path}.{keyword}[{index}]"), flaws);
        }
    }
    if let Some(items) = fields.get("items") {
        self::flaws(items, &format!("{path}[]"), flaws);
    }
}

#[test]
fn every_schema_is_closed_and_described_at_every_level() {
    let mut found = Vec::new();
    for tool in &ALL {
        flaws(&(tool.input_schema)(), &format!("{} input", tool.name), &mut found);
        flaws(&(tool.output_schema)(), &format!("{} output", tool.name), &mut found);
    }
    assert_eq!(found, Vec::<String>::new());
}

/// Checks that object schemas within `schema` require all their properties.
fn assert_all_required(schema: &Value, tool: &str) {
    if let Some(properties) = schema["properties"].as_object() {
        let required: BTreeSet<&str> = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        assert_eq!(
            properties.keys().map(String::as_str).collect::<BTreeSet<_>>(),
            required,
            "{tool}"
        );
    }
    match schema {
        Value::Object(fields) => fields.values().for_each(|value| assert_all_required(value, tool)),
        Value::Array(items) => items.iter().for_each(|value| assert_all_required(value, tool)),
        _ => {}
    }
}

#[test]
fn every_property_of_an_output_is_required() {
    for tool in &ALL {
        assert_all_required(&(tool.output_schema)(), tool.name);
    }
}

#[test]
fn every_example_is_accepted_and_in_the_schema() {
    for tool in &ALL {
        assert!(!tool.examples.is_empty(), "{}", tool.name);
        let shown = (tool.input_schema)()["examples"].as_array().unwrap().len();
        assert_eq!(shown, tool.examples.len(), "{}", tool.name);
        for example in tool.examples {
            let body: Value = serde_json::from_str(example).unwrap();
            assert_eq!(check(tool, &body), [], "{}", tool.name);
        }
    }
}

#[test]
fn an_empty_body_is_accepted_or_the_error_names_the_required_parameters() {
    for tool in &ALL {
        let schema = (tool.input_schema)();
        let mut required: Vec<&str> = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        match tool.name {
            "generate_thumbnail" => required.push("prompt"),
            "create_inspiration" => required.push("videoUrl"),
            _ => {}
        }
        let issues = check(tool, &json!({}));
        assert_eq!(
            issues.iter().map(|issue| issue.path.as_str()).collect::<Vec<_>>(),
            required,
            "{}",
            tool.name
        );
    }
}

#[test]
fn an_open_or_undescribed_nested_schema_is_detected() {
    let schema = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "list": {
                "description": "A list.",
                "type": ["array", "null"],
                "items": { "anyOf": [{ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } } }] }
            }
        }
    });
    let mut found = Vec::new();
    flaws(&schema, "it", &mut found);
    assert_eq!(
        found,
        [
            "it.list[].anyOf[0]: is open",
            "it.list[].anyOf[0].a: is not described",
            "it.list[].anyOf[0].a: has $ref"
        ]
    );
}
