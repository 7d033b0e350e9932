//! The Model Context Protocol, by which agents call the tools.

use contract::{
    ToolSpec,
    tools::{self, GetCredits},
};
use http::{HeaderValue, Method, StatusCode};
use serde_json::{Value, json};

use crate::commands::smoke::{
    problem::{Problem, require},
    session::Session,
};

const PATH: &str = "/mcp";
const VERSION: &str = "2026-07-28";

/// The list of tools and a call of one, and the first request of an older client.
pub(super) async fn mcp(session: &mut Session) -> Result<String, Problem> {
    let list = result(session, "tools/list", None).await?;
    let listed = list.pointer("/tools").and_then(Value::as_array);
    let listed: Vec<&str> = listed
        .into_iter()
        .flatten()
        .filter_map(|tool| tool.pointer("/name")?.as_str())
        .collect();
    // The list has only the tools that the key may call.
    let known = tools::ALL.iter().map(|tool| tool.name);
    let expected: Vec<&str> = known.filter(|name| listed.contains(name)).collect();
    require(!listed.is_empty() && listed == expected, || {
        "tools/list over MCP has other tools than discovery".to_owned()
    })?;
    let called = result(session, "tools/call", Some(GetCredits::NAME)).await?;
    let balance = called.pointer("/structuredContent/balance");
    require(balance == Some(&json!(session.expected_balance.expected())), || {
        "get_credits over MCP has another balance than over HTTP".to_owned()
    })?;
    let client = json!({ "name": "tgctl", "version": env!("CARGO_PKG_VERSION") });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let initialized = send(session, "initialize", params, &[]).await?;
    require(
        initialized.pointer("/protocolVersion") == Some(&json!("2025-11-25")),
        || "initialize over MCP does not agree on 2025-11-25".to_owned(),
    )?;
    Ok(format!("{} tools", listed.len()))
}

/// The result of a request of revision 2026-07-28. `name` is the tool to call.
async fn result(session: &mut Session, method: &'static str, name: Option<&'static str>) -> Result<Value, Problem> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut params = json!({ "_meta": meta });
    let mut headers = vec![("mcp-protocol-version", VERSION), ("mcp-method", method)];
    if let (Some(name), Some(params)) = (name, params.as_object_mut()) {
        params.insert("name".to_owned(), name.into());
        headers.push(("mcp-name", name));
    }
    send(session, method, params, &headers).await
}

async fn send(
    session: &mut Session,
    method: &str,
    params: Value,
    headers: &[(&'static str, &'static str)],
) -> Result<Value, Problem> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut request = session.request(Method::POST, PATH, message.to_string())?;
    for (name, value) in headers {
        request.headers_mut().insert(*name, HeaderValue::from_static(value));
    }
    let response = session.send(request).await?;
    let status = response.status();
    let body: Value = serde_json::from_slice(response.body()).unwrap_or_default();
    let result = body.pointer("/result").filter(|_| status == StatusCode::OK);
    result
        .cloned()
        .ok_or_else(|| Problem::wrong(format!("{method} over MCP has no result, but the status {status}")))
}
