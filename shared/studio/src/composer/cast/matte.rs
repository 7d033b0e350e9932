//! Cuts a photo out by the matte in its file.

use codecs::{Matte, resize_grey, sharp};
use image::{Rgba, RgbaImage};

/// Gives the picture the opacity of the matte. `None` if one of them has no pixels.
pub(super) fn cut_out(mut pixels: RgbaImage, matte: &Matte) -> Option<RgbaImage> {
    let mut alpha = vec![0; pixels.width() as usize * pixels.height() as usize];
    resize_grey(matte.alpha(), matte.size(), &mut alpha, pixels.dimensions(), &sharp())?;
    for (Rgba([.., opacity]), alpha) in pixels.pixels_mut().zip(alpha) {
        *opacity = alpha;
    }
    Some(pixels)
}
