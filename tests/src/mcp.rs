//! A client of MCP. It validates every message, in both directions, with the protocol's own schemas, and the data of
//! each result with the closed output schema of its tool.

mod schemas;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::{Client, client::output_errors, http::send};

pub use self::schemas::Revision;

/// The path of the endpoint.
pub const PATH: &str = "/mcp";

/// Calls methods with one API key in one revision of the protocol.
#[derive(Clone, Debug)]
pub struct Mcp {
    client: Client,
    revision: Revision,
}

/// A response of the endpoint.
#[derive(Clone, Debug)]
pub struct Message {
    /// The HTTP status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as received.
    pub bytes: Bytes,
    /// The body as JSON; null if it is empty.
    pub body: Value,
}

impl Message {
    /// The `result` of a success.
    ///
    /// # Panics
    ///
    /// When the message is an error.
    #[track_caller]
    pub fn result(&self) -> &Value {
        assert_eq!(self.status, 200, "not a success: {}", self.body);
        assert!(self.body["error"].is_null(), "not a success: {}", self.body);
        &self.body["result"]
    }

    /// The data of a tool's success, which the result has twice.
    ///
    /// # Panics
    ///
    /// When the tool failed, or when the two copies differ.
    #[track_caller]
    pub fn data(&self) -> &Value {
        let result = self.result();
        assert_eq!(result["isError"], false, "the tool failed: {result}");
        let text = result["content"][0]["text"].as_str().expect("the data as text");
        let data = &result["structuredContent"];
        assert_eq!(&serde_json::from_str::<Value>(text).expect("JSON"), data);
        data
    }

    /// The items of a tool's result that have this type.
    #[track_caller]
    pub fn items(&self, kind: &str) -> Vec<&Value> {
        let content = self.result()["content"].as_array().expect("content");
        content.iter().filter(|item| item["type"] == kind).collect()
    }

    /// The error of a tool: its message, code and details.
    ///
    /// # Panics
    ///
    /// When the tool succeeded, or when the result has anything beside the error.
    #[track_caller]
    pub fn tool_error(&self) -> Value {
        let result = self.result();
        assert_eq!(result["isError"], true, "the tool succeeded: {result}");
        assert!(result["structuredContent"].is_null(), "{result}");
        assert_eq!(result["content"].as_array().map(Vec::len), Some(1), "{result}");
        let text = result["content"][0]["text"].as_str().expect("the error as text");
        let error: Value = serde_json::from_str(text).expect("the error is JSON");
        let mut names: Vec<&String> = error.as_object().expect("an object").keys().collect();
        names.sort();
        assert_eq!(names, ["code", "details", "error"]);
        error
    }

    /// The error of the protocol with this code, and its HTTP status.
    #[track_caller]
    pub fn error(&self, code: i64) -> (u16, &Value) {
        let error = &self.body["error"];
        assert_eq!(error["code"], code, "{}", self.body);
        (self.status.as_u16(), error)
    }

    /// A header as text. Empty if the header is missing or is no text.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl Mcp {
    /// A client with the API key of another client.
    pub fn new(client: &Client, revision: Revision) -> Self {
        Self {
            client: client.clone(),
            revision,
        }
    }

    /// A request of the method, with the members that the revision requires.
    pub fn message(&self, method: &str, mut params: Value) -> Value {
        if self.revision == Revision::V2026_07_28 {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(self.revision.as_str());
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
            params["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({ "name": "tests", "version": "1" });
        }
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
    }

    /// The HTTP request of a message, with the headers that the revision requires.
    pub fn http(&self, message: &Value) -> Request<Bytes> {
        let mut request = self.client.request(Method::POST, PATH, message.to_string());
        let headers = request.headers_mut();
        let text = |value: &Value| HeaderValue::from_str(value.as_str().unwrap_or_default()).expect("a header");
        headers.insert(
            "accept",
            HeaderValue::from_static("application/json, text/event-stream"),
        );
        // Clients of the first revision do not name it.
        if self.revision != Revision::V2025_03_26 {
            headers.insert("mcp-protocol-version", HeaderValue::from_static(self.revision.as_str()));
        }
        if self.revision == Revision::V2026_07_28 {
            headers.insert("mcp-method", text(&message["method"]));
            if message["method"] == "tools/call" {
                headers.insert("mcp-name", text(&message["params"]["name"]));
            }
            if message["method"] == "resources/read" {
                headers.insert("mcp-name", text(&message["params"]["uri"]));
            }
        }
        request
    }

    /// Sends a request of a method.
    pub async fn request(&self, method: &str, params: Value) -> Message {
        let message = self.message(method, params);
        self.send(self.http(&message)).await
    }

    /// Calls a tool.
    pub async fn call(&self, tool: &str, arguments: Value) -> Message {
        let params = json!({ "name": tool, "arguments": arguments });
        self.request("tools/call", params).await
    }

    /// Calls a tool with an idempotency key in `_meta`.
    pub async fn call_once(&self, tool: &str, idempotency_key: &str, arguments: Value) -> Message {
        let meta = json!({ "idempotencyKey": idempotency_key });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        self.request("tools/call", params).await
    }

    /// Sends any HTTP request to the endpoint, and validates the response.
    ///
    /// # Panics
    ///
    /// When the response violates a schema.
    pub async fn send(&self, request: Request<Bytes>) -> Message {
        let sent: Value = serde_json::from_slice(request.body()).unwrap_or_default();
        let (parts, bytes) = send(request).await.into_parts();
        let message = Message {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
            bytes,
        };
        let id = message.header("x-request-id");
        assert!(id.parse::<contract::RequestId>().is_ok(), "no request id: {id:?}");
        assert!(message.header("mcp-session-id").is_empty());
        if !message.bytes.is_empty() {
            assert_eq!(message.header("content-type"), "application/json");
        }
        if message.body["jsonrpc"].is_string() {
            self.validate(&sent, &message);
        }
        message
    }

    /// Validates a message of JSON-RPC, and the request that it answers.
    fn validate(&self, sent: &Value, message: &Message) {
        let (revision, body) = (self.revision, &message.body);
        if body["error"].is_null() {
            assert_eq!(body["id"], sent["id"], "{body}");
            let method = sent["method"].as_str().unwrap_or_default();
            revision.validate(request_of(method), sent);
            revision.validate("JSONRPCMessage", body);
            revision.validate(result_of(method), &body["result"]);
            assert_eq!(
                body["result"]["resultType"] == "complete",
                revision == Revision::V2026_07_28,
                "{body}"
            );
            if method == "tools/call" && body["result"]["isError"] == false {
                let tool = sent["params"]["name"].as_str().unwrap_or_default();
                let errors = output_errors(tool, &body["result"]["structuredContent"]);
                assert!(errors.is_empty(), "{tool} violates its schema: {errors:?}");
            }
        } else {
            // Before this revision, an error had to have the id of a request, also when there was none.
            let revision = if body["id"].is_null() {
                Revision::V2026_07_28
            } else {
                revision
            };
            revision.validate("JSONRPCMessage", body);
            let named = match body["error"]["code"].as_i64() {
                Some(-32020) => "HeaderMismatchError",
                Some(-32022) => "UnsupportedProtocolVersionError",
                _ => "JSONRPCErrorResponse",
            };
            Revision::V2026_07_28.validate(named, body);
        }
    }
}

/// The definition of a method's requests.
fn request_of(method: &str) -> &'static str {
    match method {
        "tools/call" => "CallToolRequest",
        "tools/list" => "ListToolsRequest",
        "resources/list" => "ListResourcesRequest",
        "resources/templates/list" => "ListResourceTemplatesRequest",
        "resources/read" => "ReadResourceRequest",
        "server/discover" => "DiscoverRequest",
        "initialize" => "InitializeRequest",
        "ping" => "PingRequest",
        _ => "JSONRPCRequest",
    }
}

/// The definition of a method's results.
fn result_of(method: &str) -> &'static str {
    match method {
        "tools/call" => "CallToolResult",
        "tools/list" => "ListToolsResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "server/discover" => "DiscoverResult",
        "initialize" => "InitializeResult",
        _ => "EmptyResult",
    }
}
