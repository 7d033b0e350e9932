//! Compares pictures of a generation.

use std::str::FromStr;

use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
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

/// The result of the check `sameness` of a picture, given the pictures that it is compared with. `None` if there are
/// none.
pub fn sameness<'a>(of: &Fingerprint, others: impl IntoIterator<Item = &'a Fingerprint>) -> Option<CheckResult> {
    let likeness = others.into_iter().map(|other| of.likeness(other)).reduce(f64::max)?;
    let (value, limit) = (Measure::rounded(likeness), Measure::rounded(MOST_ALIKE));
    Some(CheckResult::at_most(CheckId::Sameness, value, limit))
}

impl std::fmt::Display for Fingerprint {
    /// Writes three bytes for each cell, all in base64.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let bytes: Vec<u8> = self
            .0
            .iter()
            .flat_map(|&Rgb(red, green, blue)| [red, green, blue])
            .collect();
        f.write_str(&STANDARD_NO_PAD.encode(bytes))
    }
}

impl FromStr for Fingerprint {
    type Err = InvalidFingerprint;

    fn from_str(text: &str) -> Result<Self, InvalidFingerprint> {
        let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| InvalidFingerprint)?;
        let (cells, rest) = bytes.as_chunks();
        if cells.len() != CELLS * CELLS || !rest.is_empty() {
            return Err(InvalidFingerprint);
        }
        let cells = cells.iter().map(|&[red, green, blue]| Rgb(red, green, blue));
        Ok(Self(cells.collect()))
    }
}

impl std::fmt::Display for InvalidFingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a fingerprint has three bytes for each of its cells, in base64")
    }
}

impl std::error::Error for InvalidFingerprint {}
