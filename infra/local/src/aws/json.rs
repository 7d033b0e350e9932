//! Responses in the AWS JSON 1.0 protocol, <https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html>.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header::CONTENT_TYPE};
use http_body_util::{BodyExt, Full};

use crate::{ids::random_id, server::Body};

/// A body from bytes in memory.
pub(super) fn full(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed_unsync()
}

/// A response with `json` and the headers that all responses have.
pub(super) fn response(status: StatusCode, json: String) -> Response<Body> {
    let mut response = Response::new(full(json));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-amz-json-1.0"));
    if let Some(id) = random_id()
        .ok()
        .and_then(|id| HeaderValue::try_from(id.to_string()).ok())
    {
        headers.insert("x-amzn-requestid", id);
    }
    response
}
