//! Starts a function's executable as Lambda does.

use std::{io::Write, path::PathBuf, process::Stdio, time::Duration};

use bytes::Bytes;
use flate2::{Compression, write::DeflateEncoder};
use serde_json::{Value, json};
use tokio::{
    process::{Child, Command},
    time::Instant,
};

use crate::{Failure, WARM_CALLS, dynamodb::DynamoDb, functions::Call, measured::Measured, runtime_api::RuntimeApi};

/// The executable of a function.
pub(crate) struct Bootstrap {
    path: PathBuf,
    call: Option<Call>,
}

impl Bootstrap {
    pub(crate) fn open(path: PathBuf, call: Option<Call>) -> Result<Self, Failure> {
        if path.is_file() {
            Ok(Self { path, call })
        } else {
            Err(format!("{} is not there: build the functions first", path.display()).into())
        }
    }

    /// Whether the function is called over HTTP.
    pub(crate) const fn is_called(&self) -> bool {
        self.call.is_some()
    }

    /// The size of the executable in a ZIP file, in bytes.
    pub(crate) fn zipped(&self) -> Result<usize, Failure> {
        let mut zipped = DeflateEncoder::new(Vec::new(), Compression::default());
        zipped.write_all(&std::fs::read(&self.path)?)?;
        Ok(zipped.finish()?.len())
    }

    /// Records the requests that the function sends to DynamoDB in its first call and in a later call, and the
    /// responses.
    pub(crate) async fn record(&self, dynamodb: &DynamoDb) -> Result<(), Failure> {
        dynamodb.start_recording();
        let recorded = self.rehearse(dynamodb).await;
        dynamodb.stop_recording();
        recorded
    }

    /// Starts the function and calls it twice.
    async fn rehearse(&self, dynamodb: &DynamoDb) -> Result<(), Failure> {
        let mut running = Running::start(self, dynamodb).await?;
        running.call(self, dynamodb, true).await?;
        running.call(self, dynamodb, false).await?;
        running.stop().await
    }

    /// Starts the function once, calls it, and adds the times to `measured`.
    pub(crate) async fn measure(&self, dynamodb: &DynamoDb, measured: &mut Measured) -> Result<(), Failure> {
        let mut running = Running::start(self, dynamodb).await?;
        measured.starts.push(running.took);
        if self.is_called() {
            measured.first.push(running.call(self, dynamodb, true).await?);
            for _ in 0..WARM_CALLS {
                measured.warm.push(running.call(self, dynamodb, false).await?);
            }
        }
        running.stop().await
    }

    /// An event of API Gateway with payload format 2.0.
    fn event(&self, key: &str) -> Bytes {
        let Call { method, path, body } = self.call.unwrap_or(Call::ROOT);
        let event = json!({
            "version": "2.0",
            "routeKey": format!("{method} {path}"),
            "rawPath": path,
            "rawQueryString": "",
            "headers": { "authorization": format!("Bearer {key}"), "content-type": "application/json", "host": "localhost" },
            "requestContext": {
                "accountId": "000000000000", "apiId": "measured", "domainName": "localhost", "domainPrefix": "localhost",
                "http": { "method": method, "path": path, "protocol": "HTTP/1.1", "sourceIp": "127.0.0.1", "userAgent": "bench" },
                "requestId": "measured", "routeKey": format!("{method} {path}"), "stage": "$default",
                "time": "01/Jan/2026:00:00:00 +0000", "timeEpoch": 1_767_225_600_000_u64
            },
            "body": body,
            "isBase64Encoded": false
        });
        event.to_string().into()
    }
}

/// A running process that has polled for its first event.
struct Running {
    child: Child,
    api: RuntimeApi,
    took: Duration,
}

impl Running {
    async fn start(bootstrap: &Bootstrap, dynamodb: &DynamoDb) -> Result<Self, Failure> {
        let mut api = RuntimeApi::start().await?;
        let mut command = Command::new(&bootstrap.path);
        command
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", api.address().to_string())
            .env("AWS_LAMBDA_FUNCTION_NAME", "measured")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "1")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024")
            .env("AWS_LAMBDA_LOG_GROUP_NAME", "measured")
            .env("AWS_LAMBDA_LOG_STREAM_NAME", "measured")
            .env("AWS_REGION", "us-east-1")
            .env("AWS_ACCESS_KEY_ID", "local")
            .env("AWS_SECRET_ACCESS_KEY", "local")
            .env("AWS_ENDPOINT_URL", dynamodb.url())
            .env("TABLE_NAME", "thumbnails-records")
            .env("EPHEMERAL_TABLE_NAME", "thumbnails-ephemeral")
            .env("BUCKET_NAME", "thumbnails-pictures")
            .env("QUEUE_URL", "http://localhost/queue")
            .env("DEAD_LETTER_QUEUE_URL", "http://localhost/dead-letters")
            .env("EVENT_QUEUE_URL", "http://localhost/events")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let began = Instant::now();
        let child = command.spawn()?;
        let polled = api.polled().await?;
        Ok(Self {
            child,
            api,
            took: polled - began,
        })
    }

    /// Calls the function. Returns the duration of the call minus the time during which the stub of DynamoDB was
    /// working.
    async fn call(&mut self, bootstrap: &Bootstrap, dynamodb: &DynamoDb, is_first: bool) -> Result<Duration, Failure> {
        dynamodb.expect_call(is_first);
        let event = bootstrap.event(&dynamodb.key);
        let (began, ended, answer) = self.api.invoke(event).await?;
        let answer: Value = serde_json::from_slice(&answer)?;
        if answer.get("statusCode") != Some(&json!(200)) {
            return Err(format!("{} answers {answer}", bootstrap.path.display()).into());
        }
        Ok((ended - began).saturating_sub(dynamodb.waited()))
    }

    async fn stop(mut self) -> Result<(), Failure> {
        Ok(self.child.kill().await?)
    }
}
