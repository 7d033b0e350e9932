//! Messages of JSON-RPC 2.0, as the server sends them.

use contract::{ApiError, error::Code};
use serde::Serialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    instructions::INSTRUCTIONS,
    protocol::{
        error::ProtocolError,
        revision::{Era, SUPPORTED},
    },
    tools::content::Item,
};

/// The media type by which hosts know an MCP App.
pub(crate) const APP_MEDIA_TYPE: &str = "text/html;profile=mcp-app";
/// How long a client may keep the list of tools, in milliseconds. A change of a key's scopes takes less than a minute.
const LIST_TTL_MS: u32 = 60_000;
/// How long a client may cache the server's description and its resources, in milliseconds.
const DISCOVERY_TTL_MS: u32 = 3_600_000;

#[derive(Serialize)]
struct ResultMessage<'a, T> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: T,
}

#[derive(Serialize)]
struct ErrorMessage<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: ErrorObject,
}

#[derive(Serialize)]
struct ErrorObject {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

/// The result of `tools/call`. Only results of the new era have the first two members.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Value>,
    content: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    is_error: bool,
}

/// The result of `tools/list`. Only results of the new era have the members before `tools`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolList<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_scope: Option<&'static str>,
    tools: &'a RawValue,
}

/// An error of a tool, with the members that its envelope has over HTTP.
#[derive(Serialize)]
struct ToolError {
    error: String,
    code: Code,
    details: Value,
}

fn server_info() -> Value {
    json!({ "name": "thumbnails", "title": "Thumbnails", "version": env!("CARGO_PKG_VERSION") })
}

/// The capabilities of the server, with the extension for MCP Apps.
fn capabilities() -> Value {
    json!({
        "tools": {},
        "resources": {},
        "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": [APP_MEDIA_TYPE] } },
    })
}

fn result_type(era: Era) -> Option<&'static str> {
    (era == Era::New).then_some("complete")
}

/// The `_meta` of a result.
fn meta(era: Era) -> Option<Value> {
    (era == Era::New).then(|| json!({ "io.modelcontextprotocol/serverInfo": server_info() }))
}

fn message<T: Serialize>(id: &RawValue, result: T) -> Vec<u8> {
    let message = ResultMessage {
        jsonrpc: "2.0",
        id,
        result,
    };
    serde_json::to_vec(&message).unwrap_or_default()
}

/// The response to `server/discover`.
pub(crate) fn discovery(id: &RawValue) -> Vec<u8> {
    message(
        id,
        json!({
            "resultType": result_type(Era::New),
            "_meta": meta(Era::New),
            "supportedVersions": SUPPORTED,
            "capabilities": capabilities(),
            "instructions": INSTRUCTIONS,
            "ttlMs": DISCOVERY_TTL_MS,
            "cacheScope": "public",
        }),
    )
}

/// The response to `initialize`.
pub(crate) fn initialization(id: &RawValue, version: &str) -> Vec<u8> {
    message(
        id,
        json!({
            "protocolVersion": version,
            "capabilities": capabilities(),
            "serverInfo": server_info(),
            "instructions": INSTRUCTIONS,
        }),
    )
}

/// The response to `resources/list`, with all resources on one page.
pub(crate) fn resource_list(id: &RawValue, era: Era, resources: Value) -> Vec<u8> {
    public_list(id, era, "resources", resources)
}

/// The response to `resources/templates/list`: no resource has parameters in its URI.
pub(crate) fn no_resource_templates(id: &RawValue, era: Era) -> Vec<u8> {
    public_list(id, era, "resourceTemplates", json!([]))
}

/// The response to `resources/read`.
pub(crate) fn resource(id: &RawValue, era: Era, content: Value) -> Vec<u8> {
    public_list(id, era, "contents", json!([content]))
}

/// A response that is the same for all callers. It has one member with a list, and in the new era also the type, the
/// metadata and the caching rules of the result.
fn public_list(id: &RawValue, era: Era, name: &str, list: Value) -> Vec<u8> {
    let mut result = Map::from_iter([(name.to_owned(), list)]);
    if era == Era::New {
        result.extend([
            ("resultType".to_owned(), json!(result_type(era))),
            ("_meta".to_owned(), json!(meta(era))),
            ("ttlMs".to_owned(), json!(DISCOVERY_TTL_MS)),
            ("cacheScope".to_owned(), json!("public")),
        ]);
    }
    message(id, result)
}

/// The response to `ping`.
pub(crate) fn pong(id: &RawValue) -> Vec<u8> {
    message(id, json!({}))
}

/// The response to `tools/list`. `tools` is a JSON array.
pub(crate) fn tool_list(id: &RawValue, era: Era, tools: String) -> Vec<u8> {
    let is_new = era == Era::New;
    match RawValue::from_string(tools) {
        Ok(tools) => message(
            id,
            ToolList {
                result_type: result_type(era),
                meta: meta(era),
                ttl_ms: is_new.then_some(LIST_TTL_MS),
                cache_scope: is_new.then_some("private"),
                tools: &tools,
            },
        ),
        Err(_) => Vec::new(),
    }
}

/// The response to `tools/call` when the tool succeeds: its data, twice, and further items.
pub(crate) fn success(id: &RawValue, era: Era, data: &RawValue, further: Vec<Item<'_>>) -> Vec<u8> {
    let mut content = vec![Item::Text { text: data.get() }];
    content.extend(further);
    message(
        id,
        CallResult {
            result_type: result_type(era),
            meta: meta(era),
            content,
            structured_content: Some(data),
            is_error: false,
        },
    )
}

/// The response to `tools/call` when the tool refuses the call, or fails.
pub(crate) fn failure(id: &RawValue, era: Era, error: &ApiError) -> Vec<u8> {
    let told = ToolError {
        error: error.message(),
        code: error.code(),
        details: error.details(),
    };
    let text = serde_json::to_string(&told).unwrap_or_default();
    message(
        id,
        CallResult {
            result_type: result_type(era),
            meta: meta(era),
            content: vec![Item::Text { text: &text }],
            structured_content: None,
            is_error: true,
        },
    )
}

/// The response to a message that is refused. `id` is that of the message, if it could be read.
pub(crate) fn refusal(id: Option<&RawValue>, error: &ProtocolError) -> Vec<u8> {
    let message = ErrorMessage {
        jsonrpc: "2.0",
        id,
        error: ErrorObject {
            code: error.code(),
            message: error.to_string(),
            data: error.data(),
        },
    };
    serde_json::to_vec(&message).unwrap_or_default()
}
