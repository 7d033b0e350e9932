//! The parts of a call in the headers of an HTTP request.

use std::borrow::Cow;

use http::{HeaderMap, header::AUTHORIZATION};
use service::Credentials;

/// The bearer token of the Authorization header.
pub fn credentials(headers: &HeaderMap) -> Credentials<'_> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else {
        return Credentials::Missing;
    };
    let text = value.to_str().ok().filter(|_| values.next().is_none());
    match text.and_then(|text| text.trim().split_once(' ')) {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Credentials::Bearer(token.trim_start()),
        _ => Credentials::Malformed,
    }
}

/// The Idempotency-Key header. Several headers are one list (RFC 9110, section 5.3), which is not a valid key.
pub fn idempotency_key(headers: &HeaderMap) -> Option<Cow<'_, str>> {
    let mut values = headers.get_all("idempotency-key").iter();
    let first = String::from_utf8_lossy(values.next()?.as_bytes());
    Some(values.fold(first, |list, value| {
        format!("{list}, {}", String::from_utf8_lossy(value.as_bytes())).into()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
        let headers = values
            .iter()
            .map(|value| (name.parse().unwrap(), value.parse().unwrap()));
        headers.collect()
    }

    #[test]
    fn credentials_are_one_bearer_token() {
        let read = |values: &[&str]| match credentials(&headers("authorization", values)) {
            Credentials::Missing => "missing".to_owned(),
            Credentials::Malformed => "malformed".to_owned(),
            Credentials::Bearer(token) => format!("token {token}"),
        };
        assert_eq!(read(&[]), "missing");
        for value in ["Bearer abc", "bearer abc", " BEARER   abc "] {
            assert_eq!(read(&[value]), "token abc");
        }
        for values in [
            &["abc"][..],
            &["Basic abc"],
            &["Bearer"],
            &["Bearer "],
            &["Bearer a", "Bearer a"],
        ] {
            assert_eq!(read(values), "malformed", "{values:?}");
        }
    }

    #[test]
    fn two_idempotency_keys_are_one_invalid_key() {
        let read = |values: &[&str]| idempotency_key(&headers("idempotency-key", values)).map(Cow::into_owned);
        assert_eq!(read(&[]), None);
        assert_eq!(read(&["a~!"]).as_deref(), Some("a~!"));
        assert_eq!(read(&["\u{e9}"]).as_deref(), Some("\u{e9}"));
        assert_eq!(read(&["a", "a"]).as_deref(), Some("a, a"));
    }
}
