//! Scales a picture down row by row, so that the whole picture never needs to be in memory.

use contract::Size;
use image::{ColorType, DynamicImage, GrayAlphaImage, GrayImage, RgbImage, RgbaImage};
use std::{collections::VecDeque, f32::consts::PI};

/// The number of lobes of the Lanczos kernel on each side.
const LOBES: f32 = 3.0;

/// Scales a picture down to a longest side. The rows come from top to bottom.
///
/// Each row is first scaled to the width of the result, and then added to the few rows of the result that it
/// contributes to. Colours are weighted by their alpha, so that the colours of transparent pixels do not show.
pub(super) struct Shrink {
    source: Size,
    target: Size,
    color: ColorType,
    across: Vec<Window>,
    down: Vec<Window>,
    /// The number of rows so far.
    taken: u32,
    /// The current row: weighted, and then scaled to the width of the result.
    wide: Vec<f32>,
    narrow: Vec<f32>,
    /// The incomplete rows of the result, from top to bottom. `done` complete rows precede them.
    open: VecDeque<Vec<f32>>,
    done: usize,
    pixels: Vec<u8>,
}

/// The source pixels that one pixel of the result depends on, along one axis.
struct Window {
    start: usize,
    /// The weights, which add up to 1.
    weights: Vec<f32>,
}

impl Window {
    /// The weight of the row at `place`.
    fn weight(&self, place: usize) -> Option<f32> {
        self.weights.get(place.checked_sub(self.start)?).copied()
    }

    fn end(&self) -> usize {
        self.start + self.weights.len()
    }
}

impl Shrink {
    /// `longest` limits the longer side of the result, in pixels. `None` if `color` has not eight bits per channel.
    pub(super) fn new(source: Size, color: ColorType, longest: u32) -> Option<Self> {
        if !matches!(
            color,
            ColorType::L8 | ColorType::La8 | ColorType::Rgb8 | ColorType::Rgba8
        ) {
            return None;
        }
        let target = within(source, longest);
        Some(Self {
            source,
            target,
            color,
            across: windows(source.width, target.width),
            down: windows(source.height, target.height),
            taken: 0,
            wide: Vec::new(),
            narrow: Vec::new(),
            open: VecDeque::new(),
            done: 0,
            pixels: Vec::with_capacity(
                target.width as usize * target.height as usize * usize::from(color.bytes_per_pixel()),
            ),
        })
    }

    /// The number of bytes of a source row.
    pub(super) fn row_bytes(&self) -> usize {
        self.source.width as usize * usize::from(self.color.bytes_per_pixel())
    }

    /// Adds any number of whole rows. `None` if the picture has fewer rows.
    pub(super) fn push(&mut self, rows: &[u8]) -> Option<()> {
        let count = u32::try_from(rows.len().checked_div(self.row_bytes())?).ok()?;
        if count > self.source.height - self.taken {
            return None;
        }
        if self.target == self.source {
            self.pixels.extend_from_slice(rows);
            self.taken += count;
            return Some(());
        }
        for row in rows.chunks_exact(self.row_bytes()) {
            match self.color {
                ColorType::L8 => self.row::<1>(row),
                ColorType::La8 => self.row::<2>(row),
                ColorType::Rgb8 => self.row::<3>(row),
                _ => self.row::<4>(row),
            }
        }
        Some(())
    }

    /// The scaled picture; `None` if rows are missing.
    pub(super) fn finish(self) -> Option<DynamicImage> {
        if self.taken != self.source.height {
            return None;
        }
        let (Size { width, height }, pixels) = (self.target, self.pixels);
        Some(match self.color {
            ColorType::L8 => GrayImage::from_raw(width, height, pixels)?.into(),
            ColorType::La8 => GrayAlphaImage::from_raw(width, height, pixels)?.into(),
            ColorType::Rgb8 => RgbImage::from_raw(width, height, pixels)?.into(),
            _ => RgbaImage::from_raw(width, height, pixels)?.into(),
        })
    }

    /// Adds a row of `N` channels.
    fn row<const N: usize>(&mut self, row: &[u8]) {
        let has_alpha = self.color.has_alpha();
        self.wide.clear();
        for pixel in row.as_chunks::<N>().0 {
            self.wide.extend(weighted(pixel, has_alpha));
        }
        self.narrow.clear();
        let wide = self.wide.as_chunks::<N>().0;
        for window in &self.across {
            let mut sum = [0.0; N];
            for (pixel, weight) in wide.iter().skip(window.start).zip(&window.weights) {
                for (sum, value) in sum.iter_mut().zip(pixel) {
                    *sum += value * weight;
                }
            }
            self.narrow.extend(sum);
        }

        let place = self.taken as usize;
        self.taken += 1;
        let begins = |window: &Window| window.start <= place;
        while self.down.get(self.done + self.open.len()).is_some_and(begins) {
            self.open.push_back(vec![0.0; self.narrow.len()]);
        }
        for (sums, window) in self.open.iter_mut().zip(self.down.iter().skip(self.done)) {
            let Some(weight) = window.weight(place) else { continue };
            for (sum, value) in sums.iter_mut().zip(&self.narrow) {
                *sum += value * weight;
            }
        }
        while self.down.get(self.done).is_some_and(|window| window.end() <= place + 1) {
            let Some(sums) = self.open.pop_front() else { break };
            self.done += 1;
            for pixel in sums.as_chunks::<N>().0 {
                self.pixels.extend(unweighted(pixel, has_alpha));
            }
        }
    }
}

/// A pixel's colour, multiplied by its alpha, and the alpha.
fn weighted<const N: usize>(pixel: &[u8; N], has_alpha: bool) -> [f32; N] {
    let mut values = pixel.map(f32::from);
    if let (true, [colour @ .., alpha]) = (has_alpha, values.as_mut_slice()) {
        for value in colour {
            *value *= *alpha / 255.0;
        }
    }
    values
}

fn unweighted<const N: usize>(pixel: &[f32; N], has_alpha: bool) -> [u8; N] {
    let mut values = *pixel;
    if let (true, [colour @ .., alpha]) = (has_alpha, values.as_mut_slice()) {
        *alpha = alpha.clamp(0.0, 255.0);
        for value in colour {
            *value = if *alpha > 0.0 { *value * 255.0 / *alpha } else { 0.0 };
        }
    }
    values.map(|value| value.clamp(0.0, 255.0).round() as u8)
}

/// The windows of `target` pixels over `source` pixels, with the weights of the Lanczos kernel.
fn windows(source: u32, target: u32) -> Vec<Window> {
    let scale = f64::from(source) / f64::from(target.max(1));
    let reach = f64::from(LOBES) * scale;
    let window = |place: u32| {
        let centre = (f64::from(place) + 0.5) * scale;
        let start = (centre - reach).floor().max(0.0) as u32;
        let end = ((centre + reach).ceil() as u32).min(source).max(start + 1);
        let weight = |from: u32| lanczos(((f64::from(from) + 0.5 - centre) / scale) as f32);
        let weights: Vec<f32> = (start..end).map(weight).collect();
        let sum: f32 = weights.iter().sum();
        Window {
            start: start as usize,
            weights: weights.into_iter().map(|weight| weight / sum).collect(),
        }
    };
    (0..target).map(window).collect()
}

fn lanczos(x: f32) -> f32 {
    let sinc = |x: f32| if x == 0.0 { 1.0 } else { (PI * x).sin() / (PI * x) };
    if x.abs() < LOBES {
        sinc(x) * sinc(x / LOBES)
    } else {
        0.0
    }
}

/// Scales a size down so that no side exceeds `longest`. Smaller sizes do not change.
fn within(size: Size, longest: u32) -> Size {
    let side = size.width.max(size.height).max(1);
    if side <= longest {
        return size;
    }
    let scaled = |length: u32| {
        let rounded = (u64::from(length) * u64::from(longest) + u64::from(side) / 2) / u64::from(side);
        u32::try_from(rounded).unwrap_or(longest).max(1)
    };
    Size {
        width: scaled(size.width),
        height: scaled(size.height),
    }
}
