//! Messages of the protocol: what clients send, and what they get.

pub(crate) mod era;
pub(crate) mod error;
pub(crate) mod json;
pub(crate) mod message;
pub(crate) mod result;
pub(crate) mod revision;

use http::{HeaderMap, StatusCode};

use self::{
    message::{Message, Refused, Request},
    revision::Era,
};

/// A message that follows the rules of the protocol.
pub(crate) enum Accepted<'a> {
    /// It gets a response.
    Request(Request<'a>, Era),
    /// It gets none.
    Notification,
}

/// Reads a message, and checks what its era requires.
pub(crate) fn read<'a>(headers: &HeaderMap, body: &'a [u8]) -> Result<Accepted<'a>, Refused<'a>> {
    match Message::read(body)? {
        Message::Notification => Ok(Accepted::Notification),
        Message::Request(request) => match era::check(&request, headers) {
            Ok(era) => Ok(Accepted::Request(request, era)),
            Err(error) => Err(Refused {
                id: Some(request.id),
                error,
            }),
        },
    }
}

/// The status and the body of the response to a message that breaks a rule of the protocol; `None` if it breaks none.
pub fn refuse(headers: &HeaderMap, body: &[u8]) -> Option<(StatusCode, Vec<u8>)> {
    let refused = read(headers, body).err()?;
    Some((refused.error.status(), result::refusal(refused.id, &refused.error)))
}
