//! A service as a Lambda behind API Gateway.

use std::pin::Pin;

use bytes::Bytes;
use lambda_http::{Body, IntoResponse, Request, Response, service_fn};

use crate::Service;

/// Serves the events of this Lambda until it is shut down.
///
/// # Errors
///
/// When the runtime's API cannot be reached.
pub async fn serve(service: Service) -> Result<(), lambda_http::Error> {
    let service = &service;
    lambda_http::run(service_fn(async move |request: Request| {
        Ok::<_, lambda_http::Error>(Answer(service.call(request.map(bytes)).await))
    }))
    .await
}

/// A response whose body needs no converting: the library's way copies it, and links all the world's encodings of text.
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

/// Every body of ours is JSON, so it goes through API Gateway as text.
fn text(body: Bytes) -> Body {
    match String::from_utf8(body.into()) {
        Ok(text) => Body::Text(text),
        Err(error) => Body::Binary(error.into_bytes()),
    }
}
