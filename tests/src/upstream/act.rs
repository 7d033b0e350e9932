//! What a vendor does with a request.

use std::time::Duration;

use bytes::Bytes;
use serde_json::{Map, Value};

/// What happens to a request that the vendor's documentation allows. `Own` is what only this vendor does.
#[derive(Clone, Debug)]
pub enum Act<Own> {
    /// Answered well: with a picture of the size that was asked for, or with [`super::WORDS`].
    Succeed,
    /// The same, after this long.
    SucceedAfter(Duration),
    /// Answered with these bytes as the picture, whatever they are. Where words were asked for, like [`Act::Succeed`].
    SucceedWith(Bytes),
    /// Answered with these words. Where a picture was asked for, an answer without one.
    Say(String),
    /// An error in the vendor's shape.
    Fail(Failure),
    /// Too many requests. The vendor says how many seconds to wait, or does not.
    Throttled {
        /// Seconds.
        retry_after: Option<u64>,
    },
    /// The model is retired, or there never was one of this name.
    Gone,
    /// The key, or whoever signed, is not known.
    KeyRefused,
    /// 200, and a body that is not JSON.
    Garbage,
    /// 200, and JSON in which there is neither picture nor words.
    Empty,
    /// 200, and a body of as many bytes, sent for as long as somebody reads. Its length is not announced.
    Oversized(u64),
    /// The request is read, and the connection closed without an answer.
    Cut,
    /// A good answer, of which only half comes before the connection is closed.
    CutHalfway,
    /// The request is read and never answered.
    Hang,
    /// What only this vendor does, its refusals above all.
    Own(Own),
}

impl<Own> Act<Own> {
    /// An error of this status, with the code that the vendor most often gives it.
    pub fn status(status: u16) -> Self {
        Self::Fail(Failure::of(status))
    }
}

/// An error. What is left out is what the vendor most often says with this status.
#[derive(Clone, Debug)]
pub struct Failure {
    pub(super) status: u16,
    pub(super) code: Option<String>,
    pub(super) message: String,
    pub(super) retry_after: Option<u64>,
    /// Further members of the vendor's error object.
    pub(super) more: Map<String, Value>,
}

impl Failure {
    /// An error of this status.
    pub fn of(status: u16) -> Self {
        Self {
            status,
            code: None,
            message: "made to fail by a test".to_owned(),
            retry_after: None,
            more: Map::new(),
        }
    }

    /// With the vendor's code: Gemini's `error.status`, OpenAI's `error.code`, the name of AWS's exception.
    pub fn code(mut self, code: &str) -> Self {
        self.code = Some(code.to_owned());
        self
    }

    /// With this message.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// With the number of seconds to wait, said as the vendor says it.
    pub fn retry_after(mut self, seconds: Option<u64>) -> Self {
        self.retry_after = seconds;
        self
    }

    /// With a further member of the vendor's error object.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.more.insert(name.to_owned(), value.into());
        self
    }
}
