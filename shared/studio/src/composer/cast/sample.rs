//! Small copies of a photo, and the colours of its pixels.

use colour::Rgb;
use image::{Rgba, RgbaImage, imageops};

/// A copy of the picture whose longer side has at most `side` pixels.
pub(super) fn sample(pixels: &RgbaImage, side: u32) -> RgbaImage {
    let longer = pixels.width().max(pixels.height()).max(1);
    if longer <= side {
        return pixels.clone();
    }
    let shrunk = |length: u32| (length * side / longer).max(1);
    imageops::thumbnail(pixels, shrunk(pixels.width()), shrunk(pixels.height()))
}

/// The colour of a pixel, without its opacity.
pub(super) const fn rgb(pixel: &Rgba<u8>) -> Rgb {
    let Rgba([red, green, blue, _]) = *pixel;
    Rgb(red, green, blue)
}
