//! A picture as a coarse grid, in which noise is averaged away and places are left.

use super::{Background, VISIBLE, luma};
use colour::{Oklab, Pixels, Rgb};

/// Cells across and down.
pub(super) const SIDE: usize = 24;

/// What is in one part of the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// Where its centre is, 0 to 1 from the left and from the top.
    pub(super) x: f32,
    pub(super) y: f32,
    /// How many of its pixels are visible, 0 to 1.
    visible: f32,
    /// How many of its pixels are before the background, 0 to 1.
    pub(super) covered: f32,
    /// The mean of what is visible.
    pub(super) colour: Oklab,
    /// How much lightness changes from a pixel to the next, on average.
    pub(super) unrest: f32,
}

/// The parts of a picture, row by row.
#[derive(Clone, Debug)]
pub(super) struct Cells(pub(super) Vec<Cell>);

#[derive(Clone, Copy, Default)]
struct Sum {
    count: u32,
    visible: u32,
    covered: u32,
    channels: [u32; 3],
    changes: f32,
}

impl Cells {
    /// Of a picture that lies on a ground of the given colour where it is transparent.
    pub(super) fn of(pixels: &Pixels, background: Background, ground: Rgb) -> Self {
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let (across, down) = (width.clamp(1, SIDE), height.clamp(1, SIDE));
        let mut sums = vec![Sum::default(); across * down];
        for (y, row) in pixels.rows().enumerate() {
            let first = y * down / height.max(1) * across;
            let mut before = None;
            for (x, pixel) in row.iter().enumerate() {
                let is_visible = pixel[3] >= VISIBLE;
                let shown = if is_visible {
                    *pixel
                } else {
                    [ground.0, ground.1, ground.2, 0]
                };
                let light = luma(shown);
                if let Some(sum) = sums.get_mut(first + x * across / width.max(1)) {
                    sum.count += 1;
                    sum.changes += before.map_or(0.0, |before: f32| (before - light).abs());
                    if is_visible {
                        sum.visible += 1;
                        sum.covered += u32::from(!background.shows_in(*pixel));
                        for (total, channel) in sum.channels.iter_mut().zip(shown) {
                            *total += u32::from(channel);
                        }
                    }
                }
                before = Some(light);
            }
        }
        let cell = |(place, sum): (usize, &Sum)| Cell {
            x: ((place % across) as f32 + 0.5) / across as f32,
            y: ((place / across) as f32 + 0.5) / down as f32,
            visible: sum.visible as f32 / sum.count.max(1) as f32,
            covered: sum.covered as f32 / sum.count.max(1) as f32,
            colour: sum.mean().oklab(),
            unrest: sum.changes / sum.count.max(1) as f32,
        };
        Self(sums.iter().enumerate().map(cell).collect())
    }
}

impl Cells {
    /// The mean of what is visible.
    pub(super) fn lightness(&self) -> f32 {
        let visible: f32 = self.0.iter().map(|cell| cell.visible).sum();
        let sum: f32 = self.0.iter().map(|cell| cell.colour.lightness * cell.visible).sum();
        sum / visible.max(f32::MIN_POSITIVE)
    }
}

impl Sum {
    fn mean(self) -> Rgb {
        let [red, green, blue] = self.channels.map(|total| (total / self.visible.max(1)).min(255) as u8);
        Rgb(red, green, blue)
    }
}
