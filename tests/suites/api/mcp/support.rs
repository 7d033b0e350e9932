//! Common code of the tests of MCP.

use contract::Plan;
use serde_json::{Value, json};
use tests::{Mcp, Organization, Revision, mcp::Message};

use crate::support::idle;

/// A client with a new organization's key.
pub(super) async fn new(revision: Revision) -> (Organization, Mcp) {
    let organization = idle().organization(Plan::Enterprise, 20).await;
    let mcp = Mcp::new(&organization.client, revision);
    (organization, mcp)
}

/// An error of a tool as its envelope over HTTP.
#[track_caller]
pub(super) fn envelope(message: &Message) -> Value {
    let mut error = message.tool_error();
    error["success"] = json!(false);
    error
}

/// The names of the tools in a list.
#[track_caller]
pub(super) fn names(list: &Message) -> Vec<String> {
    let tools = list.result()["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}
