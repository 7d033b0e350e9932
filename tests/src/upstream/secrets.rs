//! AWS Secrets Manager: `GetSecretValue` in AWS JSON 1.1.
//!
//! Sources: the API reference of the operation, and the SDK for Rust, which parses these responses.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use http::{HeaderValue, Method, Response, StatusCode};
use serde_json::{Value, json};

use super::{
    Seen,
    server::{Body, Cut, Reply, Server, full, lock},
};

const ARN: &str = "arn:aws:secretsmanager:us-east-1:000000000000:secret:";

/// A failure of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// 400 `AccessDeniedException`.
    AccessDenied,
    /// 400 `ThrottlingException`.
    Throttled,
    /// 400 `DecryptionFailure`: the secret's KMS key is not available.
    DecryptionFailure,
    /// 400 `InvalidRequestException`: the secret is scheduled for deletion.
    Deleted,
    /// 500 `InternalServiceError`.
    Internal,
    /// The connection is closed without a response.
    Cut,
    /// The call is never answered.
    Hang,
}

#[derive(Default)]
struct Shared {
    secrets: Mutex<HashMap<String, String>>,
    troubles: Mutex<VecDeque<Trouble>>,
    asked: Mutex<Vec<String>>,
    violations: Mutex<Vec<String>>,
}

/// A fake of AWS Secrets Manager, which runs until it is dropped.
pub struct Secrets {
    server: Server,
    shared: Arc<Shared>,
}

impl Secrets {
    /// Starts a server with these secrets, as pairs of name and text.
    ///
    /// # Panics
    ///
    /// When no port is free.
    pub async fn start<'a>(secrets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let shared = Arc::<Shared>::default();
        let state = Arc::clone(&shared);
        let server = Server::start(move |seen| {
            let state = Arc::clone(&state);
            Box::pin(async move { answer(&state, &seen).await })
        })
        .await;
        let this = Self { server, shared };
        for (name, text) in secrets {
            this.put(name, text);
        }
        this
    }

    /// The URL of the server: scheme, host and port.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Adds a secret, or replaces the secret with the same name.
    pub fn put(&self, name: &str, text: &str) {
        lock(&self.shared.secrets).insert(name.to_owned(), text.to_owned());
    }

    /// Removes a secret.
    pub fn remove(&self, name: &str) {
        lock(&self.shared.secrets).remove(name);
    }

    /// Fails the following calls in these ways, one each. Calls after them succeed.
    pub fn trouble(&self, troubles: impl IntoIterator<Item = Trouble>) {
        *lock(&self.shared.troubles) = troubles.into_iter().collect();
    }

    /// The ids of the requested secrets so far, as the calls named them.
    pub fn asked(&self) -> Vec<String> {
        lock(&self.shared.asked).clone()
    }

    /// How many calls were received so far.
    pub fn calls(&self) -> usize {
        lock(&self.shared.asked).len()
    }

    /// How many TCP connections were accepted so far.
    pub fn connections(&self) -> usize {
        self.server.accepted()
    }

    /// The violations of the service's documentation so far.
    pub fn violations(&self) -> Vec<String> {
        lock(&self.shared.violations).clone()
    }
}

async fn answer(shared: &Shared, seen: &Seen) -> Reply {
    let id = match read(seen) {
        Ok(id) => id,
        Err((status, code, message)) => {
            let violation = format!("{} {}: {message}", seen.method, seen.path);
            lock(&shared.violations).push(violation);
            return Ok(error(status, code, message));
        }
    };
    lock(&shared.asked).push(id.clone());
    let trouble = lock(&shared.troubles).pop_front();
    match trouble {
        None => Ok(value(shared, &id)),
        Some(Trouble::AccessDenied) => {
            let message = "User is not authorized to perform: secretsmanager:GetSecretValue on this resource because \
                           no identity-based policy allows the secretsmanager:GetSecretValue action";
            Ok(error(400, "AccessDeniedException", message))
        }
        Some(Trouble::Throttled) => Ok(error(400, "ThrottlingException", "Rate exceeded")),
        Some(Trouble::DecryptionFailure) => {
            let message = "Secrets Manager can't decrypt the protected secret text using the provided KMS key.";
            Ok(error(400, "DecryptionFailure", message))
        }
        Some(Trouble::Deleted) => {
            let message = "You can't perform this operation on the secret because it was marked for deletion.";
            Ok(error(400, "InvalidRequestException", message))
        }
        Some(Trouble::Internal) => Ok(error(
            500,
            "InternalServiceError",
            "An error occurred on the server side.",
        )),
        Some(Trouble::Cut) => Err(Cut),
        Some(Trouble::Hang) => std::future::pending().await,
    }
}

/// The name or ARN of the requested secret.
fn read(seen: &Seen) -> Result<String, (u16, &'static str, &'static str)> {
    if seen.method != Method::POST || seen.target() != "/" {
        return Err((404, "UnknownOperationException", "not POST /"));
    }
    if !seen.is_signed_for("secretsmanager") {
        return Err((
            400,
            "MissingAuthenticationTokenException",
            "Missing Authentication Token",
        ));
    }
    if seen.content_type() != "application/x-amz-json-1.1" {
        return Err((400, "SerializationException", "the content type is not AWS JSON 1.1"));
    }
    if seen.header("x-amz-target") != Some("secretsmanager.GetSecretValue") {
        return Err((400, "UnknownOperationException", "not GetSecretValue"));
    }
    let body = seen.json();
    let names = body.as_object().into_iter().flat_map(|body| body.keys());
    if names
        .into_iter()
        .any(|name| !["SecretId", "VersionId", "VersionStage"].contains(&name.as_str()))
    {
        return Err((
            400,
            "SerializationException",
            "a member that GetSecretValue does not have",
        ));
    }
    match body["SecretId"].as_str() {
        Some(id) if (1..=2048).contains(&id.len()) => Ok(id.to_owned()),
        _ => Err((
            400,
            "ValidationException",
            "SecretId is missing, or not of 1 to 2048 characters",
        )),
    }
}

fn value(shared: &Shared, id: &str) -> Response<Body> {
    let secrets = lock(&shared.secrets);
    // A secret is found by its name, by its ARN, or by its ARN without the six random characters that AWS appends.
    let found = secrets.iter().find(|(name, _)| {
        let arn = arn(name);
        id == *name || id == arn || Some(id) == arn.strip_suffix(SUFFIX)
    });
    let Some((name, text)) = found else {
        return error(
            400,
            "ResourceNotFoundException",
            "Secrets Manager can't find the specified secret.",
        );
    };
    let body = json!({
        "ARN": arn(name),
        "CreatedDate": 1_790_000_000.5,
        "Name": name,
        "SecretString": text,
        "VersionId": "00000000-0000-4000-8000-000000000001",
        "VersionStages": ["AWSCURRENT"],
    });
    respond(200, &body)
}

const SUFFIX: &str = "-tEsTs0";

fn arn(name: &str) -> String {
    format!("{ARN}{name}{SUFFIX}")
}

fn error(status: u16, code: &str, message: &str) -> Response<Body> {
    respond(status, &json!({ "__type": code, "Message": message }))
}

fn respond(status: u16, body: &Value) -> Response<Body> {
    let mut response = Response::new(full(body.to_string().into()));
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    let headers = response.headers_mut();
    headers.insert("content-type", HeaderValue::from_static("application/x-amz-json-1.1"));
    headers.insert(
        "x-amzn-requestid",
        HeaderValue::from_static("00000000-0000-4000-8000-000000000001"),
    );
    response
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http::Request;

    use super::*;
    use crate::http::send;

    fn asking(fake: &Secrets, id: &str) -> Request<Bytes> {
        let signature = "AWS4-HMAC-SHA256 Credential=AKIDTESTS/20261101/us-east-1/secretsmanager/aws4_request, \
                         SignedHeaders=host;x-amz-date, Signature=00";
        Request::post(fake.url() + "/")
            .header("authorization", signature)
            .header("x-amz-date", "20261101T000000Z")
            .header("content-type", "application/x-amz-json-1.1")
            .header("x-amz-target", "secretsmanager.GetSecretValue")
            .body(json!({ "SecretId": id }).to_string().into())
            .unwrap()
    }

    fn json_of(response: &Response<Bytes>) -> Value {
        serde_json::from_slice(response.body()).unwrap()
    }

    #[tokio::test]
    async fn secrets_are_found_by_name_and_calls_are_counted() {
        let fake = Secrets::start([("models/gemini", "key")]).await;
        fake.trouble([Trouble::Internal]);
        assert_eq!(send(asking(&fake, "models/gemini")).await.status(), 500);
        let answer = json_of(&send(asking(&fake, "models/gemini")).await);
        assert_eq!(answer["SecretString"], "key");
        let again = json_of(&send(asking(&fake, answer["ARN"].as_str().unwrap())).await);
        assert_eq!(again, answer);
        let missing = send(asking(&fake, "models/openai")).await;
        assert_eq!(
            (missing.status().as_u16(), &json_of(&missing)["__type"]),
            (400, &json!("ResourceNotFoundException"))
        );
        assert_eq!((fake.calls(), fake.violations()), (4, Vec::new()));
        let unsigned = Request::post(fake.url() + "/").body(Bytes::new()).unwrap();
        assert_eq!(send(unsigned).await.status(), 400);
        assert_eq!((fake.calls(), fake.violations().len()), (4, 1));
    }
}
