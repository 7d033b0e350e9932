//! Decodes JPEG.

use super::{
    decoded::{Decoded, checked, orientation},
    error::PictureError,
    shrink::Shrink,
};
use image::ColorType;
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

const DAMAGED: PictureError = PictureError::Damaged("JPEG");
const UNSUPPORTED: PictureError = PictureError::Unsupported("JPEG");

/// The most scans. Cameras and editors write about ten scans, and each scan costs a pass over the whole picture.
const MAX_SCANS: usize = 32;

/// The most bytes of Huffman tables. The decoder builds every table that it reads. The largest table has 273 bytes, so
/// this allows seven of them in each scan.
const MAX_TABLE_BYTES: usize = 64 * 1024;

pub(super) fn decode(bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    look_through(bytes)?;
    // Without strict mode, the decoder fills damaged parts with gray and reports no error.
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_max_scans(MAX_SCANS);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| DAMAGED)?;
    let info = decoder.info().ok_or(DAMAGED)?;
    let size = checked(info.width.into(), info.height.into())?;
    // Each block of 8×8 pixels takes at least one bit. If the file is shorter, its header is wrong.
    if u64::from(size.width) * u64::from(size.height) / 64 > bytes.len() as u64 * 8 {
        return Err(DAMAGED);
    }
    let (space, color) = match info.components {
        1 => (ColorSpace::Luma, ColorType::L8),
        3 | 4 => (ColorSpace::RGB, ColorType::Rgb8),
        _ => return Err(UNSUPPORTED),
    };
    decoder.set_options(options.jpeg_set_out_colorspace(space));
    let profile = decoder.icc_profile();
    let orientation = orientation(decoder.exif().map(Vec::as_slice));
    let mut shrink = Shrink::new(size, color, longest).ok_or(DAMAGED)?;
    let mut pixels = vec![0; decoder.output_buffer_size().ok_or(DAMAGED)?];
    decoder.decode_into(&mut pixels).map_err(|_| DAMAGED)?;
    shrink.push(&pixels).ok_or(DAMAGED)?;
    drop(pixels);
    Ok(Decoded {
        image: shrink.finish().ok_or(DAMAGED)?,
        size,
        orientation,
        profile,
    })
}

/// Checks the file's markers, because the decoder accepts a missing end, does not tell unsupported files from damaged
/// ones, and notices too many scans only after decoding them. Data after the end are ignored: phones store a second
/// picture there.
fn look_through(bytes: &[u8]) -> Result<(), PictureError> {
    let mut rest = bytes;
    let (mut scans, mut table_bytes) = (0, 0);
    loop {
        let start = rest.iter().position(|byte| *byte == 0xff).ok_or(DAMAGED)?;
        rest = rest.get(start + 1..).ok_or(DAMAGED)?;
        let (marker, after) = rest.split_first().ok_or(DAMAGED)?;
        match marker {
            // Fill bytes.
            0xff => continue,
            0xd9 => return Ok(()),
            // Markers without a length: an escaped byte or a restart in the pixel data, or the beginning of the file.
            0x00 | 0x01 | 0xd0..=0xd8 => rest = after,
            // Lossless, hierarchical and arithmetic frames.
            0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => return Err(UNSUPPORTED),
            marker => {
                let length = after
                    .first_chunk()
                    .map(|length| u16::from_be_bytes(*length))
                    .ok_or(DAMAGED)?;
                let length = usize::from(length.max(2));
                match marker {
                    0xc0..=0xc2 => look_at_frame(after)?,
                    0xc4 => table_bytes += length,
                    0xda => scans += 1,
                    _ => {}
                }
                if scans > MAX_SCANS || table_bytes > MAX_TABLE_BYTES {
                    return Err(DAMAGED);
                }
                rest = after.get(length..).ok_or(DAMAGED)?;
            }
        }
    }
}

/// Checks a frame's header, which contains its length, the bits of a channel, the height and the width.
fn look_at_frame(header: &[u8]) -> Result<(), PictureError> {
    let [_, _, bits, h0, h1, w0, w1] = header.first_chunk().ok_or(DAMAGED)?;
    if *bits != 8 {
        return Err(UNSUPPORTED);
    }
    checked(
        u16::from_be_bytes([*w0, *w1]).into(),
        u16::from_be_bytes([*h0, *h1]).into(),
    )
    .map(drop)
}
