//! A picture averaged into a coarse grid, which suppresses noise and keeps positions.

use super::{
    Background,
    pixel::{VISIBLE, luma},
};
use colour::{Oklab, Pixels, Rgb};

/// The number of columns and rows of the grid.
pub(super) const SIDE: usize = 24;

/// The averages of one cell of the grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The horizontal centre, 0 (left) to 1 (right).
    pub(super) x: f32,
    /// The vertical centre, 0 (top) to 1 (bottom).
    pub(super) y: f32,
    /// The share of its pixels that are visible, 0 to 1.
    visible: f32,
    /// The share of its pixels that are visible and not background, 0 to 1.
    pub(super) covered: f32,
    /// The mean colour of its visible pixels.
    pub(super) colour: Oklab,
    /// The mean difference of luma between horizontal neighbours, 0 to 1.
    pub(super) unrest: f32,
}

/// The cells of a picture, row by row.
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
    /// Averages a picture. For changes of luma, transparent pixels count as having the colour `ground`.
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
    /// The mean lightness of the visible pixels, 0 to 1.
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
