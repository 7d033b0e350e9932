//! The operations that `contract::operations` specifies.

use contract::{
    ToolInfo,
    error::Code,
    operations::{OPERATION_INFOS, OPERATIONS, Operation},
};
use serde_json::{Value, json};

use super::{
    operation::{Body, DescribedOperation},
    operations::{idempotency_key, of_tool},
    responses::Caller,
    schemas::describe_default,
};

/// The operations.
pub(super) fn all() -> impl Iterator<Item = DescribedOperation> {
    OPERATIONS.iter().zip(&OPERATION_INFOS).map(operation)
}

fn operation((specified, info): (&Operation, &'static ToolInfo)) -> DescribedOperation {
    let schema = (info.input_schema)();
    let properties = schema.get("properties");
    let in_path: Vec<&'static str> = specified.path_parameters().collect();
    let outside: Vec<&'static str> = in_path.iter().chain(specified.query).copied().collect();
    let mut parameters: Vec<Value> = outside
        .iter()
        .map(|name| {
            let schema = properties.and_then(|all| all.get(name)).cloned().unwrap_or_default();
            parameter(name, in_path.contains(name), schema)
        })
        .collect();
    parameters.extend(idempotency_key(info));
    let has_body = properties
        .and_then(Value::as_object)
        .is_some_and(|all| all.keys().any(|name| !outside.contains(&name.as_str())));
    let takes_nothing = specified.method == "GET" && specified.query.is_empty();
    DescribedOperation {
        method: match specified.method {
            "GET" => "get",
            "PATCH" => "patch",
            "DELETE" => "delete",
            _ => "post",
        },
        path: specified.path.to_owned(),
        id: info.name.to_owned(),
        tag: info.category.as_str(),
        summary: info.title.to_owned(),
        description: format!("{} Scope: `{}`.", info.description.trim(), info.category.as_str()),
        parameters,
        body: has_body.then_some(Body::Of { tool: info, outside }),
        terms: Some(info),
        success: of_tool,
        caller: Caller::Organization,
        errors: if takes_nothing { &[] } else { &[Code::ValidationError] },
    }
}

/// A parameter in the path or in the query, with this schema.
fn parameter(name: &str, is_in_path: bool, mut schema: Value) -> Value {
    describe_default(&mut schema);
    let description = schema.as_object_mut().and_then(|fields| fields.remove("description"));
    remove_null(&mut schema);
    json!({
        "name": name,
        "in": if is_in_path { "path" } else { "query" },
        "required": is_in_path,
        "description": description,
        "schema": schema,
    })
}

/// Removes null from a schema, because neither a path nor a query can contain it.
fn remove_null(schema: &mut Value) {
    if let Some(choices) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        choices.retain(|choice| !choice.is_null());
    }
    let kinds = schema.get_mut("type").and_then(Value::as_array_mut);
    if let Some(kind) = kinds.and_then(|kinds| kinds.first().cloned()) {
        schema["type"] = kind;
    }
}
