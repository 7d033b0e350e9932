//! Metadata of a picture: the colour profile and the orientation.

use std::time::Duration;

use sources::PreparedPicture;

use super::target::Target;
use crate::{
    craft::{riff_chunk, webp},
    measure::Cost,
};

pub(super) const PROFILE: Target = Target {
    name: "profile",
    run: |bytes| take(b"ICCP", bytes),
    budget,
    craft: |_| None,
    words: &[
        b"acsp", b"mntr", b"RGB ", b"GRAY", b"CMYK", b"XYZ ", b"Lab ", b"curv", b"para", b"mft1", b"mft2", b"mAB ",
        b"mBA ", b"A2B0", b"A2B1", b"B2A0", b"rTRC", b"gTRC", b"bTRC", b"kTRC", b"rXYZ", b"gXYZ", b"bXYZ", b"wtpt",
        b"chad", b"cicp", b"desc", b"mluc",
    ],
    mend: |_| {},
};

pub(super) const ORIENTATION: Target = Target {
    name: "orientation",
    run: |bytes| take(b"EXIF", bytes),
    budget,
    craft: |_| None,
    words: &[b"Exif\0\0", b"II\x2a\0", b"MM\0\x2a", b"\x01\x12\0\x03\0\0\0\x01"],
    mend: |_| {},
};

/// Processes a small picture with this metadata. No metadata may cause the picture to be refused.
fn take(name: &[u8; 4], metadata: &[u8]) {
    let picture = include_bytes!("../../corpus/webp-lossless/lossless.webp");
    let mut chunks = Vec::new();
    riff_chunk(&mut chunks, b"VP8X", &[0x28, 0, 0, 0, 47, 0, 0, 31, 0, 0]);
    riff_chunk(&mut chunks, name, metadata);
    chunks.extend_from_slice(picture.get(12..).unwrap_or_default());
    let taken = PreparedPicture::take(&webp(&chunks));
    assert!(taken.is_ok(), "a picture was refused because of its metadata");
}

/// The budget of metadata.
fn budget(_: &[u8]) -> Cost {
    Cost {
        cpu: Duration::from_millis(50),
        memory: 32_000_000,
    }
}
