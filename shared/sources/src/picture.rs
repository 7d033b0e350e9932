//! A picture that is stored.

mod canvas;
mod decoded;
mod encode;
mod error;
mod file_type;
mod gif;
mod jpeg;
mod png;
mod profile;
mod shrink;
#[cfg(test)]
mod tests;
mod webp;

pub use self::error::PictureError;
use self::{
    decoded::Decoded,
    file_type::{FileType, is_text_encoded},
};
use crate::limits::{MAX_MATTE_SIDE, MAX_PREVIEW_SIDE, MAX_STORED_SIDE, MIN_MATTE_SIDE};
use bytes::Bytes;
use colour::Pixels;
use contract::{ImageFormat, Size};
use image::{DynamicImage, metadata::Orientation};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A picture that can be stored and shown: upright, at most 2048 pixels long, in sRGB, without metadata but a matte.
#[derive(Clone, Debug)]
pub struct PreparedPicture {
    /// The encoded file.
    pub bytes: Bytes,
    /// Its format.
    pub format: ImageFormat,
    /// Its size in pixels.
    pub size: Size,
    /// A small copy of at most 256 pixels, for the code that measures colours and shapes.
    pub preview: Pixels,
}

impl PreparedPicture {
    /// Converts a file from anywhere to a picture.
    ///
    /// Only the pixels of the file are kept. They are encoded anew, except for an unchanged lossy WebP, whose
    /// compressed pixels are kept where they are smaller. An animation becomes its first frame.
    ///
    /// # Errors
    ///
    /// [`PictureError`] says what is wrong with the file.
    pub fn take(bytes: &[u8]) -> Result<Self, PictureError> {
        let file_type = FileType::of(bytes)?;
        guarded(file_type, || {
            let decoded = decode(file_type, bytes, MAX_STORED_SIDE)?;
            let mut image = decoded.image;
            image.apply_orientation(decoded.orientation);
            let mut image = without_idle_alpha(image);
            let is_converted = decoded
                .profile
                .is_some_and(|profile| profile::to_srgb(&mut image, &profile));
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
        .map_err(|error| match error {
            PictureError::Damaged(_) if is_text_encoded(bytes) => PictureError::TextEncoded,
            error => error,
        })
    }

    /// Opens a file that [`Self::take`] made. The bytes stay as they are.
    ///
    /// # Errors
    ///
    /// [`PictureError`] if the bytes are not such a file.
    pub fn stored(bytes: Bytes) -> Result<Self, PictureError> {
        let file_type = FileType::of(&bytes)?;
        if file_type == FileType::Gif {
            return Err(PictureError::Unsupported(file_type.name()));
        }
        let decoded = guarded(file_type, || decode(file_type, &bytes, MAX_PREVIEW_SIDE))?;
        let preview = preview(decoded.image).ok_or(PictureError::Damaged(file_type.name()))?;
        Ok(Self {
            bytes,
            format: file_type.stored_as(),
            size: decoded.size,
            preview,
        })
    }
}

impl PreparedPicture {
    /// Adds a matte to the file if the picture shows persons or a thing that can be cut out ([`cutout`]). A viewer
    /// shows the same picture as before. A very small picture gets no matte.
    #[must_use]
    pub fn with_matte(self) -> Self {
        if self.size.width.min(self.size.height) < MIN_MATTE_SIDE {
            return self;
        }
        let matted = || {
            let copy = || self.smaller(MAX_MATTE_SIDE).ok();
            cutout::matte(&self.preview, copy)?.added_to(&self.bytes)
        };
        // The picture is good without a matte, whatever happens here.
        let bytes = catch_unwind(AssertUnwindSafe(matted)).ok().flatten();
        Self {
            bytes: bytes.unwrap_or(self.bytes),
            ..self
        }
    }

    /// A copy whose longer side has at most this many pixels.
    ///
    /// # Errors
    ///
    /// [`PictureError`] if the file cannot be decoded.
    pub fn smaller(&self, longest: u32) -> Result<Pixels, PictureError> {
        let file_type = FileType::of(&self.bytes)?;
        let image = guarded(file_type, || decode(file_type, &self.bytes, longest))?
            .image
            .into_rgba8();
        let (width, height) = image.dimensions();
        Pixels::new(width, height, image.into_raw()).ok_or(PictureError::Damaged(file_type.name()))
    }
}

/// Runs a decoder. A decoder that panics has met a file that its authors did not expect, so the file counts as damaged.
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

/// Removes an alpha channel that is opaque everywhere.
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
    let mut shrink = shrink::Shrink::new(size, image::ColorType::Rgba8, MAX_PREVIEW_SIDE)?;
    shrink.push(&pixels)?;
    let small = shrink.finish()?.into_rgba8();
    Pixels::new(small.width(), small.height(), small.into_raw())
}
