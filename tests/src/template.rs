//! Reads the deployment's template, `template.yaml`.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{Value, json};

/// The template as JSON. A CloudFormation tag becomes an object: `!Ref A` is `{"!Ref": "A"}`.
///
/// # Panics
///
/// When the template is missing or no YAML.
pub fn template() -> Value {
    template_at("template.yaml")
}

/// A template at a path of the project, such as a nested template.
///
/// # Panics
///
/// When the template is missing or no YAML.
pub fn template_at(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = fs::read_to_string(path).expect("a template");
    plain(yaml_serde::from_str(&text).expect("YAML"))
}

fn plain(value: yaml_serde::Value) -> Value {
    match value {
        yaml_serde::Value::Sequence(list) => list.into_iter().map(plain).collect(),
        yaml_serde::Value::Mapping(mapping) => {
            let text = |key: yaml_serde::Value| key.as_str().expect("a name").to_owned();
            let pairs = mapping.into_iter().map(|(key, value)| (text(key), plain(value)));
            Value::Object(pairs.collect())
        }
        yaml_serde::Value::Tagged(tagged) => json!({ tagged.tag.to_string(): plain(tagged.value) }),
        scalar => serde_json::to_value(scalar).expect("a scalar"),
    }
}

/// The properties of all resources of a type, by their logical ids.
///
/// # Panics
///
/// When the template has no resources.
pub fn resources(template: &Value, kind: &str) -> BTreeMap<String, Value> {
    let all = template["Resources"].as_object().expect("resources");
    let of_kind = all.iter().filter(|(_, resource)| resource["Type"] == kind);
    of_kind
        .map(|(name, resource)| (name.clone(), resource["Properties"].clone()))
        .collect()
}
