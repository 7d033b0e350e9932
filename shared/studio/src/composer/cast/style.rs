//! The look of an inspiration: its colours, and where its subject is.

use super::{photo::decoded, salience, sample::sample};
use crate::composer::layout::Side;
use colour::{Pixels, Swatch};

/// The longer side, in pixels, of the copy whose colours are counted.
const SAMPLE: u32 = 128;
/// The share of the picture from which one colour makes it flat.
const FLAT: f32 = 0.5;

/// The look of an inspiration.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    pub(crate) swatches: Vec<Swatch>,
    /// The side of the picture on which its subject is; `None` if the subject is in the middle or on both sides.
    pub(crate) side: Option<Side>,
    /// Whether one colour covers most of the picture, as in flat graphics.
    pub(crate) is_flat: bool,
}

/// The look of an encoded picture. `None` if it cannot be decoded.
pub(super) fn style(bytes: &[u8]) -> Option<Style> {
    let small = sample(&decoded(bytes)?, SAMPLE);
    let side = salience::heavier_side(&small);
    let pixels = Pixels::new(small.width(), small.height(), small.into_raw())?;
    let swatches = colour::swatches(&pixels);
    let is_flat = swatches.iter().any(|swatch| swatch.share >= FLAT);
    Some(Style {
        swatches,
        side,
        is_flat,
    })
}
