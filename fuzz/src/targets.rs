//! The targets, one for each kind of untrusted bytes.
//!
//! To add one: write `targets/NAME.rs` with a `pub(super) const TARGET`, list it in [`ALL`], and put a few valid inputs
//! into `fuzz/corpus/NAME`. Inputs that once caused a defect are stored there too; their names say which defect.

mod answer;
mod cursor;
pub(crate) mod gif;
pub(crate) mod jpeg;
mod json_body;
mod mcp;
mod metadata;
mod picture;
pub(crate) mod png;
mod text;
mod webp;

use crate::{chance::Chance, measure::Cost};

/// A parser of untrusted bytes, and the cost that it may have.
#[derive(Debug)]
pub struct Target {
    /// The name of the target and of its corpus folder.
    pub name: &'static str,
    /// Parses an input like the service. A panic is a defect.
    pub run: fn(&[u8]),
    /// The budget of an input.
    pub budget: fn(&[u8]) -> Cost,
    /// Makes a hostile input from scratch, if the target supports it; half of all inputs are made like this.
    pub craft: fn(&mut Chance) -> Option<Vec<u8>>,
    /// Tokens of the format, which the mutator writes into inputs.
    pub words: &'static [&'static [u8]],
    /// Corrects checksums and lengths of a mutated input that would otherwise be refused only because of them.
    pub mend: fn(&mut [u8]),
}

/// All targets.
pub const ALL: &[Target] = &[
    answer::TARGET,
    cursor::TARGET,
    gif::TARGET,
    jpeg::TARGET,
    json_body::TARGET,
    mcp::TARGET,
    metadata::ORIENTATION,
    metadata::PROFILE,
    png::TARGET,
    text::PAGE,
    text::SOURCE,
    webp::LOSSLESS,
    webp::LOSSY,
];

/// The target with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}
