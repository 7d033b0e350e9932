//! Keeps the compressed pixels of a lossy picture.
//!
//! The service has no encoder for lossy WebP, and lossless encoding would make a photo four to twenty times as large.
//! So a lossy picture whose pixels do not change keeps its bit stream, in a new file without any other data.
//!
//! A bit stream could hide other bytes where decoders do not read them: at the end of a partition. So each partition
//! must be needed up to its end: without its last bytes, decoding must fail or give other pixels. Pictures with an
//! alpha channel or with more than one partition of coefficients are rare, and are encoded anew.

use super::container::file_of;
use image::{ImageDecoder, codecs::webp::WebPDecoder};
use std::{io::Cursor, panic::catch_unwind};

/// How many bytes at the end of a partition may be unnecessary. Encoders write up to four such bytes.
const IDLE_BYTES: usize = 8;

/// The number of bytes before the first partition, which contain its length, a start code and the size; RFC 6386
/// section
/// 9.1.
const HEADER: usize = 10;

/// A file with only this lossy picture; `None` if the pixels do not depend on every part of it.
pub(super) fn file(image: &[u8]) -> Option<Vec<u8>> {
    let [t0, t1, t2] = *image.first_chunk()?;
    let tag = u32::from_le_bytes([t0, t1, t2, 0]);
    let first_length = usize::try_from(tag >> 5).ok()?;
    let first = image.get(HEADER..HEADER.checked_add(first_length)?)?;
    if !has_one_partition_of_coefficients(first)? {
        return None;
    }
    let file = file_of(*b"VP8 ", image)?;
    let pixels = decode(&file)?;

    let mut shorter = image.to_vec();
    shorter.truncate(image.len().checked_sub(IDLE_BYTES)?);
    let ends_with_pixels = decode(&file_of(*b"VP8 ", &shorter)?).as_ref() != Some(&pixels);

    let shorter_length = u32::try_from(first_length.checked_sub(IDLE_BYTES)?).ok()?;
    let [b0, b1, b2, _] = (tag & 0x1f | shorter_length << 5).to_le_bytes();
    let mut shorter = image.to_vec();
    shorter.get_mut(..3)?.copy_from_slice(&[b0, b1, b2]);
    shorter.drain(HEADER + first_length - IDLE_BYTES..HEADER + first_length);
    let first_is_needed = decode(&file_of(*b"VP8 ", &shorter)?).as_ref() != Some(&pixels);

    (ends_with_pixels && first_is_needed).then_some(file)
}

/// The pixels of a file; `None` if the file is damaged, or if the library panics because the file was truncated here.
fn decode(file: &[u8]) -> Option<Vec<u8>> {
    let pixels = || {
        let decoder = WebPDecoder::new(Cursor::new(file)).ok()?;
        let mut pixels = vec![0; usize::try_from(decoder.total_bytes()).ok()?];
        decoder.read_image(&mut pixels).ok().map(|()| pixels)
    };
    catch_unwind(pixels).ok().flatten()
}

/// Reads the frame's header, RFC 6386 section 19.2, up to the number of partitions.
fn has_one_partition_of_coefficients(first: &[u8]) -> Option<bool> {
    let mut header = Header::new(first)?;
    let _color_space_and_clamping = header.literal(2);
    if header.literal(1) == 1 {
        let (updates_map, updates_data) = (header.literal(1) == 1, header.literal(1) == 1);
        if updates_data {
            let _mode = header.literal(1);
            header.optional(4, 7 + 1);
            header.optional(4, 6 + 1);
        }
        if updates_map {
            header.optional(3, 8);
        }
    }
    let _filter = header.literal(1 + 6 + 3);
    if header.literal(1) == 1 && header.literal(1) == 1 {
        header.optional(8, 6 + 1);
    }
    Some(header.literal(2) == 0)
}

/// Reads the bits of a frame's header: the decoder of RFC 6386 section 7.3 for bits that are 0 or 1 with equal
/// probability.
struct Header<'a> {
    bytes: &'a [u8],
    value: u32,
    range: u32,
    shifted: u32,
}

impl<'a> Header<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let (start, bytes) = bytes.split_first_chunk::<2>()?;
        Some(Self {
            bytes,
            value: u16::from_be_bytes(*start).into(),
            range: 255,
            shifted: 0,
        })
    }

    /// The next bits as a number. After the end the bits are 0, as in other decoders.
    fn literal(&mut self, bits: u32) -> u32 {
        (0..bits).fold(0, |number, _| number << 1 | self.bit())
    }

    /// Skips optional numbers. Before each number, a bit tells whether it is present.
    fn optional(&mut self, count: u32, bits: u32) {
        for _ in 0..count {
            if self.literal(1) == 1 {
                self.literal(bits);
            }
        }
    }

    fn bit(&mut self) -> u32 {
        let split = 1 + (((self.range - 1) * 128) >> 8);
        let bit = u32::from(self.value >= split << 8);
        if bit == 1 {
            self.range -= split;
            self.value -= split << 8;
        } else {
            self.range = split;
        }
        while self.range < 128 {
            self.value <<= 1;
            self.range <<= 1;
            self.shifted += 1;
            if self.shifted == 8 {
                self.shifted = 0;
                if let Some((next, rest)) = self.bytes.split_first() {
                    self.value |= u32::from(*next);
                    self.bytes = rest;
                }
            }
        }
        bit
    }
}
