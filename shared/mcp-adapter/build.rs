//! Writes the descriptors of all tools for `tools/list`. The build makes them, because making them takes longer than
//! the rest of a function's first call.

use std::{env, error::Error, fs, path::PathBuf};

use contract::{Effect, ToolInfo, tools::ALL};
use descriptions::simple;
use serde_json::{Value, json};

fn annotations(tool: &ToolInfo) -> Value {
    let has = |effects: &[Effect]| effects.contains(&tool.effect);
    json!({
        "readOnlyHint": has(&[Effect::Reads]),
        "destructiveHint": has(&[Effect::Removes]),
        "idempotentHint": has(&[Effect::Reads, Effect::Removes, Effect::Sets]),
        "openWorldHint": tool.reaches_out,
    })
}

/// The URI of the MCP App.
const APP_URI: &str = "ui://thumbnails/thumbnails.html";
/// The tools whose results the MCP App shows.
const APP_TOOLS: [&str; 3] = ["generate_thumbnail", "get_generation_status", "generate_variation"];

/// The link from a tool to the MCP App that shows its results, as the first member of `_meta`. Empty for other tools.
/// <https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx>
fn link_to_app(tool: &ToolInfo) -> String {
    if APP_TOOLS.contains(&tool.name) {
        format!(r#""ui":{{"resourceUri":{}}},"#, json!(APP_URI))
    } else {
        String::new()
    }
}

/// The descriptor of a tool up to the number of calls a minute, which depends on the caller's plan.
fn descriptor(tool: &ToolInfo) -> String {
    format!(
        r#"{{"name":{},"title":{},"description":{},"inputSchema":{},"outputSchema":{},"annotations":{},"_meta":{{{}"creditCost":{},"rateLimit":"#,
        json!(tool.name),
        json!(tool.title),
        json!(tool.description),
        simple::input(&(tool.input_schema)()),
        simple::output(&(tool.output_schema)()),
        annotations(tool),
        link_to_app(tool),
        json!(tool.cost),
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=APP_URI={APP_URI}");
    let directory = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let catalog: Vec<String> = ALL.iter().map(descriptor).collect();
    fs::write(directory.join("catalog.rs"), format!("{catalog:?}"))?;
    Ok(())
}
