//! The baseline: a handler that does nothing.

use std::pin::Pin;

use bytes::Bytes;
use http::{Request, Response};
use local::api_gateway::{ApiGateway, HttpFunction};

/// Answers every request with an empty success.
pub(crate) struct Nothing;

impl HttpFunction for Nothing {
    fn call<'a>(&'a self, _: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        Box::pin(async { Response::new(Bytes::from_static(br#"{"success":true,"data":{}}"#)) })
    }
}

/// A request to the handler.
pub(crate) fn request(gateway: &ApiGateway) -> Result<Request<Bytes>, http::Error> {
    let request = Request::post(format!("http://{}/api/v1/tools/nothing", gateway.addr()));
    request.body(Bytes::from_static(b"{}"))
}
