//! A picture as it is stored.

mod canvas;
mod encode;
mod file_type;
mod gif;
mod jpeg;
mod png;
mod profile;
mod shrink;
#[cfg(test)]
mod tests;
mod webp;

use self::file_type::FileType;
use bytes::Bytes;
use colour::Pixels;
use contract::{ImageFormat, Size};
use image::{DynamicImage, metadata::Orientation};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The contract's longest side of what is stored, in pixels.
const MAX_SIDE: u32 = 2048;
/// The contract's most pixels of what is taken.
const MAX_PIXELS: u64 = 40_000_000;
/// No format but PNG can go beyond, and a PNG's row has to fit into memory several times over.
const MAX_SOURCE_SIDE: u32 = 65_535;
/// The longest side of a preview, in pixels: enough to tell colours and shapes.
const PREVIEW_SIDE: u32 = 256;

/// A picture that can be stored and shown: upright, at most 2048 pixels long, in sRGB, without metadata.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The encoded file.
    pub bytes: Bytes,
    /// Its format.
    pub format: ImageFormat,
    /// Its size in pixels.
    pub size: Size,
    /// The same, at most 256 pixels long, to be looked at.
    pub preview: Pixels,
}

/// Why bytes are no picture that can be taken. Displays as a phrase that follows the name of what holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// There are none.
    #[error("is empty")]
    Empty,
    /// They begin like nothing that is known.
    #[error("is not a PNG, JPEG, WebP or GIF picture")]
    Unknown,
    /// They begin like something else, which is named.
    #[error("is not a PNG, JPEG, WebP or GIF picture: it looks like {0}")]
    Other(&'static str),
    /// It is a picture of this format, but of a kind that hardly anything can read.
    #[error("is a {0} of a kind that cannot be decoded")]
    Unsupported(&'static str),
    /// The header names a size of nothing.
    #[error("has {width}×{height} pixels: nothing to see")]
    NoPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The header names more pixels than are taken.
    #[error("has {width}×{height} pixels; 40 megapixels is the most")]
    TooManyPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The header names a side that is longer than any picture's.
    #[error("has {width}×{height} pixels; no side may be longer than 65535")]
    TooLong {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// It is a file of this format that ends early or contradicts itself.
    #[error("is damaged or cut off: the {0} cannot be decoded")]
    Damaged(&'static str),
}

/// What a file shows, scaled down while it was decoded.
struct Decoded {
    image: DynamicImage,
    /// The file's own size.
    size: Size,
    /// How to turn the image so that it stands upright.
    orientation: Orientation,
    /// The ICC profile that says what the colours mean.
    profile: Option<Vec<u8>>,
}

impl Picture {
    /// Makes a picture of a file that came from anywhere.
    ///
    /// Nothing that was in the file is left but its pixels. They are encoded anew, except the pixels of a lossy WebP that
    /// do not change and would take more room. Of an animation the first frame is taken.
    ///
    /// # Errors
    ///
    /// [`PictureError`] says what is wrong with the file.
    pub fn take(bytes: &[u8]) -> Result<Self, PictureError> {
        let file_type = FileType::of(bytes)?;
        guarded(file_type, || {
            let decoded = decode(file_type, bytes, MAX_SIDE)?;
            let mut image = decoded.image;
            image.apply_orientation(decoded.orientation);
            let mut image = without_idle_alpha(image);
            let is_converted = decoded.profile.is_some_and(|icc| profile::to_srgb(&mut image, &icc));
            let damaged = PictureError::Damaged(file_type.name());
            let format = file_type.stored_as();
            let size = Size {
                width: image.width(),
                height: image.height(),
            };
            let mut encoded = encode::encode(&image, format).ok_or(damaged)?;
            let is_same = decoded.orientation == Orientation::NoTransforms && !is_converted && size == decoded.size;
            if file_type == FileType::Webp && is_same {
                encoded = webp::compressed(bytes, encoded.len()).unwrap_or(encoded);
            }
            Ok(Self {
                bytes: encoded.into(),
                format,
                size,
                preview: preview(image).ok_or(damaged)?,
            })
        })
    }

    /// Opens a file that [`Self::take`] made. The bytes stay as they are.
    ///
    /// # Errors
    ///
    /// [`PictureError`] when it is no such file, or no longer.
    pub fn stored(bytes: Bytes) -> Result<Self, PictureError> {
        let file_type = FileType::of(&bytes)?;
        if file_type == FileType::Gif {
            return Err(PictureError::Unsupported(file_type.name()));
        }
        let decoded = guarded(file_type, || decode(file_type, &bytes, PREVIEW_SIDE))?;
        let preview = preview(decoded.image).ok_or(PictureError::Damaged(file_type.name()))?;
        Ok(Self {
            bytes,
            format: file_type.stored_as(),
            size: decoded.size,
            preview,
        })
    }
}

/// A decoder that panics has met bytes that its authors did not think of: the file is at fault, not the service.
fn guarded<T>(file_type: FileType, work: impl FnOnce() -> Result<T, PictureError>) -> Result<T, PictureError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(PictureError::Damaged(file_type.name())))
}

fn decode(file_type: FileType, bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    match file_type {
        FileType::Png => png::decode(bytes, longest),
        FileType::Jpeg => jpeg::decode(bytes, longest),
        FileType::Webp => webp::decode(bytes, longest),
        FileType::Gif => gif::decode(bytes, longest),
    }
}

/// A size as a header names it, unless there is too much or nothing of it.
fn checked(width: u32, height: u32) -> Result<Size, PictureError> {
    if width == 0 || height == 0 {
        Err(PictureError::NoPixels { width, height })
    } else if u64::from(width) * u64::from(height) > MAX_PIXELS {
        Err(PictureError::TooManyPixels { width, height })
    } else if width.max(height) > MAX_SOURCE_SIDE {
        Err(PictureError::TooLong { width, height })
    } else {
        Ok(Size { width, height })
    }
}

/// Which way up a picture is, by its EXIF data. Some writers leave the mark of a JPEG's segment before it.
fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.map(|exif| exif.strip_prefix(b"Exif\0\0").unwrap_or(exif))
        .and_then(Orientation::from_exif_chunk)
        .unwrap_or(Orientation::NoTransforms)
}

/// Many files have an alpha channel that hides nothing.
fn without_idle_alpha(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageLumaA8(pixels) if pixels.pixels().all(|pixel| pixel.0.last() == Some(&u8::MAX)) => {
            DynamicImage::ImageLumaA8(pixels).into_luma8().into()
        }
        DynamicImage::ImageRgba8(pixels) if pixels.pixels().all(|pixel| pixel.0.last() == Some(&u8::MAX)) => {
            DynamicImage::ImageRgba8(pixels).into_rgb8().into()
        }
        other => other,
    }
}

fn preview(image: DynamicImage) -> Option<Pixels> {
    let size = Size {
        width: image.width(),
        height: image.height(),
    };
    let pixels = image.into_rgba8().into_raw();
    let mut shrink = shrink::Shrink::new(size, image::ColorType::Rgba8, PREVIEW_SIDE)?;
    shrink.push(&pixels)?;
    let small = shrink.finish()?.into_rgba8();
    Pixels::new(small.width(), small.height(), small.into_raw())
}
