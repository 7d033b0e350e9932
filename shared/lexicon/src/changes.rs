//! Reads what a caller wants to change in a finished thumbnail.
//!
//! A text is read as every language, and the reading that understands most of it counts. It is cut into [`clause`]s. A
//! clause fits a [`template`] with gaps, such as "replace … with …", or else consists of [`cue`]s: words for parts of the
//! picture, for what happens to them, and for values. The words are data: the file `changes.txt` of each language, whose
//! format `languages/changes.md` describes.

mod clause;
mod cue;
mod names;
mod reader;
mod template;
#[cfg(test)]
mod tests;
mod token;
mod vocabulary;

use crate::language::{Language, lists};
use colour::Rgb;
use std::fmt;

pub use names::{Case, Extent, LAYOUTS, Ornament, Part, Place, SCENES, Typeface};

/// A change of one part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The part that changes.
    pub part: Part,
    /// What happens to it.
    pub action: Action,
    /// The caller's word for the one of several things that is meant.
    pub target: Option<String>,
}

/// What happens to a part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The title gets these words.
    Text(String),
    /// The part gets this colour.
    Colour(Rgb),
    /// The part becomes larger or smaller.
    Size(Extent),
    /// The part moves.
    Place(Place),
    /// The title is set in this typeface; `None` for any other one.
    Typeface(Option<Typeface>),
    /// The title is set in capitals, or not.
    Case(Case),
    /// The words of the title that are emphasised.
    Emphasis(String),
    /// The place where the picture plays, one of [`SCENES`].
    Scene(&'static str),
    /// The part is added.
    Add,
    /// The part is removed.
    Remove,
    /// A new subject in the caller's words, or a new layout, one of [`LAYOUTS`]; `None` for any other layout.
    Replace(Option<String>),
}

/// The changes that texts ask for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// The changes, in the order of the text.
    pub made: Vec<Change>,
    /// The parts of the text that were not understood.
    pub unknown: Vec<String>,
}

impl Changes {
    /// Reads a text. Each line, and each part of a line between semicolons, is read on its own.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut changes = Self::default();
        for line in text
            .split(['\n', ';', '；'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            let read = reader::read(line);
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

/// The meaning of a phrase in the files of phrases, with colours and scenes as [`Change`] writes them.
#[doc(hidden)]
#[must_use]
pub fn normalized(meaning: &str) -> String {
    let one = |change: &str| {
        let value = change
            .strip_prefix("background scene ")
            .or_else(|| change.strip_prefix("background colour "));
        let value = value.or_else(|| change.strip_prefix("title colour "));
        let Some(value) = value else { return change.to_owned() };
        let read = Changes::of(&format!("background: {}", value.replace('-', " ")));
        match read.made.as_slice() {
            [Change { action, .. }] => {
                let part = if change.starts_with("title") {
                    Part::Title
                } else {
                    Part::Background
                };
                Change {
                    part,
                    action: action.clone(),
                    target: None,
                }
                .to_string()
            }
            _ => change.to_owned(),
        }
    };
    meaning.split("; ").map(one).collect::<Vec<_>>().join("; ")
}

impl fmt::Display for Change {
    /// The change as the files of phrases write it: the part, what happens, the value, and the target behind `@`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.part.name(), self.action.name())?;
        match self.value() {
            Some(value) => f.write_str(&value)?,
            None => f.write_str("-")?,
        }
        match &self.target {
            Some(target) => write!(f, " @ {target}"),
            None => Ok(()),
        }
    }
}

impl Change {
    /// The value, as contract.md writes it; `None` if the change has none.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        match (&self.action, self.part) {
            (Action::Add | Action::Remove, Part::Ornament(ornament)) => Some(ornament.name().to_owned()),
            (Action::Add | Action::Remove | Action::Typeface(None), _) => None,
            (Action::Text(text) | Action::Emphasis(text), _) => Some(text.clone()),
            (Action::Colour(colour), _) => Some(colour.to_string()),
            (Action::Size(extent), _) => Some(extent.name().to_owned()),
            (Action::Place(place), _) => Some(place.name().to_owned()),
            (Action::Typeface(Some(typeface)), _) => Some(typeface.name().to_owned()),
            (Action::Case(case), _) => Some(case.name().to_owned()),
            (Action::Scene(scene), _) => Some((*scene).to_owned()),
            (Action::Replace(thing), _) => thing.clone(),
        }
    }
}

impl Action {
    /// The name of the kind of change.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Colour(_) => "colour",
            Self::Size(_) => "size",
            Self::Place(_) => "place",
            Self::Typeface(_) => "typeface",
            Self::Case(_) => "case",
            Self::Emphasis(_) => "emphasis",
            Self::Scene(_) => "scene",
            Self::Add => "add",
            Self::Remove => "remove",
            Self::Replace(_) => "replace",
        }
    }
}
