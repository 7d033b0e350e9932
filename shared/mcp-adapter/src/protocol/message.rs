//! Messages of JSON-RPC 2.0, as clients send them.

use serde_json::{Number, value::RawValue};
use service::JsonError;

use crate::protocol::{
    error::ProtocolError,
    json::{is_object, members, members_of_body, present, string},
};

/// The largest body, in bytes. A Lambda event has at most 6 MB, and contains more than the body.
const MAX_BODY_BYTES: usize = 5_500_000;

/// A message of a client.
#[derive(Debug)]
pub(crate) enum Message<'a> {
    /// A request, which gets a response.
    Request(Request<'a>),
    /// A notification, which gets no response.
    Notification,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    /// The text of its id: a string or an integer.
    pub(crate) id: &'a RawValue,
    pub(crate) method: String,
    pub(crate) params: Params<'a>,
}

/// The members of `params` that some method has. A member that is null counts as absent.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Params<'a> {
    pub(crate) name: Option<&'a RawValue>,
    pub(crate) uri: Option<&'a RawValue>,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) cursor: Option<&'a RawValue>,
    pub(crate) protocol_version: Option<&'a RawValue>,
    pub(crate) meta: Option<&'a RawValue>,
}

/// Why a body is no message, and the id that the response repeats. `None` if the id could not be read.
#[derive(Debug)]
pub(crate) struct Refused<'a> {
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) error: ProtocolError,
}

impl<'a> Message<'a> {
    /// Reads the body of a request of HTTP.
    pub(crate) fn read(body: &'a [u8]) -> Result<Self, Refused<'a>> {
        let refused = |error| Refused { id: None, error };
        if body.len() > MAX_BODY_BYTES {
            return Err(refused(ProtocolError::TooLarge {
                bytes: body.len(),
                most: MAX_BODY_BYTES,
            }));
        }
        let (mut version, mut id, mut method, mut params) = (None, None, None, None);
        let is_object = members_of_body(body, |name, value| match name {
            "jsonrpc" => version = string(value),
            "id" => id = Some(value),
            "method" => method = string(value),
            "params" => params = present(value),
            _ => {}
        });
        let is_object = is_object.map_err(|error| refused(ProtocolError::NotJson(JsonError::of(&error, body))))?;
        if !is_object {
            return Err(refused(ProtocolError::NotARequest("the body must be one JSON object")));
        }
        let valid_id = id.filter(|id| is_id(id));
        let refused = |problem| Refused {
            id: valid_id,
            error: ProtocolError::NotARequest(problem),
        };
        if version.as_deref() != Some("2.0") {
            return Err(refused("`jsonrpc` must be \"2.0\""));
        }
        let method = method.ok_or_else(|| refused("`method` must be a string"))?;
        let params = match params {
            Some(params) => Params::read(params).ok_or_else(|| refused("`params` must be an object"))?,
            None => Params::default(),
        };
        match (id, valid_id) {
            (None, _) => Ok(Self::Notification),
            (Some(_), None) => Err(refused("`id` must be a string or an integer")),
            (Some(_), Some(id)) => Ok(Self::Request(Request { id, method, params })),
        }
    }
}

impl<'a> Params<'a> {
    fn read(text: &'a RawValue) -> Option<Self> {
        let mut read = Self::default();
        let is_object = members(text, |name, value| {
            let value = present(value);
            match name {
                "name" => read.name = value,
                "uri" => read.uri = value,
                "arguments" => read.arguments = value,
                "cursor" => read.cursor = value,
                "protocolVersion" => read.protocol_version = value,
                "_meta" => read.meta = value.filter(|meta| is_object(meta)),
                _ => {}
            }
        });
        is_object.then_some(read)
    }

    /// Refuses a cursor, because each list has one page.
    pub(crate) fn refuse_cursor(&self) -> Result<(), ProtocolError> {
        match self.cursor.map(string) {
            None => Ok(()),
            Some(Some(cursor)) if cursor.trim().is_empty() => Ok(()),
            Some(_) => Err(ProtocolError::InvalidParams(
                "`cursor` is not known: everything is on the first page.",
            )),
        }
    }
}

/// Whether a value is a string or an integer. A string with half of a surrogate pair is none: clients could not read a
/// response that repeats it.
fn is_id(value: &RawValue) -> bool {
    if value.get().starts_with('"') {
        return string(value).is_some();
    }
    let number: Option<Number> = serde_json::from_str(value.get()).ok();
    number.is_some_and(|number| number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|n| n.fract() == 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(body: &str) -> i32 {
        Message::read(body.as_bytes()).unwrap_err().error.code()
    }

    fn request(body: &str) -> Request<'_> {
        match Message::read(body.as_bytes()).unwrap() {
            Message::Request(request) => request,
            Message::Notification => panic!("a notification"),
        }
    }

    #[test]
    fn a_body_that_is_not_json_is_a_parse_error() {
        for body in ["", " ", "{", "nope", "{} {}", "\u{feff}{}"] {
            assert_eq!(code(body), -32700, "{body:?}");
        }
        assert_eq!(Message::read(b"\"\xff\"").unwrap_err().error.code(), -32700);
    }

    #[test]
    fn a_body_that_is_no_text_in_utf_8_is_named() {
        for (body, cause) in [
            (&b"\xff\xfe{\0}\0"[..], "is UTF-16"),
            (b"{\"a\":\"caf\xe9\"}", "perhaps Latin-1"),
            (b"\x1f\x8b\x08\0\0\0\0\0\xff", "compressed with gzip"),
            (b"\xef\xbb\xbf{}", "byte order mark"),
        ] {
            let message = Message::read(body).unwrap_err().error.to_string();
            assert!(message.contains(cause), "{message}");
        }
    }

    #[test]
    fn json_that_is_not_one_request_is_an_invalid_request() {
        for body in [
            "[]",
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            "null",
            "{}",
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"\ud800a","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#,
            r#"{"jsonrpc":"2.0","method":"ping","params":"x"}"#,
        ] {
            assert_eq!(code(body), -32600, "{body}");
        }
        let large = format!(r#"{{"jsonrpc":"2.0","x":"{}"}}"#, "x".repeat(MAX_BODY_BYTES));
        assert_eq!(code(&large), -32600);
    }

    #[test]
    fn an_invalid_request_keeps_its_id() {
        let refused = Message::read(br#"{"id":"a","method":5}"#).unwrap_err();
        assert_eq!(refused.id.map(RawValue::get), Some("\"a\""));
    }

    #[test]
    fn an_id_keeps_its_spelling_and_null_counts_as_absent() {
        for id in ["1", "-7", "\"1\"", "\"\\u00e9\"", "9007199254740993", "2.0"] {
            let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"x","params":{{"name":null,"more":[1]}}}}"#);
            let request = request(&body);
            assert_eq!((request.id.get(), request.method.as_str()), (id, "x"));
            assert!(request.params.name.is_none());
        }
        let without = request(r#"{"jsonrpc":"2.0","id":1,"method":"x","params":null}"#);
        assert!(without.params.meta.is_none());
    }

    #[test]
    fn a_message_without_an_id_is_a_notification() {
        let body = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert!(matches!(Message::read(body), Ok(Message::Notification)));
    }

    #[test]
    fn of_members_with_one_name_the_last_counts() {
        assert_eq!(
            request(r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"a","method":"b"}"#).method,
            "b"
        );
    }

    #[test]
    fn deep_nesting_is_read_without_a_stack_overflow() {
        let deep = "[".repeat(1_000_000);
        assert_eq!(code(&deep), -32700);
        let closed = format!("{deep}{}", "]".repeat(1_000_000));
        assert_eq!(code(&closed), -32600);
    }
}
