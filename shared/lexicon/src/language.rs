//! The languages of the folder `languages`.

mod detect;
pub(crate) mod feature;
pub(crate) mod grammar;

use self::{feature::Feature, grammar::Grammar};
use crate::words::index::Index;
use std::fmt;

/// The output of the build script for the files of the languages. Each list has an item for each language, in the order
/// of `languages/order.txt`.
mod files {
    include!(concat!(env!("OUT_DIR"), "/languages.rs"));
}

/// The words that all languages share, in the format of a language's `headlines.txt`.
pub const SHARED_HEADLINE_WORDS: &str = include_str!("../languages/all/headlines.txt");

/// A language with a folder in `languages`, or [`Language::UNKNOWN`]. Languages are ordered as in
/// `languages/order.txt`.
///
/// The features of a language are data. Code asks for a [`Feature`], and never for a certain language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(usize);

impl Language {
    /// English. A text whose language cannot be detected counts as English.
    pub const ENGLISH: Self = Self(0);
    /// A language that the lexicon does not know.
    pub const UNKNOWN: Self = Self(usize::MAX);

    /// All known languages. If a text fits several languages, the first of them wins.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..files::CODES.len()).map(Self)
    }

    /// The language with this ISO 639-1 code. `None` if it has no folder.
    #[must_use]
    pub fn named(code: &str) -> Option<Self> {
        files::CODES.iter().position(|known| *known == code).map(Self)
    }

    /// The ISO 639-1 code; empty for [`Language::UNKNOWN`].
    #[must_use]
    pub fn code(self) -> &'static str {
        self.file(&files::CODES)
    }

    /// Whether the language has this feature.
    #[must_use]
    pub fn has(self, feature: Feature) -> bool {
        self.grammar().features.contains(&feature)
    }

    /// The words that the rules of headlines need: the file `headlines.txt`, whose format `languages/headlines.md`
    /// describes.
    #[must_use]
    pub fn headline_words(self) -> &'static str {
        self.file(&files::HEADLINES)
    }

    /// The text of the language's `topics.txt`. Empty if the language has no such file.
    pub(crate) fn topic_words(self) -> &'static str {
        self.file(&files::TOPICS)
    }

    /// The text of the language's `colours.txt`. Empty if the language has no such file.
    pub(crate) fn colour_words(self) -> &'static str {
        self.file(&files::COLOURS)
    }

    /// The text of the language's `changes.txt`. Empty if the language has no such file.
    pub(crate) fn change_words(self) -> &'static str {
        self.file(&files::CHANGES)
    }

    pub(crate) fn grammar(self) -> &'static Grammar {
        Grammar::of(self.0)
    }

    /// Whether the lexicon of this language has exactly this word. Other forms of the word do not count.
    #[must_use]
    pub fn lists(self, word: &str) -> bool {
        self.words().has(word)
    }

    /// The words of the lexicon in this language.
    pub(crate) fn words(self) -> &'static Index {
        Index::of(self.code())
    }

    fn file(self, files: &[&'static str]) -> &'static str {
        files.get(self.0).copied().unwrap_or_default()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if *self == Self::UNKNOWN { "unknown" } else { self.code() })
    }
}

/// The lists of a file: each line has a name, a colon, and entries with spaces between them. Lines that begin with `#`
/// are comments.
pub fn lists(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": "))
}
