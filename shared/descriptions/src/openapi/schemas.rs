//! The schemas of the OpenAPI document, each under a name.

use contract::{ToolInfo, document_schemas, tools};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::errors;
use crate::discovery::object;

/// The place of the schemas in the document.
const SCHEMAS: &str = "/components/schemas";

/// Collects the schemas of a document.
#[derive(Debug)]
pub(super) struct Schemas {
    /// Makes the schemas of the service's types.
    generator: SchemaGenerator,
    /// The other schemas, by name.
    named: Map<String, Value>,
}

impl Default for Schemas {
    fn default() -> Self {
        Self {
            generator: document_schemas(SCHEMAS).into_generator(),
            named: Map::new(),
        }
    }
}

impl Schemas {
    /// Adds a schema, and returns a reference to it.
    pub(super) fn name(&mut self, name: &str, schema: Value) -> Value {
        self.named.insert(name.to_owned(), schema);
        json!({ "$ref": format!("#{SCHEMAS}/{name}") })
    }

    /// The schema of a type.
    pub(super) fn of<T: JsonSchema>(&mut self) -> Value {
        self.generator.subschema_for::<T>().to_value()
    }

    /// The schema of a tool's body. Arguments of the names in `outside` are not in the body.
    pub(super) fn input(&mut self, tool: &ToolInfo, outside: &[&str]) -> Value {
        let mut schema = object((tool.input_schema)());
        schema.remove("$schema");
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.retain(|name, _| !outside.contains(&name.as_str()));
        }
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.retain(|name| name.as_str().is_some_and(|name| !outside.contains(&name)));
        }
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.values_mut().for_each(describe_default);
        }
        self.name(&format!("{}Input", pascal_case(tool.name)), schema.into())
    }

    /// The schema of any tool's body.
    pub(super) fn any_input(&mut self) -> Value {
        let inputs: Vec<Value> = tools::ALL.iter().map(|tool| self.input(tool, &[])).collect();
        json!({ "anyOf": inputs })
    }

    /// The schema of a tool's success.
    pub(super) fn tool_envelope(&mut self, tool: &ToolInfo) -> Value {
        let name = format!("{}Response", pascal_case(tool.name));
        self.envelope(&name, |schemas| {
            (tool.output_reference)(&mut schemas.generator).to_value()
        })
    }

    /// The schema of a success with these data.
    pub(super) fn envelope(&mut self, name: &str, data: impl FnOnce(&mut Self) -> Value) -> Value {
        let data = data(self);
        let schema = json!({
            "type": "object",
            "description": "A success.",
            "properties": {
                "success": { "type": "boolean", "description": "True: the request succeeded." },
                "data": data,
            },
            "required": ["success", "data"],
            "additionalProperties": false,
        });
        self.name(name, schema)
    }

    /// The schema of the error with this code.
    pub(super) fn error(&mut self, code: contract::error::Code) -> Value {
        self.name(errors::name(code), errors::schema(code))
    }

    /// The schema of API Gateway's own responses, which are not envelopes.
    pub(super) fn gateway_error(&mut self) -> Value {
        let schema = json!({
            "type": "object",
            "description": "A failure that API Gateway reports before or instead of the service.",
            "properties": { "message": { "type": ["string", "null"], "description": "What is wrong." } },
            "required": ["message"],
        });
        self.name("GatewayError", schema)
    }

    /// All schemas that were added, by name.
    pub(super) fn into_definitions(mut self) -> Map<String, Value> {
        let mut all = self.generator.take_definitions(true);
        all.append(&mut self.named);
        all.into_iter()
            .map(|(name, schema)| (public_name(&name), published(schema)))
            .collect()
    }
}

/// Moves the default of a parameter into its description. Generators of TypeScript would require a parameter that has a
/// default.
pub(super) fn describe_default(property: &mut Value) {
    let Value::Object(fields) = property else { return };
    let Some(default) = fields.remove("default") else {
        return;
    };
    let description = fields.get("description").and_then(Value::as_str).unwrap_or_default();
    let described = format!(
        "{description} Absent: `{}`.",
        default.as_str().map_or(default.to_string(), str::to_owned)
    );
    fields.insert("description".to_owned(), described.into());
}

/// The name of a type in the document: `GenerationView` is `Generation` there.
fn public_name(name: &str) -> String {
    name.strip_suffix("View").unwrap_or(name).to_owned()
}

/// A schema whose references have the public names, and whose lists of words are enumerations. It has no constant
/// booleans, because generated clients compare them with text and refuse the service's responses.
fn published(schema: Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let field = |(key, value): (String, Value)| match value {
                Value::String(target) if key == "$ref" => (key, public_name(&target).into()),
                value => (key, published(value)),
            };
            let is_kept = |(key, value): &(String, Value)| key != "const" || !value.is_boolean();
            let fields: Map<String, Value> = fields.into_iter().filter(is_kept).map(field).collect();
            Value::Object(words(&fields).unwrap_or(fields))
        }
        Value::Array(items) => items.into_iter().map(published).collect(),
        other => other,
    }
}

/// The enumeration of the words in a choice between described words. Generators of clients do not recognize such a
/// choice as an enumeration.
fn words(schema: &Map<String, Value>) -> Option<Map<String, Value>> {
    let choices = schema.get("oneOf")?.as_array()?;
    let mut words = Vec::new();
    let mut description = schema
        .get("description")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    for choice in choices {
        let word = choice.get("const")?.as_str()?;
        let meaning = choice.get("description").and_then(Value::as_str).unwrap_or_default();
        description.push_str(&format!("\n- `{word}`: {meaning}"));
        words.push(word);
    }
    let enumeration = json!({ "type": "string", "enum": words, "description": description });
    Some(object(enumeration))
}

/// A tool's name as the name of a type: `get_image` becomes `GetImage`.
fn pascal_case(name: &str) -> String {
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('_').map(capitalized).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn described_words_are_an_enumeration() {
        let choice = json!({ "oneOf": [
            { "type": "string", "const": "pending", "description": "It waits." },
            { "type": "string", "const": "failed", "description": "It failed." },
        ], "description": "How far it is." });
        let enumeration = json!({
            "type": "string",
            "enum": ["pending", "failed"],
            "description": "How far it is.\n- `pending`: It waits.\n- `failed`: It failed.",
        });
        assert_eq!(published(json!({ "items": choice })), json!({ "items": enumeration }));
        let other = json!({ "oneOf": [{ "type": "string" }, { "$ref": "#/x/GenerationView" }] });
        let renamed = json!({ "oneOf": [{ "type": "string" }, { "$ref": "#/x/Generation" }] });
        assert_eq!(published(other), renamed);
    }
}
