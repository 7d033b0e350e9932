//! Responses of HTTP, with a message of the protocol or an envelope.

use bytes::Bytes;
use contract::{
    ApiError,
    error::{Code, Resource},
};
use http::{HeaderValue, Response, StatusCode, header::ALLOW};
use rest::envelope;
use serde_json::value::RawValue;

use crate::protocol::{error::ProtocolError, result, revision::Era};

/// A response, and the facts about it for the log.
pub(crate) struct Reply {
    pub(crate) response: Response<Bytes>,
    /// The code of the error in the response.
    pub(crate) error: Option<Code>,
    pub(crate) replayed: bool,
}

impl Reply {
    fn new(response: Response<Bytes>) -> Self {
        Self {
            response,
            error: None,
            replayed: false,
        }
    }

    /// A message with a result.
    pub(crate) fn message(body: Vec<u8>) -> Self {
        Self::new(envelope::json(body))
    }

    /// A message that says why there is no result.
    pub(crate) fn refusal(id: Option<&RawValue>, error: &ProtocolError) -> Self {
        let mut response = envelope::json(result::refusal(id, error));
        *response.status_mut() = error.status();
        Self::new(response)
    }

    /// A message with the error of a tool.
    pub(crate) fn failure(id: &RawValue, era: Era, error: &ApiError) -> Self {
        Self {
            error: Some(error.code()),
            ..Self::message(result::failure(id, era, error))
        }
    }

    /// An error that has no message of the protocol.
    pub(crate) fn envelope(error: &ApiError) -> Self {
        Self {
            error: Some(error.code()),
            ..Self::new(envelope::failure(error))
        }
    }

    /// The response to a method other than POST.
    pub(crate) fn wrong_method(path: &str) -> Self {
        let mut reply = Self::envelope(&ApiError::not_found(Resource::Route, path));
        *reply.response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
        reply
            .response
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("POST"));
        reply
    }

    /// The response to a notification.
    pub(crate) fn accepted() -> Self {
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = StatusCode::ACCEPTED;
        Self::new(response)
    }
}
