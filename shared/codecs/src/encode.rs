//! Encoding pixels of eight bits per channel. Each function returns `None` if the encoder fails.

use image::{ExtendedColorType, codecs::webp::WebPEncoder};
use jpeg_encoder::{ColorType, SamplingFactor};

/// The colour resolution of a JPEG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChromaSampling {
    /// Each pixel has its own colour.
    Full,
    /// Four pixels share a colour, and the Huffman tables are made for the picture, which takes longer.
    Quarter,
}

/// Encodes pixels of three bytes as a JPEG of this quality, 1 to 100.
pub fn jpeg(rgb: &[u8], (width, height): (u32, u32), quality: u8, sampling: ChromaSampling) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
    match sampling {
        ChromaSampling::Full => encoder.set_sampling_factor(SamplingFactor::F_1_1),
        ChromaSampling::Quarter => {
            encoder.set_sampling_factor(SamplingFactor::F_2_2);
            encoder.set_optimized_huffman_tables(true);
        }
    }
    let side = |length: u32| u16::try_from(length).ok();
    encoder.encode(rgb, side(width)?, side(height)?, ColorType::Rgb).ok()?;
    Some(bytes)
}

/// Encodes pixels of three bytes as a lossless WebP.
pub fn webp(rgb: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = WebPEncoder::new_lossless(&mut bytes);
    encoder.encode(rgb, width, height, ExtendedColorType::Rgb8).ok()?;
    Some(bytes)
}

/// Encodes pixels, or indexes into `palette`, as a PNG.
pub fn png(
    pixels: &[u8],
    (width, height): (u32, u32),
    color: png::ColorType,
    palette: Option<&[u8]>,
    compression: png::Compression,
    filter: png::Filter,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(color);
    encoder.set_compression(compression);
    encoder.set_filter(filter);
    if let Some(palette) = palette {
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}
