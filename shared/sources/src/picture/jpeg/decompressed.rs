//! What the decoders return.

use image::ColorType;

/// The pixels of a file, and what it says about them.
pub(super) struct Decompressed {
    pub(super) pixels: Vec<u8>,
    pub(super) color: ColorType,
    pub(super) profile: Option<Vec<u8>>,
    pub(super) exif: Option<Vec<u8>>,
}
