//! The parts of a call in the headers of an HTTP request.

use std::borrow::Cow;

use http::{HeaderMap, header::AUTHORIZATION};
use serde_json::{Map, Value};
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

/// The `traceparent` header, by which the caller finds the request in its own traces: version, trace, parent and flags
/// in hexadecimal digits (<https://www.w3.org/TR/trace-context/#traceparent-header>). A header of another form is
/// ignored, because it is written to the log. So are further fields, which only later versions have.
pub fn traceparent(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all("traceparent").iter();
    let text = values.next()?.to_str().ok().filter(|_| values.next().is_none())?;
    let fields: Vec<&str> = text.split('-').collect();
    let [version, trace, parent, flags] = *fields.as_slice() else {
        return None;
    };
    let is_hex = |field: &str, length: usize| {
        field.len() == length && field.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_zero = |field: &str| field.bytes().all(|byte| byte == b'0');
    let is_valid = is_hex(version, 2)
        && version != "ff"
        && is_hex(trace, 32)
        && !is_zero(trace)
        && is_hex(parent, 16)
        && !is_zero(parent)
        && is_hex(flags, 2);
    is_valid.then_some(text)
}

/// The parameters of these names in a query. A blank value counts as absent, and of a repeated parameter the last
/// counts. A value of digits becomes a JSON number.
pub(crate) fn query(text: &str, names: &[&str]) -> Map<String, Value> {
    let mut values = Map::new();
    for pair in text.split('&') {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decoded(name), decoded(value));
        if !names.contains(&name.as_str()) {
            continue;
        }
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse::<u64>().ok().filter(|_| is_number);
        match number {
            _ if value.trim().is_empty() => values.remove(&name),
            Some(number) => values.insert(name, number.into()),
            None => values.insert(name, value.into()),
        };
    }
    values
}

/// Text of a query, in which `+` is a space (<https://url.spec.whatwg.org/#urlencoded-parsing>).
fn decoded(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced)
        .decode_utf8_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
        let headers = values
            .iter()
            .map(|value| (name.parse().unwrap(), value.parse().unwrap()));
        headers.collect()
    }

    #[test]
    fn only_a_well_formed_traceparent_is_read() {
        let good = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        assert_eq!(traceparent(&headers("traceparent", &[good])), Some(good));
        let bad = [
            String::new(),
            "secret".to_owned(),
            good.to_uppercase(),
            good.replacen("00", "ff", 1),
            format!("{good}-x"),
            good.replace('b', "g"),
            good.replace("b7ad6b7169203331", "0000000000000000"),
            good.replace("0af7651916cd43dd8448eb211c80319c", &"0".repeat(32)),
            good.replace("-01", "-1"),
        ];
        for text in bad {
            assert_eq!(traceparent(&headers("traceparent", &[&text])), None, "{text}");
        }
        assert_eq!(traceparent(&headers("traceparent", &[good, good])), None);
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
    fn the_named_parameters_of_a_query_are_arguments() {
        let read = |text: &str| Value::Object(query(text, &["limit", "cursor"]));
        let expected = json!({ "limit": 5, "cursor": "a b/é" });
        assert_eq!(read("limit=5&cursor=a+b%2F%C3%A9&other=1"), expected);
        assert_eq!(read("limit=1&limit=2&cursor="), json!({ "limit": 2 }));
        assert_eq!(read("limit=5&limit="), json!({}));
        assert_eq!(read("limit=-1&cursor"), json!({ "limit": "-1" }));
        assert_eq!(read(""), json!({}));
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
