//! Checks the Huffman tables of a lossless WebP before the library builds them.
//!
//! A lossless picture is divided into blocks, and each block names the group of five Huffman codes that encodes its
//! pixels. The library builds the tables of all groups, even of unused ones. The format allows 65,536 groups, whose
//! tables take more than a gigabyte for a file of four megabytes. So this code reads the bit stream up to the pixels,
//! stores nothing, and computes the number of groups and the size of their tables.
//!
//! The format: <https://developers.google.com/speed/webp/docs/webp_lossless_bitstream_specification>.

mod bits;

use self::bits::Bits;
use contract::Size;

/// The most groups. libwebp, which nearly every program uses, makes at most 2600 groups.
const MAX_GROUPS: u32 = 2600;

/// The most memory for all tables, in bytes. Photos and collages that libwebp encodes with its greatest effort take
/// less than a fifth of it.
const MAX_TABLE_BYTES: usize = 24_000_000;

/// The size of a group without its tables, in bytes. It counts twice, because the list of groups may have unused
/// capacity.
const GROUP_BYTES: usize = 2 * 5 * 64;

/// The number of symbols of the green code that are lengths of copies.
const LENGTH_SYMBOLS: u16 = 24;
/// The number of symbols of the code for distances.
const DISTANCE_SYMBOLS: u16 = 40;
/// The number of values of a channel.
const LITERALS: u16 = 256;

/// Whether the tables of a lossless stream are within the limits. `size` is the picture's size if the stream has no
/// header, as in the alpha channel of a lossy picture. `false` for a truncated or inconsistent stream.
pub(super) fn has_modest_tables(stream: &[u8], size: Option<Size>) -> bool {
    let mut bits = Bits::new(stream);
    size.or_else(|| header(&mut bits))
        .and_then(|size| walk(&mut bits, size))
        .is_some()
}

/// The size in a stream's header.
pub(super) fn size(stream: &[u8]) -> Option<Size> {
    header(&mut Bits::new(stream))
}

/// Reads the header: a signature, both sides minus one, whether alpha is used, and the version.
fn header(bits: &mut Bits<'_>) -> Option<Size> {
    if bits.read(8)? != 0x2f {
        return None;
    }
    let (width, height) = (bits.read(14)? + 1, bits.read(14)? + 1);
    let _alpha_is_used = bits.read(1)?;
    (bits.read(3)? == 0).then_some(Size { width, height })
}

fn walk(bits: &mut Bits<'_>, mut size: Size) -> Option<()> {
    let mut seen = [false; 4];
    while bits.read(1)? == 1 {
        let transform = bits.read(2)?;
        let seen = seen.get_mut(transform as usize)?;
        if std::mem::replace(seen, true) {
            return None;
        }
        match transform {
            // The predictor and the colour transform have one value for each block.
            0 | 1 => {
                let blocks = blocks(bits.read(3)? + 2, size);
                image(bits, blocks)?;
            }
            // This transform subtracts green from red and blue, and has no data.
            2 => {}
            // A palette. If it is small, a pixel of the stream contains several pixels of the picture.
            _ => {
                let colours = bits.read(8)? + 1;
                image(bits, colours)?;
                let packed = match colours {
                    0..=2 => 3,
                    3..=4 => 2,
                    5..=16 => 1,
                    _ => 0,
                };
                size.width = size.width.div_ceil(1 << packed);
            }
        }
    }
    let cache = cache_symbols(bits)?;
    let mut groups = 1;
    if bits.read(1)? == 1 {
        let blocks = blocks(bits.read(3)? + 2, size);
        groups = image(bits, blocks)? + 1;
        // No ordinary file has more groups than blocks.
        if groups > MAX_GROUPS.min(blocks) {
            return None;
        }
    }
    let mut taken = 0;
    for _ in 0..groups {
        taken += GROUP_BYTES;
        for symbols in alphabets(cache) {
            taken += bits.lengths(symbols)?.table_bytes();
        }
        if taken > MAX_TABLE_BYTES {
            return None;
        }
    }
    Some(())
}

/// The number of blocks of a picture, with sides of `2^log` pixels.
fn blocks(log: u32, size: Size) -> u32 {
    size.width.div_ceil(1 << log) * size.height.div_ceil(1 << log)
}

/// The number of symbols of the green code that stand for recent colours.
fn cache_symbols(bits: &mut Bits<'_>) -> Option<u16> {
    if bits.read(1)? == 0 {
        return Some(0);
    }
    match bits.read(4)? {
        log @ 1..=11 => Some(1 << log),
        _ => None,
    }
}

/// The numbers of symbols of a group's codes: green, red, blue, alpha, distance.
const fn alphabets(cache: u16) -> [u16; 5] {
    [
        LITERALS + LENGTH_SYMBOLS + cache,
        LITERALS,
        LITERALS,
        LITERALS,
        DISTANCE_SYMBOLS,
    ]
}

/// Reads an image of `count` pixels that is encoded with one group. If its pixels are the numbers of groups, which are
/// 256 times red plus green, the result is the largest number. Copies and recent colours only repeat earlier pixels, or
/// are 0.
fn image(bits: &mut Bits<'_>, count: u32) -> Option<u32> {
    let cache = cache_symbols(bits)?;
    let [green, red, blue, alpha, distance] = alphabets(cache);
    let green = bits.lengths(green)?.code()?;
    let red = bits.lengths(red)?.code()?;
    let blue = bits.lengths(blue)?.code()?;
    let alpha = bits.lengths(alpha)?.code()?;
    let distance = bits.lengths(distance)?.code()?;
    let (mut done, mut largest) = (0, 0);
    while done < count {
        let symbol = bits.symbol(&green)?;
        if symbol < LITERALS {
            largest = largest.max(u32::from(bits.symbol(&red)?) << 8 | u32::from(symbol));
            bits.symbol(&blue)?;
            bits.symbol(&alpha)?;
            done += 1;
        } else if symbol < LITERALS + LENGTH_SYMBOLS {
            done += bits.copied(symbol - LITERALS)?;
            let symbol = bits.symbol(&distance)?;
            bits.copied(symbol)?;
        } else {
            done += 1;
        }
    }
    (done == count).then_some(largest)
}
