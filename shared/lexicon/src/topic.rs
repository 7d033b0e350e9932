//! The topic and the temper of a video, read from the words of its title or prompt.
//!
//! The words are data: the file `topics.txt` of each language. `languages/topics.md` describes the format.

mod reading;
#[cfg(test)]
mod tests;
mod text;
mod topics;
mod words;

pub use reading::{Reading, topic_of};
pub use topics::{Temper, Topic};
