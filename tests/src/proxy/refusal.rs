//! Error responses in the wire formats of the called services.

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::Full;
use serde_json::json;

/// The service that a request calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Callee {
    DynamoDb,
    Sqs,
    Secrets,
    S3,
    /// A vendor's model API.
    Model,
}

impl Callee {
    pub(super) fn of<B>(request: &Request<B>) -> Self {
        match request.headers().get("x-amz-target").map(HeaderValue::as_bytes) {
            Some(target) if target.starts_with(b"Dyn") => Self::DynamoDb,
            Some(target) if target.starts_with(b"secretsmanager") => Self::Secrets,
            Some(_) => Self::Sqs,
            None if request.method() == Method::POST => Self::Model,
            None => Self::S3,
        }
    }
}

/// The kind of an error.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    Throttled,
    Conflict,
    Internal,
}

/// The error response to a call.
pub(super) fn refuse(callee: Callee, operation: &str, refusal: Refusal) -> Response<Full<Bytes>> {
    match callee {
        Callee::S3 => of_s3(refusal),
        Callee::Model => of_model(refusal),
        Callee::DynamoDb | Callee::Sqs | Callee::Secrets => of_json(callee, operation, refusal),
    }
}

fn of_s3(refusal: Refusal) -> Response<Full<Bytes>> {
    let (status, code) = match refusal {
        Refusal::Throttled => (503, "SlowDown"),
        Refusal::Conflict => (409, "OperationAborted"),
        Refusal::Internal => (500, "InternalError"),
    };
    let body = format!("<Error><Code>{code}</Code><Message>on purpose</Message></Error>");
    response(status, "application/xml", body)
}

/// A response that contains the error formats of all vendors. Each vendor's client reads its own part.
fn of_model(refusal: Refusal) -> Response<Full<Bytes>> {
    let (status, of_gemini, of_bedrock) = match refusal {
        Refusal::Throttled => (429, "RESOURCE_EXHAUSTED", "ThrottlingException"),
        Refusal::Conflict => (409, "ABORTED", "ConflictException"),
        Refusal::Internal => (500, "INTERNAL", "InternalServerException"),
    };
    let error = json!({ "code": status, "message": "on purpose", "status": of_gemini });
    let body = json!({ "error": error, "message": "on purpose" });
    let mut response = response(status, "application/json", body.to_string());
    response
        .headers_mut()
        .insert("x-amzn-errortype", HeaderValue::from_static(of_bedrock));
    response
}

fn of_json(callee: Callee, operation: &str, refusal: Refusal) -> Response<Full<Bytes>> {
    let transaction = operation == "TransactWriteItems";
    let (status, code) = match (refusal, callee) {
        (Refusal::Internal, _) => (500, "InternalServerError"),
        (Refusal::Conflict, _) if transaction => (400, "TransactionCanceledException"),
        (Refusal::Conflict, Callee::DynamoDb) => (400, "TransactionConflictException"),
        (Refusal::Throttled, Callee::DynamoDb) => (400, "ProvisionedThroughputExceededException"),
        (_, Callee::Secrets) => (400, "ThrottlingException"),
        (Refusal::Conflict | Refusal::Throttled, _) => (400, "RequestThrottled"),
    };
    let body = if code == "TransactionCanceledException" {
        json!({
            "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"),
            "Message": "Transaction cancelled, please refer cancellation reasons for specific reasons \
                        [TransactionConflict]",
            "CancellationReasons": [{ "Code": "TransactionConflict", "Message": "on purpose" }],
        })
    } else {
        json!({ "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"), "message": "on purpose" })
    };
    response(status, "application/x-amz-json-1.0", body.to_string())
}

/// The refusal of a transaction. The flags say which parts name an item that another transaction holds.
pub(super) fn conflicts(parts: &[bool]) -> Response<Full<Bytes>> {
    let reasons = parts.iter().map(|conflicts| match conflicts {
        true => json!({ "Code": "TransactionConflict", "Message": "on purpose" }),
        false => json!({ "Code": "None" }),
    });
    let body = json!({
        "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
        "Message": "Transaction cancelled, please refer cancellation reasons for specific reasons",
        "CancellationReasons": reasons.collect::<Vec<_>>(),
    });
    response(400, "application/x-amz-json-1.0", body.to_string())
}

fn response(status: u16, content_type: &'static str, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
        .headers_mut()
        .insert("content-type", HeaderValue::from_static(content_type));
    response
}
