//! The connected regions of a picture.

use colour::{Oklab, Rgb};

use crate::raster::Raster;

/// The largest difference of a channel between neighbouring pixels of a region.
const STEP: u8 = 14;

/// A connected region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) left: usize,
    pub(super) top: usize,
    /// The column after the last one.
    pub(super) right: usize,
    /// The row after the last one.
    pub(super) bottom: usize,
    /// The number of pixels.
    pub(super) area: usize,
    /// The number of pixels whose four neighbours belong to the region too.
    pub(super) inner: usize,
    /// The mean colour.
    pub(super) colour: Oklab,
}

impl Region {
    pub(super) const fn width(&self) -> usize {
        self.right - self.left
    }

    pub(super) const fn height(&self) -> usize {
        self.bottom - self.top
    }
}

/// The regions whose colours change only slowly.
pub(super) fn even_regions(picture: &Raster) -> Vec<Region> {
    let colour = |pixel: usize| picture.pixels().get(pixel).copied().unwrap_or(Rgb::BLACK);
    connected(picture, |_| true, |one, other| is_near(colour(one), colour(other)))
}

/// The regions of the pixels that are `chosen`.
pub(super) fn regions_of(picture: &Raster, chosen: &[bool]) -> Vec<Region> {
    let is_chosen = |pixel: usize| chosen.get(pixel).copied().unwrap_or_default();
    connected(picture, is_chosen, |_, other| is_chosen(other))
}

/// The regions that begin with such a pixel, in the order of their first pixels. `joins` returns whether a region with
/// the one pixel also has its neighbour. Pixels are numbered row by row.
fn connected(picture: &Raster, begins: impl Fn(usize) -> bool, joins: impl Fn(usize, usize) -> bool) -> Vec<Region> {
    let (width, height) = (picture.width, picture.height);
    let mut is_seen = vec![false; width * height];
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    let mut regions = Vec::new();
    for start in 0..is_seen.len() {
        if !begins(start) || !visit(&mut is_seen, start) {
            continue;
        }
        waiting.push((start % width, start / width));
        let mut region = Growing::default();
        while let Some((x, y)) = waiting.pop() {
            region.add(x, y, picture.at(x, y));
            let neighbours = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            let joined = neighbours.into_iter().filter(|(next_x, next_y)| {
                *next_x < width && *next_y < height && joins(y * width + x, next_y * width + next_x)
            });
            let mut count = 0;
            for (next_x, next_y) in joined {
                count += 1;
                if visit(&mut is_seen, next_y * width + next_x) {
                    waiting.push((next_x, next_y));
                }
            }
            region.inner += usize::from(count == neighbours.len());
        }
        regions.push(region.finish());
    }
    regions
}

/// Marks a pixel as seen. `false` if it was seen before.
fn visit(is_seen: &mut [bool], index: usize) -> bool {
    is_seen
        .get_mut(index)
        .is_some_and(|is_seen| !std::mem::replace(is_seen, true))
}

fn is_near(one: Rgb, other: Rgb) -> bool {
    let Rgb(red, green, blue) = one;
    let Rgb(other_red, other_green, other_blue) = other;
    red.abs_diff(other_red) <= STEP && green.abs_diff(other_green) <= STEP && blue.abs_diff(other_blue) <= STEP
}

/// A region of which some pixels are known.
struct Growing {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
    area: usize,
    inner: usize,
    sum: [f32; 3],
}

impl Default for Growing {
    fn default() -> Self {
        Self {
            left: usize::MAX,
            top: usize::MAX,
            right: 0,
            bottom: 0,
            area: 0,
            inner: 0,
            sum: [0.0; 3],
        }
    }
}

impl Growing {
    fn add(&mut self, x: usize, y: usize, Rgb(red, green, blue): Rgb) {
        self.left = self.left.min(x);
        self.top = self.top.min(y);
        self.right = self.right.max(x + 1);
        self.bottom = self.bottom.max(y + 1);
        self.area += 1;
        for (sum, channel) in self.sum.iter_mut().zip([red, green, blue]) {
            *sum += f32::from(channel);
        }
    }

    fn finish(self) -> Region {
        let [red, green, blue] = self.sum.map(|sum| (sum / self.area.max(1) as f32).round() as u8);
        Region {
            left: self.left,
            top: self.top,
            right: self.right,
            bottom: self.bottom,
            area: self.area,
            inner: self.inner,
            colour: Rgb(red, green, blue).oklab(),
        }
    }
}
