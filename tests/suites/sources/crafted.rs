//! Files that no ordinary program writes: wrong headers, pictures of 40 megapixels in a few bytes, bombs.

use flate2::{Compress, Compression, Crc, FlushCompress};

use crate::support::fixture;

/// Data that decompress to zeros: complete blocks of deflate.
fn blocks_of_zeros(megabytes: usize) -> Vec<u8> {
    let (zeros, mut block) = (vec![0; 1_000_000], Vec::with_capacity(100_000));
    let mut compress = Compress::new(Compression::best(), false);
    compress.compress_vec(&zeros, &mut block, FlushCompress::Full).unwrap();
    assert_eq!(compress.total_in(), 1_000_000);
    block.repeat(megabytes)
}

/// An empty last block.
const LAST_BLOCK: [u8; 2] = [0x03, 0x00];

/// A gzip stream of this many megabytes of zeros. Its checksum is wrong, because no reader should get that far.
pub(crate) fn gzip_of_zeros(megabytes: usize) -> Vec<u8> {
    let head = b"\x1f\x8b\x08\0\0\0\0\0\0\xff";
    [&head[..], &blocks_of_zeros(megabytes), &LAST_BLOCK, &[0; 8]].concat()
}

/// The same as a zlib stream, with the correct checksum: for zeros only, the checksum depends on their number.
fn zlib_of_zeros(megabytes: usize) -> Vec<u8> {
    let count = u32::try_from(megabytes * 1_000_000 % 65_521).unwrap();
    let sum = (count << 16) | 1;
    [
        &b"\x78\xda"[..],
        &blocks_of_zeros(megabytes),
        &LAST_BLOCK,
        &sum.to_be_bytes(),
    ]
    .concat()
}

/// A chunk of a PNG.
fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, name, data, &sum.sum().to_be_bytes()].concat()
}

fn png_of(width: u32, height: u32, color: u8, interlaced: bool, chunks: &[Vec<u8>]) -> Vec<u8> {
    let rest = [8, color, 0, 0, u8::from(interlaced)];
    let header = chunk(
        b"IHDR",
        &[&width.to_be_bytes()[..], &height.to_be_bytes(), &rest].concat(),
    );
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        header,
        chunks.concat(),
        chunk(b"IEND", b""),
    ]
    .concat()
}

/// A colour PNG whose header has this size, with the pixels of a small picture.
pub(crate) fn png_that_lies(width: u32, height: u32, interlaced: bool) -> Vec<u8> {
    png_of(width, height, 2, interlaced, &[chunk(b"IDAT", &zlib_of_zeros(1))])
}

/// A complete black PNG of 40 megapixels with transparency.
pub(crate) fn png_of_40_megapixels(interlaced: bool) -> Vec<u8> {
    // Each row has an additional byte, and a row is not a whole megabyte: surplus data are ignored.
    png_of(8000, 5000, 6, interlaced, &[chunk(b"IDAT", &zlib_of_zeros(161))])
}

/// A PNG of one pixel with this many megabytes of pixel data.
pub(crate) fn png_with_too_much_data(megabytes: usize) -> Vec<u8> {
    png_of(1, 1, 0, false, &[chunk(b"IDAT", &zlib_of_zeros(megabytes))])
}

/// A valid PNG with a chunk before its pixels.
fn png_with(chunk: Vec<u8>) -> Vec<u8> {
    let mut png = fixture("transparent.png");
    png.splice(33..33, chunk);
    png
}

/// A valid PNG with a colour profile that decompresses to this many megabytes.
pub(crate) fn png_with_profile(megabytes: usize) -> Vec<u8> {
    png_with(chunk(b"iCCP", &[&b"bomb\0\0"[..], &zlib_of_zeros(megabytes)].concat()))
}

/// A valid PNG with a text that decompresses to this many megabytes.
pub(crate) fn png_with_text(megabytes: usize) -> Vec<u8> {
    png_with(chunk(
        b"zTXt",
        &[&b"Comment\0\0"[..], &zlib_of_zeros(megabytes)].concat(),
    ))
}

/// A valid PNG with a hundred thousand chunks.
pub(crate) fn png_with_many_chunks() -> Vec<u8> {
    png_with(chunk(b"tEXt", b"Comment\0x").repeat(100_000))
}

/// A sample JPEG whose frame header has another size.
pub(crate) fn jpeg_that_lies(name: &str, width: u16, height: u16) -> Vec<u8> {
    let mut bytes = fixture(name);
    let frame = bytes
        .windows(4)
        .position(|part| part == [0x00, 0x11, 0x08, 0x00])
        .unwrap();
    bytes[frame + 3..frame + 5].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 5..frame + 7].copy_from_slice(&width.to_be_bytes());
    bytes
}

/// A segment of a JPEG, with its length.
fn segment(marker: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker], &length[..], data].concat()
}

/// A complete gray JPEG of 40 megapixels in three channels: every block has three or six bits. A progressive JPEG must
/// be kept in memory as a whole while it is read.
pub(crate) fn jpeg_of_40_megapixels(progressive: bool) -> Vec<u8> {
    let quantization = segment(0xdb, &[&[0], &[1; 64][..]].concat());
    let (height, width) = (5000_u16.to_be_bytes(), 8000_u16.to_be_bytes());
    let channels = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    let frame = [&[8], &height[..], &width, &channels].concat();
    let frame = segment(if progressive { 0xc2 } else { 0xc0 }, &frame);
    // One code of one bit: "no difference" for the first coefficient, "end of block" for the others.
    let table = |class: u8| segment(0xc4, &[&[class << 4, 1], &[0; 15][..], &[0]].concat());
    let last = if progressive { 0 } else { 63 };
    let scan = segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, last, 0]);
    let bits = 1000 * 625 * 3 * if progressive { 1 } else { 2 };
    let data = vec![0; bits / 8];
    let parts: [&[u8]; 8] = [
        &[0xff, 0xd8],
        &quantization,
        &frame,
        &table(0),
        &table(1),
        &scan,
        &data,
        &[0xff, 0xd9],
    ];
    parts.concat()
}

/// A bit writer in the order of lossless WebP: the lowest bit first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn put(&mut self, value: u32, count: usize) {
        for bit in 0..count {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= u8::from((value >> bit) & 1 == 1) << (self.count % 8);
            self.count += 1;
        }
    }
}

fn riff(chunks: &[u8]) -> Vec<u8> {
    let length = u32::try_from(chunks.len() + 4).unwrap().to_le_bytes();
    [&b"RIFF"[..], &length, b"WEBP", chunks].concat()
}

/// A complete lossless WebP of one colour: its pixels take no bits.
pub(crate) fn webp_of_one_colour(width: u32, height: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0x2f, 8);
    bits.put(width - 1, 14);
    bits.put(height - 1, 14);
    // Alpha is used; version 0; no transforms, no colour cache, a single group of codes.
    bits.put(1, 1);
    bits.put(0, 3 + 3);
    for symbol in [180, 220, 30, 255] {
        // A simple code with one symbol of eight bits.
        bits.put(0b101, 3);
        bits.put(symbol, 8);
    }
    // Distances: one symbol of one bit.
    bits.put(0b0001, 4);
    let mut data = bits.bytes;
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    if !data.len().is_multiple_of(2) {
        data.push(0);
    }
    riff(&[&b"VP8L"[..], &length, &data].concat())
}

/// A sample of lossy WebP whose frame header has another size.
pub(crate) fn lossy_webp_that_lies(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = fixture("lossy.webp");
    let start = bytes.windows(3).position(|mark| mark == [0x9d, 0x01, 0x2a]).unwrap() + 3;
    bytes[start..start + 2].copy_from_slice(&width.to_le_bytes());
    bytes[start + 2..start + 4].copy_from_slice(&height.to_le_bytes());
    bytes
}

/// A lossless WebP whose header has another size than its pixels.
pub(crate) fn lossless_webp_that_lies(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let image = image::RgbImage::from_fn(8, 8, |x, y| image::Rgb([(x * 31) as u8, (y * 31) as u8, (x * y) as u8]));
    let encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut bytes);
    image.write_with_encoder(encoder).unwrap();
    let start = bytes.windows(4).position(|name| name == b"VP8L").unwrap() + 9;
    let alpha = u32::from(bytes[start + 3] & 0xf0) << 24;
    let header = (width - 1) | ((height - 1) << 14) | alpha;
    bytes[start..start + 4].copy_from_slice(&header.to_le_bytes());
    bytes
}

/// An animated WebP whose canvas has another size.
pub(crate) fn webp_with_canvas(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = fixture("animated.webp");
    let canvas = bytes.windows(4).position(|name| name == b"VP8X").unwrap() + 12;
    bytes[canvas..canvas + 3].copy_from_slice(&(width - 1).to_le_bytes()[..3]);
    bytes[canvas + 3..canvas + 6].copy_from_slice(&(height - 1).to_le_bytes()[..3]);
    bytes
}

/// A GIF whose screen has another size than its frame.
pub(crate) fn gif_with_screen(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = fixture("plain.gif");
    bytes[6..8].copy_from_slice(&width.to_le_bytes());
    bytes[8..10].copy_from_slice(&height.to_le_bytes());
    bytes
}

/// A GIF whose screen and frame both have another size than its pixels.
pub(crate) fn gif_that_lies(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = gif_with_screen(width, height);
    let frame = bytes.windows(5).position(|part| part == [b',', 0, 0, 0, 0]).unwrap() + 5;
    bytes[frame..frame + 2].copy_from_slice(&width.to_le_bytes());
    bytes[frame + 2..frame + 4].copy_from_slice(&height.to_le_bytes());
    bytes
}

/// A GIF of ten thousand frames.
pub(crate) fn gif_of_10_000_frames() -> Vec<u8> {
    let one = fixture("animated.gif");
    let start = one.windows(3).position(|part| part == [0x21, 0xf9, 0x04]).unwrap();
    let (frames, end) = one[start..].split_at(one.len() - 1 - start);
    let count = frames.windows(3).filter(|part| *part == [0x21, 0xf9, 0x04]).count();
    [&one[..start], &frames.repeat(10_000_usize.div_ceil(count)), end].concat()
}

/// An archive with one empty file, as it may follow a picture.
pub(crate) fn zip() -> Vec<u8> {
    let mut entry = b"PK\x01\x02\x14\0\x14\0".to_vec();
    entry.resize(46, 0);
    entry[28] = 9;
    let mut local = b"PK\x03\x04\x14\0".to_vec();
    local.resize(30, 0);
    local[26] = 9;
    let mut end = b"PK\x05\x06\0\0\0\0\x01\0\x01\0".to_vec();
    end.extend_from_slice(&[55, 0, 0, 0, 39, 0, 0, 0, 0, 0]);
    [local, b"shell.php".to_vec(), entry, b"shell.php".to_vec(), end].concat()
}
