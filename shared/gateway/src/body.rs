//! The body of a request.

use bytes::Bytes;
use contract::input::Issues;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::json::{JsonError, read_json};

/// The largest body, in bytes. Lambda takes no event above 6 MB, the envelope of its own included.
pub(crate) const MOST_BYTES: usize = 5_500_000;

/// Reads a body as a JSON object. A missing one is empty; of duplicate keys the last counts.
pub(crate) fn read(bytes: &Bytes, issues: &mut Issues) -> Option<Map<String, Value>> {
    if bytes.len() > MOST_BYTES {
        issues.add(
            "",
            format!("the body has {} bytes, and {MOST_BYTES} are allowed", bytes.len()),
        );
        return None;
    }
    if bytes.trim_ascii().is_empty() {
        return Some(Map::new());
    }
    match read_json(bytes) {
        Ok(Value::Object(body)) => Some(body),
        Ok(_) => {
            issues.add("", "the body must be a JSON object");
            None
        }
        Err(error) => {
            issues.add("", format!("the body {error}{}", hint(error, bytes)));
            None
        }
    }
}

/// Advice for a caller who probably sent a picture's file, or a form with one.
fn hint(error: JsonError, bytes: &[u8]) -> &'static str {
    let is_text = matches!(error, JsonError::TooManyValues | JsonError::TooDeep);
    if !is_text && (bytes.starts_with(b"--") || std::str::from_utf8(bytes).is_err()) {
        "; a picture's bytes go into it as a data: URL"
    } else {
        ""
    }
}

/// Canonical JSON, RFC 8785: the same for all ways to write the same value.
pub(crate) fn canonical(value: &impl Serialize) -> Vec<u8> {
    // The canonicalizer fails for numbers that are not finite and for keys that are not text. JSON has neither.
    let canonical = serde_json_canonicalizer::to_vec(value);
    canonical.or_else(|_| serde_json::to_vec(value)).unwrap_or_default()
}

/// What tells one body from another, for idempotency keys: SHA-256 of its canonical form, in hexadecimal.
pub(crate) fn fingerprint(body: &Map<String, Value>) -> String {
    let digest = Sha256::digest(canonical(body));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue(body: &[u8]) -> String {
        let mut issues = Issues::default();
        assert!(read(&Bytes::copy_from_slice(body), &mut issues).is_none());
        let issues = issues.into_vec();
        assert_eq!(issues.len(), 1);
        assert_eq!(issues[0].path, "");
        issues[0].message.clone()
    }

    #[test]
    fn a_missing_body_is_an_empty_object() {
        for body in ["", "  \n", "{}"] {
            assert_eq!(read(&Bytes::from(body), &mut Issues::default()), Some(Map::new()));
        }
    }

    #[test]
    fn what_is_no_object_is_told_without_its_content() {
        assert_eq!(issue(b"[1]"), "the body must be a JSON object");
        assert_eq!(
            issue(b"{\"secret\": oops}"),
            "the body is not valid JSON, at line 1, column 12"
        );
        assert!(issue(b"\xff\xd8\xff").ends_with("as a data: URL"));
        assert!(issue(b"--boundary\r\n").ends_with("as a data: URL"));
        assert_eq!(
            issue("[".repeat(100_000).as_bytes()),
            "the body is nested more than 32 levels deep"
        );
        assert_eq!(
            issue(format!("[{}", "0,".repeat(100_000)).as_bytes()),
            "the body has more than 2000 values"
        );
        assert!(issue(&vec![b' '; MOST_BYTES + 1]).contains("5500000"));
    }

    #[test]
    fn the_fingerprint_sees_values_and_not_their_spelling() {
        let of =
            |text: &str| fingerprint(&read(&Bytes::copy_from_slice(text.as_bytes()), &mut Issues::default()).unwrap());
        assert_eq!(of(r#"{"b":2,"a":1}"#), of(r#"{ "a": 1.0, "b": 2 }"#));
        assert_eq!(of(r#"{"a":1,"a":2}"#), of(r#"{"a":2}"#));
        assert_ne!(of(r#"{"a":null}"#), of("{}"));
    }
}
