//! The background behind the subject.

use super::pixel::VISIBLE;
use colour::{Pixels, Rgb, Swatch, swatches};

/// The colour distance ([`Rgb::distance`]) below which a pixel belongs to the background; JPEG noise stays below.
const SAME: f32 = 45.0;

/// The smallest share of the border ring that a background has. The subject may touch the border in the rest.
const OF_RING: f32 = 0.8;

/// The smallest share of the picture that a background has. A frame round a photo has less.
const OF_PICTURE: f32 = 0.25;

/// The largest share of neighbouring background pixels that may differ. Walls, night skies and lawns exceed it.
const RESTLESS: f32 = 0.3;

/// The distance within which most pixels of a plain background lie. A gradient does not.
const EVEN: f32 = 15.0;

/// The smallest share of the background pixels within [`EVEN`]. Shadows and antialiased edges are the rest.
const MOSTLY: f32 = 0.6;

/// The background behind the subject.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Background {
    Transparent,
    /// A single colour.
    Plain(Rgb),
    /// Any other background, or an unclear one.
    Other,
}

/// The pixels at the picture's border, most of which are background if there is one.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    pub(super) swatches: Vec<Swatch>,
    pixels: Vec<[u8; 4]>,
    neighbours: Vec<[[u8; 4]; 2]>,
}

impl Ring {
    pub(super) fn of(pixels: &Pixels) -> Self {
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let depth = (width.min(height) / 25).max(1);
        let is_edge = |place: usize, length: usize| place < depth || place + depth >= length;
        let (mut found, mut neighbours) = (Vec::new(), Vec::new());
        for (y, row) in pixels.rows().enumerate() {
            let mut before = None;
            for (x, pixel) in row.iter().enumerate() {
                if !is_edge(y, height) && !is_edge(x, width) {
                    before = None;
                    continue;
                }
                found.push(*pixel);
                neighbours.extend(before.map(|before| [before, *pixel]));
                before = Some(*pixel);
            }
        }
        let as_row = u32::try_from(found.len()).ok();
        let as_row = as_row.and_then(|length| Pixels::new(length, 1, found.concat()));
        Self {
            swatches: as_row.map(|row| swatches(&row)).unwrap_or_default(),
            pixels: found,
            neighbours,
        }
    }
}

impl Background {
    pub(super) fn of(pixels: &Pixels, ring: &Ring) -> Self {
        let is_clear = |[.., alpha]: [u8; 4]| alpha < VISIBLE;
        if share(ring.pixels.iter().copied(), is_clear) >= 0.5 && share(pixels.iter(), is_clear) >= 0.1 {
            return Self::Transparent;
        }
        let Some(swatch) = ring.swatches.first() else {
            return Self::Other;
        };
        let plain = Self::Plain(swatch.colour);
        let is_plain = |pixel| plain.shows_in(pixel);
        let is_wide = plain.share_of(ring) >= OF_RING && share(pixels.iter(), is_plain) >= OF_PICTURE;
        if is_wide && plain.restlessness(ring) <= RESTLESS && is_even(pixels, swatch.colour) {
            plain
        } else {
            Self::Other
        }
    }

    /// The share of the ring that is background.
    pub(super) fn share_of(self, ring: &Ring) -> f32 {
        share(ring.pixels.iter().copied(), |pixel| self.shows_in(pixel))
    }

    /// The share of horizontally neighbouring background pixels that differ by more than one step in a channel.
    fn restlessness(self, ring: &Ring) -> f32 {
        let own = ring
            .neighbours
            .iter()
            .filter(|[a, b]| self.shows_in(*a) && self.shows_in(*b));
        let differ = |[a, b]: &&[[u8; 4]; 2]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 1);
        own.clone().filter(differ).count() as f32 / own.count().max(1) as f32
    }

    /// Whether the pixel belongs to the background.
    pub(super) fn shows_in(self, [red, green, blue, alpha]: [u8; 4]) -> bool {
        match self {
            Self::Transparent => alpha < VISIBLE,
            Self::Plain(colour) => alpha >= VISIBLE && colour.distance(Rgb(red, green, blue)) < SAME,
            Self::Other => false,
        }
    }
}

/// Whether most of the pixels near the colour ([`SAME`]) are very near to it ([`EVEN`]).
fn is_even(pixels: &Pixels, colour: Rgb) -> bool {
    let within = |most: f32| {
        let is_near =
            |[red, green, blue, alpha]: [u8; 4]| alpha >= VISIBLE && colour.distance(Rgb(red, green, blue)) < most;
        share(pixels.iter(), is_near)
    };
    within(EVEN) >= MOSTLY * within(SAME)
}

/// The share of the pixels that meet the condition, 0 to 1.
pub(super) fn share(pixels: impl ExactSizeIterator<Item = [u8; 4]>, is_such: impl Fn([u8; 4]) -> bool) -> f32 {
    let all = pixels.len().max(1);
    pixels.filter(|pixel| is_such(*pixel)).count() as f32 / all as f32
}
