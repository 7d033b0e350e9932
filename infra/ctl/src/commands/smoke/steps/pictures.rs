//! The picture that is uploaded, and downloads of pictures.

use std::io::Cursor;

use bytes::Bytes;
use http::{Method, Request, StatusCode, header::CONTENT_TYPE};
use image::{ImageFormat, ImageReader, RgbImage};

use crate::{
    commands::smoke::{
        answer::Data,
        problem::{Problem, require},
        session::Session,
    },
    failure::line_of,
};
/// 16×9 pixels in five colours.
pub(super) const TINY: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAL0lEQVR42mMQ0YiCo2c\
    VGnD068MJONLoyYMjBtprIEZRhZwNHNFBAzGKkP1Jew0AUo/QIY94N/sAAAAASUVORK5CYII=";

/// The size of [`TINY`].
pub(super) const TINY_SIZE: (u64, u64) = (16, 9);

/// A file with a picture of that size.
pub(super) fn tiny_file() -> Result<Vec<u8>, Problem> {
    let (width, height) = TINY_SIZE;
    let [width, height] = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let mut file = Cursor::new(Vec::new());
    let written = RgbImage::new(width, height).write_to(&mut file, ImageFormat::Png);
    written.map_err(|error| Problem::wrong(format!("a picture cannot be written: {error}")))?;
    Ok(file.into_inner())
}

/// The error code in a response of S3, <https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html>. A
/// response without an error code gives an empty text.
pub(super) fn error_code(answer: &[u8]) -> String {
    let text = String::from_utf8_lossy(answer);
    let code = text
        .split_once("<Code>")
        .and_then(|(_, rest)| rest.split_once("</Code>"));
    code.map(|(code, _)| format!(", {code}")).unwrap_or_default()
}

/// Downloads the picture of a record without a key, decodes it, and compares it with the record. Returns a short
/// description.
pub(super) async fn download(session: &mut Session, record: &Data) -> Result<String, Problem> {
    let url = record.text("/url")?;
    let request = Request::builder().method(Method::GET).uri(url).body(Bytes::new());
    let request = request.map_err(|_| Problem::wrong("data/url is not a URL"))?;
    // Pictures are on another host, so a failure does not end the smoke test.
    let response = session.send(request).await;
    let response = response.map_err(|problem| Problem::wrong(format!("a picture's URL: {}", line_of(&problem))))?;
    let (parts, bytes) = response.into_parts();
    require(parts.status == StatusCode::OK, || {
        let code = error_code(&bytes);
        format!("a picture's URL responds with the status {}{code}", parts.status)
    })?;
    let reader = ImageReader::new(Cursor::new(&bytes)).with_guessed_format();
    let reader = reader.map_err(|error| Problem::wrong(format!("a picture cannot be read: {error}")))?;
    let actual = reader.format().map_or("nothing known", |format| format.to_mime_type());
    let told = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    require(told == Some(actual), || {
        format!(
            "a picture has the type {actual} but is sent as {}",
            told.unwrap_or("nothing")
        )
    })?;
    let picture = reader.decode();
    let picture = picture.map_err(|error| Problem::wrong(format!("a picture cannot be decoded: {error}")))?;
    record.is("/width", picture.width())?;
    record.is("/height", picture.height())?;
    // Inspirations and photos have no further fields.
    if record.at("/contentType").is_ok() {
        record.is("/contentType", actual)?;
        record.is("/sizeBytes", bytes.len())?;
    }
    Ok(format!(
        "{actual} {}×{}, {} bytes",
        picture.width(),
        picture.height(),
        bytes.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_code_of_a_bucket_is_read() {
        let answer = b"<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code><Message>No</Message></Error>";
        assert_eq!(error_code(answer), ", AccessDenied");
        assert_eq!(error_code(b"\xff<html>"), "");
    }

    #[test]
    fn the_tiny_picture_is_valid_base64() {
        let (head, text) = TINY.split_once(',').unwrap();
        assert_eq!(head, "data:image/png;base64");
        assert!(
            text.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
        );
        assert_eq!(text.len(), 140);
    }
}
