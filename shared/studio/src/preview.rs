//! Previews: small copies of finished pictures, for agents and lists.

use crate::encode::jpeg_of;
use codecs::{resize_rgb, sharp};
use contract::Size;
use image::RgbImage;

/// The longer side of a preview, in pixels.
const LONGER_SIDE: u32 = 480;
/// The largest preview, in bytes.
const MAX_BYTES: usize = 60_000;
/// The JPEG qualities that are tried until the preview fits. At the last quality even noise fits.
const QUALITIES: [u8; 5] = [85, 70, 50, 25, 5];

/// A JPEG of the picture whose longer side has 480 pixels, of at most 60 kB. `None` if the encoder fails.
pub(crate) fn preview_of(picture: &RgbImage) -> Option<Vec<u8>> {
    let (size, small) = smaller(picture, LONGER_SIDE)?;
    let mut files = QUALITIES
        .into_iter()
        .filter_map(|quality| jpeg_of(&small, size.width, size.height, quality));
    files.find(|file| file.len() <= MAX_BYTES)
}

/// The pixels of a copy whose longer side has this length. `None` if there is no such copy.
pub(crate) fn smaller(picture: &RgbImage, longer_side: u32) -> Option<(Size, Vec<u8>)> {
    let full = picture.dimensions();
    let size = scaled(full, longer_side);
    let mut small = vec![0; size.width as usize * size.height as usize * 3];
    resize_rgb(picture, full, &mut small, (size.width, size.height), &sharp())?;
    Some((size, small))
}

fn scaled((width, height): (u32, u32), longer_side: u32) -> Size {
    let longer = width.max(height).max(1);
    let scaled = |side: u32| (side * longer_side).div_ceil(longer).max(1);
    Size {
        width: scaled(width),
        height: scaled(height),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;
    use contract::{AspectRatio, ImageFormat};

    #[test]
    fn even_noise_has_a_preview_within_the_limits() {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for aspect_ratio in AspectRatio::ALL {
            let Size { width, height } = aspect_ratio.size();
            // Coarse noise, because scaling down would average finer noise.
            let coarse = RgbImage::from_fn(width / 3, height / 3, |_, _| image::Rgb([next(), next(), next()]));
            let noise = image::imageops::resize(&coarse, width, height, image::imageops::FilterType::Nearest);
            let preview = preview_of(&noise).unwrap();
            assert!(preview.len() <= MAX_BYTES, "{aspect_ratio:?}: {}", preview.len());
            let size = scaled((width, height), LONGER_SIDE);
            assert_eq!(verify(&preview, ImageFormat::Jpeg, size), Ok(()));
            assert_eq!(size.width.max(size.height), LONGER_SIDE);
        }
    }

    #[test]
    fn a_preview_keeps_the_shape() {
        for (aspect_ratio, width, height) in [
            (AspectRatio::Wide, 480, 270),
            (AspectRatio::Tall, 270, 480),
            (AspectRatio::Square, 480, 480),
            (AspectRatio::Classic, 480, 360),
        ] {
            let Size {
                width: full_width,
                height: full_height,
            } = aspect_ratio.size();
            assert_eq!(scaled((full_width, full_height), LONGER_SIDE), Size { width, height });
        }
    }
}
