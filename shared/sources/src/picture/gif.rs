//! Decodes the first frame of a GIF.
//!
//! The container is parsed here, and the LZW library is called for a limited number of steps, because a GIF may contain
//! any amount of data after its last pixel, and any number of codes that make no pixel.

mod container;

use self::container::{Container, Frame, screen};
use super::{
    canvas::{Place, lay},
    decoded::{Decoded, checked},
    error::PictureError,
    profile,
    shrink::Shrink,
};
use contract::Size;
use image::{ColorType, metadata::Orientation};
use std::iter::once;
use weezl::{BitOrder, LzwStatus, decode::Decoder};

const DAMAGED: PictureError = PictureError::Damaged("GIF");

/// The most pixels that one LZW code stands for: the code table has 4096 entries, and each is one pixel longer than
/// another entry.
const MAX_PIXELS_PER_CODE: usize = 4096;

/// How often a GIF of any size may clear the LZW code table.
const FREE_CLEARS: usize = 4096;

/// The rows of an interlaced GIF come in four passes: the first row and the step of each, GIF89a appendix E.
const PASSES: [(usize, usize); 4] = [(0, 8), (4, 8), (2, 4), (1, 2)];

pub(super) fn decode(bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    let Size { width, height } = screen(bytes).ok_or(DAMAGED)?;
    let size = checked(width, height)?;
    let container = Container::read(bytes).ok_or(DAMAGED)?;
    let frame = &container.frame;
    checked(frame.size.width, frame.size.height)?;
    // One byte for each pixel; the colours are looked up row by row.
    let indexes = indexes(frame).ok_or(DAMAGED)?;
    let colours = colours(frame.palette, frame.transparent);
    let mut shrink = Shrink::new(size, ColorType::Rgba8, longest).ok_or(DAMAGED)?;
    let place = Place {
        left: frame.left,
        top: frame.top,
        height: frame.size.height,
    };
    let rows = row_order(frame);
    lay(&mut shrink, size, &place, |y, row| {
        let stored = *rows.get(y as usize)?;
        let indexes = indexes.chunks_exact(frame.size.width as usize).nth(stored)?;
        for (pixel, index) in row.as_chunks_mut::<4>().0.iter_mut().zip(indexes) {
            *pixel = colours.get(usize::from(*index)).copied()?;
        }
        Some(())
    })
    .ok_or(DAMAGED)?;
    drop(indexes);
    Ok(Decoded {
        image: shrink.finish().ok_or(DAMAGED)?,
        size,
        orientation: Orientation::NoTransforms,
        profile: container.profile.as_deref().and_then(profile::of_icc),
    })
}

/// The palette index of each pixel, in the order of the file. `None` when the data are damaged, too short, or cost more
/// work than their pixels can need.
///
/// Every LZW code makes at least one pixel, except the code that clears the table. A clear costs as much as filling the
/// table's fixed part. Encoders that do not compress clear once for `2^code_size - 2` pixels, and no encoder clears
/// more often. Twice as many clears are accepted, counted against the pixels so far.
fn indexes(frame: &Frame<'_>) -> Option<Vec<u8>> {
    let Size { width, height } = frame.size;
    let count = (width as usize).checked_mul(height as usize)?;
    // A code takes more bits than a palette index. If there are too few codes, the size in the header is wrong.
    let most_codes = frame.data_length().checked_mul(8)? / (usize::from(frame.code_size) + 1);
    if count / MAX_PIXELS_PER_CODE > most_codes {
        return None;
    }
    let mut clears = 0;
    let mut indexes = vec![0; count];
    let mut filled = 0;
    let mut decoder = Decoder::new(BitOrder::Lsb, frame.code_size);
    // The last call gets no data: the decoder still has some in its own buffer.
    for block in frame.blocks().chain(once(&[][..])) {
        let mut data = block;
        let mut was_idle = false;
        loop {
            let step = decoder.decode_bytes(data, indexes.get_mut(filled..)?);
            filled += step.consumed_out;
            data = data.get(step.consumed_in..)?;
            if filled == count {
                return Some(indexes);
            }
            let status = step.status.ok()?;
            let is_idle = matches!(status, LzwStatus::NoProgress) && step.consumed_in == 0 && step.consumed_out == 0;
            // After a clear the decoder may say once that it made no progress although there are more data.
            if matches!(status, LzwStatus::Done) || is_idle && was_idle {
                break;
            }
            was_idle = is_idle;
            if data.is_empty() && !block.is_empty() {
                break;
            }
            // The decoder returned before the data ended, so it met a clear.
            clears += 1;
            if clears > FREE_CLEARS + (filled >> (frame.code_size - 1)) {
                return None;
            }
        }
    }
    None
}

/// The position in the file of each row of the frame, from the top row to the bottom row.
fn row_order(frame: &Frame<'_>) -> Vec<usize> {
    let height = frame.size.height as usize;
    if !frame.is_interlaced {
        return (0..height).collect();
    }
    let stored = PASSES.iter().flat_map(|(first, step)| (*first..height).step_by(*step));
    let mut order = vec![0; height];
    for (place, row) in stored.enumerate() {
        if let Some(entry) = order.get_mut(row) {
            *entry = place;
        }
    }
    order
}

/// RGBA for each index. An index beyond the palette is transparent, as in browsers.
fn colours(palette: &[u8], transparent: Option<u8>) -> [[u8; 4]; 256] {
    let mut colours = [[0; 4]; 256];
    for (colour, [red, green, blue]) in colours.iter_mut().zip(palette.as_chunks::<3>().0) {
        *colour = [*red, *green, *blue, u8::MAX];
    }
    if let Some(colour) = transparent.and_then(|index| colours.get_mut(usize::from(index))) {
        *colour = [0; 4];
    }
    colours
}
