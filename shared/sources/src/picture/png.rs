//! Decodes PNG row by row.

mod chunks;
mod colours;

use super::{
    canvas::STRIP,
    decoded::{Decoded, checked, orientation},
    error::PictureError,
    shrink::Shrink,
};
use ::png::{BitDepth, Decoder, DecodingError, Limits, Reader, Transformations};
use image::ColorType;
use std::io::Cursor;

const DAMAGED: PictureError = PictureError::Damaged("PNG");

/// The largest decompressed size of other chunks than the pixels, in bytes. A larger profile is ignored, other larger
/// chunks are an error. No ordinary file has so large chunks.
const MAX_CHUNK_BYTES: usize = 16 * 1024 * 1024;

pub(super) fn decode(bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    let bytes = chunks::readable(bytes);
    let mut decoder = Decoder::new_with_limits(Cursor::new(&*bytes), Limits { bytes: MAX_CHUNK_BYTES });
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    let header = decoder.read_header_info().map_err(|_| DAMAGED)?;
    let size = checked(header.width, header.height)?;
    let mut reader = decoder.read_info().map_err(|_| DAMAGED)?;
    // If the first frame of an animation is also the default image, it must cover the whole picture.
    if reader
        .info()
        .frame_control()
        .is_some_and(|frame| (frame.width, frame.height) != (size.width, size.height))
    {
        return Err(DAMAGED);
    }
    let mut shrink = color_type(&reader)
        .and_then(|color| Shrink::new(size, color, longest))
        .ok_or(DAMAGED)?;
    if reader.info().interlaced {
        let mut pixels = vec![0; reader.output_buffer_size().ok_or(DAMAGED)?];
        reader.next_frame(&mut pixels).map_err(|_| DAMAGED)?;
        shrink.push(&pixels).ok_or(DAMAGED)?;
    } else {
        read_rows(&mut reader, &mut shrink)
            .map_err(|_| DAMAGED)?
            .ok_or(DAMAGED)?;
    }
    // Read up to the end of the file, so that a truncated file and a wrong checksum are errors too.
    reader.finish().map_err(|_| DAMAGED)?;
    let info = reader.info();
    Ok(Decoded {
        image: shrink.finish().ok_or(DAMAGED)?,
        size,
        orientation: orientation(info.exif_metadata.as_deref()),
        profile: colours::profile(info),
    })
}

fn color_type(reader: &Reader<Cursor<&[u8]>>) -> Option<ColorType> {
    match reader.output_color_type() {
        (::png::ColorType::Grayscale, BitDepth::Eight) => Some(ColorType::L8),
        (::png::ColorType::GrayscaleAlpha, BitDepth::Eight) => Some(ColorType::La8),
        (::png::ColorType::Rgb, BitDepth::Eight) => Some(ColorType::Rgb8),
        (::png::ColorType::Rgba, BitDepth::Eight) => Some(ColorType::Rgba8),
        _ => None,
    }
}

fn read_rows(reader: &mut Reader<Cursor<&[u8]>>, shrink: &mut Shrink) -> Result<Option<()>, DecodingError> {
    let row_bytes = shrink.row_bytes();
    let mut strip = vec![0; row_bytes * STRIP as usize];
    loop {
        let mut filled = 0;
        for row in strip.chunks_exact_mut(row_bytes) {
            if reader.read_row(row)?.is_none() {
                return Ok(strip.get(..filled).and_then(|rows| shrink.push(rows)));
            }
            filled += row_bytes;
        }
        if shrink.push(&strip).is_none() {
            return Ok(None);
        }
    }
}
