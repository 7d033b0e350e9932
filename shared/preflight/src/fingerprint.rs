//! Compares pictures of a generation.

use std::str::FromStr;

use colour::Rgb;
use contract::{CheckId, CheckResult, Measure};

use crate::scene::Scene;

/// The number of cells along each axis.
const CELLS: usize = 6;
/// The largest likeness of two pictures that count as different.
const MOST_ALIKE: f64 = 0.97;

/// The mean colours of a picture's cells, from which its likeness to another picture is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint(Vec<Rgb>);

/// The error of a text that is not a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidFingerprint;

impl Fingerprint {
    pub(crate) fn of(scene: &Scene) -> Self {
        Self(scene.feed.scaled(CELLS, CELLS).pixels().to_vec())
    }

    /// How alike two pictures are: 1 for pictures with the same colours in the same places, 0 for a black and a white
    /// picture.
    fn likeness(&self, other: &Self) -> f64 {
        let pairs = self.0.iter().zip(&other.0);
        let distance: f32 = pairs.map(|(one, other)| one.oklab().distance(other.oklab())).sum();
        1.0 - f64::from(distance) / (CELLS * CELLS) as f64
    }
}

/// The result of the check `sameness` of a picture, given the pictures that it is compared with. `None` if there are none.
pub fn sameness<'a>(of: &Fingerprint, others: impl IntoIterator<Item = &'a Fingerprint>) -> Option<CheckResult> {
    let likeness = others.into_iter().map(|other| of.likeness(other)).reduce(f64::max)?;
    let (value, limit) = (Measure::rounded(likeness), Measure::rounded(MOST_ALIKE));
    Some(CheckResult::at_most(CheckId::Sameness, value, limit))
}

impl std::fmt::Display for Fingerprint {
    /// Writes six hexadecimal digits for each cell.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0
            .iter()
            .try_for_each(|Rgb(red, green, blue)| write!(f, "{red:02x}{green:02x}{blue:02x}"))
    }
}

impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, InvalidFingerprint> {
        let (cells, rest) = text.as_bytes().as_chunks::<6>();
        let cell = |digits: &[u8; 6]| {
            let digits = str::from_utf8(digits).ok()?;
            format!("#{digits}").parse().ok()
        };
        let cells: Option<Vec<Rgb>> = cells.iter().map(cell).collect();
        cells
            .filter(|cells| rest.is_empty() && cells.len() == CELLS * CELLS)
            .map(Self)
            .ok_or(InvalidFingerprint)
    }
}

impl std::fmt::Display for InvalidFingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a fingerprint has six hexadecimal digits for each of its cells")
    }
}

impl std::error::Error for InvalidFingerprint {}
