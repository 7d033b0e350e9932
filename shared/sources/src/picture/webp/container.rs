//! Parses the chunks of a WebP.

use super::lossless::{has_modest_tables, size as lossless_size};
use contract::Size;

/// The bit in the fifth byte of a lossless picture's header that tells whether its alpha is used.
const ALPHA_IS_USED: u8 = 0x10;

/// The length of a chunk's header, in bytes. A shorter rest of the file is padding, which some writers leave.
const HEADER: usize = 8;

/// The parsed container.
#[derive(Default)]
pub(super) struct Container<'a> {
    /// The picture's size; `None` if it is the size of the first frame.
    pub(super) canvas: Option<Size>,
    pub(super) frame: Frame<'a>,
    pub(super) exif: Option<&'a [u8]>,
    pub(super) profile: Option<&'a [u8]>,
}

/// The first frame and its position.
#[derive(Default)]
pub(super) struct Frame<'a> {
    /// The position and the size of an animation's frame.
    pub(super) place: Option<([u32; 2], Size)>,
    alpha: Option<&'a [u8]>,
    image: Option<([u8; 4], &'a [u8])>,
}

impl<'a> Container<'a> {
    /// `None` if the file is shorter than its chunks' lengths say.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let (_, riff, _) = chunk(bytes)?;
        let mut rest = riff.strip_prefix(b"WEBP")?;
        let mut container = Self::default();
        while rest.len() >= HEADER {
            let (name, data, after) = chunk(rest)?;
            rest = after;
            match &name {
                b"VP8X" => {
                    container.canvas.get_or_insert(Size {
                        width: u24(data, 4)? + 1,
                        height: u24(data, 7)? + 1,
                    });
                }
                b"EXIF" => {
                    container.exif.get_or_insert(data);
                }
                b"ICCP" => {
                    container.profile.get_or_insert(data);
                }
                b"ANMF" if container.frame.image.is_none() => container.frame = Frame::animated(data)?,
                _ => container.frame.add(name, data),
            }
        }
        Some(container)
    }
}

impl<'a> Frame<'a> {
    /// Reads a frame, which has its own chunks after its position.
    fn animated(data: &'a [u8]) -> Option<Self> {
        let size = Size {
            width: u24(data, 6)? + 1,
            height: u24(data, 9)? + 1,
        };
        let mut frame = Self {
            place: Some(([u24(data, 0)? * 2, u24(data, 3)? * 2], size)),
            ..Self::default()
        };
        let mut rest = data.get(16..)?;
        while rest.len() >= HEADER {
            let (name, data, after) = chunk(rest)?;
            rest = after;
            frame.add(name, data);
        }
        Some(frame)
    }

    /// Adds a chunk. Only the first chunk of each kind counts.
    fn add(&mut self, name: [u8; 4], data: &'a [u8]) {
        match &name {
            b"ALPH" if self.image.is_none() => {
                self.alpha.get_or_insert(data);
            }
            b"VP8 " | b"VP8L" => {
                self.image.get_or_insert((name, data));
            }
            _ => {}
        }
    }

    /// The size that the frame's own header names.
    pub(super) fn size(&self) -> Option<Size> {
        let (name, image) = self.image?;
        if name == *b"VP8L" {
            lossless_size(image)
        } else {
            lossy_size(image)
        }
    }

    /// Whether decoding the frame takes memory and time in proportion to its pixels, according to its headers.
    pub(super) fn is_modest(&self) -> bool {
        let Some((name, image)) = self.image else { return false };
        if name == *b"VP8L" {
            return has_modest_tables(image, None);
        }
        let Some(size) = lossy_size(image) else { return false };
        let blocks = u64::from(size.width.div_ceil(16)) * u64::from(size.height.div_ceil(16));
        // The modes of a block take more than a bit, whatever the picture: their probabilities are fixed, RFC 6386
        // section 11.2. If the data are shorter, the size in the header is wrong.
        let has_all_blocks = blocks <= image.len() as u64 * 8;
        has_all_blocks
            && match self.alpha {
                // The lower two bits of the first byte name the compression; 1 is a lossless stream without a header.
                Some([flags, stream @ ..]) if flags & 3 == 1 => has_modest_tables(stream, Some(size)),
                _ => true,
            }
    }

    /// The frame as a file of its own, and whether its alpha is used.
    pub(super) fn still(&self) -> Option<(Vec<u8>, bool)> {
        let (name, image) = self.image?;
        let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
        let mut alpha_is_meant = true;
        if name == *b"VP8L" {
            append(&mut file, name, image)?;
            // With this bit the library decodes directly into the pixels; without it, the library makes a second copy.
            let flags = file.get_mut(12 + HEADER + 4)?;
            alpha_is_meant = *flags & ALPHA_IS_USED != 0;
            *flags |= ALPHA_IS_USED;
        } else {
            if let Some(alpha) = self.alpha {
                append(&mut file, *b"VP8X", &extended(image)?)?;
                append(&mut file, *b"ALPH", alpha)?;
            }
            append(&mut file, name, image)?;
        }
        Some((finished(file)?, alpha_is_meant))
    }

    /// The data of a lossy still picture without an alpha channel; `None` for other kinds of pictures.
    pub(super) fn lossy(&self) -> Option<&'a [u8]> {
        let (name, image) = self.image?;
        (name == *b"VP8 " && self.alpha.is_none() && self.place.is_none()).then_some(image)
    }
}

/// The header that announces an alpha channel beside a lossy picture.
fn extended(image: &[u8]) -> Option<[u8; 10]> {
    let size = lossy_size(image)?;
    let [w0, w1, ..] = size.width.checked_sub(1)?.to_le_bytes();
    let [h0, h1, ..] = size.height.checked_sub(1)?.to_le_bytes();
    Some([0x10, 0, 0, 0, w0, w1, 0, h0, h1, 0])
}

/// The size in a lossy picture's own header, RFC 6386 section 9.1. The upper two bits of each side are a scaling hint,
/// which decoders ignore.
fn lossy_size(image: &[u8]) -> Option<Size> {
    let side = |at: usize| {
        let [low, high] = image.get(at..)?.first_chunk()?;
        Some(u32::from(u16::from_le_bytes([*low, *high]) & 0x3fff))
    };
    Some(Size {
        width: side(6)?,
        height: side(8)?,
    })
}

/// A file with one chunk.
pub(super) fn file_of(name: [u8; 4], data: &[u8]) -> Option<Vec<u8>> {
    let mut file = b"RIFF\0\0\0\0WEBP".to_vec();
    append(&mut file, name, data)?;
    finished(file)
}

/// The file with its length in its header.
fn finished(mut file: Vec<u8>) -> Option<Vec<u8>> {
    let length = u32::try_from(file.len().checked_sub(8)?).ok()?;
    file.get_mut(4..8)?.copy_from_slice(&length.to_le_bytes());
    Some(file)
}

fn append(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) -> Option<()> {
    file.extend_from_slice(&name);
    file.extend_from_slice(&u32::try_from(data.len()).ok()?.to_le_bytes());
    file.extend_from_slice(data);
    if data.len() % 2 == 1 {
        file.push(0);
    }
    Some(())
}

/// A chunk's name and data, and the rest of the file.
fn chunk(bytes: &[u8]) -> Option<([u8; 4], &[u8], &[u8])> {
    let (name, rest) = bytes.split_first_chunk::<4>()?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (data, after) = rest.split_at_checked(length)?;
    // Data of odd length are padded, but some writers omit the padding at the end of the file.
    Some((*name, data, after.get(length % 2..).unwrap_or_default()))
}

fn u24(bytes: &[u8], at: usize) -> Option<u32> {
    let [low, middle, high] = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes([*low, *middle, *high, 0]))
}
