//! Verifies a picture before it is stored and charged.

use contract::{ImageFormat, Size};
use image::{DynamicImage, Limits};

/// The largest allocation of a decoder, for each pixel of the expected size: twice the four bytes of a pixel. A forged
/// header cannot demand more.
const MAX_DECODED_BYTES_OF_PIXEL: u64 = 8;

/// The largest allocation of a decoder for a small picture.
const MIN_ALLOCATION: u64 = 16 * 1024 * 1024;

/// Why a picture is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutputRejected {
    /// The first bytes are those of another format, or of an unknown one.
    #[error("the picture is not in the expected file format")]
    WrongFormat,
    /// The file's header has another size.
    #[error("the picture has the wrong size: {width}×{height} pixels")]
    WrongSize {
        /// The width found, in pixels.
        width: u32,
        /// The height found, in pixels.
        height: u32,
    },
    /// The file has more bytes than the brief allows.
    #[error("the picture's file is too large: {bytes} bytes")]
    TooLarge {
        /// The size of the file.
        bytes: usize,
    },
    /// The file is truncated or damaged, or needs more memory than a valid picture.
    #[error("the picture cannot be decoded")]
    Undecodable,
}

/// Decodes the whole picture and compares it with the promised format and size.
///
/// The format is read from the bytes; the media type that a vendor states is ignored.
///
/// # Errors
///
/// [`OutputRejected`] names the first check that fails.
pub fn verify(bytes: &[u8], format: ImageFormat, size: Size) -> Result<(), OutputRejected> {
    verified(bytes, format, size).map(drop)
}

/// Verifies a picture as [`verify`] does, and returns its pixels.
pub(crate) fn verified(bytes: &[u8], format: ImageFormat, size: Size) -> Result<DynamicImage, OutputRejected> {
    let expected = match format {
        ImageFormat::Png => image::ImageFormat::Png,
        ImageFormat::Jpeg => image::ImageFormat::Jpeg,
        ImageFormat::Webp => image::ImageFormat::WebP,
    };
    if image::guess_format(bytes).ok() != Some(expected) {
        return Err(OutputRejected::WrongFormat);
    }
    let (width, height) = codecs::dimensions(bytes, Some(expected)).ok_or(OutputRejected::Undecodable)?;
    if (width, height) != (size.width, size.height) {
        return Err(OutputRejected::WrongSize { width, height });
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(size.width);
    limits.max_image_height = Some(size.height);
    let pixels = u64::from(size.width) * u64::from(size.height);
    limits.max_alloc = Some((pixels * MAX_DECODED_BYTES_OF_PIXEL).max(MIN_ALLOCATION));
    let decoded = codecs::decode(bytes, Some(expected), limits).ok_or(OutputRejected::Undecodable)?;
    Ok(decoded.picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const SIZE: Size = Size { width: 64, height: 36 };

    fn encoded(format: image::ImageFormat) -> Vec<u8> {
        let picture = image::RgbImage::from_fn(64, 36, |x, y| image::Rgb([(x * 3) as u8, (y * 5) as u8, 90]));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn an_intact_picture_passes_in_every_format() {
        assert_eq!(
            verify(&encoded(image::ImageFormat::Png), ImageFormat::Png, SIZE),
            Ok(())
        );
        assert_eq!(
            verify(&encoded(image::ImageFormat::Jpeg), ImageFormat::Jpeg, SIZE),
            Ok(())
        );
        assert_eq!(
            verify(&encoded(image::ImageFormat::WebP), ImageFormat::Webp, SIZE),
            Ok(())
        );
    }

    #[test]
    fn another_format_is_refused() {
        let png = encoded(image::ImageFormat::Png);
        assert_eq!(verify(&png, ImageFormat::Jpeg, SIZE), Err(OutputRejected::WrongFormat));
        assert_eq!(verify(b"", ImageFormat::Png, SIZE), Err(OutputRejected::WrongFormat));
        assert_eq!(
            verify(b"<html>sorry</html>", ImageFormat::Png, SIZE),
            Err(OutputRejected::WrongFormat)
        );
    }

    #[test]
    fn another_size_is_refused() {
        let png = encoded(image::ImageFormat::Png);
        let wanted = Size { width: 36, height: 64 };
        let rejected = OutputRejected::WrongSize { width: 64, height: 36 };
        assert_eq!(verify(&png, ImageFormat::Png, wanted), Err(rejected));
    }

    #[test]
    fn a_truncated_file_is_refused_in_lossless_formats() {
        for (theirs, ours) in [
            (image::ImageFormat::Png, ImageFormat::Png),
            (image::ImageFormat::WebP, ImageFormat::Webp),
        ] {
            let bytes = encoded(theirs);
            assert_eq!(
                verify(&bytes[..bytes.len() / 2], ours, SIZE),
                Err(OutputRejected::Undecodable),
                "{ours:?}"
            );
        }
    }

    #[test]
    fn a_truncated_jpeg_is_refused() {
        let bytes = encoded(image::ImageFormat::Jpeg);
        assert_eq!(
            verify(&bytes[..bytes.len() / 2], ImageFormat::Jpeg, SIZE),
            Err(OutputRejected::Undecodable)
        );
    }

    #[test]
    fn damaged_pixels_are_refused() {
        let mut png = encoded(image::ImageFormat::Png);
        let middle = png.len() / 2;
        png[middle] ^= 0xff;
        assert_eq!(verify(&png, ImageFormat::Png, SIZE), Err(OutputRejected::Undecodable));
    }
}
