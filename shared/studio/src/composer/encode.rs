//! Turns a drawing into a file that every platform takes.

use super::canvas::Canvas;
use contract::ImageFormat;
use image::{
    ExtendedColorType,
    codecs::{jpeg::JpegEncoder, webp::WebPEncoder},
};

/// What platforms accept as a thumbnail at most.
pub(crate) const MAX_BYTES: usize = 2_000_000;
const JPEG_QUALITIES: [u8; 4] = [88, 75, 60, 40];

/// The drawing as a file; `None` if no encoder would have it.
pub(crate) fn encode(canvas: &Canvas, format: ImageFormat) -> Option<Vec<u8>> {
    let (width, height) = (canvas.pixmap().width(), canvas.pixmap().height());
    // The canvas is opaque, so its premultiplied colours are the plain ones.
    let (pixels, _) = canvas.pixmap().data().as_chunks::<4>();
    let rgb: Vec<u8> = pixels
        .iter()
        .flat_map(|[red, green, blue, _]| [*red, *green, *blue])
        .collect();
    match format {
        ImageFormat::Png => png_within_limit(&rgb, width, height),
        ImageFormat::Jpeg => JPEG_QUALITIES.into_iter().find_map(|quality| {
            let mut bytes = Vec::new();
            JpegEncoder::new_with_quality(&mut bytes, quality)
                .encode(&rgb, width, height, ExtendedColorType::Rgb8)
                .ok()?;
            (bytes.len() <= MAX_BYTES).then_some(bytes)
        }),
        ImageFormat::Webp => {
            let mut bytes = Vec::new();
            WebPEncoder::new_lossless(&mut bytes)
                .encode(&rgb, width, height, ExtendedColorType::Rgb8)
                .ok()?;
            Some(bytes)
        }
    }
}

/// PNG is lossless, so what is too large has to lose detail first: the lowest bits of each channel, then all but 252
/// colours. The last needs a byte per pixel at most, which is below the limit for every size there is.
fn png_within_limit(rgb: &[u8], width: u32, height: u32) -> Option<Vec<u8>> {
    let fits = |bytes: &Vec<u8>| bytes.len() <= MAX_BYTES;
    let full = png_of(rgb, width, height, None).filter(fits);
    full.or_else(|| {
        let coarse: Vec<u8> = rgb.iter().map(|channel| (channel & 0xf8) | (channel >> 5)).collect();
        png_of(&coarse, width, height, None).filter(fits)
    })
    .or_else(|| png_of(&indexed(rgb, width), width, height, Some(colour_cube())))
}

fn png_of(data: &[u8], width: u32, height: u32, palette: Option<Vec<u8>>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Adaptive);
    if let Some(palette) = palette {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(palette);
    }
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(data).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

/// Six levels of red, seven of green, six of blue.
fn colour_cube() -> Vec<u8> {
    let level = |index: u16, levels: u16| u8::try_from(index * 255 / (levels - 1)).unwrap_or(u8::MAX);
    (0..252_u16)
        .flat_map(|i| [level(i / 42, 6), level(i / 6 % 7, 7), level(i % 6, 6)])
        .collect()
}

/// Each pixel as an index into the cube, with an ordered dither that spreads the rounding.
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
    use crate::{composer::chance::Chance, verify};
    use contract::{AspectRatio, Size};

    /// The worst picture there is for an encoder.
    fn noise(size: Size) -> Canvas {
        let mut canvas = Canvas::new(size.width, size.height).unwrap();
        let mut chance = Chance::new("noise", 1);
        for pixel in canvas.pixmap_mut().data_mut().as_chunks_mut::<4>().0 {
            let [red, green, blue, ..] = chance.bits().to_le_bytes();
            *pixel = [red, green, blue, 255];
        }
        canvas
    }

    #[test]
    fn even_noise_stays_below_the_limit_as_png_and_jpeg() {
        let size = AspectRatio::Classic.size();
        let canvas = noise(size);
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let bytes = encode(&canvas, format).unwrap();
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
