//! The last layer of a background: vignette and grain.

use crate::composer::{chance::Chance, raster::canvas::Canvas};

/// The share of its brightness that a corner loses.
const VIGNETTE: f32 = 0.20;

/// Paints a vignette and grain. Grain hides the steps of long gradients. It is coarse and has three levels, because
/// fine noise would make lossless files large. A photo has noise of its own, so `is_grained` is false for photos.
pub(super) fn paint(canvas: &mut Canvas, is_grained: bool) {
    let (width, height) = (canvas.pixmap().width(), canvas.pixmap().height());
    let length = (width as usize * 4).max(1);
    let across: Vec<[u16; 4]> = (0..width).map(|x| [off_centre(x, width); 4]).collect();
    // The alpha channel is not darkened.
    let strength = vec![[parts(VIGNETTE), parts(VIGNETTE), parts(VIGNETTE), 0]; width as usize];
    let mut grain = Chance::new("grain", 0);
    let mut noise = vec![[0_i16; 4]; (width as usize / 2 + 1) * 2];
    let rows = canvas.pixmap_mut().data_mut().chunks_mut(length);
    for (y, row) in (0..height).zip(rows) {
        if is_grained && y % 2 == 0 {
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
            // Adding 255/256 keeps the channel unchanged at full brightness.
            let lit = share(u16::from(*channel) << 8 | 0xff, light) >> 8;
            *channel = (lit as i16 + speck).clamp(0, 255) as u8;
        }
    }
}

/// Half the squared distance from the centre, in 65,536ths. The distance is 1 at the border.
fn off_centre(place: u32, length: u32) -> u16 {
    let distance = (place as f32 / length as f32 - 0.5) * 2.0;
    parts(distance * distance / 2.0).min(u16::MAX / 2)
}

/// A share in 65,536ths.
fn parts(share: f32) -> u16 {
    (share * 65_536.0) as u16
}

/// The product of two shares in 65,536ths.
const fn share(one: u16, other: u16) -> u16 {
    ((one as u32 * other as u32) >> 16) as u16
}
