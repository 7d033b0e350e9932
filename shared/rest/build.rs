//! Writes the descriptors of all tools for discovery. The build makes them, because making them takes longer than the rest
//! of a function's first call.

use std::{env, error::Error, fs, path::PathBuf};

use contract::{Amount, Category, ToolInfo, tools::ALL};
use serde::Serialize;
use serde_json::Value;

/// Stands for the limit of the caller's plan, which is known at run time. Nothing else in the descriptors contains this
/// number.
const PLAN_LIMIT: u32 = u32::MAX - 1;

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

/// The descriptors of all tools as a JSON array, split where the limit of the caller's plan goes.
fn catalog() -> Result<Vec<String>, serde_json::Error> {
    let descriptors: Vec<Descriptor> = ALL.iter().map(Descriptor::new).collect();
    let text = serde_json::to_string(&descriptors)?;
    Ok(text.split(&PLAN_LIMIT.to_string()).map(str::to_owned).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let directory = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    fs::write(directory.join("catalog.rs"), format!("{:?}", catalog()?))?;
    Ok(())
}
