//! What a video is about: topic and temper, read from the words of its title or prompt.
//!
//! The words are data, one file per language in `words/`. README.md describes their format.

mod language;
mod reading;
#[cfg(test)]
mod tests;
mod text;
mod topic;

pub use reading::{Reading, topic_of};
pub use topic::{Temper, Topic};
