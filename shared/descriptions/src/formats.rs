//! The tools as the vendors of language models take them.

use contract::{ToolInfo, tools::ALL};
use serde_json::{Map, Value};

use crate::discovery::{AnthropicTool, GeminiFunction, GeminiTools, OpenAiTool, object};

/// The tools as the Responses API of OpenAI takes them.
pub(crate) fn openai() -> Vec<OpenAiTool> {
    let format = |tool: &ToolInfo| OpenAiTool {
        kind: "function",
        name: tool.name,
        description: tool.description,
        parameters: arguments(tool),
        strict: false,
    };
    ALL.iter().map(format).collect()
}

/// The tools as the Messages API of Anthropic takes them.
pub(crate) fn anthropic() -> Vec<AnthropicTool> {
    let format = |tool: &ToolInfo| AnthropicTool {
        name: tool.name,
        description: tool.description,
        input_schema: arguments(tool),
    };
    ALL.iter().map(format).collect()
}

/// The tools as the API of Gemini takes them: one element with all functions.
pub(crate) fn gemini() -> [GeminiTools; 1] {
    let format = |tool: &ToolInfo| {
        let parameters = object(openapi_subset(&Value::Object(arguments(tool))));
        // Gemini refuses an object without properties.
        let has_some = parameters
            .get("properties")
            .and_then(Value::as_object)
            .is_some_and(|properties| !properties.is_empty());
        GeminiFunction {
            name: tool.name,
            description: tool.description,
            parameters: has_some.then_some(parameters),
        }
    };
    [GeminiTools {
        function_declarations: ALL.iter().map(format).collect(),
    }]
}

/// JSON Schema of the arguments of a tool, without the dialect, which vendors assume.
fn arguments(tool: &ToolInfo) -> Map<String, Value> {
    let mut schema = object((tool.input_schema)());
    schema.remove("$schema");
    schema
}

/// The keywords that Gemini's schemas have: <https://ai.google.dev/api/caching#Schema>. A schema with another keyword
/// is refused.
const GEMINI_KEYWORDS: [&str; 14] = [
    "type",
    "format",
    "description",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "properties",
    "required",
];

/// A JSON Schema in Gemini's subset of OpenAPI 3.0: `nullable` stands for the type `null`. The description states the
/// default value, because Gemini ignores the keyword `default`.
fn openapi_subset(schema: &Value) -> Value {
    let Value::Object(fields) = schema else {
        return schema.clone();
    };
    let mut subset = Map::new();
    for (keyword, value) in fields {
        let value = match (keyword.as_str(), value) {
            ("type", Value::Array(kinds)) => {
                if kinds.iter().any(|kind| kind == "null") {
                    subset.insert("nullable".to_owned(), true.into());
                }
                let kind = kinds.iter().find(|kind| *kind != "null");
                kind.cloned().unwrap_or_default()
            }
            ("enum", Value::Array(choices)) => choices.iter().filter(|choice| !choice.is_null()).cloned().collect(),
            ("properties", Value::Object(properties)) => {
                let inner = |(name, property): (&String, &Value)| (name.clone(), openapi_subset(property));
                properties
                    .iter()
                    .filter(|(_, property)| !is_map(property))
                    .map(inner)
                    .collect::<Map<_, _>>()
                    .into()
            }
            ("items", items) => openapi_subset(items),
            ("required", Value::Array(names)) if names.is_empty() => continue,
            ("description", Value::String(description)) => described(description, fields.get("default")).into(),
            (keyword, value) if GEMINI_KEYWORDS.contains(&keyword) => value.clone(),
            _ => continue,
        };
        subset.insert(keyword.clone(), value);
    }
    Value::Object(subset)
}

/// A parameter's description with its default value.
fn described(description: &str, default: Option<&Value>) -> String {
    match default {
        None | Some(Value::Null) => description.to_owned(),
        Some(Value::String(text)) => format!("{description} Default: `{text}`."),
        Some(value) => format!("{description} Default: {value}."),
    }
}

/// Whether the schema is of an object whose keys are the caller's. Gemini's schemas cannot express it.
fn is_map(schema: &Value) -> bool {
    schema.get("additionalProperties").is_some_and(Value::is_object)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_format_has_every_tool() {
        let names: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        assert_eq!(openai().iter().map(|tool| tool.name).collect::<Vec<_>>(), names);
        assert_eq!(anthropic().iter().map(|tool| tool.name).collect::<Vec<_>>(), names);
        let [gemini] = gemini();
        let declared: Vec<&str> = gemini.function_declarations.iter().map(|tool| tool.name).collect();
        assert_eq!(declared, names);
    }

    #[test]
    fn a_nullable_type_becomes_a_type_that_is_nullable() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "shape": { "type": ["string", "null"], "enum": ["16:9", null], "description": "A shape.", "default": "16:9" },
                "ids": { "type": ["array", "null"], "items": { "type": "string" }, "maxItems": 8, "uniqueItems": true },
                "pairs": { "type": ["object", "null"], "additionalProperties": { "type": "string" } },
            },
            "required": [],
            "additionalProperties": false,
            "examples": [{}],
        });
        let subset = json!({
            "type": "object",
            "properties": {
                "shape": {
                    "type": "string",
                    "nullable": true,
                    "enum": ["16:9"],
                    "description": "A shape. Default: `16:9`.",
                },
                "ids": { "type": "array", "nullable": true, "items": { "type": "string" }, "maxItems": 8 },
            },
        });
        assert_eq!(openapi_subset(&schema), subset);
    }

    /// The places in a schema that have a keyword which Gemini does not know.
    fn unknown(schema: &Value, place: &str, found: &mut Vec<String>) {
        for (keyword, value) in schema.as_object().unwrap() {
            match keyword.as_str() {
                "properties" => {
                    for (name, property) in value.as_object().unwrap() {
                        unknown(property, &format!("{place}.{name}"), found);
                    }
                }
                "items" => unknown(value, &format!("{place}[]"), found),
                "nullable" => {}
                "type" if value.is_string() => {}
                keyword if keyword != "type" && GEMINI_KEYWORDS.contains(&keyword) => {}
                _ => found.push(format!("{place}: {keyword} {value}")),
            }
        }
    }

    #[test]
    fn geminis_schemas_have_only_keywords_that_it_knows_and_no_empty_object() {
        let mut found = Vec::new();
        for function in &gemini()[0].function_declarations {
            match &function.parameters {
                Some(parameters) => unknown(&Value::Object(parameters.clone()), function.name, &mut found),
                None => assert_eq!(function.name, "get_credits"),
            }
        }
        assert_eq!(found, Vec::<String>::new());
    }
}
