//! Recognizes the type of a file by its first bytes.

use super::error::PictureError;
use contract::ImageFormat;

/// An accepted file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileType {
    Png,
    Jpeg,
    Webp,
    Gif,
}

/// How many bytes of a file that is not a picture are examined.
const SAMPLE: usize = 1024;

impl FileType {
    /// The format of a file. Only its bytes count, because names and headers may be wrong.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, PictureError> {
        if bytes.is_empty() {
            Err(PictureError::Empty)
        } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Ok(Self::Png)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            Ok(Self::Jpeg)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Ok(Self::Webp)
        } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
            Ok(Self::Gif)
        } else {
            Err(other(bytes).map_or(PictureError::Unknown, PictureError::Other))
        }
    }

    /// The name of the format in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
        }
    }

    /// The format in which pictures of this type are stored.
    pub(super) const fn stored_as(self) -> ImageFormat {
        match self {
            Self::Png | Self::Gif => ImageFormat::Png,
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Webp => ImageFormat::Webp,
        }
    }
}

/// The name of a file type that callers send by mistake: a page, a document, or another picture format.
fn other(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 13] = [
        (b"%PDF-", "a PDF"),
        (b"BM", "BMP"),
        (b"II*\0", "TIFF"),
        (b"MM\0*", "TIFF"),
        (b"\0\0\x01\0", "an icon (ICO)"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"\0\0\0\x0cJXL \r\n\x87\n", "JPEG XL"),
        (b"\xff\x0a", "JPEG XL"),
        (b"\0\0\0\x0cjP  \r\n\x87\n", "JPEG 2000"),
        (b"8BPS", "a Photoshop file"),
        (b"\x1a\x45\xdf\xa3", "a WebM or Matroska video"),
        (b"RIFF", "an AVI or WAV file"),
    ];
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some(match bytes.get(8..12) {
            Some(b"avif" | b"avis") => "AVIF",
            Some(b"heic" | b"heix" | b"hevc" | b"heim" | b"heis" | b"mif1" | b"msf1") => "HEIC",
            _ => "an MP4 video",
        });
    }
    let signature = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start));
    signature.map(|(_, name)| *name).or_else(|| text(bytes))
}

fn text(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some("text");
    }
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let sample = match str::from_utf8(sample) {
        Ok(text) => text,
        // The sample may end inside a character.
        Err(error) if error.error_len().is_none() => str::from_utf8(sample.get(..error.valid_up_to())?).ok()?,
        Err(_) => return None,
    };
    if sample.contains(|c: char| c.is_control() && !c.is_whitespace()) {
        return None;
    }
    let start = sample.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    let page = ["<!doctype html", "<html", "<head", "<body", "<script"];
    Some(
        if start.starts_with("<svg") || start.starts_with('<') && start.contains("<svg") && !start.contains("<html") {
            "SVG"
        } else if page.iter().any(|tag| start.starts_with(tag)) || start.starts_with('<') && start.contains("<html") {
            "HTML"
        } else if start.starts_with('<') {
            "XML"
        } else if start.starts_with('{') || start.starts_with('[') {
            "JSON"
        } else {
            "text"
        },
    )
}
