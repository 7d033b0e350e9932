//! Encodes pixels as a file without metadata.

use contract::ImageFormat;
use image::{
    DynamicImage,
    codecs::{
        jpeg::JpegEncoder,
        png::{CompressionType, FilterType, PngEncoder},
        webp::WebPEncoder,
    },
};

/// High enough that encoding a picture twice is not visible.
const JPEG_QUALITY: u8 = 92;

/// The picture as a file; `None` if the encoder fails.
pub(super) fn encode(image: &DynamicImage, format: ImageFormat) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let written = match format {
        ImageFormat::Png => return png(image),
        ImageFormat::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)),
        ImageFormat::Webp => image.write_with_encoder(WebPEncoder::new_lossless(&mut bytes)),
    };
    written.ok().map(|()| bytes)
}

/// Compresses photos fast and other pictures thoroughly. For a photo, fast compression takes a twentieth of the time
/// and makes the file one percent larger. For a screenshot it makes the file eight times as large, and thorough
/// compression is quick too. A fast result above one byte per pixel counts as a photo.
fn png(image: &DynamicImage) -> Option<Vec<u8>> {
    let fast = png_by(image, CompressionType::Fast)?;
    if fast.len() as u64 > u64::from(image.width()) * u64::from(image.height()) {
        return Some(fast);
    }
    png_by(image, CompressionType::Default)
        .filter(|thorough| thorough.len() < fast.len())
        .or(Some(fast))
}

fn png_by(image: &DynamicImage, compression: CompressionType) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, compression, FilterType::Adaptive);
    image.write_with_encoder(encoder).ok().map(|()| bytes)
}
