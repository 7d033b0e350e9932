//! Texts that everybody may read, and that clients may keep for an hour.

use bytes::Bytes;
use http::{
    HeaderMap, HeaderValue, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH},
};

const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// A text that everybody may read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Published {
    pub(crate) content_type: &'static str,
    pub(crate) text: &'static str,
    /// Changes with the text.
    pub(crate) entity_tag: &'static str,
}

impl Published {
    /// The response to a request with these headers: 304 if the client already has this text.
    pub(crate) fn respond(self, request: &HeaderMap) -> Response<Bytes> {
        let is_known = self.is_known_to(request);
        let text = if is_known { "" } else { self.text };
        let mut response = Response::new(Bytes::from_static(text.as_bytes()));
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, AN_HOUR);
        headers.insert(ETAG, HeaderValue::from_static(self.entity_tag));
        if !is_known {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        }
        response
    }

    /// Whether `If-None-Match` has the tag of this text. A weak tag is equal to a strong one (RFC 9110, section
    /// 13.1.2).
    fn is_known_to(self, request: &HeaderMap) -> bool {
        let values = request.get_all(IF_NONE_MATCH).iter();
        let mut tags = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        tags.any(|tag| {
            let tag = tag.trim();
            tag == "*" || tag.trim_start_matches("W/") == self.entity_tag
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: Published = Published {
        content_type: "text/plain",
        text: "hello",
        entity_tag: "\"a1\"",
    };

    fn respond(tags: &str) -> Response<Bytes> {
        let headers = HeaderMap::from_iter([(IF_NONE_MATCH, tags.parse().unwrap())]);
        TEXT.respond(&headers)
    }

    #[test]
    fn a_text_may_be_kept_for_an_hour() {
        for response in [TEXT.respond(&HeaderMap::new()), respond("\"b2\"")] {
            assert_eq!(
                (response.status(), response.body().as_ref()),
                (StatusCode::OK, &b"hello"[..])
            );
            assert_eq!(response.headers()["content-type"], "text/plain");
            assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
            assert_eq!(response.headers()["etag"], "\"a1\"");
        }
    }

    #[test]
    fn a_text_that_the_client_has_is_not_sent_again() {
        for tags in ["\"a1\"", "W/\"a1\"", "\"b2\", \"a1\"", "*"] {
            let response = respond(tags);
            assert_eq!(
                (response.status(), response.body().len()),
                (StatusCode::NOT_MODIFIED, 0),
                "{tags}"
            );
            assert_eq!(response.headers()["etag"], "\"a1\"");
            assert_eq!(response.headers()["cache-control"], "public, max-age=3600");
        }
    }
}
