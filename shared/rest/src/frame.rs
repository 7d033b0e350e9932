//! The common parts of all HTTP responses of the service, whichever adapter makes them.

use std::time::Duration;

use bytes::Bytes;
use contract::RequestId;
use http::{HeaderMap, HeaderValue, Response};
use runtime::Cors;

use crate::{cors, protection::protect};

/// How long a call may take. A client gets a response within 25 seconds, including the time on the network.
pub const CALL: Duration = Duration::from_millis(24_500);
/// The largest response, in bytes. The response of a Lambda has at most 6 MB, and contains more than the body.
pub const MAX_RESPONSE_BYTES: usize = 5_500_000;

/// Adds the headers that every response has: the request's id, the headers that protect browsers, and the CORS headers
/// for pages of `origin`.
pub fn complete(
    response: &mut Response<Bytes>,
    request_id: RequestId,
    request: &HeaderMap,
    cors: &Cors,
    origin: Option<&HeaderValue>,
) {
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&request_id.to_string()) {
        headers.insert("x-request-id", value);
    }
    protect(request, headers);
    cors::allow(cors, origin, headers);
}
