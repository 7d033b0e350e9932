//! The arguments of a call: parsed from JSON text, and hashed.

use bytes::Bytes;
use contract::input::Issues;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::{
    Arguments,
    request::json::{JsonError, read_json},
};

/// The longest text of arguments, in bytes. A Lambda event has at most 6 MB, and contains more than the text.
pub(crate) const MAX_TEXT_BYTES: usize = 5_500_000;

/// The first bytes of PNG, JPEG, GIF and WebP files.
const PICTURES: [&[u8]; 4] = [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF"];

/// The arguments as a JSON object. Blank text is an empty object. Of duplicate keys the last one counts.
pub(crate) fn read(arguments: Arguments<'_>, issues: &mut Issues) -> Option<Map<String, Value>> {
    match arguments {
        Arguments::Object(arguments) => Some(arguments),
        Arguments::Text(text) => parse(text, issues),
    }
}

fn parse(text: &Bytes, issues: &mut Issues) -> Option<Map<String, Value>> {
    if text.len() > MAX_TEXT_BYTES {
        issues.add(
            "",
            format!(
                "the body has {} bytes, and at most {MAX_TEXT_BYTES} are allowed; name large pictures by URL",
                text.len()
            ),
        );
        return None;
    }
    if text.trim_ascii().is_empty() {
        return Some(Map::new());
    }
    match read_json(text) {
        Ok(Value::Object(arguments)) => Some(arguments),
        Ok(_) => {
            issues.add("", "the body must be a JSON object, such as {}");
            None
        }
        Err(error) => {
            let is_json = matches!(error, JsonError::TooManyValues | JsonError::TooDeep);
            if !is_json && is_form(text) {
                issues.add(
                    "",
                    "the body is a form; send a JSON object, in which a picture is a data: URL",
                );
            } else if !is_json && is_picture(text) {
                issues.add(
                    "",
                    "the body is a picture; send a JSON object, in which a picture is a data: URL",
                );
            } else {
                issues.add("", format!("the body {error}"));
            }
            None
        }
    }
}

/// Whether a caller seems to have sent a form: parts between boundaries, or `limit=1`.
fn is_form(body: &[u8]) -> bool {
    let is_of_name =
        |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'%' | b'[' | b']');
    let name = body.iter().take_while(is_of_name).count();
    let begins_with_letter = body.first().is_some_and(u8::is_ascii_alphabetic);
    body.starts_with(b"--") || begins_with_letter && body.get(name) == Some(&b'=')
}

/// Whether a caller seems to have sent the bytes of a picture.
fn is_picture(body: &[u8]) -> bool {
    PICTURES.iter().any(|signature| body.starts_with(signature))
}

/// Canonical JSON (RFC 8785): equal values have equal text.
pub(crate) fn canonical(value: &impl Serialize) -> Vec<u8> {
    // Canonicalization fails for numbers that are not finite and for keys that are not strings. JSON has neither.
    let canonical = serde_json_canonicalizer::to_vec(value);
    canonical.or_else(|_| serde_json::to_vec(value)).unwrap_or_default()
}

/// A hash of the arguments, to compare the calls of one idempotency key: SHA-256 of canonical JSON, in hexadecimal.
pub(crate) fn fingerprint(arguments: &Map<String, Value>) -> String {
    runtime::hex(&Sha256::digest(canonical(arguments)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue(body: &[u8]) -> String {
        let mut issues = Issues::default();
        assert!(parse(&Bytes::copy_from_slice(body), &mut issues).is_none());
        let issues = issues.into_vec();
        assert_eq!(issues.len(), 1);
        assert_eq!(issues[0].path, "");
        issues[0].message.clone()
    }

    #[test]
    fn blank_text_is_an_empty_object() {
        for body in ["", "  \n", "{}"] {
            assert_eq!(parse(&Bytes::from(body), &mut Issues::default()), Some(Map::new()));
        }
    }

    #[test]
    fn an_error_does_not_quote_the_text() {
        assert_eq!(issue(b"[1]"), "the body must be a JSON object, such as {}");
        assert_eq!(
            issue(b"{\"secret\": oops}"),
            "the body is not valid JSON; the first error is at line 1, column 12"
        );
        for (body, what) in [
            (&b"\xff\xd8\xff"[..], "a picture"),
            (b"--boundary\r\n", "a form"),
            (b"limit=1", "a form"),
            (b"limit=1&cursor=", "a form"),
            (b"metadata[a]=1", "a form"),
        ] {
            let expected = format!("the body is {what}; send a JSON object, in which a picture is a data: URL");
            assert_eq!(issue(body), expected);
        }
        assert_eq!(
            issue("[".repeat(100_000).as_bytes()),
            "the body has lists or objects that are nested more than 32 levels deep; nest them less"
        );
        assert_eq!(
            issue(format!("[{}", "0,".repeat(100_000)).as_bytes()),
            "the body has more than 2000 values (texts, numbers, lists and objects); send fewer"
        );
        assert!(issue(&vec![b' '; MAX_TEXT_BYTES + 1]).contains("5500000"));
    }

    #[test]
    fn equal_values_have_equal_fingerprints() {
        let of =
            |text: &str| fingerprint(&parse(&Bytes::copy_from_slice(text.as_bytes()), &mut Issues::default()).unwrap());
        assert_eq!(of(r#"{"b":2,"a":1}"#), of(r#"{ "a": 1.0, "b": 2 }"#));
        assert_eq!(of(r#"{"a":1,"a":2}"#), of(r#"{"a":2}"#));
        assert_ne!(of(r#"{"a":null}"#), of("{}"));
    }
}
