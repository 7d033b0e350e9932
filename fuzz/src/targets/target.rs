//! What the fuzzer needs to know of a parser.

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
