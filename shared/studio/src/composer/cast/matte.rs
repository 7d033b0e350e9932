//! Cuts a photo out by the matte in its file.

use codecs::{Matte, resize_grey, sharp};
use image::{Rgba, RgbaImage};

/// The picture with the opacity of the matte. `None` if there is no memory for it.
pub(super) fn cut_out(pixels: &RgbaImage, matte: &Matte) -> Option<RgbaImage> {
    let mut alpha = vec![0; pixels.width() as usize * pixels.height() as usize];
    resize_grey(matte.alpha(), matte.size(), &mut alpha, pixels.dimensions(), &sharp())?;
    let mut cut = pixels.clone();
    for (Rgba([.., opacity]), alpha) in cut.pixels_mut().zip(alpha) {
        *opacity = alpha;
    }
    Some(cut)
}
