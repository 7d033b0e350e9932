//! Makes a reference's file small enough to send to a vendor.

use crate::{
    encode::{jpeg_of, png_of},
    fit::decode,
};
use bytes::Bytes;
use codecs::{resize_rgb, resize_rgba, sharp};
use contract::ImageFormat;
use image::DynamicImage;
use png::{ColorType, Compression};

/// The largest size of all pictures of one request together, in bytes. In base64 they take 16 MB. Gemini accepts
/// requests of up to 20 MB; the other vendors accept more.
pub(crate) const MAX_BYTES: usize = 12_000_000;
/// The longest side of a picture that is sent, in pixels. Vendors paint no larger pictures in their usual sizes, and
/// scale larger references down.
const MAX_SIDE: u32 = 1536;
/// The sides that are tried, from the longest, until the file is small enough. At the last one even a PNG of noise with
/// transparency has less than a 28th of [`MAX_BYTES`], and no thumbnail has more than 28 references.
const SIDES: [u32; 6] = [MAX_SIDE, 1024, 768, 512, 384, 256];
const JPEG_QUALITIES: [u8; 2] = [90, 80];

/// The file format of a reference, by its first bytes. `None` if vendors do not accept the format.
pub(crate) fn format(file: &[u8]) -> Option<ImageFormat> {
    match image::guess_format(file).ok()? {
        image::ImageFormat::Png => Some(ImageFormat::Png),
        image::ImageFormat::Jpeg => Some(ImageFormat::Jpeg),
        image::ImageFormat::WebP => Some(ImageFormat::Webp),
        _ => None,
    }
}

/// A file of the same picture with at most `most` bytes and sides of at most 1536 pixels. A file within both limits
/// stays unchanged. `None` if the file cannot be decoded.
pub(crate) fn attachable(file: Bytes, most: usize) -> Option<Bytes> {
    let was_photo = format(&file)? == ImageFormat::Jpeg;
    let (width, height) = codecs::dimensions(&file, None)?;
    if file.len() <= most && width.max(height) <= MAX_SIDE {
        return Some(file);
    }
    let mut picture = Pixels::of(decode(&file)?);
    drop(file);
    for longest in SIDES {
        picture = picture.within(longest)?;
        if let Some(smaller) = picture.encoded(was_photo, most) {
            return Some(smaller.into());
        }
    }
    None
}

/// A decoded picture. It has an alpha channel only if a pixel is transparent.
struct Pixels {
    bytes: Vec<u8>,
    size: (u32, u32),
    has_alpha: bool,
}

impl Pixels {
    fn of(picture: DynamicImage) -> Self {
        let size = (picture.width(), picture.height());
        let has_alpha = picture.color().has_alpha();
        let bytes = if has_alpha {
            picture.into_rgba8().into_raw()
        } else {
            picture.into_rgb8().into_raw()
        };
        Self { bytes, size, has_alpha }
    }

    /// The picture, scaled down so that no side is longer than this.
    fn within(self, longest: u32) -> Option<Self> {
        let (width, height) = self.size;
        let longer = width.max(height);
        if longer <= longest {
            return Some(self);
        }
        let scaled = |side: u32| {
            let side = u64::from(side) * u64::from(longest) / u64::from(longer);
            u32::try_from(side).unwrap_or(longest).max(1)
        };
        let size = (scaled(width), scaled(height));
        let channels = if self.has_alpha { 4 } else { 3 };
        let mut bytes = vec![0; size.0 as usize * size.1 as usize * channels];
        if self.has_alpha {
            resize_rgba(&self.bytes, self.size, &mut bytes, size, &sharp())?;
        } else {
            resize_rgb(&self.bytes, self.size, &mut bytes, size, &sharp())?;
        }
        Some(Self { bytes, size, ..self })
    }

    /// The first encoding with at most `most` bytes: PNG for pictures with transparency and for those that are not
    /// photos, JPEG for all others.
    fn encoded(&self, was_photo: bool, most: usize) -> Option<Vec<u8>> {
        let fits = |file: &Vec<u8>| file.len() <= most;
        let (width, height) = self.size;
        let png = |color| png_of(&self.bytes, color, width, height, Compression::Fast).filter(fits);
        if self.has_alpha {
            return png(ColorType::Rgba);
        }
        let png = if was_photo { None } else { png(ColorType::Rgb) };
        png.or_else(|| {
            let jpeg = |quality| jpeg_of(&self.bytes, width, height, quality).filter(fits);
            JPEG_QUALITIES.into_iter().find_map(jpeg)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{GenericImageView, RgbImage, RgbaImage};
    use std::io::Cursor;

    /// Noise cannot be compressed.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    fn file(picture: impl Into<DynamicImage>, format: image::ImageFormat) -> Bytes {
        let mut file = Cursor::new(Vec::new());
        picture.into().write_to(&mut file, format).unwrap();
        file.into_inner().into()
    }

    fn opaque_noise(side: u32) -> RgbImage {
        RgbImage::from_raw(side, side, noise((side * side * 3) as usize)).unwrap()
    }

    fn clear_noise(side: u32) -> RgbaImage {
        RgbaImage::from_raw(side, side, noise((side * side * 4) as usize)).unwrap()
    }

    #[test]
    fn a_file_within_the_bounds_stays_as_it_is() {
        for format in [
            image::ImageFormat::Png,
            image::ImageFormat::Jpeg,
            image::ImageFormat::WebP,
        ] {
            let small = file(opaque_noise(64), format);
            assert_eq!(attachable(small.clone(), small.len()), Some(small));
        }
    }

    #[test]
    fn a_picture_that_is_longer_is_scaled_and_keeps_its_shape_and_its_format() {
        for format in [image::ImageFormat::Png, image::ImageFormat::Jpeg] {
            let wide = RgbImage::from_fn(2048, 1024, |x, y| image::Rgb([(x / 16) as u8, (y / 8) as u8, 90]));
            let sent = attachable(file(wide, format), MAX_BYTES).unwrap();
            assert_eq!(image::guess_format(&sent).unwrap(), format);
            assert_eq!(image::load_from_memory(&sent).unwrap().dimensions(), (1536, 768));
        }
    }

    #[test]
    fn noise_fits_even_where_28_pictures_share_the_bytes() {
        for most in [MAX_BYTES, MAX_BYTES / 14, MAX_BYTES / 28] {
            for png in [
                file(opaque_noise(2048), image::ImageFormat::Png),
                file(clear_noise(2048), image::ImageFormat::Png),
                file(opaque_noise(2048), image::ImageFormat::Jpeg),
            ] {
                let sent = attachable(png.clone(), most).unwrap();
                assert!(sent.len() <= most, "{} of {most}", sent.len());
                assert!(sent.len() * 8 > most || most == MAX_BYTES, "{} of {most}", sent.len());
            }
        }
    }

    #[test]
    fn what_is_transparent_stays_transparent() {
        let sent = attachable(file(clear_noise(2048), image::ImageFormat::Png), MAX_BYTES / 14).unwrap();
        assert!(image::load_from_memory(&sent).unwrap().color().has_alpha());
    }

    #[test]
    fn the_same_file_gives_the_same_bytes() {
        let png = file(opaque_noise(2048), image::ImageFormat::Png);
        assert_eq!(attachable(png.clone(), 1_000_000), attachable(png, 1_000_000));
    }

    #[test]
    fn what_cannot_be_decoded_is_left_out() {
        let whole = file(opaque_noise(2048), image::ImageFormat::Png);
        for bytes in [
            Bytes::new(),
            Bytes::from_static(b"<html>"),
            whole.slice(..whole.len() / 2),
        ] {
            assert_eq!(attachable(bytes, MAX_BYTES), None);
        }
    }
}
