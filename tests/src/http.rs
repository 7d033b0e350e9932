//! A plain HTTP client.

use std::sync::LazyLock;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};

/// Sends a request and reads the whole response. Connections are not reused, because each test has its own runtime.
///
/// # Panics
///
/// When there is no response.
pub async fn send(request: Request<Bytes>) -> Response<Bytes> {
    try_send(request).await.expect("the service answers")
}

/// Like [`send`], for tests in which the response may be missing.
///
/// # Errors
///
/// When the connection fails or ends before the response is complete.
pub async fn try_send(request: Request<Bytes>) -> Result<Response<Bytes>, Box<dyn std::error::Error + Send + Sync>> {
    static CONNECTOR: LazyLock<HttpConnector> = LazyLock::new(|| {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector
    });
    let client: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new())
        .pool_max_idle_per_host(0)
        .build(CONNECTOR.clone());
    let (parts, body) = client.request(request.map(Full::new)).await?.into_parts();
    let bytes = body.collect().await?.to_bytes();
    Ok(Response::from_parts(parts, bytes))
}
