//! Keeping a lossy picture's compressed pixels.
//!
//! There is no encoder for lossy WebP here. Encoded without loss, a photo takes five to ten times its size. So a lossy
//! picture whose pixels do not change keeps the bit stream that it came in, in a new file with nothing else in it.
//!
//! A bit stream could hide other bytes where no decoder looks: at the end of one of its partitions. Therefore each
//! partition must be needed up to its end: without its last bytes the picture must decode to an error or to other pixels.
//! Pictures with an alpha channel or with more than one partition of coefficients are rare, and are encoded anew.

use super::container::file_of;
use image::{ImageDecoder, codecs::webp::WebPDecoder};
use std::io::Cursor;

/// How many bytes at the end of a partition need not matter. Encoders flush up to four.
const IDLE_BYTES: usize = 8;

/// The bytes before the first partition: three with its length, a start code, and the size; RFC 6386 section 9.1.
const HEADER: usize = 10;

/// A file of this lossy picture alone; `None` where a part of it is not needed for the pixels.
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

fn decode(file: &[u8]) -> Option<Vec<u8>> {
    let decoder = WebPDecoder::new(Cursor::new(file)).ok()?;
    let mut pixels = vec![0; usize::try_from(decoder.total_bytes()).ok()?];
    decoder.read_image(&mut pixels).ok().map(|()| pixels)
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

/// The bits of a frame's header, each as likely to be 0 as 1: the decoder of RFC 6386 section 7.3 for that case.
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

    /// The next bits as a number. After the end come zeros, as for every decoder.
    fn literal(&mut self, bits: u32) -> u32 {
        (0..bits).fold(0, |number, _| number << 1 | self.bit())
    }

    /// So many numbers of these bits, each after a bit that says whether it is there.
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
