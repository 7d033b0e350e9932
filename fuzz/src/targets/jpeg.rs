//! JPEG.

use super::{picture, target::Target};
use crate::{
    chance::Chance,
    craft::{noise, side},
};

pub(super) const TARGET: Target = Target {
    name: "jpeg",
    run: picture::take,
    budget: picture::budget,
    craft: |chance| Some(craft(chance)),
    words: &[
        b"\xff\xd8",
        b"\xff\xd9",
        b"\xff\xc0",
        b"\xff\xc2",
        b"\xff\xc4",
        b"\xff\xda",
        b"\xff\xdb",
        b"\xff\xdc",
        b"\xff\xdd",
        b"\xff\xd0",
        b"\xff\xe0\0\x10JFIF\0",
        b"\xff\xe1\0\x40Exif\0\0",
        b"\xff\xe2\0\x40ICC_PROFILE\0\x01\x01",
        b"\xff\xee\0\x0eAdobe",
        b"\xff\0",
    ],
    mend: |_| {},
};

/// A JPEG of any size with many scans, tables and segments. Its codes have one bit, so that zeros mean empty blocks.
fn craft(chance: &mut Chance) -> Vec<u8> {
    let (width, height) = (side(chance, 0xffff), side(chance, 0xffff));
    let is_progressive = chance.once_in(2);
    let components = *chance.one_of(&[1, 3, 3, 4]).unwrap_or(&3);
    let mut file = vec![0xff, 0xd8];
    segments(chance, &mut file);
    segment(&mut file, 0xdb, &[&[0][..], &[1; 64]].concat());
    let mut frame = vec![8];
    frame.extend_from_slice(&height.to_be_bytes()[2..]);
    frame.extend_from_slice(&width.to_be_bytes()[2..]);
    frame.push(components);
    for component in 1..=components {
        let sampling = *chance
            .one_of(&[0x11, 0x11, 0x21, 0x22, 0x12, 0x41, 0x44])
            .unwrap_or(&0x11);
        frame.extend_from_slice(&[component, if components == 1 { 0x11 } else { sampling }, 0]);
    }
    segment(&mut file, if is_progressive { 0xc2 } else { 0xc0 }, &frame);
    // The longest run of blocks without a coefficient, so that a scan of any size takes few bytes.
    let run = *chance.one_of(&[0x00, 0xe0]).unwrap_or(&0);
    table(&mut file, 0x00, 0);
    table(&mut file, 0x10, run);
    if chance.once_in(4) {
        segment(&mut file, 0xdd, &[0, u8::try_from(chance.below(256)).unwrap_or(1)]);
    }
    let blocks = (width.div_ceil(8) * height.div_ceil(8)) as usize * usize::from(components);
    let bytes = (blocks / 8 + 1).min(100_000);
    let all: Vec<u8> = (1..=components).collect();
    if is_progressive {
        scan(chance, &mut file, &all, (0, 0, 0), bytes);
        for _ in 0..chance.small(200) {
            let component = 1 + u8::try_from(chance.below(components.into())).unwrap_or_default();
            let first = u8::try_from(1 + chance.below(63)).unwrap_or(1);
            let approximation = *chance.one_of(&[0x00, 0x01, 0x10, 0x21]).unwrap_or(&0);
            let bytes = if run == 0 { bytes / 3 } else { blocks / 4000 + 2 };
            scan(chance, &mut file, &[component], (first, 63, approximation), bytes);
            if chance.once_in(8) {
                segments(chance, &mut file);
            }
        }
    } else if chance.once_in(2) {
        scan(chance, &mut file, &all, (0, 63, 0), bytes * 2);
    } else {
        for component in all {
            scan(chance, &mut file, &[component], (0, 63, 0), bytes * 2);
        }
    }
    if !chance.once_in(4) {
        file.extend_from_slice(&END);
    }
    file
}

const END: [u8; 2] = [0xff, 0xd9];

/// Sampling factors that the decoder for ordinary files does not take.
const RARE: u8 = 0x22;

/// A gray picture of 8×8 pixels with `bytes` repeated this many times before its scan.
pub(crate) fn behind(bytes: &[u8], times: usize) -> Vec<u8> {
    let mut file = gray(8, 8, 0x11, false);
    file.extend(bytes.repeat(times));
    one_scan(&mut file, (0, 63, 0), 1);
    file.extend_from_slice(&END);
    file
}

/// The smallest Huffman table.
pub(crate) fn one_table() -> Vec<u8> {
    let mut one = Vec::new();
    table(&mut one, 0x10, 0);
    one
}

/// A progressive gray picture with this many scans after its first. Each of them leaves all blocks unchanged, in a few
/// bytes.
pub(crate) fn many_scans(width: u32, height: u32, count: usize) -> Vec<u8> {
    let mut file = scans(width, height, 0x11, count);
    file.extend_from_slice(&END);
    file
}

/// The same picture for the decoder for rare files.
pub(crate) fn many_rare_scans(width: u32, height: u32, count: usize) -> Vec<u8> {
    let mut file = scans(width, height, RARE, count);
    file.extend_from_slice(&END);
    file
}

/// The same picture, for the same decoder, without its end marker.
pub(crate) fn many_rare_scans_without_end(width: u32, height: u32, count: usize) -> Vec<u8> {
    scans(width, height, RARE, count)
}

fn scans(width: u32, height: u32, sampling: u8, count: usize) -> Vec<u8> {
    let blocks = (width.div_ceil(8) * height.div_ceil(8)) as usize;
    let mut file = gray(width, height, sampling, true);
    one_scan(&mut file, (0, 0, 0), blocks / 8 + 1);
    let mut scan = Vec::new();
    // A word of one bit and fourteen zero bits: the next 16,384 blocks are empty.
    one_scan(&mut scan, (1, 63, 0), (blocks / 16_384 + 1) * 15 / 8 + 1);
    file.extend(scan.repeat(count));
    file
}

/// A gray JPEG up to its first scan.
fn gray(width: u32, height: u32, sampling: u8, is_progressive: bool) -> Vec<u8> {
    let mut file = vec![0xff, 0xd8];
    segment(&mut file, 0xdb, &[&[0][..], &[1; 64]].concat());
    let sides = [&height.to_be_bytes()[2..], &width.to_be_bytes()[2..]].concat();
    let frame = [&[8], &sides[..], &[1, 1, sampling, 0]].concat();
    segment(&mut file, if is_progressive { 0xc2 } else { 0xc0 }, &frame);
    table(&mut file, 0x00, 0);
    table(&mut file, 0x10, if is_progressive { 0xe0 } else { 0 });
    file
}

/// A scan of the only component, with this many zeros as its data.
fn one_scan(file: &mut Vec<u8>, (first, last, approximation): (u8, u8, u8), bytes: usize) {
    segment(file, 0xda, &[1, 1, 0, first, last, approximation]);
    file.resize(file.len() + bytes, 0);
}

/// A scan of these components: its header, and zeros or noise as its data.
fn scan(
    chance: &mut Chance,
    file: &mut Vec<u8>,
    components: &[u8],
    (first, last, approximation): (u8, u8, u8),
    bytes: usize,
) {
    let mut header = vec![u8::try_from(components.len()).unwrap_or_default()];
    for component in components {
        header.extend_from_slice(&[*component, 0]);
    }
    header.extend_from_slice(&[first, last, approximation]);
    segment(file, 0xda, &header);
    if chance.once_in(8) {
        file.extend(noise(chance, bytes).into_iter().map(|byte| byte & 0x7f));
    } else {
        file.resize(file.len() + bytes, 0);
    }
}

/// A Huffman table with one word of one bit.
fn table(file: &mut Vec<u8>, place: u8, symbol: u8) {
    segment(file, 0xc4, &[&[place, 1], &[0; 15][..], &[symbol]].concat());
}

/// Many segments of one kind.
fn segments(chance: &mut Chance, file: &mut Vec<u8>) {
    if chance.once_in(2) {
        return;
    }
    let kind = chance.below(6);
    let times = chance.small(3000);
    for _ in 0..times {
        match kind {
            0 => table(file, 0x10, 0),
            1 => segment(file, 0xdb, &[&[0][..], &[1; 64]].concat()),
            2 => segment(file, 0xe2, b"ICC_PROFILE\0\x01\x01data"),
            3 => segment(file, 0xe1, b"Exif\0\0MM\0\x2a\0\0\0\x08\xff\xff"),
            4 => segment(file, 0xfe, b""),
            _ => file.extend_from_slice(&[0xff; 4]),
        }
    }
}

fn segment(file: &mut Vec<u8>, marker: u8, data: &[u8]) {
    let length = u16::try_from(data.len() + 2).unwrap_or(u16::MAX).to_be_bytes();
    file.extend_from_slice(&[0xff, marker]);
    file.extend_from_slice(&length);
    file.extend_from_slice(data);
}
