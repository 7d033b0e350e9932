//! The decoder for rare files: components in separate scans, in any order, and with unusual sampling factors.

use super::{
    decompressed::Decompressed,
    structure::{Colours, DAMAGED, Structure, UNSUPPORTED},
};
use crate::picture::error::PictureError;
use image::ColorType;
use jpeg_decoder::{ColorTransform, Decoder, Error, PixelFormat};

/// Whether this decoder decodes such a file correctly, and within the memory that a picture may take. Progressive inks
/// take too much.
///
/// The decoder must find the end of each row of blocks. In the scan of a single component, rows end with the
/// component's last pixel (ITU-T T.81 section A.2.2), but the decoder reads as many blocks as in a scan of all
/// components, as long as they begin inside the picture.
fn decodes(structure: &Structure) -> bool {
    let sampling = || structure.components.iter().map(|component| component.sampling);
    let most_across = sampling().map(|(h, _)| u32::from(h)).max().unwrap_or(1);
    let most_down = sampling().map(|(_, v)| u32::from(v)).max().unwrap_or(1);
    let fits = |length: u32, factor: u8, most: u32| {
        let factor = u32::from(factor);
        let blocks = (length * factor).div_ceil(most).div_ceil(8);
        let read = (length.div_ceil(8 * most) * factor).min(length.div_ceil(8));
        blocks == read
    };
    let single = structure.scans.iter().filter_map(|scan| match scan[..] {
        [place] => structure.components.get(place),
        _ => None,
    });
    single
        .map(|component| component.sampling)
        .all(|(h, v)| fits(structure.size.width, h, most_across) && fits(structure.size.height, v, most_down))
}

pub(super) fn decompress(bytes: &[u8], structure: &Structure) -> Result<Decompressed, PictureError> {
    if !decodes(structure) {
        return Err(UNSUPPORTED);
    }
    let mut decoder = Decoder::new(bytes);
    decoder.set_color_transform(match structure.colours() {
        Colours::Gray => ColorTransform::Grayscale,
        Colours::Rgb => ColorTransform::RGB,
        Colours::YCbCr => ColorTransform::YCbCr,
        Colours::Cmyk => ColorTransform::CMYK,
        Colours::Ycck => ColorTransform::YCCK,
    });
    let mut pixels = decoder.decode().map_err(|error| match error {
        Error::Unsupported(_) => UNSUPPORTED,
        _ => DAMAGED,
    })?;
    let color = match decoder.info().ok_or(DAMAGED)?.pixel_format {
        PixelFormat::L8 => ColorType::L8,
        PixelFormat::RGB24 => ColorType::Rgb8,
        PixelFormat::CMYK32 => {
            pixels = rgb(&pixels);
            ColorType::Rgb8
        }
        PixelFormat::L16 => return Err(UNSUPPORTED),
    };
    Ok(Decompressed {
        pixels,
        color,
        profile: decoder.icc_profile(),
        exif: decoder.exif_data().map(<[u8]>::to_vec),
    })
}

/// The colours of inks on white paper.
fn rgb(inks: &[u8]) -> Vec<u8> {
    let (inks, _) = inks.as_chunks::<4>();
    let mut pixels = Vec::with_capacity(inks.len() * 3);
    for [cyan, magenta, yellow, black] in inks {
        pixels.extend([cyan, magenta, yellow].map(|ink| {
            let light = u16::from(u8::MAX - ink) * u16::from(u8::MAX - black);
            u8::try_from((light + 127) / 255).unwrap_or(u8::MAX)
        }));
    }
    pixels
}
