//! What discovery answers.

use std::borrow::Borrow;

use serde::Serialize;
use serde_json::Value;

use crate::{
    Amount, Category, ToolInfo,
    tools::{ALL, TERMS},
};

/// Stands in the catalog for the plan's limit until a caller is known: a number that nothing else in there contains.
const PLAN_LIMIT: u32 = u32::MAX - 1;

/// A tool as discovery describes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    name: &'static str,
    description: &'static str,
    category: Category,
    endpoint: String,
    method: &'static str,
    meta: Meta,
    input_schema: Value,
    output_schema: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    credit_cost: Amount,
    rate_limit: u32,
}

impl Descriptor {
    fn new(tool: &ToolInfo) -> Self {
        Self {
            name: tool.name,
            description: tool.description,
            category: tool.category,
            endpoint: format!("/api/v1/tools/{}", tool.name),
            method: "POST",
            meta: Meta {
                credit_cost: tool.cost,
                rate_limit: tool.rate_limit.unwrap_or(PLAN_LIMIT),
            },
            input_schema: (tool.input_schema)(),
            output_schema: (tool.output_schema)(),
        }
    }
}

/// The descriptors of all tools in JSON: the pieces between which the limit of the caller's plan stands. Making the
/// schemas takes milliseconds, so it is for build scripts.
///
/// # Errors
///
/// When a descriptor cannot be written as JSON.
pub fn catalog() -> Result<Vec<String>, serde_json::Error> {
    let descriptors: Vec<Descriptor> = ALL.iter().map(Descriptor::new).collect();
    let text = serde_json::to_string(&descriptors)?;
    Ok(text.split(&PLAN_LIMIT.to_string()).map(str::to_owned).collect())
}

/// The body of tool discovery, of [`catalog`]'s pieces, for a caller whose plan allows so many requests a minute. `models`
/// is the array of models that a generation can be asked of, as JSON.
pub fn discovery<T: Borrow<str>>(catalog: &[T], plan_limit: u32, models: &str) -> String {
    let (tools, count) = (catalog.join(&plan_limit.to_string()), TERMS.len());
    format!(r#"{{"success":true,"tools":{tools},"totalCount":{count},"models":{models}}}"#)
}
