//! The document is valid, complete and closed.

use std::{collections::BTreeSet, fs, path::Path};

use contract::{
    operations::{OPERATION_INFOS, OPERATIONS},
    tools,
    webhooks::EventType,
};
use serde_json::{Value, json};

use super::*;

fn document_path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json")
}

/// `UPDATE_DOCS=1` writes the copy.
#[test]
fn the_copy_in_the_documentation_is_up_to_date() {
    let text = format!("{}\n", serde_json::to_string_pretty(&document()).unwrap());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(document_path(), text).unwrap();
        return;
    }
    let copy = fs::read_to_string(document_path()).unwrap_or_default();
    assert!(
        copy == text,
        "docs/openapi.json is out of date; UPDATE_DOCS=1 writes it"
    );
}

/// The value at the end of a reference.
fn target<'a>(document: &'a Value, reference: &str) -> Option<&'a Value> {
    document.pointer(reference.strip_prefix('#')?)
}

fn each_object(value: &Value, visit: &mut impl FnMut(&Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            visit(fields);
            fields.values().for_each(|value| each_object(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|item| each_object(item, visit)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_used() {
    let document = document();
    let mut used = BTreeSet::new();
    each_object(&document, &mut |fields| {
        if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
            assert!(target(&document, reference).is_some(), "{reference} leads nowhere");
            used.insert(reference.to_owned());
        }
    });
    for kind in ["schemas", "responses", "headers", "parameters"] {
        for name in document["components"][kind].as_object().unwrap().keys() {
            assert!(
                used.contains(&format!("#/components/{kind}/{name}")),
                "{kind}: {name} is unused"
            );
        }
    }
}

#[test]
fn every_tool_has_an_operation_with_its_terms_and_an_example() {
    let document = document();
    for tool in &tools::ALL {
        let operation = &document["paths"][format!("/api/v1/tools/{}", tool.name)]["post"];
        assert_eq!(operation["operationId"], tool.name);
        assert_eq!(operation["x-credit-cost"], json!(tool.cost), "{}", tool.name);
        assert_eq!(operation["x-rate-limit"], json!(tool.rate_limit), "{}", tool.name);
        let body = &operation["requestBody"]["content"]["application/json"];
        let example: Value = serde_json::from_str(tool.examples[0]).unwrap();
        assert_eq!(body["example"], example, "{}", tool.name);
        let takes_key = operation["parameters"].to_string().contains("IdempotencyKey");
        assert_eq!(takes_key, tool.idempotent, "{}", tool.name);
        let statuses: Vec<&String> = operation["responses"].as_object().unwrap().keys().collect();
        assert_eq!(
            statuses,
            ["200", "400", "401", "403", "404", "413", "429", "500", "503"]
        );
    }
}

#[test]
fn every_specified_operation_is_in_the_document() {
    let document = document();
    for (operation, info) in OPERATIONS.iter().zip(&OPERATION_INFOS) {
        let described = &document["paths"][operation.path][operation.method.to_lowercase()];
        assert_eq!(described["operationId"], info.name);
        assert_eq!(described["tags"], json!([info.category.as_str()]), "{}", info.name);
        let parameters = described["parameters"].as_array().cloned().unwrap_or_default();
        let places: Vec<(&str, &str)> = parameters
            .iter()
            .filter_map(|parameter| Some((parameter["name"].as_str()?, parameter["in"].as_str()?)))
            .collect();
        let in_path = operation.path_parameters().map(|name| (name, "path"));
        let expected: Vec<(&str, &str)> = in_path
            .chain(operation.query.iter().map(|name| (*name, "query")))
            .collect();
        assert_eq!(places, expected, "{}", info.name);
        let takes_key = described["parameters"].to_string().contains("IdempotencyKey");
        assert_eq!(takes_key, info.idempotent, "{}", info.name);
        let has_body = described.get("requestBody").is_some();
        assert_eq!(has_body, !info.examples.is_empty(), "{}", info.name);
    }
}

#[test]
fn every_event_is_a_webhook_of_the_document() {
    let document = document();
    let described = document["webhooks"].as_object().unwrap();
    let types = EventType::ALL.into_iter().chain([EventType::WebhookTest]);
    let described_types: BTreeSet<&str> = described.keys().map(String::as_str).collect();
    assert_eq!(described_types, types.map(EventType::as_str).collect());
    for (kind, webhook) in described {
        let content = &webhook["post"]["requestBody"]["content"]["application/json"];
        let reference = content["schema"]["$ref"].as_str().unwrap();
        let schema = target(&document, reference).unwrap();
        assert_eq!(schema["properties"]["type"]["const"], kind.as_str());
    }
}

/// The document has nothing on which generators of clients fail, see `.ci/clients`.
#[test]
fn generators_find_nothing_that_they_write_wrong_code_for() {
    let document = document();
    let tags = |part: &str| -> BTreeSet<String> {
        let paths = document[part].as_object().unwrap().values();
        let operations = paths.flat_map(|path| path.as_object().unwrap().values());
        operations
            .flat_map(|operation| operation["tags"].as_array().into_iter().flatten())
            .map(|tag| tag.as_str().unwrap().to_owned())
            .collect()
    };
    let (operations, events) = (tags("paths"), tags("webhooks"));
    assert!(operations.is_disjoint(&events), "{operations:?} {events:?}");
    let listed = document["tags"].as_array().unwrap().iter();
    let listed: BTreeSet<String> = listed.map(|tag| tag["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(listed, &operations | &events);
    let text = document.to_string();
    assert!(!text.contains(r#""const":true"#) && !text.contains(r#""const":false"#));
}

#[test]
fn operation_ids_are_unique() {
    let operations = operations();
    let ids: BTreeSet<&str> = operations.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids.len(), operations.len());
}

/// Whether a schema with properties says which others it may have.
#[test]
fn every_object_of_the_service_is_closed() {
    // The formats of the gateway and of the vendors are not ours, and a large event may have lost any of its fields.
    const OPEN: [&str; 3] = ["GatewayError", "TruncatedData", "VendorTool"];
    let document = document();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        each_object(schema, &mut |fields| {
            let describes_object =
                fields.get("properties").is_some_and(Value::is_object) && fields.contains_key("type");
            if describes_object && !OPEN.contains(&name.as_str()) {
                assert_eq!(fields.get("additionalProperties"), Some(&json!(false)), "{name}");
            }
        });
    }
}

#[test]
fn every_schema_is_a_json_schema() {
    for (name, schema) in document()["components"]["schemas"].as_object().unwrap() {
        let error = jsonschema::draft202012::meta::validate(schema).err();
        assert!(error.is_none(), "{name}: {error:?}");
    }
}
