//! Answers as bytes and headers.

use bytes::Bytes;
use contract::{ApiError, RequestId, error::Code, error::ErrorEnvelope};
use http::{
    HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE},
};

use crate::tool::{Body, Failure};

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Balances and presigned URLs are for the caller alone, and soon out of date.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

fn response(bytes: Bytes) -> Response<Bytes> {
    let mut response = Response::new(bytes);
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    response
}

/// The answer to a call that succeeded.
pub(crate) fn success(body: &Body) -> Response<Bytes> {
    let mut response = response(body.bytes.clone());
    if body.replayed {
        let headers = response.headers_mut();
        headers.insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    response
}

/// The answer to a call that failed.
pub(crate) fn failure(error: &ApiError) -> Response<Bytes> {
    let envelope = serde_json::to_vec(&ErrorEnvelope::from(error)).unwrap_or_default();
    let mut response = response(Bytes::from(envelope));
    *response.status_mut() = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if error.code() == Code::Unauthorized {
        let headers = response.headers_mut();
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

impl Failure {
    /// What the caller learns of it.
    pub(crate) fn told(self, request_id: RequestId) -> ApiError {
        match self {
            Self::Api(error) => error,
            Self::Internal(_) => ApiError::Internal(request_id),
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::error::UnauthorizedReason;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_failure_is_an_envelope_with_its_status() {
        let response = failure(&ApiError::Unauthorized(UnauthorizedReason::Missing));
        assert_eq!(response.status(), 401);
        assert_eq!(response.headers()["content-type"], "application/json");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        let body: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(body["success"], false);
        assert_eq!(body["code"], "UNAUTHORIZED");
        assert_eq!(body["details"], json!({ "reason": "missing" }));
        assert!(body["error"].is_string());
    }

    #[test]
    fn an_internal_error_tells_the_request_and_nothing_else() {
        let request_id: RequestId = "req_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let error = Failure::internal("the password is 123").told(request_id);
        let response = failure(&error);
        assert_eq!(response.status(), 500);
        let body: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(body["code"], "INTERNAL_ERROR");
        assert_eq!(body["details"], json!({ "requestId": request_id }));
        assert!(!body.to_string().contains("password"));
    }

    #[test]
    fn the_answer_to_a_repeated_call_says_so() {
        let mut body = Body {
            bytes: Bytes::from_static(b"{}"),
            replayed: false,
        };
        assert!(!success(&body).headers().contains_key("idempotent-replayed"));
        body.replayed = true;
        assert_eq!(success(&body).headers()["idempotent-replayed"], "true");
    }
}
