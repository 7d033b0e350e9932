//! Enlarges a small picture smoothly and draws it over a large one.
//!
//! The rasterizer could do this at many times the cost: it works in floating point and on every pixel, also on
//! transparent ones. Here each small row is widened once, and only its visible part. The remaining loops over 16-bit
//! numbers are flat, so the compiler vectorizes them.

use super::blend;
use std::ops::Range;
use tiny_skia::Pixmap;

/// One in 8.8 fixed point, the unit of interpolation weights.
const ONE: u16 = 256;

/// Draws `small`, enlarged `scale` times by bilinear interpolation, over `large`.
pub(crate) fn lay(small: &Pixmap, large: &mut Pixmap, scale: u32) {
    let width = large.width() as usize;
    let cells = Cells::new(scale);
    let (source, _) = small.data().as_chunks::<4>();
    let rows: Vec<Row<'_>> = source
        .chunks((small.width() as usize).max(1))
        .map(|pixels| Row::new(pixels, &cells, width))
        .collect();
    let (mut above, mut below) = (WideRow::new(width), WideRow::new(width));
    let mut mixed = vec![0_u16; width * 4];
    let (target, _) = large.data_mut().as_chunks_mut::<4>();
    for (y, target) in (0..).zip(target.chunks_mut(width.max(1))) {
        let (upper, share) = between(y, scale);
        let lower = (upper + 1).min(rows.len().saturating_sub(1));
        let (Some(first), Some(second)) = (rows.get(upper), rows.get(lower)) else {
            continue;
        };
        let span = union(&first.span, &second.span);
        if span.is_empty() {
            continue;
        }
        if below.index == Some(upper) {
            std::mem::swap(&mut above, &mut below);
        }
        above.hold(upper, first, &cells);
        below.hold(lower, second, &cells);
        let flat = span.start * 4..span.end * 4;
        if let (Some(target), Some(mixed), Some(above), Some(below)) = (
            target.get_mut(span),
            mixed.get_mut(flat.clone()),
            above.channels.get(flat.clone()),
            below.channels.get(flat),
        ) {
            mix(mixed, above, below, share);
            if first.is_opaque && second.is_opaque {
                blend::replace(target, mixed);
            } else {
                blend::over(target, mixed);
            }
        }
    }
}

/// The small pixel before this position in the large picture, and the weight of the next small pixel in 256ths.
fn between(position: u32, scale: u32) -> (usize, u16) {
    let scale = u64::from(scale.max(1));
    let half_pixels = (2 * u64::from(position) + 1).saturating_sub(scale);
    let share = half_pixels % (2 * scale) * u64::from(ONE) / (2 * scale);
    (
        usize::try_from(half_pixels / (2 * scale)).unwrap_or(usize::MAX),
        u16::try_from(share).unwrap_or(0),
    )
}

fn union(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    match (one.is_empty(), other.is_empty()) {
        (true, _) => other.clone(),
        (_, true) => one.clone(),
        _ => one.start.min(other.start)..one.end.max(other.end),
    }
}

/// Interpolates two rows of channels in 8.8 fixed point and rounds to integers.
fn mix(mixed: &mut [u16], above: &[u16], below: &[u16], share: u16) {
    // In 65,536ths, so that the upper half of the 32-bit product is the weighted channel.
    let share = share * ONE;
    let part = |channel: u16| ((u32::from(channel) * u32::from(share)) >> 16) as u16;
    for ((mixed, above), below) in mixed.iter_mut().zip(above).zip(below) {
        *mixed = (above - part(*above) + part(*below) + ONE / 2) >> 8;
    }
}

/// The large pixels between the centres of two neighbouring small pixels.
struct Cells {
    /// The number of large pixels before the centre of the first small pixel.
    lead: usize,
    /// For each large pixel of a cell the weight of the next small pixel, in 256ths.
    shares: Vec<u16>,
}

impl Cells {
    fn new(scale: u32) -> Self {
        let scale = scale.max(1);
        let lead = scale / 2;
        Self {
            lead: lead as usize,
            shares: (lead..lead + scale).map(|x| between(x, scale).1).collect(),
        }
    }

    /// The first large pixel of a cell. The first cell begins at the border.
    fn start(&self, index: usize) -> usize {
        match index {
            0 => 0,
            _ => self.lead + index * self.shares.len(),
        }
    }
}

/// A row of the small picture, with the bounds of its visible part.
struct Row<'a> {
    pixels: &'a [[u8; 4]],
    /// The cells with a visible pixel.
    cells: Range<usize>,
    /// The large pixels of these cells.
    span: Range<usize>,
    is_opaque: bool,
}

impl<'a> Row<'a> {
    fn new(pixels: &'a [[u8; 4]], cells: &Cells, width: usize) -> Self {
        let is_seen = |pixel: &[u8; 4]| *pixel != [0; 4];
        let first = pixels.iter().position(is_seen).unwrap_or(pixels.len());
        let end = pixels.iter().rposition(is_seen).map_or(first, |last| last + 1);
        let start = first.saturating_sub(1);
        let span = match first == end {
            true => 0..0,
            false => cells.start(start).min(width)..cells.start(end).min(width),
        };
        Self {
            pixels,
            cells: start..end,
            span,
            is_opaque: pixels.iter().all(|[.., alpha]| *alpha == u8::MAX),
        }
    }
}

/// A row of the small picture, interpolated to the width of the large one, in 8.8 fixed point.
struct WideRow {
    index: Option<usize>,
    channels: Vec<u16>,
}

impl WideRow {
    fn new(width: usize) -> Self {
        Self {
            index: None,
            channels: vec![0; width * 4],
        }
    }

    /// Interpolates the row, unless this already holds the row.
    fn hold(&mut self, index: usize, row: &Row<'_>, cells: &Cells) {
        if self.index == Some(index) {
            return;
        }
        self.index = Some(index);
        self.channels.fill(0);
        let (wide, _) = self.channels.as_chunks_mut::<4>();
        let Some(wide) = wide.get_mut(row.span.clone()) else {
            return;
        };
        let (lead, wide) = match row.cells.start {
            0 => wide.split_at_mut(cells.lead.min(wide.len())),
            _ => (Default::default(), wide),
        };
        if let Some(first) = row.pixels.first() {
            lead.fill(first.map(|channel| u16::from(channel) * ONE));
        }
        let nears = row.pixels.iter().skip(row.cells.start);
        let fars = row.pixels.iter().skip(row.cells.start + 1).chain(row.pixels.last());
        for ((cell, near), far) in wide.chunks_mut(cells.shares.len()).zip(nears).zip(fars) {
            let (near, far) = (near.map(u16::from), far.map(u16::from));
            for (pixel, share) in cell.iter_mut().zip(&cells.shares) {
                for ((channel, near), far) in pixel.iter_mut().zip(near).zip(far) {
                    *channel = near * (ONE - share) + far * share;
                }
            }
        }
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
    fn a_layer_of_one_colour_keeps_its_colour() {
        let mut large = filled(30, 17, Color::BLACK);
        lay(&filled(8, 5, Color::WHITE), &mut large, 4);
        assert!(large.data().iter().all(|byte| *byte == 255));
    }

    #[test]
    fn a_transparent_layer_changes_nothing() {
        let mut large = filled(30, 17, Color::WHITE);
        lay(&filled(8, 5, Color::TRANSPARENT), &mut large, 4);
        assert!(large.data().iter().all(|byte| *byte == 255));
    }

    #[test]
    fn interpolated_values_rise_evenly() {
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
