//! The ways in which a fake vendor answers a request.

use std::time::Duration;

use bytes::Bytes;
use serde_json::{Map, Value};

/// How a valid request is answered. `Own` lists the answers that only this vendor gives.
#[derive(Clone, Debug)]
pub enum Act<Own> {
    /// A success: a picture of the requested size, or the text [`super::WORDS`].
    Succeed,
    /// The same success after a delay.
    SucceedAfter(Duration),
    /// A success with these bytes as the picture, valid or not. A request for text is answered as by [`Act::Succeed`].
    SucceedWith(Bytes),
    /// A success with this text, even if a picture was requested.
    Say(String),
    /// An error in the vendor's format.
    Fail(Failure),
    /// The request is throttled, with or without the vendor's retry delay.
    Throttled {
        /// The retry delay in seconds.
        retry_after: Option<u64>,
    },
    /// The model is retired or does not exist.
    Gone,
    /// The catalog says that the model ends on this day. Only for requests to the catalog.
    Ends(&'static str),
    /// The catalog says that the model ends, and not when. Only for requests to the catalog.
    Legacy,
    /// The API key, or the signer, is unknown.
    KeyRefused,
    /// Status 200 with a body that is not JSON.
    Garbage,
    /// Status 200 with JSON that contains neither a picture nor text.
    Empty,
    /// Status 200 with a body of this many bytes and without a `Content-Length`. The body is generated while it is
    /// read.
    Oversized(u64),
    /// The connection is closed after the request, without a response.
    Cut,
    /// A success whose connection is closed after half of the body.
    CutHalfway,
    /// The request is read and never answered.
    Hang,
    /// An answer that only this vendor gives, such as its refusals.
    Own(Own),
}

impl<Own> Act<Own> {
    /// An error with this status and the vendor's most common code for the status.
    pub fn status(status: u16) -> Self {
        Self::Fail(Failure::of(status))
    }
}

/// An error. Missing parts are filled with the values that the vendor most often uses for the status.
#[derive(Clone, Debug)]
pub struct Failure {
    pub(super) status: u16,
    pub(super) code: Option<String>,
    pub(super) message: String,
    pub(super) retry_after: Option<u64>,
    /// Additional members of the vendor's error object.
    pub(super) more: Map<String, Value>,
}

impl Failure {
    /// An error with this status.
    pub fn of(status: u16) -> Self {
        Self {
            status,
            code: None,
            message: "made to fail by a test".to_owned(),
            retry_after: None,
            more: Map::new(),
        }
    }

    /// Sets the vendor's error code: `error.status` of Gemini, `error.code` of OpenAI, the exception's name of AWS.
    pub fn code(mut self, code: &str) -> Self {
        self.code = Some(code.to_owned());
        self
    }

    /// Sets the message.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// Sets the retry delay in seconds. It is sent in the vendor's format.
    pub fn retry_after(mut self, seconds: Option<u64>) -> Self {
        self.retry_after = seconds;
        self
    }

    /// Adds a member to the vendor's error object.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.more.insert(name.to_owned(), value.into());
        self
    }
}
