//! The base URL of a deployment, and the key for calling it.

use std::{fmt, net::IpAddr};

use http::{HeaderValue, Uri};

/// The URL before `/api/v1/tools`, without a slash at the end.
#[derive(Clone, Debug)]
pub(super) struct BaseUrl(String);

/// A key for calling tools. It is never printed.
#[derive(Clone)]
pub(crate) struct Key(String);

const FORM: &str = "must be the URL before /api/v1/tools, such as https://example.com";

/// LocalStack's host name for this machine; an API's id stands before it.
const LOCALSTACK: &str = ".localhost.localstack.cloud";

/// Plain text is allowed only for this machine.
fn is_this_machine(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host.ends_with(LOCALSTACK)
        || address.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Parses a base URL.
pub(super) fn base_url(given: &str) -> Result<BaseUrl, String> {
    let text = given.trim().trim_end_matches('/');
    let uri: Uri = text.parse().map_err(|_| FORM)?;
    let plain_path = text.strip_suffix(uri.path()).is_some() || uri.path() == "/";
    let host = uri.host().unwrap_or_default();
    if host.is_empty() || !plain_path || text.contains(['?', '#', '@']) {
        return Err(FORM.to_owned());
    }
    match uri.scheme_str() {
        Some("https") => Ok(BaseUrl(text.to_owned())),
        Some("http") if is_this_machine(host) => Ok(BaseUrl(text.to_owned())),
        Some("http") => Err("must begin with https://: a key is sent in plain text only on this machine".to_owned()),
        _ => Err(FORM.to_owned()),
    }
}

impl BaseUrl {
    /// The URL of a path, which begins with a slash.
    pub(super) fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self(text.trim().to_owned())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// The `Authorization` header; `None` if a header cannot contain this key.
    pub(super) fn authorization(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_may_have_a_path_and_a_slash_at_its_end() {
        for (given, joined) in [
            ("https://example.com", "https://example.com/x"),
            ("https://example.com/", "https://example.com/x"),
            ("https://example.com/live/", "https://example.com/live/x"),
            ("http://127.0.0.1:9000", "http://127.0.0.1:9000/x"),
            ("http://[::1]:9000", "http://[::1]:9000/x"),
            ("http://localhost:9000/", "http://localhost:9000/x"),
            (
                "http://abc.execute-api.localhost.localstack.cloud:4566",
                "http://abc.execute-api.localhost.localstack.cloud:4566/x",
            ),
        ] {
            assert_eq!(base_url(given).unwrap().join("/x"), joined);
        }
    }

    #[test]
    fn an_invalid_base_url_is_refused() {
        for given in [
            "",
            "example.com",
            "/api",
            "https://",
            "https://example.com/?a=b",
            "https://example.com/#a",
            "https://me:secret@example.com",
            "ftp://example.com",
            "https://exa mple.com",
        ] {
            assert_eq!(base_url(given).unwrap_err(), FORM, "{given}");
        }
    }

    #[test]
    fn a_key_is_sent_in_plain_text_only_to_this_machine() {
        for given in [
            "http://example.com",
            "http://10.0.0.1:9000",
            "http://localhost.example.com",
            "http://localhost.localstack.cloud.example.com",
        ] {
            assert!(base_url(given).unwrap_err().contains("https://"), "{given}");
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = Key::from("tgs_secret\n".to_owned());
        let header = key.authorization().unwrap();
        assert_eq!(header, "Bearer tgs_secret");
        assert!(!format!("{key:?} {header:?}").contains("secret"));
        assert!(Key::from("a\nb".to_owned()).authorization().is_none());
    }
}
