//! The routes of the service.

use contract::{
    Quote, ToolInfo, ToolSpec,
    error::Code,
    tools::{self, GetCredits},
};
use serde_json::{Value, json};

use super::{
    operation::{Body, DescribedOperation},
    responses::Caller,
    schemas::Schemas,
    specified,
};
use crate::discovery::{Discovery, Health, thumbnails, tool_path};

/// Every route.
pub fn operations() -> Vec<DescribedOperation> {
    let by_get = tools::ALL.iter().filter(|tool| tool.name == GetCredits::NAME).map(got);
    let tools = tools::ALL.iter().map(posted);
    let of_tools = tools.chain(by_get);
    of_tools
        .chain(specified::all())
        .chain([quote(), discovery(), health()])
        .collect()
}

/// The call of a tool.
fn posted(tool: &'static ToolInfo) -> DescribedOperation {
    DescribedOperation {
        method: "post",
        path: tool_path(tool.name),
        id: tool.name.to_owned(),
        tag: tool.category.as_str(),
        summary: summary(tool),
        description: description(tool),
        parameters: idempotency_key(tool).into_iter().collect(),
        body: Some(Body::Of {
            tool,
            outside: Vec::new(),
        }),
        terms: Some(tool),
        success: of_tool,
        caller: Caller::Organization,
        errors: if tool.cost.is_positive() {
            &[Code::ValidationError, Code::InsufficientCredits]
        } else {
            &[Code::ValidationError]
        },
    }
}

/// The parameter with the idempotency key, if the tool takes one.
pub(super) fn idempotency_key(tool: &ToolInfo) -> Option<Value> {
    let parameter = json!({ "$ref": "#/components/parameters/IdempotencyKey" });
    tool.idempotent.then_some(parameter)
}

/// The call of a tool by GET.
fn got(tool: &'static ToolInfo) -> DescribedOperation {
    DescribedOperation {
        method: "get",
        id: format!("{}_by_get", tool.name),
        description: format!("{} Without a body.", description(tool)),
        body: None,
        errors: &[],
        ..posted(tool)
    }
}

fn quote() -> DescribedOperation {
    let names: Vec<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
    let tool_name = json!({
        "name": "toolName",
        "in": "path",
        "required": true,
        "description": "The tool that the call would use.",
        "schema": { "type": "string", "enum": names },
        "example": "generate_thumbnail",
    });
    DescribedOperation {
        method: "post",
        path: "/api/v1/quotes/{toolName}".to_owned(),
        id: "quote".to_owned(),
        tag: "service",
        summary: "Tell what a call would cost".to_owned(),
        description:
            "Takes the body of a tool's call, makes the checks of the call that need no fetching, and returns \
            what the call would cost. Changes and charges nothing, and fetches no source. Needs the scope of the tool. \
            Counts toward the plan's limit, and not toward the tool's own limit. A balance that is too small is no \
            error: `affordable` is then false."
                .to_owned(),
        parameters: vec![tool_name],
        body: Some(Body::OfAny),
        terms: None,
        success: |schemas, _| schemas.envelope("QuoteResponse", |schemas| schemas.of::<Quote>()),
        caller: Caller::Organization,
        errors: &[Code::ValidationError],
    }
}

fn discovery() -> DescribedOperation {
    let choice = |name: &str, description: &str, choices: &[&str]| {
        json!({
            "name": name,
            "in": "query",
            "required": false,
            "description": description,
            "schema": { "type": "string", "enum": choices },
        })
    };
    let vendor = "The vendor whose own format the tools have, ready to paste into a call of its API. Absent: the \
        service's format.";
    DescribedOperation {
        method: "get",
        path: "/api/v1/tools".to_owned(),
        id: "list_tools".to_owned(),
        tag: "service",
        summary: "List the tools, the models and the errors".to_owned(),
        description: "Lists all tools with the JSON Schemas of their bodies and outputs, the models with their \
            capabilities, and the errors. Needs a key with any scope, and counts toward the plan's limit."
            .to_owned(),
        parameters: vec![
            choice("for", vendor, &["openai", "anthropic", "gemini"]),
            choice("fields", "`slim` leaves out the output schemas.", &["slim"]),
        ],
        body: None,
        terms: None,
        success: |schemas, _| schemas.of::<Discovery<'_>>(),
        caller: Caller::Organization,
        errors: &[Code::ValidationError],
    }
}

fn health() -> DescribedOperation {
    DescribedOperation {
        method: "get",
        path: "/health".to_owned(),
        id: "get_health".to_owned(),
        tag: "service",
        summary: "Tell whether the service responds".to_owned(),
        description: "Needs no key, counts toward no limit, and calls nothing else.".to_owned(),
        parameters: Vec::new(),
        body: None,
        terms: None,
        success: |schemas, _| schemas.envelope("HealthResponse", |schemas| schemas.of::<Health>()),
        caller: Caller::Anybody,
        errors: &[],
    }
}

/// The schema of a tool's success.
pub(super) fn of_tool(schemas: &mut Schemas, tool: Option<&'static ToolInfo>) -> Value {
    let Some(tool) = tool else {
        return json!({});
    };
    schemas.tool_envelope(tool)
}

/// A tool's name in words, such as `Generate thumbnail`.
fn summary(tool: &ToolInfo) -> String {
    let words = tool.name.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A tool's description, with its cost and limits.
fn description(tool: &ToolInfo) -> String {
    let cost = if tool.cost.is_positive() {
        format!("Cost: {} for each unit.", thumbnails(tool.cost))
    } else {
        "Cost: free.".to_owned()
    };
    let limit = match tool.rate_limit {
        Some(limit) => format!("Limit: {limit} calls a minute, and the limit of the plan."),
        None => "Limit: that of the plan.".to_owned(),
    };
    format!(
        "{}\n\n{cost} {limit} Scope: `{}`.",
        tool.description,
        tool.category.as_str()
    )
}
