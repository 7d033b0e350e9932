//! Lays a small picture over a large one, smoothly enlarged.
//!
//! The rasterizer can do this too, at four times the cost: it works in floating point and on every pixel, empty or not.

use tiny_skia::Pixmap;

/// Fractions of a pixel are counted in parts of 256.
const ONE: u32 = 256;

/// Draws `small`, enlarged `scale` times, over `large`. Pixels between those of `small` are interpolated.
pub(crate) fn lay(small: &Pixmap, large: &mut Pixmap, scale: u32) {
    let width = small.width() as usize;
    let row_length = (large.width() as usize).max(1);
    let (source, _) = small.data().as_chunks::<4>();
    let rows: Vec<&[[u8; 4]]> = source.chunks(width.max(1)).collect();
    let is_empty: Vec<bool> = rows
        .iter()
        .map(|row| row.iter().all(|pixel| *pixel == [0; 4]))
        .collect();
    let columns: Vec<(usize, u32)> = (0..large.width()).map(|x| between(x, scale)).collect();
    let (target, _) = large.data_mut().as_chunks_mut::<4>();
    let mut line = vec![[0_u32; 4]; width];
    for (y, target) in (0..).zip(target.chunks_mut(row_length)) {
        let (upper, share) = between(y, scale);
        let lower = (upper + 1).min(rows.len().saturating_sub(1));
        let is_blank = |row: usize| is_empty.get(row).copied().unwrap_or(true);
        let (Some(above), Some(below)) = (rows.get(upper), rows.get(lower)) else {
            continue;
        };
        if is_blank(upper) && is_blank(lower) {
            continue;
        }
        for ((mixed, above), below) in line.iter_mut().zip(*above).zip(*below) {
            for ((mixed, above), below) in mixed.iter_mut().zip(above).zip(below) {
                *mixed = u32::from(*above) * (ONE - share) + u32::from(*below) * share;
            }
        }
        for (pixel, (left, share)) in target.iter_mut().zip(&columns) {
            let Some(near) = line.get(*left) else { continue };
            let far = line.get(left + 1).unwrap_or(near);
            over(pixel, near, far, *share);
        }
    }
}

/// The pixel of the small picture before this one, and how far toward the next one it lies.
fn between(position: u32, scale: u32) -> (usize, u32) {
    let scale = u64::from(scale.max(1));
    let half_pixels = (2 * u64::from(position) + 1).saturating_sub(scale);
    let share = half_pixels % (2 * scale) * u64::from(ONE) / (2 * scale);
    (
        usize::try_from(half_pixels / (2 * scale)).unwrap_or(usize::MAX),
        u32::try_from(share).unwrap_or(0),
    )
}

/// Premultiplied source-over.
fn over(pixel: &mut [u8; 4], near: &[u32; 4], far: &[u32; 4], share: u32) {
    let mut source = [0_u32; 4];
    for ((source, near), far) in source.iter_mut().zip(near).zip(far) {
        *source = (near * (ONE - share) + far * share + ONE * ONE / 2) / (ONE * ONE);
    }
    let [.., alpha] = source;
    if alpha == 0 {
        return;
    }
    for (channel, source) in pixel.iter_mut().zip(source) {
        *channel = u8::try_from(source + (u32::from(*channel) * (255 - alpha.min(255)) + 127) / 255).unwrap_or(u8::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Color;

    fn filled(width: u32, height: u32, colour: Color) -> Pixmap {
        let mut pixmap = Pixmap::new(width, height).unwrap();
        pixmap.fill(colour);
        pixmap
    }

    #[test]
    fn an_even_layer_stays_even() {
        let mut large = filled(30, 17, Color::BLACK);
        lay(&filled(8, 5, Color::WHITE), &mut large, 4);
        assert!(large.data().iter().all(|byte| *byte == 255));
    }

    #[test]
    fn an_empty_layer_changes_nothing() {
        let mut large = filled(30, 17, Color::WHITE);
        lay(&filled(8, 5, Color::TRANSPARENT), &mut large, 4);
        assert!(large.data().iter().all(|byte| *byte == 255));
    }

    #[test]
    fn values_between_two_pixels_rise_evenly() {
        let mut small = filled(2, 1, Color::BLACK);
        small.pixels_mut()[1] = Color::WHITE.premultiply().to_color_u8();
        let mut large = filled(16, 1, Color::BLACK);
        lay(&small, &mut large, 8);
        let reds: Vec<u8> = large.pixels().iter().map(|pixel| pixel.red()).collect();
        assert!(reds.is_sorted());
        assert_eq!((reds[0], reds[15]), (0, 255));
        assert!((120..150).contains(&reds[8]), "{reds:?}");
    }
}
