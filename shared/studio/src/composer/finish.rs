//! The last layer of a background: vignette and grain.

use super::{canvas::Canvas, chance::Chance};

/// How dark the corners get, as a share of their light.
const VIGNETTE: f32 = 0.20;

/// Darkens the corners and roughens the light a little: grain hides the steps of long gradients. The grain is coarse
/// and has three levels only, because fine noise is what makes a lossless file large.
pub(crate) fn finish(canvas: &mut Canvas) {
    let (width, height) = (canvas.width(), canvas.height());
    let row_length = canvas.pixmap().width() as usize;
    let mut grain = Chance::new("grain", 0);
    let mut noise = vec![0_i16; row_length / 2 + 1];
    let (pixels, _) = canvas.pixmap_mut().data_mut().as_chunks_mut::<4>();
    for (y, row) in pixels.chunks_mut(row_length.max(1)).enumerate() {
        if y % 2 == 0 {
            noise.fill_with(|| match grain.bits() % 4 {
                0 => -3,
                1 => 3,
                _ => 0,
            });
        }
        let down = (y as f32 / height - 0.5) * 2.0;
        for (x, [red, green, blue, _]) in row.iter_mut().enumerate() {
            let across = (x as f32 / width - 0.5) * 2.0;
            let distance = (across * across + down * down) / 2.0;
            let light = ((1.0 - VIGNETTE * distance * distance) * 65_536.0) as u32;
            let speck = noise.get(x / 2).copied().unwrap_or(0);
            for channel in [red, green, blue] {
                *channel = (((u32::from(*channel) * light) >> 16) as i16 + speck).clamp(0, 255) as u8;
            }
        }
    }
}
