//! The response of tool discovery.

use std::borrow::Borrow;

use serde::Serialize;
use serde_json::Value;

use crate::{
    Amount, Category, ToolInfo,
    tools::{ALL, TERMS},
};

/// A placeholder for the plan's limit in the catalog: a number that does not occur elsewhere in it.
const PLAN_LIMIT: u32 = u32::MAX - 1;

/// The description of a tool in discovery.
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

/// The JSON of the descriptors of all tools, split at each place for the limit of the caller's plan. Generating the
/// schemas takes milliseconds, so build scripts call this.
///
/// # Errors
///
/// Fails if a descriptor cannot be written as JSON.
pub fn catalog() -> Result<Vec<String>, serde_json::Error> {
    let descriptors: Vec<Descriptor> = ALL.iter().map(Descriptor::new).collect();
    let text = serde_json::to_string(&descriptors)?;
    Ok(text.split(&PLAN_LIMIT.to_string()).map(str::to_owned).collect())
}

/// The body of tool discovery from the parts of [`catalog`], for a caller whose plan allows `plan_limit` requests a
/// minute. `models` is the JSON array of the available models.
pub fn discovery<T: Borrow<str>>(catalog: &[T], plan_limit: u32, models: &str) -> String {
    let (tools, count) = (catalog.join(&plan_limit.to_string()), TERMS.len());
    format!(r#"{{"success":true,"tools":{tools},"totalCount":{count},"models":{models}}}"#)
}
