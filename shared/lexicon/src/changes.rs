//! Reads what a caller wants to change in a finished thumbnail.
//!
//! A text is read as the languages that it may be in, and the reading that understands most of it counts. It is cut
//! into [`clause`]s. A clause fits a [`template`] with gaps, such as "replace … with …", or else consists of [`cue`]s:
//! words for parts of the picture, for what happens to them, and for values. The words are data: the file `changes.txt`
//! of each language, whose format `languages/changes.md` describes.

mod change;
mod clause;
mod cue;
mod dictionary;
mod english;
mod filled;
mod found;
mod line;
mod names;
mod prompt;
mod reader;
mod template;
#[cfg(test)]
mod tests;
mod token;
mod values;
mod vocabulary;

use crate::language::{Language, lists};

pub use change::{Action, Change};
pub use names::{Case, Extent, LAYOUTS, Ornament, Part, Place, SCENES, Typeface};
pub use prompt::{PromptOrder, is_about_logo, names_logo, wants_no_words};

/// The changes that texts ask for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// The changes, in the order of the text.
    pub made: Vec<Change>,
    /// The parts of the text that were not understood.
    pub unknown: Vec<String>,
}

impl Changes {
    /// The parts of a text that are read on their own: each line, and each part of a line between semicolons.
    pub fn parts(text: &str) -> impl Iterator<Item = &str> {
        let parts = text.split(['\n', ';', '；']).map(str::trim);
        parts.filter(|part| !part.is_empty())
    }

    /// Reads a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut changes = Self::default();
        for part in Self::parts(text) {
            let read = reader::read(part);
            changes.made.extend(read.made);
            changes.unknown.extend(read.unknown);
        }
        changes
    }

    /// Phrases that are understood, in the language of this text: a colour, a background, and an ornament.
    pub fn examples(text: &str) -> impl Iterator<Item = &'static str> {
        let of = |language: Language| lists(language.change_words()).find(|(list, _)| *list == "examples");
        let examples = of(Language::of(text)).or_else(|| of(Language::ENGLISH));
        examples.into_iter().flat_map(|(_, entries)| entries.split(", "))
    }

    /// Whether any part of the text is understood.
    #[must_use]
    pub const fn is_any(&self) -> bool {
        !self.made.is_empty()
    }

    /// The new title, empty if the title is taken away. `None` if it stays.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        let titles = self.made.iter().filter(|change| change.part == Part::Title);
        titles.rev().find_map(|change| match &change.action {
            Action::Text(text) => Some(text.as_str()),
            Action::Remove => Some(""),
            _ => None,
        })
    }
}
