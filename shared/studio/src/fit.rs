//! Fits a vendor's picture to the brief: its shape, its size and its file format.

use crate::{
    brief::Brief,
    encode::{DigitalSource, encode},
};
use codecs::{resize_rgb, sharp};
use contract::{ImageFormat, Size};
use image::{DynamicImage, Limits, RgbImage, imageops};

/// The longest side that is decoded, in pixels. Models make at most 4096 pixels.
const MAX_SIDE: u32 = 8192;
/// The largest allocation of a decoder: four bytes for each of 40 megapixels.
const MAX_DECODED_BYTES: u64 = 160_000_000;
/// A picture that would have to be enlarged more than this for the default resolution is rejected.
const MOST_ENLARGED: u32 = 3;
/// The share of the cropped height that is cut at the top, in hundredths. Less is cut at the top than at the bottom,
/// because heads are above the middle.
const FROM_TOP: u32 = 35;

/// The limits that a picture has to fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The size of the result.
    pub(crate) size: Size,
    /// The size of the shape at the default resolution. A picture that is far smaller is rejected.
    pub(crate) usual_size: Size,
    /// The file format of the result.
    pub(crate) format: ImageFormat,
    /// The largest file of the result, in bytes.
    pub(crate) max_bytes: usize,
}

impl Frame {
    pub(crate) const fn of(brief: &Brief) -> Self {
        Self {
            size: brief.size(),
            usual_size: brief.aspect_ratio.size(),
            format: brief.format,
            max_bytes: brief.max_bytes,
        }
    }
}

/// A picture that fits.
#[derive(Debug)]
pub(crate) struct Fitted {
    /// The encoded file.
    pub(crate) bytes: Vec<u8>,
    /// Whether the picture was smaller than the frame.
    pub(crate) was_enlarged: bool,
}

/// Decodes the picture, crops it to the shape of the frame, scales it to the frame's size and encodes it. `None` if it
/// cannot be decoded or is far too small.
pub(crate) fn fit(bytes: &[u8], frame: Frame) -> Option<Fitted> {
    let Frame { size, usual_size, .. } = frame;
    let picture = opaque(decode(bytes)?);
    let (x, y, width, height) = window(picture.width(), picture.height(), size);
    if width * MOST_ENLARGED < usual_size.width || height * MOST_ENLARGED < usual_size.height {
        return None;
    }
    let was_enlarged = width < size.width || height < size.height;
    let pixels = if (width, height) == (size.width, size.height) {
        imageops::crop_imm(&picture, x, y, width, height).to_image().into_raw()
    } else {
        let [left, top, across, down] = [x, y, width, height].map(f64::from);
        let mut scaled = vec![0; size.width as usize * size.height as usize * 3];
        let options = sharp().crop(left, top, across, down);
        let full = picture.dimensions();
        resize_rgb(&picture, full, &mut scaled, (size.width, size.height), &options)?;
        scaled
    };
    drop(picture);
    Some(Fitted {
        bytes: encode(&pixels, size, frame.format, frame.max_bytes, DigitalSource::Trained)?,
        was_enlarged,
    })
}

/// Decodes a picture within the limits of this module.
pub(crate) fn decode(bytes: &[u8]) -> Option<DynamicImage> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    Some(codecs::decode(bytes, None, limits)?.picture)
}

/// The pixels on white, because a thumbnail is opaque.
fn opaque(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let over_white = |channel: u8, alpha: u8| {
        let (channel, alpha) = (u32::from(channel), u32::from(alpha));
        u8::try_from((channel * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    };
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0;
        image::Rgb([red, green, blue].map(|channel| over_white(channel, alpha)))
    })
}

/// The largest crop with the shape of `size`: left, top, width and height.
fn window(width: u32, height: u32, size: Size) -> (u32, u32, u32, u32) {
    let wider = u64::from(width) * u64::from(size.height) > u64::from(height) * u64::from(size.width);
    let part = |of: u32, numerator: u32, denominator: u32| {
        let part = u64::from(of) * u64::from(numerator) / u64::from(denominator);
        u32::try_from(part).unwrap_or(of).max(1)
    };
    if wider {
        let kept = part(height, size.width, size.height).min(width);
        ((width - kept) / 2, 0, kept, height)
    } else {
        let kept = part(width, size.height, size.width).min(height);
        (0, (height - kept) * FROM_TOP / 100, width, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;
    use contract::{AspectRatio, Resolution};
    use std::io::Cursor;

    fn frame(aspect_ratio: AspectRatio, format: ImageFormat) -> Frame {
        Frame {
            size: aspect_ratio.size(),
            usual_size: aspect_ratio.size(),
            format,
            max_bytes: 2_000_000,
        }
    }

    fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        image::RgbaImage::from_fn(width, height, |x, y| image::Rgba(pixel(x, y)))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        file.into_inner()
    }

    #[test]
    fn any_size_becomes_the_size_that_was_asked_for() {
        for (width, height) in [
            (1344, 768),
            (1024, 1024),
            (1536, 1024),
            (768, 1344),
            (1280, 720),
            (640, 360),
        ] {
            let made = png(width, height, |x, y| [x as u8, y as u8, 90, 255]);
            for aspect_ratio in AspectRatio::ALL {
                let size = aspect_ratio.size();
                // The last is too small for shapes across it.
                match fit(&made, frame(aspect_ratio, ImageFormat::Jpeg)) {
                    Some(fitted) => assert_eq!(verify(&fitted.bytes, ImageFormat::Jpeg, size), Ok(())),
                    None => assert_eq!((width, height), (640, 360), "{aspect_ratio:?}"),
                }
            }
        }
    }

    #[test]
    fn every_format_can_be_asked_for() {
        let (made, size) = (
            png(640, 400, |x, y| [x as u8, y as u8, 90, 255]),
            AspectRatio::Wide.size(),
        );
        for format in ImageFormat::ALL {
            let fitted = fit(&made, frame(AspectRatio::Wide, format)).unwrap();
            assert_eq!(verify(&fitted.bytes, format, size), Ok(()));
        }
    }

    #[test]
    fn what_is_cut_off_is_the_edges() {
        let size = AspectRatio::Wide.size();
        assert_eq!(window(1280, 720, size), (0, 0, 1280, 720));
        assert_eq!(window(2000, 720, size), (360, 0, 1280, 720));
        assert_eq!(window(1280, 1280, size), (0, 196, 1280, 720));
    }

    #[test]
    fn transparency_becomes_white() {
        let clear = png(1280, 720, |_, _| [0, 0, 0, 0]);
        let fitted = fit(&clear, frame(AspectRatio::Wide, ImageFormat::Png)).unwrap();
        let picture = image::load_from_memory(&fitted.bytes).unwrap().into_rgb8();
        assert!(picture.pixels().all(|pixel| pixel.0 == [255, 255, 255]));
    }

    #[test]
    fn what_is_no_picture_or_a_tiny_one_is_unusable() {
        let whole = png(1280, 720, |x, y| [(x * y) as u8, y as u8, x as u8, 255]);
        for bytes in [
            &b""[..],
            b"<html>",
            &whole[..whole.len() / 2],
            &png(64, 64, |_, _| [9, 9, 9, 255]),
        ] {
            assert!(fit(bytes, frame(AspectRatio::Wide, ImageFormat::Png)).is_none());
        }
    }

    #[test]
    fn a_photo_that_is_too_large_as_png_is_made_to_fit() {
        let noisy = |x: u32, y: u32| {
            let grain = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)) >> 16;
            [(x / 8) as u8 ^ grain as u8 & 31, (y / 6) as u8, grain as u8 & 63, 255]
        };
        let photo = png(1440, 1080, noisy);
        let fitted = fit(&photo, frame(AspectRatio::Classic, ImageFormat::Png)).unwrap();
        assert!(fitted.bytes.len() <= 2_000_000, "{}", fitted.bytes.len());
        assert!(!fitted.was_enlarged);
    }

    #[test]
    fn a_small_picture_is_enlarged_to_a_higher_resolution() {
        let made = png(1536, 1024, |x, y| [x as u8, y as u8, 90, 255]);
        for aspect_ratio in [AspectRatio::Wide, AspectRatio::Classic] {
            let frame = Frame {
                size: aspect_ratio.size_at(Resolution::P2160),
                max_bytes: 1_000_000,
                ..frame(aspect_ratio, ImageFormat::Jpeg)
            };
            let fitted = fit(&made, frame).unwrap();
            assert!(fitted.was_enlarged && fitted.bytes.len() <= 1_000_000);
            assert_eq!(verify(&fitted.bytes, ImageFormat::Jpeg, frame.size), Ok(()));
        }
    }
}
