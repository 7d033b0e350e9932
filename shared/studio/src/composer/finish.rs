//! The last layer of a background: vignette and grain.

use super::{canvas::Canvas, chance::Chance};

/// How dark the corners get, as a share of their light.
const VIGNETTE: f32 = 0.20;

/// Darkens the corners and roughens the light a little: grain hides the steps of long gradients. The grain is coarse
/// and has three levels only, because fine noise is what makes a lossless file large.
pub(crate) fn finish(canvas: &mut Canvas) {
    let (width, height) = (canvas.pixmap().width(), canvas.pixmap().height());
    let length = (width as usize * 4).max(1);
    let across: Vec<[u16; 4]> = (0..width).map(|x| [off_centre(x, width); 4]).collect();
    // Opacity is not darkened.
    let strength = vec![[parts(VIGNETTE), parts(VIGNETTE), parts(VIGNETTE), 0]; width as usize];
    let mut grain = Chance::new("grain", 0);
    let mut noise = vec![[0_i16; 4]; (width as usize / 2 + 1) * 2];
    let rows = canvas.pixmap_mut().data_mut().chunks_mut(length);
    for (y, row) in (0..height).zip(rows) {
        if y % 2 == 0 {
            for specks in noise.chunks_mut(2) {
                let speck = match grain.bits() % 4 {
                    0 => -3,
                    1 => 3,
                    _ => 0,
                };
                specks.fill([speck, speck, speck, 0]);
            }
        }
        let down = off_centre(y, height);
        let channels = row.iter_mut().zip(noise.as_flattened());
        let places = across.as_flattened().iter().zip(strength.as_flattened());
        for ((channel, speck), (across, strength)) in channels.zip(places) {
            let distance = across + down;
            let light = u16::MAX - share(share(distance, distance), *strength);
            // A half more than the channel, so that full light leaves it as it is.
            let lit = share(u16::from(*channel) << 8 | 0xff, light) >> 8;
            *channel = (lit as i16 + speck).clamp(0, 255) as u8;
        }
    }
}

/// Half the square of a place's distance from the middle, which is 1 at the edge; in parts of 65,536.
fn off_centre(place: u32, length: u32) -> u16 {
    let distance = (place as f32 / length as f32 - 0.5) * 2.0;
    parts(distance * distance / 2.0).min(u16::MAX / 2)
}

/// A share as parts of 65,536.
fn parts(share: f32) -> u16 {
    (share * 65_536.0) as u16
}

/// The product of two shares in parts of 65,536.
const fn share(one: u16, other: u16) -> u16 {
    ((one as u32 * other as u32) >> 16) as u16
}
