//! Chooses what a thumbnail shows from the words of its title and prompt, and detects their language.
//!
//! The words and their pictures are data: `concepts.txt`, and a folder for each language in `languages`, whose README
//! describes the format. [`Choice::of`] finds the concepts that a text names and ranks them. Each [`Subject`] says why
//! it has its score. [`Language::of`] detects the language. [`Reading::of`] and [`topic_of`] read what a video is
//! about.

mod changes;
mod choice;
mod colours;
mod concept;
mod language;
mod reading;
#[cfg(test)]
mod tests;
mod topic;
mod words;

pub use changes::{
    Action, Case, Change, Changes, Extent, LAYOUTS, Ornament, Part, Place, PromptOrder, SCENES, Typeface,
    is_about_logo, names_logo, wants_no_words,
};
pub use choice::{Choice, Reason, Subject};
pub use colours::{ColourWord, Shade, colours};
pub use concept::{Class, Depiction, niche_of, niches, pictures};
pub use language::{Language, SHARED_HEADLINE_WORDS, feature::Feature, lists};
pub use topic::{Reading, Temper, Topic, topic_of};
