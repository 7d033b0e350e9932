//! GIF.

use super::{picture, target::Target};
use crate::{
    chance::Chance,
    craft::{Bits, noise, side},
};

pub(super) const TARGET: Target = Target {
    name: "gif",
    run: picture::take,
    budget: picture::budget,
    craft: |chance| Some(craft(chance)),
    words: &[
        b"GIF87a",
        b"GIF89a",
        b"\x21\xf9\x04",
        b"\x21\xff\x0bICCRGBG1012",
        b"\x21\xff\x0bNETSCAPE2.0",
        b"\x21\xfe",
        b"\x2c\0\0\0\0",
        b"\x3b",
        b"\0",
    ],
    mend: |_| {},
};

/// The most compressed data, in bytes.
const MOST_DATA: usize = 120_000;

/// A GIF with few pixels and much data, or with many pixels and little data.
fn craft(chance: &mut Chance) -> Vec<u8> {
    let (width, height) = (side(chance, 0xffff), side(chance, 0xffff));
    let mut file = header(width, height);
    for _ in 0..chance.small(2000) {
        let length = u8::try_from(chance.small(255)).unwrap_or_default();
        let label = *chance.one_of(&[0xf9, 0xfe, 0xff, 0x01]).unwrap_or(&0xfe);
        file.extend_from_slice(&[0x21, label, length]);
        file.extend(noise(chance, length.into()));
        if length > 0 {
            file.push(0);
        }
    }
    let (width, height) = if chance.once_in(4) {
        (side(chance, 0xffff), side(chance, 0xffff))
    } else {
        (width, height)
    };
    let is_interlaced = chance.once_in(2);
    let code_size = u32::try_from(1 + chance.below(8)).unwrap_or(8);
    let length = chance.small(MOST_DATA);
    let data = match chance.below(4) {
        0 => noise(chance, length),
        1 => vec![chance.bits().to_le_bytes()[0]; length],
        2 => clears(code_size, length),
        _ => longest_codes(code_size, length),
    };
    let block = *chance.one_of(&[1, 7, 254, 255]).unwrap_or(&255);
    frame(&mut file, width, height, is_interlaced, code_size, data.chunks(block));
    file
}

/// A GIF of one frame with these compressed pixels.
pub(crate) fn file(width: u32, height: u32, code_size: u32, data: &[u8]) -> Vec<u8> {
    let mut file = header(width, height);
    frame(&mut file, width, height, false, code_size, data.chunks(255));
    file
}

/// A GIF whose only frame has one pixel.
pub(crate) fn small_frame(width: u32, height: u32) -> Vec<u8> {
    let mut file = header(width, height);
    frame(&mut file, 1, 1, false, 2, longest_codes(2, 2).chunks(255));
    file
}

/// A GIF of one pixel after this many empty comments.
pub(crate) fn many_comments(count: usize) -> Vec<u8> {
    let mut file = header(1, 1);
    file.extend(b"\x21\xfe\0".repeat(count));
    frame(&mut file, 1, 1, false, 2, longest_codes(2, 2).chunks(255));
    file
}

/// The header of a GIF with a palette of two colours.
fn header(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"GIF89a".to_vec();
    sides(&mut file, width, height);
    file.extend_from_slice(&[0x80, 0, 0, 1, 2, 3, 200, 201, 202]);
    file
}

fn sides(file: &mut Vec<u8>, width: u32, height: u32) {
    file.extend_from_slice(&width.to_le_bytes()[..2]);
    file.extend_from_slice(&height.to_le_bytes()[..2]);
}

/// The last frame of a GIF.
fn frame<'a>(
    file: &mut Vec<u8>,
    width: u32,
    height: u32,
    is_interlaced: bool,
    code_size: u32,
    blocks: impl Iterator<Item = &'a [u8]>,
) {
    file.push(0x2c);
    sides(file, 0, 0);
    sides(file, width, height);
    file.push(if is_interlaced { 0x40 } else { 0 });
    file.push(code_size.to_le_bytes()[0]);
    for block in blocks {
        file.push(u8::try_from(block.len()).unwrap_or(u8::MAX));
        file.extend_from_slice(block);
    }
    file.extend_from_slice(&[0, 0x3b]);
}

/// Only codes that clear the table, which cause work without producing pixels.
pub(crate) fn clears(code_size: u32, length: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    while bits.length() < length {
        bits.put(1 << code_size, code_size + 1);
    }
    bits.finish()
}

/// Codes that each stand for as many pixels as possible: each code is one pixel longer than the one before.
pub(crate) fn longest_codes(code_size: u32, length: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    let (mut width, mut next) = (code_size + 1, (1 << code_size) + 2);
    bits.put(1 << code_size, width);
    bits.put(0, width);
    while bits.length() < length {
        if next < 4096 {
            bits.put(next, width);
            next += 1;
            if next == 1 << width && width < 12 {
                width += 1;
            }
        } else {
            bits.put(4095, 12);
        }
    }
    bits.finish()
}
