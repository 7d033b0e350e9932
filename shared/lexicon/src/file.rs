//! The files of the lexicon, and their words.

use crate::{grammar::Grammar, index::Index};
use std::sync::OnceLock;

/// A language of the lexicon. Its words are read when a text first needs them.
#[derive(Debug)]
pub(crate) struct Language {
    pub(crate) grammar: &'static Grammar,
    file: &'static str,
    index: OnceLock<Index>,
}

/// A row of [`LANGUAGES`].
macro_rules! language {
    ($grammar:ident, $name:literal) => {
        Language {
            grammar: &crate::grammar::$grammar,
            file: include_str!(concat!("../../studio/lexicon/", $name, ".txt")),
            index: OnceLock::new(),
        }
    };
}

/// All languages. English is the first. If a text fits several languages, the first of them wins.
pub(crate) static LANGUAGES: [Language; 17] = [
    language!(EN, "en"),
    language!(ES, "es"),
    language!(FR, "fr"),
    language!(PT, "pt"),
    language!(IT, "it"),
    language!(DE, "de"),
    language!(NL, "nl"),
    language!(SV, "sv"),
    language!(PL, "pl"),
    language!(TR, "tr"),
    language!(RU, "ru"),
    language!(UK, "uk"),
    language!(AR, "ar"),
    language!(HI, "hi"),
    language!(JA, "ja"),
    language!(KO, "ko"),
    language!(ZH, "zh"),
];

/// Languages without a file: only emoji and English names count in them. The first stands for other scripts.
pub(crate) static UNLISTED: [Language; 3] = [
    unlisted(&crate::grammar::OTHER),
    unlisted(&crate::grammar::ID),
    unlisted(&crate::grammar::VI),
];

const fn unlisted(grammar: &'static Grammar) -> Language {
    Language {
        grammar,
        file: "",
        index: OnceLock::new(),
    }
}

impl Language {
    /// Whether the lexicon has no words of the language.
    pub(crate) const fn is_unlisted(&self) -> bool {
        self.file.is_empty()
    }

    /// The language's words.
    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::read(self.file, self.grammar))
    }

    /// The language's file.
    #[cfg(test)]
    pub(crate) const fn file(&self) -> &'static str {
        self.file
    }
}
