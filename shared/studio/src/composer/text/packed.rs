//! Fonts that are stored packed, because they are the largest part of the program.

use brotli_decompressor::Decompressor;
use harfrust::Font;
use std::io::Read;

/// The size of the buffer between the packed and the unpacked bytes.
const BUFFER: usize = 1 << 16;

/// The font of a file with the ending `.br`. To unpack the largest takes 40 ms, once in a process that needs it.
pub(super) fn font(file: &[u8]) -> Option<Font> {
    let mut unpacked = Vec::new();
    Decompressor::new(file, BUFFER).read_to_end(&mut unpacked).ok()?;
    Font::new(unpacked, 0)
}
