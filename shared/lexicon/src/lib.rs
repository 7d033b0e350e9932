//! Chooses what a thumbnail shows from the words of its title and prompt.
//!
//! The words and their pictures are data: `shared/studio/lexicon`, whose README describes the format. [`Choice::of`] finds
//! the concepts that a text names and ranks them. Each [`Subject`] says why it has its score.

mod choice;
mod concept;
mod eastern;
mod file;
mod form;
mod grammar;
mod index;
mod language;
mod rank;
mod search;
#[cfg(test)]
mod tests;
mod token;

pub use choice::{Choice, Reason, Subject};
pub use concept::{Class, Picture};
