//! Which pixels of a picture are in front of its background, and the form that they have.

use super::{Background, areas::Poster, pixel::VISIBLE};
use colour::Pixels;
use std::mem::replace;

/// For each pixel whether it is in front of the background.
pub(super) struct Mask {
    rows: Vec<Vec<bool>>,
    width: usize,
}

/// The smallest box round all that is in front; the ends belong to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Frame {
    pub(super) const fn width(self) -> usize {
        self.right - self.left + 1
    }

    pub(super) const fn height(self) -> usize {
        self.bottom - self.top + 1
    }

    /// The half as wide and half as high frame in the middle.
    const fn middle(self) -> Self {
        let (beside, above) = (self.width() / 4, self.height() / 4);
        Self {
            left: self.left + beside,
            right: self.right - beside,
            top: self.top + above,
            bottom: self.bottom - above,
        }
    }
}

impl Mask {
    pub(super) fn of(pixels: &Pixels, background: Background) -> Self {
        let is_before = |pixel: &[u8; 4]| pixel[3] >= VISIBLE && !background.shows_in(*pixel);
        Self {
            rows: pixels.rows().map(|row| row.iter().map(is_before).collect()).collect(),
            width: pixels.width() as usize,
        }
    }

    /// Whether a pixel is in front; `None` outside the picture.
    fn at(&self, x: usize, y: usize) -> Option<bool> {
        self.rows.get(y)?.get(x).copied()
    }

    /// The frame round all that is in front, or that of the picture if nothing is.
    pub(super) fn frame(&self) -> Frame {
        let is_any = |row: &Vec<bool>| row.contains(&true);
        let lefts = self
            .rows
            .iter()
            .filter_map(|row| row.iter().position(|is_before| *is_before));
        let rights = self
            .rows
            .iter()
            .filter_map(|row| row.iter().rposition(|is_before| *is_before));
        Frame {
            left: lefts.min().unwrap_or_default(),
            right: rights.max().unwrap_or(self.width.saturating_sub(1)),
            top: self.rows.iter().position(is_any).unwrap_or_default(),
            bottom: self
                .rows
                .iter()
                .rposition(is_any)
                .unwrap_or(self.rows.len().saturating_sub(1)),
        }
    }

    /// The share of a frame that is in front.
    pub(super) fn fill(&self, frame: Frame) -> f32 {
        let rows = self.rows.get(frame.top..=frame.bottom).unwrap_or_default();
        let parts = rows.iter().filter_map(|row| row.get(frame.left..=frame.right));
        let count = parts.flatten().filter(|is_before| **is_before).count();
        count as f32 / (frame.width() * frame.height()) as f32
    }

    /// The share of the middle of a frame that is in front.
    pub(super) fn fill_of_middle(&self, frame: Frame) -> f32 {
        self.fill(frame.middle())
    }

    /// How well the left half of a frame mirrors the right half, 0 to 1.
    pub(super) fn symmetry(&self, frame: Frame) -> f32 {
        let (mut both, mut either) = (0_u32, 0_u32);
        let rows = self.rows.get(frame.top..=frame.bottom).unwrap_or_default();
        for part in rows.iter().filter_map(|row| row.get(frame.left..=frame.right)) {
            for (own, mirrored) in part.iter().zip(part.iter().rev()) {
                both += u32::from(*own && *mirrored);
                either += u32::from(*own || *mirrored);
            }
        }
        both as f32 / either.max(1) as f32
    }

    /// The share of the foreground pixels that have foreground on all four sides at a distance of three pixels. Small
    /// print has hardly any, although it has as many tones as a photo when it is scaled down.
    pub(super) fn solidity(&self) -> f32 {
        const REACH: usize = 3;
        // A subject that touches the border is assumed to continue beyond it.
        let goes_on = |x: usize, y: usize| self.at(x, y).unwrap_or(true);
        let (mut all, mut solid) = (0_u32, 0_u32);
        for (y, row) in self.rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, is_before)| **is_before) {
                let beside = goes_on(x.saturating_sub(REACH), y) && goes_on(x + REACH, y);
                all += 1;
                solid += u32::from(beside && goes_on(x, y.saturating_sub(REACH)) && goes_on(x, y + REACH));
            }
        }
        solid as f32 / all.max(1) as f32
    }

    /// The number of separate stretches of foreground in the middle one of all columns that have any. Charts, codes and
    /// sheets of icons have many; lettering has as many in rows only.
    pub(super) fn stretches_down(&self) -> usize {
        let column = |x: usize| self.rows.iter().map(move |row| row.get(x).copied().unwrap_or_default());
        let mut numbers: Vec<usize> = (0..self.width).map(|x| stretches(column(x))).collect();
        numbers.retain(|number| *number > 0);
        numbers.sort_unstable();
        numbers.get(numbers.len() / 2).copied().unwrap_or_default()
    }

    /// The mask in square cells of the given side, in pixels: 1 where any pixel is in front, or else 0.
    pub(super) fn cells(&self, side: usize) -> Poster {
        let side = side.max(1);
        let is_any = |rows: &[Vec<bool>], left: usize| {
            let mut parts = rows
                .iter()
                .filter_map(|row| row.get(left..(left + side).min(row.len())));
            u8::from(parts.any(|part| part.contains(&true)))
        };
        let starts = || (0..self.width).step_by(side);
        let cells = self
            .rows
            .chunks(side)
            .flat_map(|rows| starts().map(move |left| is_any(rows, left)));
        Poster::new(starts().count(), cells.collect())
    }
}

/// The number of separate stretches of foreground in a line of pixels.
fn stretches(line: impl Iterator<Item = bool>) -> usize {
    let begins = line.scan(false, |before, is_before| {
        let was_before = replace(before, is_before);
        Some(is_before && !was_before)
    });
    begins.filter(|begins| *begins).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{CLEAR, Sketch};

    fn mask(sketch: Sketch) -> Mask {
        Mask::of(&sketch.pixels(), Background::Transparent)
    }

    #[test]
    fn the_frame_and_what_fills_it_are_measured() {
        let found = mask(Sketch::new(60, 40, CLEAR).rectangle((10, 5), (40, 20), 0x1e50dc));
        let frame = found.frame();
        assert_eq!((frame.width(), frame.height()), (40, 20));
        assert_eq!((found.fill(frame), found.symmetry(frame)), (1.0, 1.0));
        let corner = Sketch::new(60, 40, CLEAR)
            .rectangle((10, 5), (4, 20), 0x1e50dc)
            .rectangle((10, 21), (40, 4), 0x1e50dc);
        let found = mask(corner);
        let frame = found.frame();
        assert_eq!((frame.width(), found.fill_of_middle(frame)), (40, 0.0));
        assert!((0.5..0.9).contains(&found.symmetry(frame)));
    }

    #[test]
    fn an_empty_mask_has_the_frame_of_the_picture() {
        let found = mask(Sketch::new(60, 40, CLEAR));
        let frame = found.frame();
        assert_eq!((frame.width(), frame.height(), found.fill(frame)), (60, 40, 0.0));
        assert_eq!((found.stretches_down(), found.solidity()), (0, 0.0));
    }

    #[test]
    fn stretches_and_blocks_are_counted() {
        let bars = (0..3).fold(Sketch::new(60, 40, CLEAR), |bars, bar| {
            bars.rectangle((0, 2 + bar * 14), (60, 4), 0x202020)
        });
        let found = mask(bars);
        assert_eq!(found.stretches_down(), 3);
        let blocks = found.cells(4).areas().iter().filter(|area| !area.is_ground()).count();
        assert_eq!(blocks, 3);
    }
}
