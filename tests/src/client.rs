//! A client of the tools. It checks every response against the contract: the envelope, the headers, and the closed
//! output schema of the tool.

use std::{
    collections::HashMap,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use bytes::Bytes;
use contract::{
    operations::{OPERATION_INFOS, Operation},
    tools,
    webhooks::WEBHOOKS_PATH,
};
use http::{HeaderMap, Method, Request, StatusCode};
use jsonschema::Validator;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{PATIENCE, http::send};

static QUOTE: LazyLock<Validator> = LazyLock::new(|| {
    let schema = contract::schema_of::<contract::Quote>();
    jsonschema::validator_for(&schema).expect("the schema of a quote is a valid JSON Schema")
});

static SCHEMAS: LazyLock<HashMap<&'static str, Validator>> = LazyLock::new(|| {
    let schema = |tool: &contract::ToolInfo| {
        let schema = (tool.output_schema)();
        (
            tool.name,
            jsonschema::validator_for(&schema).expect("the output schema of a tool is a valid JSON Schema"),
        )
    };
    tools::ALL.iter().chain(&OPERATION_INFOS).map(schema).collect()
});

/// How the data of a tool violates its output schema. The data of an unknown tool is not checked.
pub(crate) fn output_errors(tool: &str, data: &Value) -> Vec<String> {
    SCHEMAS
        .get(tool)
        .map(|schema| schema_errors(schema, data))
        .unwrap_or_default()
}

/// How data violate a schema.
fn schema_errors(schema: &Validator, data: &Value) -> Vec<String> {
    schema
        .iter_errors(data)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// A response of the service.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as received.
    pub bytes: Bytes,
    /// The body as JSON.
    pub body: Value,
}

impl Answer {
    /// The `data` of a success.
    ///
    /// # Panics
    ///
    /// When the response is no success.
    #[track_caller]
    pub fn data(&self) -> &Value {
        assert_eq!(self.status, 200, "not a success: {}", self.body);
        &self.body["data"]
    }

    /// The `details` of a failure with this code. A VALIDATION_ERROR must have a known reason.
    ///
    /// # Panics
    ///
    /// When the response has another code, or no known reason.
    #[track_caller]
    pub fn failure(&self, code: &str) -> &Value {
        assert_eq!(self.body["code"], code, "the response has another code: {}", self.body);
        let details = &self.body["details"];
        if code == "VALIDATION_ERROR" {
            let reasons = ["body", "source", "state", "idempotency", "quota", "reference", "change"];
            let reason = details["reason"].as_str().unwrap_or_default();
            assert!(
                reasons.contains(&reason),
                "the response has no known reason: {}",
                self.body
            );
        }
        details
    }

    /// The paths of the issues of a VALIDATION_ERROR.
    ///
    /// # Panics
    ///
    /// When the response has another code.
    #[track_caller]
    pub fn issues(&self) -> Vec<String> {
        let issues = self.failure("VALIDATION_ERROR")["issues"]
            .as_array()
            .expect("issues are an array");
        issues
            .iter()
            .map(|issue| issue["path"].as_str().expect("a path is a string").to_owned())
            .collect()
    }

    /// A header as text. Empty if the header is missing or is no text.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }
}

/// Calls tools with one API key. Requests alternate between the gateways of the service, so that no test depends on
/// state in the memory of one gateway.
#[derive(Clone, Debug)]
pub struct Client {
    base_urls: Arc<Vec<String>>,
    next: Arc<AtomicUsize>,
    key: Option<String>,
}

impl Client {
    /// A client with this API key, or without one.
    pub fn new(base_urls: Vec<String>, key: Option<String>) -> Self {
        Self {
            base_urls: Arc::new(base_urls),
            next: Arc::new(AtomicUsize::new(0)),
            key,
        }
    }

    /// The same client with another API key, or without one.
    pub fn with_key(&self, key: Option<&str>) -> Self {
        Self {
            key: key.map(str::to_owned),
            ..self.clone()
        }
    }

    /// A request to a path of the next gateway, with the API key.
    pub fn request(&self, method: Method, path: &str, body: impl Into<Bytes>) -> Request<Bytes> {
        let turn = self.next.fetch_add(1, Ordering::SeqCst);
        let base = &self.base_urls[turn % self.base_urls.len()];
        let mut request = Request::builder().method(method).uri(format!("{base}{path}"));
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        request
            .header("content-type", "application/json")
            .body(body.into())
            .expect("a request")
    }

    /// Calls a tool.
    pub async fn call(&self, tool: &str, body: Value) -> Answer {
        self.send_to(
            tool,
            self.request(Method::POST, &format!("/api/v1/tools/{tool}"), body.to_string()),
        )
        .await
    }

    /// Calls a tool with an idempotency key.
    pub async fn call_once(&self, tool: &str, idempotency_key: &str, body: Value) -> Answer {
        let mut request = self.request(Method::POST, &format!("/api/v1/tools/{tool}"), body.to_string());
        request
            .headers_mut()
            .insert("idempotency-key", idempotency_key.parse().expect("a header"));
        self.send_to(tool, request).await
    }

    /// Sends a request to `tool` and checks the response. The data of an unknown tool is not checked, because there is
    /// no schema.
    pub async fn send_to(&self, tool: &str, request: Request<Bytes>) -> Answer {
        let answer = receive(request).await;
        if answer.status == StatusCode::OK {
            if let Some(schema) = SCHEMAS.get(tool) {
                check_data(&answer, schema);
            }
            assert_eq!(answer.body["success"], true);
        }
        answer
    }

    /// Calls an operation on webhooks and checks the response against the operation's schema. `path` is what follows
    /// `/api/v1/webhooks`.
    ///
    /// # Panics
    ///
    /// When the response violates the contract.
    pub async fn webhooks(&self, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("{WEBHOOKS_PATH}{path}");
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.operate(self.request(method, &path, body)).await
    }

    /// Sends a request for an operation and checks the response against the operation's schema.
    ///
    /// # Panics
    ///
    /// When the response violates the contract.
    pub async fn operate(&self, request: Request<Bytes>) -> Answer {
        let found = Operation::find(request.method().as_str(), request.uri().path());
        let name = found.map(|(operation, _)| operation.terms.name).unwrap_or_default();
        self.send_to(name, request).await
    }

    /// Asks for the quote of a call.
    pub async fn quote(&self, tool: &str, body: impl Into<Bytes>) -> Answer {
        let answer = receive(self.request(Method::POST, &format!("/api/v1/quotes/{tool}"), body)).await;
        if answer.status == StatusCode::OK {
            check_data(&answer, &QUOTE);
        }
        answer
    }

    /// `GET /api/v1/tools`.
    pub async fn discover(&self) -> Answer {
        receive(self.request(Method::GET, "/api/v1/tools", "")).await
    }

    /// Calls `get_generation_status` until the generation has ended, and returns its data.
    ///
    /// # Panics
    ///
    /// When the generation does not end within a minute.
    pub async fn wait(&self, generation_id: &Value) -> Value {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let body = json!({ "generationId": generation_id, "waitSeconds": 10 });
            let answer = self.call("get_generation_status", body).await;
            let data = answer.data();
            if !matches!(data["status"].as_str(), Some("pending" | "processing")) {
                return data.clone();
            }
        }
        panic!("the generation has not ended within {PATIENCE:?}");
    }

    /// The balance of the organization, in thumbnails.
    pub async fn balance(&self) -> f64 {
        self.call("get_credits", json!({})).await.data()["balance"]
            .as_f64()
            .expect("a balance")
    }
}

/// Sends a request, and checks the properties that all responses of the service have in common.
pub async fn receive(request: Request<Bytes>) -> Answer {
    let authenticated = request.headers().contains_key("authorization");
    let (parts, bytes) = send(request).await.into_parts();
    let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    let answer = Answer {
        status: parts.status,
        headers: parts.headers,
        bytes,
        body,
    };
    if answer.status == StatusCode::NO_CONTENT {
        return answer;
    }
    let id = answer.header("x-request-id");
    assert!(
        id.parse::<contract::RequestId>().is_ok(),
        "no request id: {id:?} {}",
        answer.body
    );
    assert_eq!(answer.header("content-type"), "application/json");
    if answer.status == StatusCode::OK {
        assert_eq!(answer.body["success"], true, "{}", answer.body);
        assert!(authenticated);
    } else {
        check_failure(&answer);
    }
    let limited = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];
    if answer.status == StatusCode::OK || answer.status == StatusCode::TOO_MANY_REQUESTS {
        for name in limited {
            assert!(answer.header(name).parse::<u64>().is_ok(), "{name} is no number");
        }
    }
    answer
}

/// Checks that the data of a success match their schema.
fn check_data(answer: &Answer, schema: &Validator) {
    let errors = schema_errors(schema, &answer.body["data"]);
    assert!(
        errors.is_empty(),
        "the response violates its schema: {errors:?}\n{}",
        answer.body
    );
}

fn check_failure(answer: &Answer) {
    let body = answer.body.as_object().expect("a failure is an object");
    let mut names: Vec<&str> = body.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["code", "details", "error", "success"]);
    assert_eq!(body["success"], false);
    assert!(body["details"].is_object());
    assert!(body["error"].as_str().is_some_and(|text| !text.is_empty()));
    let status = match body["code"].as_str() {
        Some("UNAUTHORIZED") => 401,
        Some("FORBIDDEN") => 403,
        Some("NOT_FOUND") => 404,
        Some("VALIDATION_ERROR" | "INSUFFICIENT_CREDITS") => 400,
        Some("RATE_LIMITED") => 429,
        Some("INTERNAL_ERROR") => 500,
        other => panic!("{other:?} is no code"),
    };
    assert_eq!(answer.status, status);
    if status == 500 {
        let details: Vec<&String> = body["details"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(details, ["requestId"]);
    }
    if status == 429 {
        assert!(
            answer
                .header("retry-after")
                .parse::<u32>()
                .is_ok_and(|seconds| seconds >= 1)
        );
    }
}
