//! Finds ink. A pixel is ink if it is clearly lighter or clearly darker than the pixels around it, as the pixels of
//! small and faint letters are.

use std::ops::{Add, Sub};

use colour::Rgb;

use crate::raster::Raster;

/// How far around a pixel it is compared with others, in pixels of the copy: farther than small letters are wide, and
/// farther than the strokes of large letters are.
const RADII: [usize; 2] = [8, 32];
/// A pixel of ink differs from the mean lightness around it by at least this many steps of 255.
const LEAST: f64 = 5.0;
/// A pixel of ink also differs by at least this multiple of the standard deviation of the lightness around it.
const DEVIATIONS: f64 = 0.35;
/// How much of the variance of lightness is due to the difference of ink and ground where letters are, at least. Where
/// lightness has a normal distribution it is 0.64.
const SEPARATION: f64 = 0.75;

/// The light or the dark ink of a picture.
pub(super) struct Ink<'a> {
    lightness: &'a Lightness,
    /// Whether each pixel is ink, row by row.
    pub(super) chosen: Vec<bool>,
}

impl Ink<'_> {
    /// Whether ink and ground differ inside a box as letters and their ground do. The light and dark pixels of grass or
    /// stones differ less. The box has left, top, right and bottom, the last two exclusive.
    pub(super) fn stands_off(&self, [left, top, right, bottom]: [usize; 4]) -> bool {
        let (mut ink, mut ground) = (Spread::default(), Spread::default());
        for y in top..bottom {
            for x in left..right {
                let pixel = y * self.lightness.width + x;
                let is_ink = self.chosen.get(pixel) == Some(&true);
                let part = if is_ink { &mut ink } else { &mut ground };
                *part = *part + self.lightness.at(x, y);
            }
        }
        let all = (ink + ground).variation();
        all - ink.variation() - ground.variation() >= SEPARATION * all
    }
}

/// How light each pixel of a picture is, from 0 to 255.
pub(super) struct Lightness {
    width: usize,
    height: usize,
    values: Vec<f64>,
}

impl Lightness {
    pub(super) fn of(picture: &Raster) -> Self {
        // The luma of ITU-R BT.601.
        let luma =
            |&Rgb(red, green, blue): &Rgb| 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
        Self {
            width: picture.width,
            height: picture.height,
            values: picture.pixels().iter().map(luma).collect(),
        }
    }

    fn at(&self, x: usize, y: usize) -> Spread {
        let value = self.values.get(y * self.width + x).copied().unwrap_or_default();
        Spread {
            count: 1.0,
            sum: value,
            squares: value * value,
        }
    }

    /// The light and the dark ink of small letters, then of large letters.
    pub(super) fn inks(&self) -> Vec<Ink<'_>> {
        let sums = Sums::of(self);
        let inks = |&radius: &usize| {
            let differences = self.differences(&sums, radius);
            let ink = |sign: f64| Ink {
                lightness: self,
                chosen: differences.iter().map(|difference| sign * difference > 1.0).collect(),
            };
            [ink(1.0), ink(-1.0)]
        };
        RADII.iter().flat_map(inks).collect()
    }

    /// How much each pixel differs from those around it, as a multiple of the smallest difference of ink.
    fn differences(&self, sums: &Sums, radius: usize) -> Vec<f64> {
        let mut differences = Vec::with_capacity(self.values.len());
        for y in 0..self.height {
            let (top, bottom) = (y.saturating_sub(radius), (y + radius + 1).min(self.height));
            for x in 0..self.width {
                let (left, right) = (x.saturating_sub(radius), (x + radius + 1).min(self.width));
                let around = sums.within(left, top, right, bottom);
                let least = LEAST.max(DEVIATIONS * around.deviation());
                differences.push((self.at(x, y).sum - around.mean()) / least);
            }
        }
        differences
    }
}

/// How many values there are, their sum, and the sum of their squares.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn mean(self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The sum of the squares of the differences from the mean.
    fn variation(self) -> f64 {
        (self.squares - self.sum * self.mean()).max(0.0)
    }

    fn deviation(self) -> f64 {
        (self.variation() / self.count.max(1.0)).sqrt()
    }
}

impl Add for Spread {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }
}

impl Sub for Spread {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            count: self.count - other.count,
            sum: self.sum - other.sum,
            squares: self.squares - other.squares,
        }
    }
}

/// For each corner of pixels: the spread of everything above and left of it. The spread of a box follows from its four
/// corners (a summed-area table).
struct Sums {
    across: usize,
    corners: Vec<Spread>,
}

impl Sums {
    fn of(lightness: &Lightness) -> Self {
        let mut sums = Self {
            across: lightness.width + 1,
            corners: vec![Spread::default(); lightness.width + 1],
        };
        for y in 0..lightness.height {
            let mut row = Spread::default();
            sums.corners.push(row);
            for x in 0..lightness.width {
                row = row + lightness.at(x, y);
                sums.corners.push(sums.at(x + 1, y) + row);
            }
        }
        sums
    }

    fn at(&self, x: usize, y: usize) -> Spread {
        self.corners.get(y * self.across + x).copied().unwrap_or_default()
    }

    fn within(&self, left: usize, top: usize, right: usize, bottom: usize) -> Spread {
        self.at(right, bottom) - self.at(right, top) - self.at(left, bottom) + self.at(left, top)
    }
}
