//! Decoding the first frame of a GIF.

use super::{
    Decoded, PictureError,
    canvas::{Place, lay},
    checked,
    shrink::Shrink,
};
use ::gif::{DecodeOptions, MemoryLimit};
use image::{ColorType, metadata::Orientation};
use std::num::NonZeroU64;

const DAMAGED: PictureError = PictureError::Damaged("GIF");

/// For what is not pixels, in bytes: a profile, whatever programs leave in the header.
const MAX_EXTENSION_BYTES: NonZeroU64 = NonZeroU64::new(16 * 1024 * 1024).expect("is not zero");

pub(super) fn decode(bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    let mut options = DecodeOptions::new();
    options.set_memory_limit(MemoryLimit::Bytes(MAX_EXTENSION_BYTES));
    let mut decoder = options.read_info(bytes).map_err(|_| DAMAGED)?;
    let size = checked(decoder.width().into(), decoder.height().into())?;
    let frame = decoder.next_frame_info().map_err(|_| DAMAGED)?.ok_or(DAMAGED)?;
    checked(frame.width.into(), frame.height.into())?;
    let place = Place {
        left: frame.left.into(),
        top: frame.top.into(),
        height: frame.height.into(),
    };
    let transparent = frame.transparent;
    // A byte for each pixel: the colours come row by row.
    let mut indexes = vec![0; decoder.buffer_size()];
    let row_length = decoder.line_length();
    decoder.read_into_buffer(&mut indexes).map_err(|_| DAMAGED)?;
    // Up to the frame's end, to see that it has one.
    while decoder.fill_buffer(&mut [0; 256]).map_err(|_| DAMAGED)? {}
    let colours = colours(decoder.palette().map_err(|_| DAMAGED)?, transparent);
    let mut shrink = Shrink::new(size, ColorType::Rgba8, longest).ok_or(DAMAGED)?;
    lay(&mut shrink, size, &place, |y, row| {
        let indexes = indexes.chunks_exact(row_length).nth(y as usize)?;
        for (pixel, index) in row.as_chunks_mut::<4>().0.iter_mut().zip(indexes) {
            *pixel = colours.get(usize::from(*index)).copied()?;
        }
        Some(())
    })
    .ok_or(DAMAGED)?;
    let profile = decoder.icc_profile().map(<[u8]>::to_vec);
    drop(indexes);
    Ok(Decoded {
        image: shrink.finish().ok_or(DAMAGED)?,
        size,
        orientation: Orientation::NoTransforms,
        profile,
    })
}

/// RGBA for each index. What the palette does not have is transparent, as in browsers.
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
