//! Recognizes the type of a file by its first bytes.

mod other;

pub(super) use self::other::is_text_encoded;
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

impl FileType {
    /// The format of a file. Only its bytes count, because names and headers may be wrong.
    pub(super) fn of(bytes: &[u8]) -> Result<Self, PictureError> {
        if bytes.is_empty() {
            Err(PictureError::Empty)
        } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) != Some(b"CgBI") {
            Ok(Self::Png)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            Ok(Self::Jpeg)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Ok(Self::Webp)
        } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
            Ok(Self::Gif)
        } else {
            Err(other::error(bytes))
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
