//! Calls a function at a Lambda invoke endpoint, such as that of `cargo lambda watch`.

use std::{pin::Pin, time::Duration};

use bytes::Bytes;
use http::{Request, StatusCode, header::CONTENT_TYPE};
use http_body_util::{BodyExt, Full, Limited};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde_json::Value;
use tokio::time::timeout;

use super::{Invoke, InvokeError};

/// The longest time that a Lambda runs.
const TIME: Duration = Duration::from_secs(900);
/// The largest response of a Lambda, in bytes.
const MAX_RESPONSE_BYTES: usize = 6_291_456;

/// Sends events to the invoke endpoint at a URL, <https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html>.
#[derive(Clone, Debug)]
pub struct HttpInvoke {
    url: String,
    client: Client<HttpConnector, Full<Bytes>>,
}

impl HttpInvoke {
    /// The endpoint at `url`, which is plain HTTP and ends in `/invocations`.
    pub fn new(url: String) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Self { url, client }
    }

    async fn post(&self, event: Value) -> Result<Value, InvokeError> {
        let request = Request::post(&self.url)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(event.to_string())))
            .map_err(InvokeError::unreachable)?;
        let response = self.client.request(request).await.map_err(InvokeError::unreachable)?;
        let status = response.status();
        let failed = response.headers().contains_key("x-amz-function-error");
        let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES).collect().await;
        let body = body.map_err(InvokeError::unreachable)?.to_bytes();
        let answer: Option<Value> = match body.is_empty() {
            true => Some(Value::Null),
            false => serde_json::from_slice(&body).ok(),
        };
        let error_type = answer.as_ref().and_then(|answer| answer.get("errorType")?.as_str());
        match (status, answer.as_ref(), error_type) {
            (StatusCode::OK, Some(answer), _) if !failed => Ok(answer.clone()),
            (StatusCode::OK, _, kind) => Err(InvokeError::function(kind.unwrap_or("not JSON"))),
            (StatusCode::INTERNAL_SERVER_ERROR, _, Some(kind)) => Err(InvokeError::function(kind)),
            _ => Err(InvokeError::unreachable(format!("status {status}"))),
        }
    }
}

impl Invoke for HttpInvoke {
    fn invoke<'a>(&'a self, event: Value) -> Pin<Box<dyn Future<Output = Result<Value, InvokeError>> + Send + 'a>> {
        Box::pin(async {
            match timeout(TIME, self.post(event)).await {
                Ok(answer) => answer,
                Err(late) => Err(InvokeError::function(late)),
            }
        })
    }
}
