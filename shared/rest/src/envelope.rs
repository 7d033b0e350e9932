//! Responses: JSON envelopes with their status and headers.

use bytes::Bytes;
use contract::{ApiError, error::Code};
use http::{
    HeaderMap, HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE},
};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use service::{Standing, Success};

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Balances and presigned URLs are private, and soon out of date.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The body of a success.
#[derive(Serialize)]
struct Data<'a, T: ?Sized> {
    success: bool,
    data: &'a T,
}

/// The body of every error.
#[derive(Serialize)]
pub(crate) struct Failure {
    success: bool,
    error: String,
    code: Code,
    details: Value,
}

impl Failure {
    pub(crate) fn new(error: &ApiError) -> Self {
        Self {
            success: false,
            error: error.message(),
            code: error.code(),
            details: error.details(),
        }
    }
}

/// The HTTP status of an error.
pub(crate) fn status(code: Code) -> StatusCode {
    StatusCode::from_u16(code.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A response with JSON.
pub fn json(body: impl Into<Bytes>) -> Response<Bytes> {
    let mut response = Response::new(body.into());
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    response
}

/// The response to a success with this data.
pub(crate) fn data<T: Serialize + ?Sized>(data: &T) -> Response<Bytes> {
    let body = Data { success: true, data };
    json(serde_json::to_vec(&body).unwrap_or_default())
}

/// The response to a tool's success.
pub(crate) fn success(success: &Success) -> Response<Bytes> {
    let mut response = data::<RawValue>(&success.output);
    if success.replayed {
        let headers = response.headers_mut();
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    response
}

/// The response to an error.
pub fn failure(error: &ApiError) -> Response<Bytes> {
    let mut response = json(serde_json::to_vec(&Failure::new(error)).unwrap_or_default());
    *response.status_mut() = status(error.code());
    if error.code() == Code::Unauthorized {
        let headers = response.headers_mut();
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// Adds the rate-limit headers.
pub fn write_standing(standing: &Standing, headers: &mut HeaderMap) {
    headers.insert("x-ratelimit-limit", standing.limit().into());
    headers.insert("x-ratelimit-remaining", standing.remaining().into());
    headers.insert("x-ratelimit-reset", standing.reset_at().seconds().into());
    if let Some(seconds) = standing.retry_after_seconds() {
        headers.insert("retry-after", seconds.into());
    }
}

#[cfg(test)]
mod tests {
    use contract::{Amount, RequestId, error::UnauthorizedReason};
    use serde_json::json;

    use super::*;

    fn body(response: &Response<Bytes>) -> Value {
        serde_json::from_slice(response.body()).unwrap()
    }

    #[test]
    fn an_error_has_an_envelope_and_a_status() {
        let response = failure(&ApiError::Unauthorized(UnauthorizedReason::Missing));
        assert_eq!(response.status(), 401);
        assert_eq!(response.headers()["content-type"], "application/json");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        let body = body(&response);
        assert_eq!(body["success"], false);
        assert_eq!(body["code"], "UNAUTHORIZED");
        assert_eq!(body["details"], json!({ "reason": "missing" }));
        assert!(body["error"].is_string());
    }

    #[test]
    fn an_internal_error_tells_the_request_id_and_nothing_else() {
        let request_id: RequestId = "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let response = failure(&ApiError::Internal(request_id));
        assert_eq!(response.status(), 500);
        let body = body(&response);
        assert_eq!(body["code"], "INTERNAL_ERROR");
        assert_eq!(body["details"], json!({ "requestId": request_id }));
    }

    #[test]
    fn a_success_wraps_the_output_unchanged_and_a_replay_says_that_it_is_one() {
        let mut outcome = Success {
            output: RawValue::from_string(r#"{"b":1,"a":[2.50]}"#.to_owned()).unwrap(),
            charged: Amount::ZERO,
            replayed: false,
        };
        let response = success(&outcome);
        assert_eq!(response.body(), r#"{"success":true,"data":{"b":1,"a":[2.50]}}"#);
        assert!(!response.headers().contains_key("idempotent-replayed"));
        outcome.replayed = true;
        assert_eq!(success(&outcome).headers()["idempotent-replayed"], "true");
    }
}
