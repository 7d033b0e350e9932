//! The AWS endpoint of the local runner: DynamoDB, SQS and S3 on one port of 127.0.0.1, stored on disk.
//!
//! All code uses it through the ordinary SDKs over HTTP, so the same code runs here and on AWS.

mod clock;
mod cors;
mod dynamodb;
mod guard;
mod json;
mod s3;
mod sqs;

use std::{convert::Infallible, io, net::SocketAddr, path::PathBuf, pin::Pin, sync::Arc, time::Duration};

use http::{
    HeaderValue, Request, Response,
    header::{HOST, X_CONTENT_TYPE_OPTIONS},
};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use tokio::task::JoinHandle;

pub use self::clock::Clock;
use self::{cors::Cors, dynamodb::DynamoDb, s3::S3, sqs::Sqs};
use crate::{
    disk::private,
    server::{Body, ListenError, Server},
};

/// The options of an endpoint.
#[derive(Clone)]
pub struct AwsOptions {
    /// The port on 127.0.0.1; 0 selects a free port.
    pub port: u16,
    /// The directory for all data; created if it does not exist. Only one process may use it at a time, because tokens
    /// of transactions and waiting receives are in memory.
    pub data_dir: PathBuf,
    /// The clock of the queues.
    pub clock: Clock,
    /// Origins whose pages may read objects; `*` allows all.
    pub cors_allow_origins: Vec<String>,
}

/// Why an endpoint did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The endpoint cannot listen on its port.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The data directory cannot be prepared.
    #[error("cannot use the data directory {path}")]
    Data {
        /// The directory or file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// How long requests in progress may continue after a shutdown has begun.
const GRACE: Duration = Duration::from_secs(3);
/// DynamoDB and SQS refuse larger requests (16 MB and a bit more than 1 MiB).
const MOST_JSON_BYTES: usize = 16 * 1024 * 1024;
/// How often expired items are removed. AWS may take days.
const EXPIRY_SWEEP: Duration = Duration::from_secs(60);

/// A running endpoint.
#[derive(Debug)]
pub struct AwsEndpoint {
    server: Server,
    sqs: Arc<Sqs>,
    sweep: JoinHandle<()>,
}

impl AwsEndpoint {
    /// Opens the data directory and starts listening.
    ///
    /// # Errors
    ///
    /// Fails if the port is taken or the data directory is not writable.
    pub async fn start(options: AwsOptions) -> Result<Self, StartError> {
        let AwsOptions {
            port,
            data_dir,
            clock,
            cors_allow_origins,
        } = options;
        let s3_dir = data_dir.join("s3");
        private::directory(&s3_dir).map_err(|error| data_error(&s3_dir, error))?;
        let dynamodb_path = data_dir.join("dynamodb.sqlite");
        private::file(&dynamodb_path).map_err(|error| data_error(&dynamodb_path, error))?;
        let dynamodb = DynamoDb::open(&dynamodb_path).map_err(|error| data_error(&dynamodb_path, error))?;
        let sqs_path = data_dir.join("sqs.sqlite");
        private::file(&sqs_path).map_err(|error| data_error(&sqs_path, error))?;
        let sqs = Sqs::open(&sqs_path, clock).map_err(|error| data_error(&sqs_path, error))?;
        let s3 = S3::open(&s3_dir).map_err(|error| data_error(&s3_dir, io::Error::other(format!("{error:?}"))))?;
        let services = Arc::new(Services {
            dynamodb: Arc::new(dynamodb),
            sqs: Arc::new(sqs),
            s3,
            cors: Cors::new(cors_allow_origins),
        });
        let sqs = services.sqs.clone();
        let sweep = tokio::spawn(sweep(services.dynamodb.clone()));
        let server = Server::start(port, Dispatch(services), None).await?;
        Ok(Self { server, sqs, sweep })
    }

    /// The address that it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.server.address()
    }

    /// The value of `AWS_ENDPOINT_URL` for clients.
    pub fn url(&self) -> String {
        format!("http://{}", self.addr())
    }

    /// Ends long polls, waits a moment for other requests in progress, and closes.
    pub async fn shutdown(self) {
        self.sweep.abort();
        self.sqs.close();
        self.server.shutdown(GRACE).await;
    }
}

fn data_error(path: &std::path::Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StartError {
    StartError::Data {
        path: path.to_owned(),
        source: source.into(),
    }
}

async fn sweep(dynamodb: Arc<DynamoDb>) {
    loop {
        tokio::time::sleep(EXPIRY_SWEEP).await;
        dynamodb.sweep().await;
    }
}

#[derive(Debug)]
struct Services {
    dynamodb: Arc<DynamoDb>,
    sqs: Arc<Sqs>,
    s3: S3,
    cors: Cors,
}

impl Services {
    /// The header `X-Amz-Target` names the service and the operation; S3 requests do not have it.
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        if let Some(refusal) = guard::foreign_host(request.headers()) {
            return refusal;
        }
        let target = request
            .headers()
            .get("x-amz-target")
            .and_then(|value| value.to_str().ok());
        if target.is_some()
            && let Some(refusal) = guard::foreign_origin(request.headers())
        {
            return refusal;
        }
        match target.and_then(|target| target.split_once('.')) {
            Some(("DynamoDB_20120810", operation)) => {
                let operation = operation.to_owned();
                match json_body(request).await {
                    Ok(body) => self.dynamodb.call(&operation, body).await,
                    Err(refusal) => refusal,
                }
            }
            Some(("AmazonSQS", operation)) => {
                let operation = operation.to_owned();
                let host = request.headers().get(HOST).and_then(|value| value.to_str().ok());
                let host = host.unwrap_or("127.0.0.1").to_owned();
                match json_body(request).await {
                    Ok(body) => self.sqs.call(&operation, &host, &body).await,
                    Err(refusal) => refusal,
                }
            }
            _ => self.cors.answer(request, &self.s3).await,
        }
    }
}

async fn json_body(request: Request<Incoming>) -> Result<bytes::Bytes, Response<Body>> {
    let body = Limited::new(request.into_body(), MOST_JSON_BYTES).collect().await;
    body.map(http_body_util::Collected::to_bytes).map_err(|error| {
        let refusal = serde_json::json!({
            "__type": "com.amazon.coral.service#SerializationException",
            "message": error.to_string(),
        });
        json::response(http::StatusCode::PAYLOAD_TOO_LARGE, refusal.to_string())
    })
}

#[derive(Clone)]
struct Dispatch(Arc<Services>);

impl hyper::service::Service<Request<Incoming>> for Dispatch {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let services = self.0.clone();
        Box::pin(async move {
            let mut response = services.answer(request).await;
            let nosniff = HeaderValue::from_static("nosniff");
            response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, nosniff);
            Ok(response)
        })
    }
}
