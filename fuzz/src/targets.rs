//! The targets: one for each kind of bytes that strangers send.
//!
//! To add one: write `targets/NAME.rs` with a `pub(super) const TARGET`, list it in [`ALL`], and put a few good inputs
//! into `fuzz/corpus/NAME`. An input that once broke something goes there too, under a name that says what it broke.

mod answer;
mod cursor;
pub(crate) mod gif;
pub(crate) mod jpeg;
mod json_body;
mod metadata;
mod picture;
pub(crate) mod png;
mod text;
mod webp;

use crate::{chance::Chance, measure::Cost};

/// What reads bytes of strangers, and what that may cost.
#[derive(Debug)]
pub struct Target {
    /// The target's name, which is the name of its corpus's folder too.
    pub name: &'static str,
    /// Reads an input as the service would. A panic is a defect.
    pub run: fn(&[u8]),
    /// What an input may cost.
    pub budget: fn(&[u8]) -> Cost,
    /// Makes a hostile input from nothing, where the target knows how; half of all inputs are made like this.
    pub craft: fn(&mut Chance) -> Option<Vec<u8>>,
    /// Words of the format, which the mutator writes into inputs.
    pub words: &'static [&'static [u8]],
    /// Makes a changed input consistent again where it would be refused for a wrong checksum or length alone.
    pub mend: fn(&mut [u8]),
}

/// All targets.
pub const ALL: &[Target] = &[
    answer::TARGET,
    cursor::TARGET,
    gif::TARGET,
    jpeg::TARGET,
    json_body::TARGET,
    metadata::ORIENTATION,
    metadata::PROFILE,
    png::TARGET,
    text::PAGE,
    text::SOURCE,
    webp::LOSSLESS,
    webp::LOSSY,
];

/// The target of this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}
