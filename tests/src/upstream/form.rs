//! A body of `multipart/form-data`, according to RFC 7578.

use bytes::Bytes;

use super::Seen;

/// A field of a form.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name, such as `image[]`.
    pub name: String,
    /// The file name; `None` if the field is no file.
    pub file_name: Option<String>,
    /// The content type, if the field has one.
    pub content_type: Option<String>,
    /// The content.
    pub bytes: Bytes,
}

impl Field {
    /// The content as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

impl Seen {
    /// The fields of the form in the body, in order. `None` if the body is no well-formed form.
    pub fn form(&self) -> Option<Vec<Field>> {
        let content_type = self.header("content-type")?;
        let boundary = parameter(content_type, "boundary")?;
        let (first, between) = (format!("--{boundary}"), format!("\r\n--{boundary}"));
        let mut rest = self
            .body
            .strip_prefix(first.as_bytes())
            .map(|rest| self.body.slice_ref(rest))?;
        let mut fields = Vec::new();
        while !rest.starts_with(b"--") {
            let part = rest.strip_prefix(b"\r\n")?;
            let end = find(part, between.as_bytes())?;
            fields.push(field(&rest.slice_ref(&part[..end]))?);
            rest = rest.slice_ref(&part[end + between.len()..]);
        }
        Some(fields)
    }
}

fn field(part: &Bytes) -> Option<Field> {
    let end = find(part, b"\r\n\r\n")?;
    let head = std::str::from_utf8(&part[..end]).ok()?;
    let header = |wanted: &str| {
        head.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value.trim())
    };
    let disposition = header("content-disposition")?;
    disposition.strip_prefix("form-data")?;
    Some(Field {
        name: parameter(disposition, "name")?,
        file_name: parameter(disposition, "filename"),
        content_type: header("content-type").map(str::to_owned),
        bytes: part.slice(end + 4..),
    })
}

fn parameter(header: &str, wanted: &str) -> Option<String> {
    header
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
        .map(|(_, value)| value.trim_matches('"').to_owned())
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
