//! Writes `multipart/form-data` (RFC 7578) for requests that edit pictures.

use bytes::Bytes;

use crate::wire::body::{Body, unguessable};

/// A form.
pub(super) struct Multipart {
    boundary: String,
    body: Body,
}

impl Multipart {
    /// An empty form. Its boundary is random, so that no picture contains it.
    pub(super) fn new() -> Self {
        Self {
            boundary: format!("form-{}", unguessable()),
            body: Body::default(),
        }
    }

    pub(super) fn content_type(&self) -> String {
        format!("multipart/form-data; boundary={}", self.boundary)
    }

    pub(super) fn text(&mut self, name: &str, value: &str) {
        self.part(
            &format!("name=\"{name}\""),
            None,
            Bytes::copy_from_slice(value.as_bytes()),
        );
    }

    pub(super) fn file(&mut self, name: &str, file_name: &str, content_type: &str, bytes: Bytes) {
        let disposition = format!("name=\"{name}\"; filename=\"{file_name}\"");
        self.part(&disposition, Some(content_type), bytes);
    }

    fn part(&mut self, disposition: &str, content_type: Option<&str>, bytes: Bytes) {
        let mut head = format!(
            "--{}\r\nContent-Disposition: form-data; {disposition}\r\n",
            self.boundary
        );
        if let Some(content_type) = content_type {
            head.push_str(&format!("Content-Type: {content_type}\r\n"));
        }
        head.push_str("\r\n");
        self.body.plain(head);
        self.body.plain(bytes);
        self.body.plain("\r\n");
    }

    /// The whole body.
    pub(super) fn finish(mut self) -> Body {
        self.body.plain(format!("--{}--\r\n", self.boundary));
        self.body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_the_format_of_the_rfc() {
        let mut form = Multipart::new();
        form.text("prompt", "A cat\nand a dog");
        form.file("image[]", "1.png", "image/png", Bytes::from_static(b"\x89PNG"));
        let boundary = form.boundary.clone();
        assert_eq!(form.content_type(), format!("multipart/form-data; boundary={boundary}"));
        let expected = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\nA cat\nand a dog\r\n\
             --{boundary}\r\nContent-Disposition: form-data; name=\"image[]\"; filename=\"1.png\"\r\n\
             Content-Type: image/png\r\n\r\n"
        );
        let body = form.finish().into_vec();
        assert!(body.starts_with(expected.as_bytes()));
        assert!(body.ends_with(format!("\x50NG\r\n--{boundary}--\r\n").as_bytes()));
    }
}
