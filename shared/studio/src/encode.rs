//! Encodes pixels as a file that every platform accepts.

use contract::{ImageFormat, Size};
use image::{ExtendedColorType, codecs::webp::WebPEncoder};
use jpeg_encoder::{ColorType, SamplingFactor};
use png::Compression;

/// The largest file that platforms accept as a thumbnail, in bytes.
pub(crate) const MAX_BYTES: usize = 2_000_000;
const JPEG_QUALITIES: [u8; 4] = [88, 75, 60, 40];

/// Encodes a picture of three bytes per pixel. `None` if the encoder fails.
pub(crate) fn encode(rgb: &[u8], Size { width, height }: Size, format: ImageFormat) -> Option<Vec<u8>> {
    match format {
        ImageFormat::Png => png_within_limit(rgb, width, height),
        ImageFormat::Jpeg => {
            let mut files = JPEG_QUALITIES
                .into_iter()
                .filter_map(|quality| jpeg_of(rgb, width, height, quality));
            files.find(|bytes| bytes.len() <= MAX_BYTES)
        }
        ImageFormat::Webp => {
            let fits = |bytes: &Vec<u8>| bytes.len() <= MAX_BYTES;
            webp_of(rgb, width, height)
                .filter(fits)
                .or_else(|| webp_of(&coarse(rgb, 3), width, height).filter(fits))
                .or_else(|| webp_of(&coarse(rgb, 4), width, height))
        }
    }
}

/// Encodes a JPEG with full colour resolution, because coloured letters would fray with less.
pub(crate) fn jpeg_of(rgb: &[u8], width: u32, height: u32, quality: u8) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::F_1_1);
    let side = |length: u32| u16::try_from(length).ok();
    encoder.encode(rgb, side(width)?, side(height)?, ColorType::Rgb).ok()?;
    Some(bytes)
}

/// Encodes a lossless WebP; the encoder has no lossy mode.
fn webp_of(rgb: &[u8], width: u32, height: u32) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder = WebPEncoder::new_lossless(&mut bytes);
    encoder.encode(rgb, width, height, ExtendedColorType::Rgb8).ok()?;
    Some(bytes)
}

/// The pixels without the lowest bits of each channel.
fn coarse(rgb: &[u8], bits: u32) -> Vec<u8> {
    let mask = u8::MAX << bits;
    let rounded = |channel: &u8| (channel & mask) | (channel >> (u8::BITS - bits));
    rgb.iter().map(rounded).collect()
}

/// Encodes a PNG within the limit. PNG is lossless, so a picture that is too large even with strong compression loses
/// detail: first the lowest bits of each channel, then all but 252 colours. With 252 colours a pixel takes at most one
/// byte, which is below the limit for every size.
fn png_within_limit(rgb: &[u8], width: u32, height: u32) -> Option<Vec<u8>> {
    let fits = |bytes: &Vec<u8>| bytes.len() <= MAX_BYTES;
    let png = |rgb: &[u8], compression| png_of(rgb, png::ColorType::Rgb, width, height, compression).filter(fits);
    png(rgb, Compression::Fast)
        .or_else(|| png(rgb, Compression::Balanced))
        .or_else(|| png(&coarse(rgb, 3), Compression::Balanced))
        .or_else(|| indexed_png_of(&indexed(rgb, width), width, height))
}

/// Encodes pixels of eight bits per channel as a PNG.
pub(crate) fn png_of(
    pixels: &[u8],
    color: png::ColorType,
    width: u32,
    height: u32,
    compression: Compression,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(color);
    encoder.set_compression(compression);
    encoder.set_filter(png::Filter::Adaptive);
    write(encoder, pixels)?;
    Some(bytes)
}

fn indexed_png_of(indexes: &[u8], width: u32, height: u32) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(colour_cube());
    write(encoder, indexes)?;
    Some(bytes)
}

fn write(encoder: png::Encoder<'_, &mut Vec<u8>>, data: &[u8]) -> Option<()> {
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(data).ok()?;
    writer.finish().ok()
}

/// The palette of 252 colours: six levels of red, seven of green, six of blue.
fn colour_cube() -> Vec<u8> {
    let level = |index: u16, levels: u16| u8::try_from(index * 255 / (levels - 1)).unwrap_or(u8::MAX);
    (0..252_u16)
        .flat_map(|i| [level(i / 42, 6), level(i / 6 % 7, 7), level(i % 6, 6)])
        .collect()
}

/// Each pixel as an index into the palette, with ordered dithering.
fn indexed(rgb: &[u8], width: u32) -> Vec<u8> {
    const THRESHOLDS: [[u16; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    let width = (width as usize).max(1);
    let (pixels, _) = rgb.as_chunks::<3>();
    let index = |(i, [red, green, blue]): (usize, &[u8; 3])| {
        let row = THRESHOLDS.get(i / width % 4).copied().unwrap_or_default();
        let threshold = row.get(i % width % 4).copied().unwrap_or_default() * 16 + 8;
        let level = |channel: u8, levels: u16| (u16::from(channel) * (levels - 1) + threshold.min(254)) / 255;
        u8::try_from(level(*red, 6) * 42 + level(*green, 7) * 6 + level(*blue, 6)).unwrap_or(251)
    };
    pixels.iter().enumerate().map(index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;
    use contract::AspectRatio;

    /// Noise, which no encoder can compress.
    fn noise(size: Size) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..size.width * size.height * 3).map(|_| next()).collect()
    }

    #[test]
    fn even_noise_stays_below_the_limit_as_png_and_jpeg() {
        let size = AspectRatio::Classic.size();
        let pixels = noise(size);
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let bytes = encode(&pixels, size, format).unwrap();
            assert!(bytes.len() <= MAX_BYTES, "{format:?}: {}", bytes.len());
            assert_eq!(verify(&bytes, format, size), Ok(()));
        }
    }

    #[test]
    fn the_colour_cube_covers_black_and_white() {
        let cube = colour_cube();
        assert_eq!(cube.len(), 252 * 3);
        assert_eq!((&cube[..3], &cube[251 * 3..]), (&[0, 0, 0][..], &[255, 255, 255][..]));
        assert_eq!(indexed(&[0, 0, 0, 255, 255, 255], 2), [0, 251]);
    }
}
