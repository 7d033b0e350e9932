//! Decoding files.

use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, metadata::Orientation};
use std::io::Cursor;

/// A decoded file.
#[derive(Debug)]
pub struct Decoded {
    /// The pixels in the order of the file. They are not turned yet.
    pub picture: DynamicImage,
    /// How the pixels have to be turned to be upright; `None` if the file's metadata cannot be read.
    pub orientation: Option<Orientation>,
}

/// Decodes a file of this format, or of the format that its first bytes have. `None` if the file is damaged or exceeds
/// the limits.
pub fn decode(bytes: &[u8], format: Option<ImageFormat>, mut limits: Limits) -> Option<Decoded> {
    let mut reader = reader(bytes, format)?;
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().ok()?;
    limits.reserve(decoder.total_bytes()).ok()?;
    decoder.set_limits(limits).ok()?;
    let orientation = decoder.orientation().ok();
    Some(Decoded {
        picture: DynamicImage::from_decoder(decoder).ok()?,
        orientation,
    })
}

/// The width and the height that the header of a file announces, in pixels. `None` if the header is damaged.
pub fn dimensions(bytes: &[u8], format: Option<ImageFormat>) -> Option<(u32, u32)> {
    reader(bytes, format)?.into_dimensions().ok()
}

fn reader(bytes: &[u8], format: Option<ImageFormat>) -> Option<ImageReader<Cursor<&[u8]>>> {
    let bytes = Cursor::new(bytes);
    match format {
        Some(format) => Some(ImageReader::with_format(bytes, format)),
        None => ImageReader::new(bytes).with_guessed_format().ok(),
    }
}
