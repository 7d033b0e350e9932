//! The fast decoder, for ordinary files.

use super::{
    decompressed::Decompressed,
    structure::{DAMAGED, MAX_SCANS, Structure, UNSUPPORTED},
};
use crate::picture::error::PictureError;
use image::ColorType;
use zune_jpeg::{
    JpegDecoder,
    zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions},
};

/// Whether this decoder decodes such a file correctly.
pub(super) fn decodes(structure: &Structure) -> bool {
    let mut sampling = structure.components.iter().map(|component| component.sampling);
    let first = sampling.next();
    let is_usual = match structure.components.len() {
        1 => first == Some((1, 1)),
        3 => matches!(first, Some((1 | 2, 1 | 2))) && sampling.all(|sampling| sampling == (1, 1)),
        _ => sampling.all(|sampling| Some(sampling) == first),
    };
    // In a sequential file each component has one scan. This decoder expects the components in one scan.
    let is_in_order = structure.is_progressive
        || structure
            .scans
            .iter()
            .all(|scan| scan.iter().copied().eq(0..structure.components.len()));
    is_usual && is_in_order
}

pub(super) fn decompress(bytes: &[u8]) -> Result<Decompressed, PictureError> {
    // Without strict mode, the decoder fills damaged parts with gray and reports no error.
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_max_scans(MAX_SCANS);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|_| DAMAGED)?;
    let (space, color) = match decoder.info().ok_or(DAMAGED)?.components {
        1 => (ColorSpace::Luma, ColorType::L8),
        3 | 4 => (ColorSpace::RGB, ColorType::Rgb8),
        _ => return Err(UNSUPPORTED),
    };
    decoder.set_options(options.jpeg_set_out_colorspace(space));
    let mut pixels = vec![0; decoder.output_buffer_size().ok_or(DAMAGED)?];
    let profile = decoder.icc_profile();
    let exif = decoder.exif().cloned();
    decoder.decode_into(&mut pixels).map_err(|_| DAMAGED)?;
    Ok(Decompressed {
        pixels,
        color,
        profile,
        exif,
    })
}
