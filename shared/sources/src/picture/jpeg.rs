//! Decodes JPEG.
//!
//! The fast decoder is used for the files that cameras and editors write. It decodes some rare files wrongly, so that
//! another decoder is used for the rest.

mod decompressed;
mod fast;
mod general;
mod structure;
mod tables;

use self::{
    decompressed::Decompressed,
    structure::{DAMAGED, Structure},
};
use super::{
    decoded::{Decoded, orientation},
    error::PictureError,
    profile,
    shrink::Shrink,
};
use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash, Hasher},
};

pub(super) fn decode(bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    let structure = Structure::read(bytes)?;
    let size = structure.size;
    // Each block of 8×8 pixels takes at least one bit. If the file is shorter, its header is wrong.
    if u64::from(size.width) * u64::from(size.height) / 64 > bytes.len() as u64 * 8 {
        return Err(DAMAGED);
    }
    let bytes = with_tables(bytes, &structure);
    let decompressed = if structure.has_end {
        decompress(&bytes, &structure)?
    } else {
        without_end(bytes.into_owned(), &structure)?
    };
    let mut shrink = Shrink::new(size, decompressed.color, longest).ok_or(DAMAGED)?;
    shrink.push(&decompressed.pixels).ok_or(DAMAGED)?;
    drop(decompressed.pixels);
    Ok(Decoded {
        image: shrink.finish().ok_or(DAMAGED)?,
        size,
        orientation: orientation(decompressed.exif.as_deref()),
        profile: decompressed.profile.as_deref().and_then(profile::of_icc),
    })
}

fn decompress(bytes: &[u8], structure: &Structure) -> Result<Decompressed, PictureError> {
    if fast::decodes(structure) {
        fast::decompress(bytes)
    } else {
        general::decompress(bytes, structure)
    }
}

/// The file with Huffman tables. A file without tables uses the standard ones.
fn with_tables<'a>(bytes: &'a [u8], structure: &Structure) -> Cow<'a, [u8]> {
    match bytes.split_first_chunk::<2>() {
        Some((start, rest)) if !structure.has_tables => [start, tables::segment().as_slice(), rest].concat().into(),
        _ => bytes.into(),
    }
}

/// Decompresses a file that lacks only its end marker.
///
/// A decoder continues with zeros where the data end. So the file is decompressed with zeros after its data and with
/// ones. If all pixels are the same, no pixel depends on missing data.
fn without_end(mut bytes: Vec<u8>, structure: &Structure) -> Result<Decompressed, PictureError> {
    /// A code has at most 16 bits, and no code consists of ones alone.
    const ONES: [u8; 8] = [0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0];
    const END: [u8; 2] = [0xff, 0xd9];

    if !structure.is_complete() {
        return Err(DAMAGED);
    }
    // The first byte of the end marker.
    if bytes.last() == Some(&0xff) {
        bytes.pop();
    }
    let length = bytes.len();
    let mut with = |padding: &[u8]| {
        bytes.truncate(length);
        bytes.extend_from_slice(padding);
        bytes.extend_from_slice(&END);
        decompress(&bytes, structure)
    };
    let digest = |decompressed: &Decompressed| {
        let mut hasher = DefaultHasher::new();
        decompressed.pixels.hash(&mut hasher);
        hasher.finish()
    };
    let expected = digest(&with(&ONES)?);
    let decompressed = with(&[0; 4])?;
    if digest(&decompressed) == expected {
        Ok(decompressed)
    } else {
        Err(DAMAGED)
    }
}
