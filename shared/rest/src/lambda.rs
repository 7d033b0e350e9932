//! An HTTP API as a Lambda behind API Gateway.

use std::pin::Pin;

use bytes::Bytes;
use lambda_http::{Body, IntoResponse, Request, Response, service_fn};

/// Responds to HTTP requests.
pub trait HttpApi {
    /// Responds to a request.
    fn call(&self, request: http::Request<Bytes>) -> impl Future<Output = Response<Bytes>> + Send;
}

/// Serves the events of this Lambda until it is shut down.
///
/// # Errors
///
/// When the runtime's API cannot be reached.
pub async fn serve(api: impl HttpApi + Sync) -> Result<(), lambda_http::Error> {
    let api = &api;
    lambda_http::run(service_fn(async move |request: Request| {
        // In a box, because the compiler refuses futures that are nested too deeply in one another.
        let response = Box::pin(api.call(request.map(bytes))).await;
        Ok::<_, lambda_http::Error>(Answer(response))
    }))
    .await
}

/// A response whose body is UTF-8. The library's own conversion copies the body, and links a library of text encodings.
struct Answer(Response<Bytes>);

impl IntoResponse for Answer {
    fn into_response(self) -> Pin<Box<dyn Future<Output = Response<Body>> + Send>> {
        Box::pin(std::future::ready(self.0.map(text)))
    }
}

fn bytes(body: Body) -> Bytes {
    match body {
        Body::Text(text) => Bytes::from(text),
        Body::Binary(bytes) => Bytes::from(bytes),
        _ => Bytes::new(),
    }
}

/// Every body is text, and API Gateway gets it as text.
fn text(body: Bytes) -> Body {
    match String::from_utf8(body.into()) {
        Ok(text) => Body::Text(text),
        Err(error) => Body::Binary(error.into_bytes()),
    }
}
