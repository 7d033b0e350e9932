//! One operation of the OpenAPI document.

use contract::{ToolInfo, error::Code};
use serde_json::{Map, Value, json};

use super::{
    responses::{self, Caller},
    schemas::Schemas,
};

/// A route of the service: a method and a path.
#[derive(Clone, Debug)]
pub struct DescribedOperation {
    /// The method in lower case.
    pub method: &'static str,
    /// The path. A variable segment is in braces.
    pub path: String,
    /// The name of the operation, which generators of clients use.
    pub(super) id: String,
    pub(super) tag: &'static str,
    /// What the operation does, in a few words.
    pub(super) summary: String,
    pub(super) description: String,
    pub(super) parameters: Vec<Value>,
    pub(super) body: Option<Body>,
    /// The tool whose terms the operation shows.
    pub(super) terms: Option<&'static ToolInfo>,
    /// Adds the schema of a success to the definitions, and returns a reference to it.
    pub(super) success: fn(&mut Schemas, Option<&'static ToolInfo>) -> Value,
    pub(super) caller: Caller,
    /// The errors that the operation may have, except for those that all operations of its caller have.
    pub(super) errors: &'static [Code],
}

/// The body of a request.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// The arguments of one tool.
    Of {
        tool: &'static ToolInfo,
        /// The names of arguments that are in the path or in the query.
        outside: Vec<&'static str>,
    },
    /// The arguments of the tool that the path names.
    OfAny,
}

impl DescribedOperation {
    /// The operation in the document.
    pub(super) fn describe(&self, schemas: &mut Schemas) -> Value {
        let mut operation = Map::new();
        operation.insert("operationId".into(), self.id.clone().into());
        operation.insert("tags".into(), json!([self.tag]));
        operation.insert("summary".into(), self.summary.clone().into());
        operation.insert("description".into(), self.description.clone().into());
        if let Some(tool) = self.terms {
            operation.insert("x-credit-cost".into(), json!(tool.cost));
            operation.insert("x-rate-limit".into(), json!(tool.rate_limit));
        }
        if self.caller == Caller::Anybody {
            operation.insert("security".into(), json!([]));
        }
        if !self.parameters.is_empty() {
            operation.insert("parameters".into(), self.parameters.clone().into());
        }
        if let Some(body) = &self.body {
            operation.insert("requestBody".into(), body.describe(schemas));
        }
        let success = (self.success)(schemas, self.terms);
        let is_replayed = self.terms.is_some_and(|tool| tool.idempotent) && matches!(self.body, Some(Body::Of { .. }));
        let has_body = self.body.is_some();
        let responses = responses::of_operation(success, self.caller, is_replayed, has_body, self.errors);
        operation.insert("responses".into(), responses.into());
        Value::Object(operation)
    }
}

impl Body {
    fn describe(&self, schemas: &mut Schemas) -> Value {
        match self {
            Self::Of { tool, outside } => {
                let schema = (tool.input_schema)();
                let is_inside = |name: &Value| name.as_str().is_some_and(|name| !outside.contains(&name));
                let required = schema.get("required").and_then(Value::as_array);
                json!({
                    "required": required.is_some_and(|names| names.iter().any(is_inside)),
                    "content": { "application/json": {
                        "schema": schemas.input(tool, outside),
                        "example": schema.pointer("/examples/0"),
                    } },
                })
            }
            Self::OfAny => json!({
                "required": true,
                "description": "The body of the call of the tool.",
                "content": { "application/json": {
                    "schema": schemas.any_input(),
                    "example": { "prompt": "A red bicycle on a beach", "count": 3, "enhancePrompt": true },
                } },
            }),
        }
    }
}
