//! PNG.

use std::io::Write;

use flate2::{Compress, Compression, Crc, FlushCompress, write::ZlibEncoder};

use super::{picture, target::Target};
use crate::{
    chance::Chance,
    craft::{noise, side},
};

pub(super) const TARGET: Target = Target {
    name: "png",
    run: picture::take,
    budget: picture::budget,
    craft: |chance| Some(craft(chance)),
    words: &[
        b"IHDR", b"IDAT", b"IEND", b"PLTE", b"tRNS", b"iCCP", b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"acTL", b"fcTL",
        b"fdAT", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"pHYs", b"cICP", b"mDCV", b"cLLI",
    ],
    mend: mend_checksums,
};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The names of chunks that may occur several times, or whose data are compressed.
const NAMES: [&[u8; 4]; 12] = [
    b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"eXIf", b"fcTL", b"fdAT", b"acTL", b"PLTE", b"tRNS", b"IDAT", b"mkBS",
];

/// A PNG of any size and kind whose chunks decompress to more than necessary, or are repeated many times.
fn craft(chance: &mut Chance) -> Vec<u8> {
    let (width, height) = (side(chance, 70_000), side(chance, 70_000));
    let mut file = SIGNATURE.to_vec();
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let (color, depth) = *chance
        .one_of(&[
            (0, 1),
            (0, 8),
            (0, 16),
            (2, 8),
            (2, 16),
            (3, 1),
            (3, 8),
            (4, 8),
            (6, 8),
            (6, 16),
        ])
        .unwrap_or(&(6, 8));
    header.extend_from_slice(&[depth, color, 0, 0, u8::from(chance.once_in(3))]);
    chunk(&mut file, b"IHDR", &header);
    if color == 3 {
        let colours = noise(chance, 3 * 256);
        chunk(&mut file, b"PLTE", &colours);
    }
    extras(chance, &mut file);
    let length = match chance.below(3) {
        // About as much as the pixels need, at up to 64 bits each.
        0 => (width as usize).saturating_mul(height as usize).min(2_000_000) * 8,
        _ => chance.small(30_000_000),
    };
    let data = if chance.once_in(3) {
        noise(chance, length.min(200_000))
    } else {
        vec![0; length]
    };
    let data = zlib(&data);
    let piece = *chance.one_of(&[1, 100, 100_000]).unwrap_or(&100_000);
    for piece in data.chunks(piece.max(data.len() / 5000)) {
        chunk(&mut file, b"IDAT", piece);
    }
    extras(chance, &mut file);
    chunk(&mut file, b"IEND", &[]);
    file
}

/// A gray PNG with these chunks before its pixels.
fn gray(width: u32, height: u32, before: &[u8], data: &[u8]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(&mut file, b"IHDR", &[&sides[..], &[8, 0, 0, 0, 0]].concat());
    file.extend_from_slice(before);
    chunk(&mut file, b"IDAT", data);
    chunk(&mut file, b"IEND", &[]);
    file
}

/// This many megabytes of zeros, compressed: one megabyte, repeated. The checksum at the end is wrong.
fn zeros(megabytes: usize) -> Vec<u8> {
    let mut block = Vec::with_capacity(10_000);
    let mut compress = Compress::new(Compression::best(), false);
    // The block ends at a whole byte, so it can be repeated.
    drop(compress.compress_vec(&vec![0; 1_000_000], &mut block, FlushCompress::Full));
    [&b"\x78\xda"[..], &block.repeat(megabytes), &[3, 0, 0, 0, 0, 0]].concat()
}

/// A PNG of one pixel whose data decompress to this many megabytes.
pub(crate) fn too_much_data(megabytes: usize) -> Vec<u8> {
    gray(1, 1, &[], &zeros(megabytes))
}

/// A PNG of one pixel with a chunk that decompresses to this many megabytes.
pub(crate) fn with_chunk(name: [u8; 4], megabytes: usize) -> Vec<u8> {
    let mut before = Vec::new();
    chunk(&mut before, &name, &[&b"name\0\0"[..], &zeros(megabytes)].concat());
    gray(1, 1, &before, &zlib(&[0, 0]))
}

/// A PNG of one pixel with this many empty chunks.
pub(crate) fn many_chunks(count: usize) -> Vec<u8> {
    let mut one = Vec::new();
    chunk(&mut one, b"mkBS", &[]);
    gray(1, 1, &one.repeat(count), &zlib(&[0, 0]))
}

/// Chunks of one name: a few large ones, or many small ones.
fn extras(chance: &mut Chance, file: &mut Vec<u8>) {
    if chance.once_in(2) {
        return;
    }
    let name = *chance.one_of(&NAMES).unwrap_or(&b"tEXt");
    let mut data = match name {
        b"iCCP" | b"zTXt" => b"name\0\0".to_vec(),
        b"iTXt" => b"name\0\x01\0\0\0".to_vec(),
        b"fcTL" => vec![0; 26],
        _ => Vec::new(),
    };
    let length = chance.small(20_000_000);
    if chance.once_in(2) {
        data.extend(zlib(&vec![0; length]));
    } else {
        data.extend(noise(chance, length.min(1000)));
    }
    let times = 1 + chance.small(200_000 / (data.len() + 12));
    for _ in 0..times {
        chunk(file, name, &data);
    }
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory does not fail.
    drop(encoder.write_all(data));
    encoder.finish().unwrap_or_default()
}

fn chunk(file: &mut Vec<u8>, name: &[u8], data: &[u8]) {
    file.extend_from_slice(&u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = file.len();
    file.extend_from_slice(name);
    file.extend_from_slice(data);
    let sum = file.get(start..).map(checksum).unwrap_or_default();
    file.extend_from_slice(&sum.to_be_bytes());
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// Corrects the checksum of every chunk that the lengths lead to.
fn mend_checksums(file: &mut [u8]) {
    let mut at = SIGNATURE.len();
    while let Some(length) = file.get(at..).and_then(|rest| rest.first_chunk::<4>()) {
        let end = (at + 8).saturating_add(u32::from_be_bytes(*length) as usize);
        let Some(sum) = file.get(at + 4..end).map(checksum) else {
            return;
        };
        let Some(place) = file.get_mut(end..end + 4) else {
            return;
        };
        place.copy_from_slice(&sum.to_be_bytes());
        at = end + 4;
    }
}
