//! A fast blur: box blurs, limited to the bounding box of the visible pixels.

use std::iter;
use tiny_skia::Pixmap;

type Pixel = [u8; 4];

/// Blurs with three box blurs, which approximate a Gaussian of this radius. Border pixels are repeated outside the
/// picture.
pub(super) fn blur(pixmap: &mut Pixmap, radius: f32) {
    let window = Window::new((radius / 1.8).round().clamp(1.0, 255.0) as usize);
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    let (pixels, _) = pixmap.data_mut().as_chunks_mut::<4>();
    let Some([left, top, right, bottom]) = filled(pixels, width) else {
        return;
    };
    let spread = 3 * window.reach;
    let (left, right) = (left.saturating_sub(spread), (right + spread).min(width));
    let (top, bottom) = (top.saturating_sub(spread), (bottom + spread).min(height));
    let mut area: Vec<Pixel> = Vec::with_capacity((right - left) * (bottom - top));
    for row in pixels.chunks(width).skip(top).take(bottom - top) {
        area.extend(row.get(left..right).unwrap_or_default());
    }
    let mut line = Vec::new();
    for _ in 0..3 {
        for row in area.chunks_mut(right - left) {
            window.along(row, &mut line);
        }
        area = window.down(&area, right - left);
    }
    let rows = pixels.chunks_mut(width).skip(top);
    for (row, blurred) in rows.zip(area.chunks(right - left)) {
        if let Some(row) = row.get_mut(left..right) {
            row.copy_from_slice(blurred);
        }
    }
}

/// The bounding box of the visible pixels: left, top, right and bottom, the last two exclusive.
fn filled(pixels: &[Pixel], width: usize) -> Option<[usize; 4]> {
    let is_seen = |pixel: &Pixel| *pixel != [0; 4];
    let mut bounds: Option<[usize; 4]> = None;
    for (y, row) in pixels.chunks(width.max(1)).enumerate() {
        let ends = row.iter().position(is_seen).zip(row.iter().rposition(is_seen));
        if let Some((first, last)) = ends {
            let [left, top, right, _] = bounds.unwrap_or([first, y, last + 1, y]);
            bounds = Some([left.min(first), top, right.max(last + 1), y + 1]);
        }
    }
    bounds
}

/// The window of a box blur: a pixel and `reach` pixels on either side.
struct Window {
    reach: usize,
    span: usize,
    /// The reciprocal of the span in 8.24 fixed point. 255 × span × part fits in 32 bits.
    part: u32,
}

impl Window {
    fn new(reach: usize) -> Self {
        let span = 2 * reach + 1;
        Self {
            reach,
            span,
            part: (1 << 24) / span as u32,
        }
    }

    const fn mean(&self, sum: u32) -> u8 {
        ((sum * self.part + (1 << 23)) >> 24) as u8
    }

    /// Blurs a row; `line` is a reusable buffer.
    fn along(&self, row: &mut [Pixel], line: &mut Vec<Pixel>) {
        let (Some(first), Some(last)) = (row.first(), row.last()) else {
            return;
        };
        line.clear();
        line.extend(iter::repeat_n(first, self.reach));
        line.extend(row.iter());
        line.extend(iter::repeat_n(last, self.reach + 1));
        let mut sums = [0_u32; 4];
        for pixel in line.iter().take(self.span) {
            for (sum, channel) in sums.iter_mut().zip(pixel) {
                *sum += u32::from(*channel);
            }
        }
        let windows = line.iter().zip(line.iter().skip(self.span));
        for (pixel, (old, new)) in row.iter_mut().zip(windows) {
            *pixel = sums.map(|sum| self.mean(sum));
            for ((sum, old), new) in sums.iter_mut().zip(old).zip(new) {
                *sum = *sum + u32::from(*new) - u32::from(*old);
            }
        }
    }

    /// Blurs all columns at once, one row after the other, because that is the order in memory.
    fn down(&self, area: &[Pixel], width: usize) -> Vec<Pixel> {
        let rows: Vec<&[Pixel]> = area.chunks(width.max(1)).collect();
        let row = |y: usize| {
            rows.get(y.min(rows.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        let mut sums = vec![0_u32; width * 4];
        for y in 0..self.span {
            let channels = row(y.saturating_sub(self.reach)).as_flattened();
            for (sum, channel) in sums.iter_mut().zip(channels) {
                *sum += u32::from(*channel);
            }
        }
        let mut blurred = vec![Pixel::default(); area.len()];
        for (y, target) in blurred.chunks_mut(width.max(1)).enumerate() {
            let (old, new) = (row(y.saturating_sub(self.reach)), row(y + self.reach + 1));
            let ends = old.as_flattened().iter().zip(new.as_flattened());
            for ((channel, sum), (old, new)) in target.as_flattened_mut().iter_mut().zip(&mut sums).zip(ends) {
                *channel = self.mean(*sum);
                *sum = *sum + u32::from(*new) - u32::from(*old);
            }
        }
        blurred
    }
}
