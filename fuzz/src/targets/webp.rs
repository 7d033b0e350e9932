//! WebP, lossless and lossy.

use super::{picture, target::Target};
use crate::{
    chance::Chance,
    craft::{Bits, mend_riff, noise, riff_chunk, side, webp},
};

const WORDS: &[&[u8]] = &[
    b"RIFF",
    b"WEBP",
    b"VP8 ",
    b"VP8L",
    b"VP8X",
    b"ALPH",
    b"ANIM",
    b"ANMF",
    b"ICCP",
    b"EXIF",
    b"\x9d\x01\x2a",
    b"\x2f",
];

pub(super) const LOSSLESS: Target = Target {
    name: "webp-lossless",
    run: picture::take,
    budget: picture::budget,
    craft: |chance| {
        let mut chunks = Vec::new();
        riff_chunk(&mut chunks, b"VP8L", &stream(chance, None));
        Some(webp(&chunks))
    },
    words: WORDS,
    mend: mend_riff,
};

pub(super) const LOSSY: Target = Target {
    name: "webp-lossy",
    run: picture::take,
    budget: picture::budget,
    craft: |chance| Some(lossy(chance)),
    words: WORDS,
    mend: mend_riff,
};

/// The largest lossless stream, in bytes.
const MAX_STREAM_BYTES: usize = 200_000;

/// A lossless stream with any number of tables of every kind; its pixels are noise. With a size it is the stream of an
/// alpha channel, which has no header.
fn stream(chance: &mut Chance, size: Option<(u32, u32)>) -> Vec<u8> {
    let mut bits = Bits::default();
    let (width, height) = size.unwrap_or_else(|| {
        let (width, height) = (side(chance, 16_384), side(chance, 16_384));
        bits.put(0x2f, 8);
        bits.put(width - 1, 14);
        bits.put(height - 1, 14);
        bits.put(1, 4);
        (width, height)
    });
    let mut width = width;
    while chance.once_in(2) {
        let transform = chance.below(4);
        bits.put(1, 1);
        bits.put(number(transform), 2);
        match transform {
            0 | 1 => {
                let log = chance.below(8);
                bits.put(number(log), 3);
                image(chance, &mut bits, blocks(width, height, log));
            }
            3 => {
                let colours = chance.below(256);
                bits.put(number(colours), 8);
                image(chance, &mut bits, colours + 1);
                let packed = [(2, 3), (4, 2), (16, 1)].iter().find(|(most, _)| colours < *most);
                width = width.div_ceil(1 << packed.map_or(0, |(_, log)| *log));
            }
            _ => {}
        }
    }
    bits.put(0, 1);
    let cache = cache(chance, &mut bits);
    let mut groups = 1;
    if chance.once_in(2) {
        bits.put(0, 1);
    } else {
        bits.put(1, 1);
        let log = chance.below(8);
        bits.put(number(log), 3);
        groups = largest_group(chance, &mut bits, blocks(width, height, log)) + 1;
    }
    let style = chance.below(STYLES + 1);
    for _ in 0..groups {
        let style = if style == STYLES { chance.below(STYLES) } else { style };
        group(chance, &mut bits, cache, style);
        if bits.length() > MAX_STREAM_BYTES {
            break;
        }
    }
    let mut bytes = bits.finish();
    let length = chance.small(MAX_STREAM_BYTES);
    bytes.extend(noise(chance, length));
    bytes
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or_default()
}

fn blocks(width: u32, height: u32, log: usize) -> usize {
    (width.div_ceil(4 << log) * height.div_ceil(4 << log)) as usize
}

/// Announces a colour cache of random size, or none, and returns the number of additional symbols.
fn cache(chance: &mut Chance, bits: &mut Bits) -> usize {
    if chance.once_in(2) {
        bits.put(0, 1);
        return 0;
    }
    let log = 1 + chance.below(11);
    bits.put(1, 1);
    bits.put(number(log), 4);
    1 << log
}

/// An image of one colour, or of noise.
fn image(chance: &mut Chance, bits: &mut Bits, pixels: usize) {
    if chance.once_in(2) {
        largest_group(chance, bits, pixels);
        return;
    }
    bits.put(0, 1);
    let style = chance.below(STYLES);
    group(chance, bits, 0, style);
    for _ in 0..pixels.min(10_000) {
        bits.put(chance.bits().to_le_bytes()[0].into(), 8);
    }
}

/// An image in which all pixels except the first name the same group, one of 65,536.
fn largest_group(chance: &mut Chance, bits: &mut Bits, pixels: usize) -> usize {
    let largest = match chance.below(3) {
        0 => chance.small(pixels),
        _ => chance.small(65_536),
    };
    bits.put(0, 1);
    let [low, high, ..] = largest.to_le_bytes();
    for symbol in [low, high, 0, 255] {
        one_symbol(bits, symbol.into());
    }
    one_symbol(bits, 0);
    largest
}

/// A code with a single symbol, which takes no bits.
fn one_symbol(bits: &mut Bits, symbol: u32) {
    bits.put(0b101, 3);
    bits.put(symbol, 8);
}

/// The kinds of groups that [`group`] makes.
const STYLES: usize = 3;

/// The five codes of a group: with single symbols, with words of equal length, or as large as possible in few bits.
fn group(chance: &mut Chance, bits: &mut Bits, cache: usize, style: usize) {
    for symbols in [280 + cache, 256, 256, 256, 40] {
        match style {
            0 => one_symbol(bits, chance.bits().to_le_bytes()[0].into()),
            1 => equal_words(bits, symbols),
            _ => long_words(bits, symbols),
        }
    }
}

/// A code whose words have equal lengths, as far as the number of symbols allows.
fn equal_words(bits: &mut Bits, symbols: usize) {
    let log = symbols.ilog2();
    // This many of the `symbols` words are one bit longer, so that the code is complete.
    let longer = 2 * (symbols - (1 << log));
    let shorter = symbols - longer;
    code_of_lengths(bits, symbols, &[(log, shorter), (log + 1, longer)]);
}

/// A code with as many of the longest words as possible, for which the library builds a tree in addition to its table.
fn long_words(bits: &mut Bits, symbols: usize) {
    // One word each of 1, 2, … n bits leaves room for `2^(15 - n)` words of 15 bits.
    let mut runs = Vec::new();
    for length in 1..15 {
        runs.push((length, 1));
        let longest = 1 << (15 - length);
        if longest + runs.len() <= symbols {
            runs.push((15, longest));
            break;
        }
    }
    code_of_lengths(bits, symbols, &runs);
}

/// Writes a code by the lengths of its words: `(length, count)` in the order of the symbols. The other symbols have no
/// words. Runs are written with the symbols that repeat a length.
fn code_of_lengths(bits: &mut Bits, symbols: usize, runs: &[(u32, usize)]) {
    const ORDER: [u32; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    // Not a simple code. The code for lengths has thirteen words of four bits and six of five.
    bits.put(0, 1);
    bits.put(15, 4);
    for symbol in ORDER {
        bits.put(if symbol < 13 { 4 } else { 5 }, 3);
    }
    bits.put(0, 1);
    for (length, count) in runs {
        let mut count = *count;
        if count > 0 {
            length_symbol(bits, *length);
            count -= 1;
        }
        while count >= 3 {
            let more = count.min(6) - 3;
            length_symbol(bits, 16);
            bits.put(number(more), 2);
            count -= more + 3;
        }
        for _ in 0..count {
            length_symbol(bits, *length);
        }
    }
    let mut rest = symbols - runs.iter().map(|(_, count)| count).sum::<usize>();
    while rest > 0 {
        let zeros = rest.min(138);
        if zeros >= 11 {
            length_symbol(bits, 18);
            bits.put(number(zeros - 11), 7);
            rest -= zeros;
        } else {
            length_symbol(bits, 0);
            rest -= 1;
        }
    }
}

/// A symbol of the code for lengths: 0 to 12 have four bits, the others five.
fn length_symbol(bits: &mut Bits, symbol: u32) {
    let (word, length) = if symbol < 13 {
        (symbol, 4)
    } else {
        (26 + symbol - 13, 5)
    };
    bits.put(word.reverse_bits() >> (32 - length), length);
}

/// A lossy picture of any size, with an alpha channel that is raw or a lossless stream.
fn lossy(chance: &mut Chance) -> Vec<u8> {
    let (width, height) = (side(chance, 16_384), side(chance, 16_384));
    let mut chunks = Vec::new();
    if chance.once_in(2) {
        riff_chunk(&mut chunks, b"VP8X", &[0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let mut alpha = vec![*chance.one_of(&[0, 1, 1, 1, 5, 0x1d]).unwrap_or(&1)];
        alpha.extend(stream(chance, Some((width, height))));
        riff_chunk(&mut chunks, b"ALPH", &alpha);
    }
    let length = chance.small(MAX_STREAM_BYTES);
    let first = number(chance.small(length + 20));
    // A visible key frame; the length of the first partition; the start code; the size.
    let mut image = (first << 5 | 0x10).to_le_bytes()[..3].to_vec();
    image.extend_from_slice(b"\x9d\x01\x2a");
    image.extend_from_slice(&(width & 0x3fff).to_le_bytes()[..2]);
    image.extend_from_slice(&(height & 0x3fff).to_le_bytes()[..2]);
    if chance.once_in(2) {
        image.extend(noise(chance, length));
    } else {
        image.resize(10 + length, chance.bits().to_le_bytes()[0]);
    }
    riff_chunk(&mut chunks, b"VP8 ", &image);
    webp(&chunks)
}
