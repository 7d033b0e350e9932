//! Parses the blocks of a GIF up to the end of its first frame, <https://www.w3.org/Graphics/GIF/spec-gif89a.txt>.

use super::super::profile::MAX_PROFILE_BYTES;
use contract::Size;

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const GRAPHIC_CONTROL: u8 = 0xf9;
const APPLICATION: u8 = 0xff;

/// The application extension that holds an ICC profile.
const PROFILE_NAME: &[u8] = b"ICCRGBG1012";

/// The parsed blocks up to the end of the first frame.
pub(super) struct Container<'a> {
    pub(super) frame: Frame<'a>,
    pub(super) profile: Option<Vec<u8>>,
}

/// The first frame.
pub(super) struct Frame<'a> {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) size: Size,
    pub(super) is_interlaced: bool,
    /// Three bytes for each colour.
    pub(super) palette: &'a [u8],
    pub(super) transparent: Option<u8>,
    /// The bits of a palette index, 1 to 8.
    pub(super) code_size: u8,
    /// The blocks of compressed pixels, each with its length before it.
    data: &'a [u8],
}

/// The size of the whole picture; the first frame may be smaller.
pub(super) fn screen(bytes: &[u8]) -> Option<Size> {
    let [w0, w1, h0, h1] = *bytes.get(6..)?.first_chunk()?;
    Some(Size {
        width: u16::from_le_bytes([w0, w1]).into(),
        height: u16::from_le_bytes([h0, h1]).into(),
    })
}

impl<'a> Container<'a> {
    /// `None` if the file ends before the end of its first frame, or is inconsistent.
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let mut rest = bytes.get(6..)?;
        let [_, _, _, _, flags, _background, _aspect] = *take(&mut rest)?;
        let global = palette(&mut rest, flags)?;
        let (mut transparent, mut profile) = (None, None);
        loop {
            match *take(&mut rest)? {
                [EXTENSION] => match *take(&mut rest)? {
                    [GRAPHIC_CONTROL] => {
                        let [flags, _, _, index] = *Blocks(sub_blocks(&mut rest)?).next()?.first_chunk()?;
                        transparent = (flags & 1 == 1).then_some(index);
                    }
                    [APPLICATION] => {
                        let mut blocks = Blocks(sub_blocks(&mut rest)?);
                        if blocks.next() == Some(PROFILE_NAME) {
                            profile = join(blocks);
                        }
                    }
                    [_] => drop(sub_blocks(&mut rest)?),
                },
                [IMAGE] => {
                    let frame = Frame::read(&mut rest, global, transparent)?;
                    return Some(Self { frame, profile });
                }
                [_] => return None,
            }
        }
    }
}

impl<'a> Frame<'a> {
    fn read(rest: &mut &'a [u8], global: Option<&'a [u8]>, transparent: Option<u8>) -> Option<Self> {
        let [x0, x1, y0, y1, w0, w1, h0, h1, flags] = *take(rest)?;
        let palette = palette(rest, flags)?.or(global)?;
        let [code_size @ 1..=8] = *take(rest)? else {
            return None;
        };
        Some(Self {
            left: u16::from_le_bytes([x0, x1]).into(),
            top: u16::from_le_bytes([y0, y1]).into(),
            size: Size {
                width: u16::from_le_bytes([w0, w1]).into(),
                height: u16::from_le_bytes([h0, h1]).into(),
            },
            is_interlaced: flags & 0x40 != 0,
            palette,
            transparent,
            code_size,
            data: sub_blocks(rest)?,
        })
    }

    /// The compressed pixels, block by block; none is empty.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &'a [u8]> {
        Blocks(self.data)
    }

    /// An upper bound of the number of bytes of compressed pixels.
    pub(super) const fn data_length(&self) -> usize {
        self.data.len()
    }
}

/// The next `N` bytes.
fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(first)
}

/// The palette that these flags announce.
fn palette<'a>(rest: &mut &'a [u8], flags: u8) -> Option<Option<&'a [u8]>> {
    if flags & 0x80 == 0 {
        return Some(None);
    }
    let (palette, after) = rest.split_at_checked(3 << ((flags & 7) + 1))?;
    *rest = after;
    Some(Some(palette))
}

/// The blocks up to the empty block that ends them, with their lengths. `None` if the file ends before.
fn sub_blocks<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut end = 0;
    loop {
        match *rest.get(end)? {
            0 => {
                let blocks = rest.get(..end)?;
                *rest = rest.get(end + 1..)?;
                return Some(blocks);
            }
            length => end += 1 + usize::from(length),
        }
    }
}

/// The joined content of the blocks; `None` if it is too long for a profile.
fn join(blocks: Blocks<'_>) -> Option<Vec<u8>> {
    let mut joined = Vec::new();
    for block in blocks {
        if joined.len() + block.len() > MAX_PROFILE_BYTES {
            return None;
        }
        joined.extend_from_slice(block);
    }
    Some(joined)
}

/// Iterates over blocks that begin with their lengths.
struct Blocks<'a>(&'a [u8]);

impl<'a> Iterator for Blocks<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first()?;
        let (block, after) = rest.split_at_checked(usize::from(*length))?;
        self.0 = after;
        Some(block)
    }
}
