//! A service as a Lambda behind API Gateway.

use bytes::Bytes;
use lambda_http::{Body, Request, service_fn};

use crate::Service;

/// Serves the events of this Lambda until it is shut down.
///
/// # Errors
///
/// When the runtime's API cannot be reached.
pub async fn serve(service: Service) -> Result<(), lambda_http::Error> {
    let service = &service;
    lambda_http::run(service_fn(async move |request: Request| {
        let response = service.call(request.map(bytes)).await;
        Ok::<_, lambda_http::Error>(response.map(text))
    }))
    .await
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
