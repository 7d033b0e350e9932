//! Messages of the Model Context Protocol. An input is the headers, one a line, then an empty line, then the body.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::target::Target;
use crate::{chance::Chance, measure::Cost};

pub(super) const TARGET: Target = Target {
    name: "mcp",
    run: read,
    budget: |_| MOST,
    craft: |chance| Some(craft(chance)),
    words: &[
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"",
        b"\"params\":{",
        b"\"_meta\":{",
        b"\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"",
        b"\"io.modelcontextprotocol/clientCapabilities\":{}",
        b"\"name\":\"get_credits\"",
        b"\"arguments\":{",
        b"tools/call",
        b"tools/list",
        b"mcp-protocol-version: 2026-07-28\n",
        b"mcp-method: tools/call\n",
        b"mcp-name: =?base64?",
        b"?=\n",
        b"\n\n",
        b"null",
        b"1e999",
        b"\\ud800",
        b"[",
        b"}",
    ],
    mend: |_| {},
};

/// The budget of any message.
const MOST: Cost = Cost {
    // A debug build takes about eight times as long as a deployed function.
    cpu: Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 50 }),
    memory: 32_000_000,
};

/// The longest generated body, in bytes.
const LONGEST: usize = 1_000_000;

/// Reads a message like the service. A refusal must be a message of JSON-RPC with the error's status.
fn read(input: &[u8]) {
    let split = input.windows(2).position(|pair| pair == b"\n\n");
    let (head, body) = match split {
        Some(at) => (input.get(..at), input.get(at + 2..)),
        None => (None, Some(input)),
    };
    let mut headers = HeaderMap::new();
    for line in head.unwrap_or_default().split(|byte| *byte == b'\n') {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let (name, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let value = HeaderValue::from_bytes(value.trim_ascii());
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), value) {
            headers.append(name, value);
        }
    }
    if let Some((status, refusal)) = mcp_adapter::refuse(&headers, body.unwrap_or_default()) {
        let refusal: Value = serde_json::from_slice(&refusal).unwrap_or_default();
        let code = refusal.pointer("/error/code").and_then(Value::as_i64);
        assert!(code.is_some_and(|code| code < 0), "a refusal has no code");
        assert!(status == 400, "a refusal has the status {status}");
    }
}

/// A call whose name, arguments or metadata are long or deep.
fn craft(chance: &mut Chance) -> Vec<u8> {
    let values = ["0", "\"\"", "{}", "[]", "{\"\":0}", "1e300", "null", "\"\\u00e4\""];
    let value = *chance.one_of(&values).unwrap_or(&"0");
    let times = chance.small(LONGEST) / value.len();
    let value = match chance.below(4) {
        0 => format!("[{}]", vec![value; times].join(",")),
        1 => format!("{}{value}{}", "[".repeat(times), "]".repeat(times)),
        2 => format!("{}{value}{}", "{\"\":".repeat(times), "}".repeat(times)),
        _ => format!("{{{}\"a\":{value}}}", "\"a\":0,".repeat(times)),
    };
    let places = ["name", "arguments", "_meta", "cursor", "other"];
    let place = *chance.one_of(&places).unwrap_or(&"other");
    let head = match chance.below(2) {
        0 => "mcp-protocol-version: 2026-07-28\nmcp-method: tools/call\nmcp-name: get_credits",
        _ => "mcp-protocol-version: 2025-06-18",
    };
    let message = format!(r#"{{"jsonrpc":"2.0","id":{value},"method":"tools/call","params":{{"{place}":{value}}}}}"#);
    format!("{head}\n\n{message}").into_bytes()
}
