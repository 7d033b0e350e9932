//! The result of decoding a file, whatever its format.

use super::error::PictureError;
use crate::limits::{MAX_FILE_PIXELS, MAX_FILE_SIDE};
use contract::Size;
use image::{DynamicImage, metadata::Orientation};
use moxcms::ColorProfile;

/// A decoded file, scaled down while it was decoded.
pub(super) struct Decoded {
    pub(super) image: DynamicImage,
    /// The size of the file's picture before it was scaled down.
    pub(super) size: Size,
    /// The rotation and reflection that make the image upright.
    pub(super) orientation: Orientation,
    /// The profile of the colours; `None` for sRGB.
    pub(super) profile: Option<ColorProfile>,
}

/// Checks the size that a file's header names.
pub(super) fn checked(width: u32, height: u32) -> Result<Size, PictureError> {
    if width == 0 || height == 0 {
        Err(PictureError::NoPixels { width, height })
    } else if u64::from(width) * u64::from(height) > MAX_FILE_PIXELS {
        Err(PictureError::TooManyPixels { width, height })
    } else if width.max(height) > MAX_FILE_SIDE {
        Err(PictureError::TooLong { width, height })
    } else {
        Ok(Size { width, height })
    }
}

/// The orientation in EXIF data. Some writers leave the marker of a JPEG segment in front of the data.
pub(super) fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.map(|exif| exif.strip_prefix(b"Exif\0\0").unwrap_or(exif))
        .and_then(Orientation::from_exif_chunk)
        .unwrap_or(Orientation::NoTransforms)
}
