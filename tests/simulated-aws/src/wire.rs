//! Parses HTTP requests to the three services, and builds their HTTP responses.

use aws_smithy_runtime_api::{
    client::{
        orchestrator::{HttpRequest, HttpResponse},
        result::ConnectorError,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use bytes::Bytes;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value as Json};

use crate::{
    cloud::Operation,
    dynamo,
    refusal::Refusal,
    s3::{self, Answered},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    DynamoDb,
    Sqs,
    S3,
}

/// A request to a service, parsed.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) service: Service,
    pub(crate) operation: Operation,
    pub(crate) body: Json,
    /// The content of an S3 `PutObject`.
    pub(crate) payload: Bytes,
}

/// A response of a service.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Json(dynamo::Answer),
    S3(Result<Answered, Refusal>),
}

/// The supported operations of DynamoDB and SQS.
const OPERATIONS: [(Service, &str); 22] = [
    (Service::DynamoDb, "GetItem"),
    (Service::DynamoDb, "BatchGetItem"),
    (Service::DynamoDb, "Query"),
    (Service::DynamoDb, "Scan"),
    (Service::DynamoDb, "PutItem"),
    (Service::DynamoDb, "UpdateItem"),
    (Service::DynamoDb, "DeleteItem"),
    (Service::DynamoDb, "BatchWriteItem"),
    (Service::DynamoDb, "TransactWriteItems"),
    (Service::DynamoDb, "CreateTable"),
    (Service::DynamoDb, "DescribeTable"),
    (Service::DynamoDb, "UpdateTimeToLive"),
    (Service::Sqs, "CreateQueue"),
    (Service::Sqs, "GetQueueUrl"),
    (Service::Sqs, "GetQueueAttributes"),
    (Service::Sqs, "SendMessage"),
    (Service::Sqs, "SendMessageBatch"),
    (Service::Sqs, "ReceiveMessage"),
    (Service::Sqs, "DeleteMessage"),
    (Service::Sqs, "DeleteMessageBatch"),
    (Service::Sqs, "ChangeMessageVisibility"),
    (Service::Sqs, "PurgeQueue"),
];

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

impl Call {
    /// Parses a request.
    ///
    /// # Panics
    ///
    /// When the simulation does not support the request, so that the test that sends it fails immediately.
    pub(crate) fn read(request: &HttpRequest) -> Self {
        let payload = request.body().bytes().map(Bytes::copy_from_slice);
        let Some(payload) = payload else {
            panic!(
                "the simulation supports no streamed body: {} {}",
                request.method(),
                request.uri()
            );
        };
        let Some(target) = request.headers().get("x-amz-target") else {
            return Self::read_s3(request, payload);
        };
        let name = target.rsplit('.').next().unwrap_or_default();
        let Some(&(service, operation)) = OPERATIONS.iter().find(|(_, known)| *known == name) else {
            panic!("the simulation does not support {target}");
        };
        let body = serde_json::from_slice(&payload);
        let Ok(body) = body else {
            panic!("the body of {target} is no JSON");
        };
        Self {
            service,
            operation,
            body,
            payload: Bytes::new(),
        }
    }

    fn read_s3(request: &HttpRequest, payload: Bytes) -> Self {
        let uri = request.uri();
        let path = uri.split_once("://").map_or(uri, |(_, rest)| rest);
        let path = path.split_once('/').map_or("", |(_, path)| path);
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let (bucket, key) = path.split_once('/').unwrap_or((path, ""));
        let mut body = Map::new();
        let mut set = |name: &str, value: String| {
            body.insert(name.to_owned(), Json::String(value));
        };
        set("Bucket", decoded(bucket));
        let mut is_list = false;
        for (name, value) in query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, ""))) {
            match name {
                "list-type" => is_list = value == "2",
                "prefix" => set("Prefix", decoded(value)),
                "start-after" => set("StartAfter", decoded(value)),
                "continuation-token" => set("ContinuationToken", decoded(value)),
                "max-keys" => set("MaxKeys", decoded(value)),
                "" | "x-id" => {}
                name => panic!("the simulation does not support S3's parameter {name}"),
            }
        }
        if !key.is_empty() {
            set("Key", decoded(key));
        }
        let mut has_source = false;
        for (header, name) in [
            ("content-type", "ContentType"),
            ("x-amz-tagging", "Tagging"),
            ("x-amz-copy-source", "CopySource"),
            ("range", "Range"),
        ] {
            if let Some(value) = request.headers().get(header)
                && (header != "content-type" || request.method() == "PUT" && !key.is_empty())
            {
                has_source |= header == "x-amz-copy-source";
                let value = if header == "x-amz-copy-source" {
                    decoded(value)
                } else {
                    value.to_owned()
                };
                set(name, value);
            }
        }
        if has_source {
            body.remove("ContentType");
        }
        let operation = match (request.method(), key.is_empty()) {
            ("PUT", true) => "CreateBucket",
            ("PUT", false) if has_source => "CopyObject",
            ("PUT", false) => "PutObject",
            ("GET", true) if is_list => "ListObjectsV2",
            ("GET", false) => "GetObject",
            ("HEAD", false) => "HeadObject",
            ("DELETE", false) => "DeleteObject",
            (method, _) => panic!("the simulation does not support {method} {uri}"),
        };
        Self {
            service: Service::S3,
            operation,
            body: Json::Object(body),
            payload,
        }
    }

    /// A summary of the call for the history.
    pub(crate) fn summary(&self) -> String {
        let text = |value: &Json| match value {
            Json::String(text) => text.clone(),
            Json::Object(attributes) => {
                let parts = ["pk", "sk"]
                    .iter()
                    .filter_map(|name| attributes.get(*name)?.get("S")?.as_str());
                parts.collect::<Vec<_>>().join(" / ")
            }
            other => other.to_string(),
        };
        let mut summary = self.operation.to_owned();
        for (name, value) in self.body.as_object().into_iter().flatten() {
            let shown = match name.as_str() {
                "Key"
                | "Item"
                | "Bucket"
                | "IndexName"
                | "UpdateExpression"
                | "ConditionExpression"
                | "CopySource"
                | "ReceiptHandle"
                | "MessageBody"
                | "ClientRequestToken"
                | "Prefix" => text(value),
                "ExpressionAttributeValues" => value.to_string(),
                "TransactItems" => {
                    let parts = value.as_array().into_iter().flatten();
                    parts.map(part_summary).collect::<Vec<_>>().join("; ")
                }
                "Entries" | "RequestItems" => value.to_string(),
                _ => continue,
            };
            summary.push_str(&format!(" {name}[{shown}]"));
        }
        summary
    }
}

fn part_summary(part: &Json) -> String {
    let Some((verb, inner)) = part.as_object().and_then(|part| part.iter().next()) else {
        return String::new();
    };
    let key = inner.get("Key").or_else(|| inner.get("Item"));
    let name = |name: &str| {
        key.and_then(|key| key.get(name)?.get("S")?.as_str())
            .unwrap_or_default()
    };
    let text = |name: &str| inner.get(name).and_then(Json::as_str).unwrap_or_default();
    let (update, condition) = (text("UpdateExpression"), text("ConditionExpression"));
    format!("{verb} {} / {} {update} if {condition}", name("pk"), name("sk"))
}

/// The error name in the header `x-amzn-query-error`. SQS had these names before it spoke JSON, and the SDK still reads
/// them.
fn query_error(code: &str) -> Option<&str> {
    Some(match code.strip_prefix("com.amazonaws.sqs#")? {
        "QueueDoesNotExist" => "AWS.SimpleQueueService.NonExistentQueue",
        "MessageNotInflight" => "AWS.SimpleQueueService.MessageNotInflight",
        "QueueNameExists" => "QueueAlreadyExists",
        code => code,
    })
}

impl Reply {
    pub(crate) fn refused(service: Service, refusal: Refusal) -> Self {
        match service {
            Service::S3 => Self::S3(Err(refusal)),
            Service::DynamoDb | Service::Sqs => Self::Json(Err(refusal)),
        }
    }

    /// A success response to a request that was not executed.
    pub(crate) fn pretended(call: &Call, body: &Json) -> Self {
        match call.service {
            Service::S3 => Self::S3(Ok(Answered {
                status: 200,
                ..Answered::default()
            })),
            Service::DynamoDb | Service::Sqs => Self::Json(Ok(body.to_string().into_bytes())),
        }
    }

    /// Whether the request was refused for its form.
    pub(crate) fn is_malformed(&self) -> bool {
        match self {
            Self::Json(Ok(_)) | Self::S3(Ok(_)) => false,
            Self::Json(Err(refusal)) | Self::S3(Err(refusal)) => refusal.is_malformed(),
        }
    }

    /// A summary of the outcome for the history.
    pub(crate) fn summary(&self) -> String {
        match self {
            Self::Json(Ok(body)) if body.len() <= 2 => "ok".to_owned(),
            Self::Json(Ok(body)) => format!("ok, {} bytes", body.len()),
            Self::S3(Ok(answer)) => format!("ok, {} bytes", answer.body.len()),
            Self::Json(Err(refusal)) | Self::S3(Err(refusal)) => format!("{}: {}", refusal.code, refusal.message),
        }
    }

    /// The HTTP response.
    pub(crate) fn response(self) -> Result<HttpResponse, ConnectorError> {
        let (status, body, headers) = match self {
            Self::Json(Ok(body)) => (200, SdkBody::from(body), Vec::new()),
            Self::Json(Err(refusal)) => {
                let headers = query_error(refusal.code).map(|code| ("x-amzn-query-error", format!("{code};Sender")));
                (
                    refusal.status,
                    SdkBody::from(refusal.to_json()),
                    headers.into_iter().collect(),
                )
            }
            Self::S3(Ok(answer)) => (answer.status, SdkBody::from(answer.body), answer.headers),
            Self::S3(Err(refusal)) => (refusal.status, SdkBody::from(s3::error(&refusal)), Vec::new()),
        };
        let status = StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
        let mut response = HttpResponse::new(status, body);
        for (name, value) in headers {
            response.headers_mut().insert(name, value);
        }
        Ok(response)
    }
}
