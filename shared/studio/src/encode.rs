//! Encodes pixels as a file that every platform accepts.

mod mark;

pub(crate) use self::mark::DigitalSource;
use self::mark::MARK_BYTES;
use codecs::ChromaSampling;
use contract::{ImageFormat, Size};
use png::{Compression, Filter};

/// The smallest limit of a file that every picture can be encoded within, in bytes.
#[cfg(test)]
const LEAST_LIMIT: usize = 100_000;

/// The JPEG qualities that are tried first.
const JPEG_QUALITIES: [u8; 6] = [88, 75, 60, 40, 25, 12];
/// The JPEG quality of a picture of which blocks of pixels were averaged.
const JPEG_QUALITY_OF_BLOCKS: u8 = 20;
/// The sides of the blocks that are averaged when no other loss makes the file small enough. With the last, a file of
/// any picture has less than 100,000 bytes.
const BLOCKS: [usize; 8] = [2, 4, 8, 16, 32, 64, 128, LARGEST_BLOCK];
/// The side of the largest block.
const LARGEST_BLOCK: usize = 256;

/// A way to encode a picture.
struct Method {
    /// The method is not tried if the first file has more than this many times the limit, because it would fail.
    most_excess: usize,
    encode: fn(&[u8], Size) -> Option<Vec<u8>>,
}

/// PNG is lossless, so a picture that is too large even with strong compression loses detail: first the lowest bits of
/// each channel, then all but 252 colours.
const PNG_METHODS: [Method; 5] = [
    method(usize::MAX, |rgb, size| rgb_png_of(rgb, size, Compression::Fast)),
    method(2, |rgb, size| rgb_png_of(rgb, size, Compression::Balanced)),
    method(4, |rgb, size| rgb_png_of(&coarse(rgb, 3), size, Compression::Balanced)),
    method(8, |rgb, size| {
        indexed_png_of(&indexed(rgb, size.width, THRESHOLDS), size, Compression::Fast)
    }),
    method(16, |rgb, size| {
        indexed_png_of(&indexed(rgb, size.width, NO_THRESHOLDS), size, Compression::Balanced)
    }),
];

/// The encoder has no lossy mode, so a picture that is too large loses the lowest bits of each channel.
const WEBP_METHODS: [Method; 4] = [
    method(usize::MAX, webp_of),
    method(4, |rgb, size| webp_of(&coarse(rgb, 3), size)),
    method(8, |rgb, size| webp_of(&coarse(rgb, 4), size)),
    method(16, |rgb, size| webp_of(&coarse(rgb, 5), size)),
];

const fn method(most_excess: usize, encode: fn(&[u8], Size) -> Option<Vec<u8>>) -> Method {
    Method { most_excess, encode }
}

/// Encodes a picture of three bytes per pixel as a file of at most `max_bytes`, with a mark of its origin. The quality
/// is lowered until the file fits. `None` if the encoder fails, or if even the lowest quality is too large.
pub(crate) fn encode(
    rgb: &[u8],
    size: Size,
    format: ImageFormat,
    max_bytes: usize,
    source: DigitalSource,
) -> Option<Vec<u8>> {
    let file = encoded(rgb, size, format, max_bytes.checked_sub(MARK_BYTES)?)?;
    mark::mark(&file, format, size, source)
}

/// Encodes a picture without a mark.
fn encoded(rgb: &[u8], size: Size, format: ImageFormat, max_bytes: usize) -> Option<Vec<u8>> {
    let best = match format {
        ImageFormat::Png => first_fitting(&PNG_METHODS, rgb, size, max_bytes),
        ImageFormat::Webp => first_fitting(&WEBP_METHODS, rgb, size, max_bytes),
        ImageFormat::Jpeg => {
            let files = JPEG_QUALITIES.into_iter();
            let mut files = files.filter_map(|quality| jpeg_of(rgb, size.width, size.height, quality));
            files.find(|file| file.len() <= max_bytes)
        }
    };
    best.or_else(|| in_blocks(rgb, size, format, max_bytes))
}

/// Encodes a picture of which blocks of pixels are averaged, with the smallest blocks with which the file fits.
fn in_blocks(rgb: &[u8], size: Size, format: ImageFormat, max_bytes: usize) -> Option<Vec<u8>> {
    let mut least_side = 0;
    for side in BLOCKS {
        if side < least_side {
            continue;
        }
        let blocks = averaged(rgb, size.width as usize, side);
        let file = match format {
            ImageFormat::Png => {
                let indexes = indexed(&blocks, size.width, NO_THRESHOLDS);
                indexed_png_of(&indexes, size, Compression::Balanced)
            }
            ImageFormat::Webp => webp_of(&coarse(&blocks, 3), size),
            ImageFormat::Jpeg => small_jpeg_of(&blocks, size, JPEG_QUALITY_OF_BLOCKS),
        }?;
        if file.len() <= max_bytes {
            return Some(file);
        }
        // A file shrinks about with the number of its blocks. Half of that growth is tried next, because larger blocks
        // compress better.
        least_side = (side * (file.len() / max_bytes.max(1)).isqrt() / 2).min(LARGEST_BLOCK);
    }
    None
}

fn first_fitting(methods: &[Method], rgb: &[u8], size: Size, max_bytes: usize) -> Option<Vec<u8>> {
    let mut excess = 0;
    for method in methods {
        if excess > method.most_excess {
            continue;
        }
        let file = (method.encode)(rgb, size)?;
        if file.len() <= max_bytes {
            return Some(file);
        }
        if excess == 0 {
            excess = file.len() / max_bytes.max(1);
        }
    }
    None
}

/// Encodes a JPEG with full colour resolution, because coloured letters would fray with less.
pub(crate) fn jpeg_of(rgb: &[u8], width: u32, height: u32, quality: u8) -> Option<Vec<u8>> {
    codecs::jpeg(rgb, (width, height), quality, ChromaSampling::Full)
}

/// Encodes a JPEG with a quarter of the colour resolution. A block of one colour then takes two bits. A progressive
/// file would be larger: the encoder marks the end of each block in each scan.
fn small_jpeg_of(rgb: &[u8], Size { width, height }: Size, quality: u8) -> Option<Vec<u8>> {
    codecs::jpeg(rgb, (width, height), quality, ChromaSampling::Quarter)
}

/// Encodes a lossless WebP.
fn webp_of(rgb: &[u8], Size { width, height }: Size) -> Option<Vec<u8>> {
    codecs::webp(rgb, (width, height))
}

/// The pixels without the lowest `bits` bits of each channel. The highest bits take their place, so that white stays
/// white.
fn coarse(rgb: &[u8], bits: u32) -> Vec<u8> {
    let mask = u8::MAX << bits;
    rgb.iter()
        .map(|channel| (channel & mask) | ((channel & mask) >> (8 - bits)))
        .collect()
}

/// The pixels, averaged over square blocks with sides of this length.
fn averaged(rgb: &[u8], width: usize, side: usize) -> Vec<u8> {
    let (pixels, _) = rgb.as_chunks::<3>();
    let mut blocks = Vec::with_capacity(rgb.len());
    for rows in pixels.chunks(width.max(1) * side) {
        let mut sums = vec![([0_u32; 3], 0_u32); width.div_ceil(side)];
        for row in rows.chunks(width.max(1)) {
            for ((sum, count), pixels) in sums.iter_mut().zip(row.chunks(side)) {
                *count += pixels.len() as u32;
                for pixel in pixels {
                    for (sum, channel) in sum.iter_mut().zip(pixel) {
                        *sum += u32::from(*channel);
                    }
                }
            }
        }
        let mean = |(sum, count): &([u32; 3], u32)| sum.map(|sum| (sum / (*count).max(1)) as u8);
        let row: Vec<[u8; 3]> = sums
            .iter()
            .flat_map(|block| std::iter::repeat_n(mean(block), side))
            .take(width)
            .collect();
        for _ in 0..rows.len() / width.max(1) {
            blocks.extend_from_slice(row.as_flattened());
        }
    }
    blocks
}

fn rgb_png_of(rgb: &[u8], Size { width, height }: Size, compression: Compression) -> Option<Vec<u8>> {
    png_of(rgb, png::ColorType::Rgb, width, height, compression)
}

/// Encodes pixels of eight bits per channel as a PNG.
pub(crate) fn png_of(
    pixels: &[u8],
    color: png::ColorType,
    width: u32,
    height: u32,
    compression: Compression,
) -> Option<Vec<u8>> {
    codecs::png(pixels, (width, height), color, None, compression, Filter::Adaptive)
}

/// Encodes indexes into the palette of 252 colours. Without strong compression a pixel takes at most one byte.
fn indexed_png_of(indexes: &[u8], Size { width, height }: Size, compression: Compression) -> Option<Vec<u8>> {
    // Rows that repeat the row above become zeros; dithered rows are left as they are.
    let filter = match compression {
        Compression::Fast => Filter::NoFilter,
        _ => Filter::Up,
    };
    let (color, palette) = (png::ColorType::Indexed, colour_cube());
    codecs::png(indexes, (width, height), color, Some(&palette), compression, filter)
}

/// The palette of 252 colours: six levels of red, seven of green, six of blue.
fn colour_cube() -> Vec<u8> {
    let level = |index: u16, levels: u16| u8::try_from(index * 255 / (levels - 1)).unwrap_or(u8::MAX);
    (0..252_u16)
        .flat_map(|i| [level(i / 42, 6), level(i / 6 % 7, 7), level(i % 6, 6)])
        .collect()
}

/// The thresholds of ordered dithering.
const THRESHOLDS: [[u16; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
/// Without dithering every pixel is rounded to the nearest level.
const NO_THRESHOLDS: [[u16; 4]; 4] = [[7; 4]; 4];

/// Each pixel as an index into the palette, with these thresholds between levels.
fn indexed(rgb: &[u8], width: u32, thresholds: [[u16; 4]; 4]) -> Vec<u8> {
    let width = (width as usize).max(1);
    let (pixels, _) = rgb.as_chunks::<3>();
    let index = |(i, [red, green, blue]): (usize, &[u8; 3])| {
        let row = thresholds.get(i / width % 4).copied().unwrap_or_default();
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
    use contract::{AspectRatio, Resolution};

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
    fn even_noise_fits_the_smallest_limit_in_the_largest_size() {
        for (aspect_ratio, resolution) in [
            (AspectRatio::Classic, Resolution::P2160),
            (AspectRatio::Wide, Resolution::P720),
        ] {
            let size = aspect_ratio.size_at(resolution);
            let pixels = noise(size);
            for format in ImageFormat::ALL {
                let file = encode(&pixels, size, format, LEAST_LIMIT, DigitalSource::Algorithmic);
                let file = file.unwrap_or_else(|| panic!("{format:?} of {resolution:?} does not fit"));
                assert!(file.len() <= LEAST_LIMIT, "{format:?}: {}", file.len());
                assert_eq!(verify(&file, format, size), Ok(()));
            }
        }
    }

    #[test]
    fn a_lower_limit_costs_no_more_quality_than_it_must() {
        let size = AspectRatio::Wide.size();
        // A gradient under coarse noise, like a photo.
        let mut pixels = noise(size);
        for (index, pixel) in pixels.chunks_mut(3).enumerate() {
            let place = (index % 1280 / 8 + index / 1280 / 16) as u8;
            pixel.iter_mut().for_each(|channel| *channel = place + *channel % 24);
        }
        for format in ImageFormat::ALL {
            let mut last = f64::INFINITY;
            for max_bytes in [100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000] {
                let file = encode(&pixels, size, format, max_bytes, DigitalSource::Algorithmic).unwrap();
                assert!(file.len() <= max_bytes, "{format:?}: {} of {max_bytes}", file.len());
                let shown = image::load_from_memory(&file).unwrap().into_rgb8();
                let difference = shown.as_raw().iter().zip(&pixels);
                let difference = difference.map(|(one, other)| f64::from(one.abs_diff(*other)));
                let difference = difference.sum::<f64>() / pixels.len() as f64;
                assert!(
                    difference <= last + 0.5,
                    "{format:?} {max_bytes}: {difference} after {last}"
                );
                last = difference;
            }
            let best = if format == ImageFormat::Jpeg { 6.0 } else { 0.0 };
            assert!(last <= best, "{format:?}: {last}");
        }
    }

    #[test]
    fn averaged_blocks_have_the_mean_colour_and_cover_the_picture() {
        let pixels = [
            [0, 0, 0],
            [10, 20, 30],
            [7, 8, 9],
            [20, 40, 60],
            [30, 60, 90],
            [1, 2, 3],
        ];
        let blocks = averaged(pixels.as_flattened(), 3, 2);
        let (left, right) = ([15, 30, 45], [4, 5, 6]);
        assert_eq!(blocks, [left, left, right, left, left, right].as_flattened());
    }

    #[test]
    fn the_colour_cube_covers_black_and_white() {
        let cube = colour_cube();
        assert_eq!(cube.len(), 252 * 3);
        assert_eq!((&cube[..3], &cube[251 * 3..]), (&[0, 0, 0][..], &[255, 255, 255][..]));
        for thresholds in [THRESHOLDS, NO_THRESHOLDS] {
            assert_eq!(indexed(&[0, 0, 0, 255, 255, 255], 2, thresholds), [0, 251]);
        }
    }
}
