//! Files that once cost this service, or similar services, far more than their length suggests. `docs/hostile-files.md`
//! has the cost of each.

use crate::{
    craft::{Bits, riff_chunk, webp},
    targets::{gif, jpeg, png},
};

/// A file with a name.
#[derive(Clone, Debug)]
pub struct Bomb {
    /// The name, as in the table of the documentation.
    pub name: &'static str,
    /// The target that reads the file.
    pub target: &'static str,
    /// Whether the file is accepted as a picture.
    pub is_taken: bool,
    /// The content.
    pub bytes: Vec<u8>,
}

/// All bombs. Making them takes about a second.
#[must_use]
pub fn all() -> Vec<Bomb> {
    let clears = |width, height, length| gif::file(width, height, 8, &gif::clears(8, length));
    let behind = |bytes: &[u8], times| jpeg::behind(bytes, times);
    let list = [
        (
            "gif",
            true,
            "GIF of 1×1 with 105 kB of pixels",
            gif_with_pixels(105_000),
        ),
        (
            "gif",
            true,
            "GIF of 1×1 with 9.9 MB of pixels",
            gif_with_pixels(9_900_000),
        ),
        (
            "gif",
            false,
            "GIF of 1×1 with 9.9 MB of clear codes",
            clears(1, 1, 9_900_000),
        ),
        (
            "gif",
            false,
            "GIF of 8000×5000 with 9.9 MB of clear codes",
            clears(8000, 5000, 9_900_000),
        ),
        (
            "gif",
            true,
            "GIF of 8000×5000 with a frame of 1×1",
            gif::small_frame(8000, 5000),
        ),
        (
            "gif",
            true,
            "GIF of 1×1 with 3,300,000 empty comments",
            gif::many_comments(3_300_000),
        ),
        (
            "webp-lossless",
            true,
            "WebP of 1×1 with 1,200,000 empty chunks",
            many_chunks(1_200_000),
        ),
        (
            "webp-lossless",
            false,
            "WebP of 1×1 with 65,536 groups, 0.9 MB",
            lossless(1, 65_535, false),
        ),
        (
            "webp-lossless",
            false,
            "WebP of 1×1 with 65,536 groups, 3.5 MB",
            lossless(1, 65_535, true),
        ),
        (
            "webp-lossless",
            false,
            "WebP of 1024×1024 with 65,536 groups, 3.5 MB",
            lossless(1024, 65_535, true),
        ),
        (
            "webp-lossless",
            false,
            "WebP of 204×204 with 2600 groups of large tables",
            lossless(204, 2599, true),
        ),
        (
            "webp-lossless",
            true,
            "WebP of 204×204 with 1000 groups of large tables",
            lossless(204, 999, true),
        ),
        (
            "webp-lossy",
            false,
            "lossy WebP of 1×1 with 65,536 groups for its alpha",
            lossy_with_alpha(),
        ),
        (
            "png",
            true,
            "PNG of 1×1 whose data decompress to 3 GB",
            png::too_much_data(3000),
        ),
        (
            "png",
            true,
            "PNG whose colour profile decompresses to 3 GB",
            png::with_chunk(*b"iCCP", 3000),
        ),
        (
            "png",
            true,
            "PNG whose text decompresses to 3 GB",
            png::with_chunk(*b"zTXt", 3000),
        ),
        ("png", true, "PNG of 830,000 empty chunks", png::many_chunks(830_000)),
        (
            "jpeg",
            false,
            "JPEG of 8×8 with 300,000 Huffman tables",
            behind(&jpeg::one_table(), 300_000),
        ),
        (
            "jpeg",
            true,
            "JPEG of 8×8 with 2,400,000 empty segments",
            behind(&[0xff, 0xfe, 0, 2], 2_400_000),
        ),
        (
            "jpeg",
            true,
            "JPEG of 8×8 with 9.8 MB of fill bytes",
            behind(&[0xff], 9_800_000),
        ),
        (
            "jpeg",
            false,
            "JPEG of 8×8 with 300,000 scans",
            jpeg::many_scans(8, 8, 300_000),
        ),
        (
            "jpeg",
            false,
            "progressive JPEG of 8000×5000 with 33 scans",
            jpeg::many_scans(8000, 5000, 32),
        ),
        (
            "jpeg",
            true,
            "progressive JPEG of 8000×5000 with 32 scans",
            jpeg::many_scans(8000, 5000, 31),
        ),
        (
            "jpeg",
            true,
            "progressive JPEG of 8000×5000 with 32 scans and rare sampling factors",
            jpeg::many_rare_scans(8000, 5000, 31),
        ),
        (
            "jpeg",
            true,
            "progressive JPEG of 8000×5000 with 32 scans, rare sampling factors and no end",
            jpeg::many_rare_scans_without_end(8000, 5000, 31),
        ),
    ];
    let bomb = |(target, is_taken, name, bytes)| Bomb {
        name,
        target,
        is_taken,
        bytes,
    };
    list.into_iter().map(bomb).collect()
}

/// A GIF of one pixel with this many bytes of LZW codes, which decode to thousands of pixels each.
#[must_use]
pub fn gif_with_pixels(bytes: usize) -> Vec<u8> {
    gif::file(1, 1, 8, &gif::longest_codes(8, bytes))
}

/// A lossless WebP of `side × side` pixels in one group, whose largest group number is `largest`. With `are_all_large`
/// every code has a large table, otherwise only green's.
fn lossless(side: u32, largest: u32, are_all_large: bool) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(0x2f, 8);
    bits.put(side - 1, 14);
    bits.put(side - 1, 14);
    bits.put(0, 4);
    tables(&mut bits, largest, are_all_large);
    // The pixels: zeros, the first word of each code.
    for _ in 0..(side * side).min(50_000) {
        bits.put(0, 16);
    }
    let mut chunks = Vec::new();
    riff_chunk(&mut chunks, b"VP8L", &bits.finish());
    webp(&chunks)
}

/// A lossless WebP of one pixel after this many empty chunks.
fn many_chunks(count: usize) -> Vec<u8> {
    let mut empty = Vec::new();
    riff_chunk(&mut empty, b"JUNK", &[]);
    let mut bits = Bits::default();
    bits.put(0x2f, 8);
    bits.put(0, 32);
    // No transform, no colour cache, one group.
    bits.put(0, 3);
    for _ in 0..5 {
        one_symbol(&mut bits, 0);
    }
    let mut chunks = empty.repeat(count);
    riff_chunk(&mut chunks, b"VP8L", &bits.finish());
    webp(&chunks)
}

/// A lossless stream without its header, whose pixels take no further bits.
fn tables(bits: &mut Bits, largest: u32, are_all_large: bool) {
    // No transform; a cache of 1024 colours; several groups, in blocks of 4×4 pixels.
    bits.put(0, 1);
    bits.put(1, 1);
    bits.put(10, 4);
    bits.put(1, 1);
    bits.put(0, 3);
    // The image of groups: no cache, and codes with one symbol each.
    bits.put(0, 1);
    for symbol in [largest & 0xff, largest >> 8, 0, 0, 0] {
        one_symbol(bits, symbol);
    }
    for _ in 0..=largest {
        words_of_ten_bits(bits);
        if are_all_large {
            for _ in 0..4 {
                words_of_up_to_ten_bits(bits);
            }
        } else {
            for symbol in [1, 2, 3, 0] {
                one_symbol(bits, symbol);
            }
        }
    }
}

/// A code with a single symbol, which takes no bits.
fn one_symbol(bits: &mut Bits, symbol: u32) {
    bits.put(0b101, 3);
    bits.put(symbol, 8);
}

/// A code with 1024 words of ten bits each, in the fewest bits: the code for lengths has a single symbol.
fn words_of_ten_bits(bits: &mut Bits) {
    bits.put(0, 1);
    // The lengths of 14 symbols of the code for lengths; 10 is the fourteenth.
    bits.put(10, 4);
    bits.put(0, 32);
    bits.put(0, 3 * 13 - 32);
    bits.put(1, 3);
    // 1024 symbols have a length: 2 and a number of ten bits.
    bits.put(1, 1);
    bits.put(4, 3);
    bits.put(1022, 10);
}

/// A code with one word each of 1 to 9 bits and two of ten bits.
fn words_of_up_to_ten_bits(bits: &mut Bits) {
    bits.put(0, 1);
    bits.put(10, 4);
    // 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10: the lengths 1 to 6 have words of three bits, 7 to 10 of four.
    for length in [0, 0, 0, 3, 3, 3, 3, 3, 0, 3, 4, 4, 4, 4] {
        bits.put(length, 3);
    }
    // Eleven symbols have a length.
    bits.put(1, 1);
    bits.put(1, 3);
    bits.put(9, 4);
    for word in 0..6_u32 {
        bits.put(word.reverse_bits() >> 29, 3);
    }
    for word in [12_u32, 13, 14, 15, 15] {
        bits.put(word.reverse_bits() >> 28, 4);
    }
}

/// A lossy WebP of one pixel whose alpha channel is a lossless stream of 65,536 groups.
fn lossy_with_alpha() -> Vec<u8> {
    let mut bits = Bits::default();
    // No filter, no preprocessing, a lossless stream.
    bits.put(1, 8);
    tables(&mut bits, 65_535, false);
    bits.put(0, 32);
    let mut chunks = Vec::new();
    riff_chunk(&mut chunks, b"VP8X", &[0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    riff_chunk(&mut chunks, b"ALPH", &bits.finish());
    // A visible key frame of one pixel, with a first partition of 100 bytes.
    let mut image = (100_u32 << 5 | 0x10).to_le_bytes()[..3].to_vec();
    image.extend_from_slice(b"\x9d\x01\x2a\x01\0\x01\0");
    image.resize(300, 0);
    riff_chunk(&mut chunks, b"VP8 ", &image);
    webp(&chunks)
}
