//! Finds the presigned URLs in a stored response. A replay of the response renews the URLs that have expired.

use serde_json::{Value, json};

/// A URL in a response, with its expiry time.
pub(crate) struct Shown {
    /// The URL and the expiry time as they appear in the response, next to each other.
    pub(crate) text: String,
    /// When the URL expires, in the format of responses: such texts have one length and sort by time.
    pub(crate) expires_at: String,
}

/// A URL and its expiry time as they appear in a response.
pub(crate) fn text(url: &str, expires_at: &str) -> String {
    format!(r#""url":{},"urlExpiresAt":{}"#, json!(url), json!(expires_at))
}

/// The URLs of a response, in order.
pub(crate) fn urls(body: &str) -> Vec<Shown> {
    let mut found = Vec::new();
    collect(&serde_json::from_str(body).unwrap_or_default(), &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<Shown>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(fields) => {
            let url = fields.get("url").and_then(Value::as_str);
            let end = fields.get("urlExpiresAt").and_then(Value::as_str);
            if let (Some(url), Some(end)) = (url, end) {
                let text = text(url, end);
                let expires_at = end.to_owned();
                found.push(Shown { text, expires_at });
            }
            fields.values().for_each(|field| collect(field, found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_found_in_their_exact_spelling() {
        let body = r#"{"data":{"name":"a","photos":[{"url":"http://h/1?a=1&b","urlExpiresAt":"2026-11-21T08:15:30.123Z"},{"url":"http://h/2","urlExpiresAt":"2026-11-21T08:15:31.000Z"}]}}"#;
        let found = urls(body);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|shown| body.contains(&shown.text)));
        assert!(found[0].text.contains("http://h/1?a=1&b"));
        assert!(urls("{}").is_empty());
    }
}
