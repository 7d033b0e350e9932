//! Detects lines of text.
//!
//! Text looks alike in every script: a row of strokes and gaps of uneven width in two tones, in a band that has few
//! edges above and below. Foliage has edges there, fences and tiles are even, and stripes are the same in every row.

use super::{
    Background,
    pixel::{VISIBLE, luma},
};
use colour::Pixels;

/// The smallest change of luma within two pixels that is the edge of a stroke.
const EDGE: f32 = 0.25;

/// The smallest number of edges in a row that crosses text: those of four strokes.
const EDGES: usize = 8;

/// The smallest height of detectable text, in pixels.
const LOWEST: usize = 6;

/// Counts the lines of text, as far as they are clear.
pub(super) fn lines(pixels: &Pixels, background: Background) -> usize {
    let seen = lines_of(&Grid::of(pixels), background);
    match background {
        // Letters of several colours are easier to detect by their alpha.
        Background::Transparent => seen.max(lines_of(&Grid::of_opacity(pixels), background)),
        Background::Plain(_) | Background::Other => seen,
    }
}

fn lines_of(grid: &Grid, background: Background) -> usize {
    let mut bands: Vec<Band> = Vec::new();
    for (y, row) in grid.rows.iter().enumerate() {
        for chain in chains(row) {
            let continued = bands
                .iter_mut()
                .rev()
                .find(|band| band.bottom < y && y <= band.bottom + 3 && band.overlaps(&chain));
            match continued {
                Some(band) => band.take(y, chain),
                None => bands.push(Band::new(y, chain)),
            }
        }
    }
    let is_open = background == Background::Other;
    bands.iter().filter(|band| band.is_lettering(grid, is_open)).count()
}

/// One value per pixel, luma or alpha, 0 to 1.
struct Grid {
    rows: Vec<Vec<f32>>,
    width: usize,
}

impl Grid {
    fn of(pixels: &Pixels) -> Self {
        let (mut sum, mut count) = (0.0, 0.0_f32);
        for pixel in pixels.iter().filter(|pixel| pixel[3] >= VISIBLE) {
            sum += luma(pixel);
            count += 1.0;
        }
        // White letters would vanish on a white background, so the background contrasts with the mean luma.
        let ground = if sum / count.max(1.0) > 0.5 { 0.0 } else { 1.0 };
        let light = |pixel: &[u8; 4]| {
            let opacity = f32::from(pixel[3]) / 255.0;
            luma(*pixel) * opacity + ground * (1.0 - opacity)
        };
        Self {
            rows: pixels.rows().map(|row| row.iter().map(light).collect()).collect(),
            width: pixels.width() as usize,
        }
    }

    fn of_opacity(pixels: &Pixels) -> Self {
        let opacity = |pixel: &[u8; 4]| f32::from(pixel[3]) / 255.0;
        Self {
            rows: pixels.rows().map(|row| row.iter().map(opacity).collect()).collect(),
            width: pixels.width() as usize,
        }
    }

    /// A part of a row; `None` outside the picture.
    fn part(&self, y: Option<usize>, left: usize, right: usize) -> Option<&[f32]> {
        self.rows.get(y?)?.get(left..right)
    }
}

/// Strokes and gaps in one row, beside each other.
struct Chain {
    left: usize,
    right: usize,
    /// The widths of the strokes and gaps, in pixels.
    runs: Vec<usize>,
}

/// The edges of strokes in a row: their positions, and whether the value rises there.
fn edges(row: &[f32]) -> Vec<(usize, bool)> {
    let mut edges: Vec<(usize, bool)> = Vec::new();
    let mut strongest = 0.0_f32;
    for (x, (before, after)) in row.iter().zip(row.iter().skip(2)).enumerate() {
        let change = after - before;
        if change.abs() < EDGE {
            continue;
        }
        match edges.last_mut() {
            // An antialiased edge is one edge, at its steepest position.
            Some((place, gets_lighter)) if *gets_lighter == (change > 0.0) => {
                if change.abs() > strongest {
                    (*place, strongest) = (x + 1, change.abs());
                }
            }
            _ => {
                edges.push((x + 1, change > 0.0));
                strongest = change.abs();
            }
        }
    }
    edges
}

fn chains(row: &[f32]) -> Vec<Chain> {
    let widest = (row.len() / 9).max(8);
    let edges = edges(row);
    let parts = edges.chunk_by(|(a, _), (b, _)| b - a <= widest);
    let chain = |part: &[(usize, bool)]| {
        let (first, last) = (part.first()?, part.last()?);
        let runs: Vec<usize> = part.iter().zip(part.iter().skip(1)).map(|(a, b)| b.0 - a.0).collect();
        (part.len() >= EDGES).then_some(Chain {
            left: first.0,
            right: last.0 + 1,
            runs,
        })
    };
    parts.filter_map(chain).collect()
}

/// Chains in consecutive rows that overlap: a candidate for a line of text.
struct Band {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
    rows: usize,
    runs: Vec<usize>,
}

impl Band {
    fn new(y: usize, chain: Chain) -> Self {
        let Chain { left, right, runs } = chain;
        Self {
            top: y,
            bottom: y,
            left,
            right,
            rows: 1,
            runs,
        }
    }

    fn overlaps(&self, chain: &Chain) -> bool {
        let common = self.right.min(chain.right).saturating_sub(self.left.max(chain.left));
        let shorter = (self.right - self.left).min(chain.right - chain.left);
        common * 2 >= shorter
    }

    fn take(&mut self, y: usize, chain: Chain) {
        self.bottom = y;
        self.left = self.left.min(chain.left);
        self.right = self.right.max(chain.right);
        self.rows += 1;
        self.runs.extend(chain.runs);
    }

    const fn height(&self) -> usize {
        self.bottom - self.top + 1
    }

    fn is_lettering(&self, grid: &Grid, is_open: bool) -> bool {
        let (height, width) = (self.height(), self.right - self.left);
        let is_line = height >= LOWEST
            && height * 5 <= grid.rows.len() * 2
            && width * 2 >= height * 3
            && self.rows * 5 >= height * 3;
        is_line
            && self.is_uneven()
            && self.is_calm_around(grid, is_open)
            && self.is_of_two_tones(grid)
            && self.varies(grid)
    }

    /// Whether strokes and gaps differ in width and are narrow.
    fn is_uneven(&self) -> bool {
        let count = self.runs.len().max(1) as f32;
        let mean = self.runs.iter().sum::<usize>() as f32 / count;
        let square = |run: &usize| (*run as f32 - mean).powi(2);
        let deviation = (self.runs.iter().map(square).sum::<f32>() / count).sqrt();
        deviation >= 0.3 * mean && mean <= self.height() as f32 * 0.8
    }

    /// Whether there are few edges above and below. A row outside the picture has none. If the background is unknown
    /// (`is_open`), both rows must be inside the picture.
    fn is_calm_around(&self, grid: &Grid, is_open: bool) -> bool {
        let usual = self.runs.len() / self.rows.max(1);
        let gap = (self.height() / 4).clamp(2, 5);
        let edges_at = |y: Option<usize>| grid.part(y, self.left, self.right).map(|part| edges(part).len());
        let above = edges_at(self.top.checked_sub(gap));
        let below = edges_at(self.bottom.checked_add(gap));
        let is_calm = |edges: Option<usize>| edges.is_none_or(|edges| edges * 3 <= usual);
        is_calm(above) && is_calm(below) && (!is_open || above.is_some() && below.is_some())
    }

    fn is_of_two_tones(&self, grid: &Grid) -> bool {
        let rows = (self.top..=self.bottom).filter_map(|y| grid.part(Some(y), self.left, self.right));
        let mut lights: Vec<f32> = rows.flatten().copied().collect();
        lights.sort_by(f32::total_cmp);
        let at = |tenth: usize| lights.get(lights.len() * tenth / 10).copied().unwrap_or_default();
        let (dark, light) = (at(1), at(9));
        let is_either = |value: &&f32| (**value - dark).abs() < 0.15 || (**value - light).abs() < 0.15;
        light - dark >= 0.35 && lights.iter().filter(is_either).count() * 20 >= lights.len() * 13
    }

    /// Whether rows resemble those a little below without being equal. Rows of noise do not resemble each other, rows
    /// of stripes are equal.
    fn varies(&self, grid: &Grid) -> bool {
        let step = (self.height() / 5).max(1);
        let middle = |part: &[f32]| {
            let least = part.iter().copied().fold(1.0, f32::min);
            (least + part.iter().copied().fold(0.0, f32::max)) / 2.0
        };
        let (mut same, mut all) = (0_usize, 0_usize);
        for y in self.top..=self.bottom.saturating_sub(step) {
            let row = grid.part(Some(y), self.left, self.right);
            let (Some(a), Some(b)) = (row, grid.part(Some(y + step), self.left, self.right)) else {
                continue;
            };
            let (middle_a, middle_b) = (middle(a), middle(b));
            same += a
                .iter()
                .zip(b)
                .filter(|(a, b)| (**a > middle_a) == (**b > middle_b))
                .count();
            all += a.len().min(grid.width);
        }
        let share = same as f32 / all.max(1) as f32;
        (0.58..0.97).contains(&share)
    }
}
