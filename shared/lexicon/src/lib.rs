//! Chooses what a thumbnail shows from the words of its title and prompt, and detects their language.
//!
//! The words and their pictures are data: `shared/studio/lexicon`, whose README describes the format. [`Choice::of`] finds
//! the concepts that a text names and ranks them. Each [`Subject`] says why it has its score. [`Language::of`] detects the
//! language.

mod choice;
mod concept;
mod language;
mod reading;
#[cfg(test)]
mod tests;
mod words;

pub use choice::{Choice, Reason, Subject};
pub use concept::{Class, Picture, niche_of, niches, pictures};
pub use language::Language;
