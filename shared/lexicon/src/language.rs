//! The languages that the lexicon knows.

mod detect;
pub(crate) mod grammar;
pub(crate) mod orders;

use self::grammar::{Grammar, germanic, others, romance, slavic};
use crate::words::index::Index;

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Language {
    English,
    Spanish,
    French,
    Portuguese,
    Italian,
    German,
    Dutch,
    Swedish,
    Polish,
    Turkish,
    Russian,
    Ukrainian,
    Arabic,
    Hindi,
    Bengali,
    Indonesian,
    Vietnamese,
    Japanese,
    Korean,
    Chinese,
    Greek,
    Azerbaijani,
    Hebrew,
    /// A language that the lexicon does not know.
    Other,
}

impl Language {
    /// All known languages. If a text fits several languages, the first of them wins.
    pub const ALL: [Self; 23] = [
        Self::English,
        Self::Spanish,
        Self::French,
        Self::Portuguese,
        Self::Italian,
        Self::German,
        Self::Dutch,
        Self::Swedish,
        Self::Polish,
        Self::Turkish,
        Self::Russian,
        Self::Ukrainian,
        Self::Arabic,
        Self::Hindi,
        Self::Bengali,
        Self::Indonesian,
        Self::Vietnamese,
        Self::Japanese,
        Self::Korean,
        Self::Chinese,
        Self::Greek,
        Self::Azerbaijani,
        Self::Hebrew,
    ];

    /// The ISO 639-1 code; empty for [`Language::Other`].
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::French => "fr",
            Self::Portuguese => "pt",
            Self::Italian => "it",
            Self::German => "de",
            Self::Dutch => "nl",
            Self::Swedish => "sv",
            Self::Polish => "pl",
            Self::Turkish => "tr",
            Self::Russian => "ru",
            Self::Ukrainian => "uk",
            Self::Arabic => "ar",
            Self::Hindi => "hi",
            Self::Bengali => "bn",
            Self::Indonesian => "id",
            Self::Vietnamese => "vi",
            Self::Japanese => "ja",
            Self::Korean => "ko",
            Self::Chinese => "zh",
            Self::Greek => "el",
            Self::Azerbaijani => "az",
            Self::Hebrew => "he",
            Self::Other => "",
        }
    }

    /// Whether the language is written without spaces between words.
    #[must_use]
    pub const fn is_unspaced(self) -> bool {
        matches!(self, Self::Japanese | Self::Chinese)
    }

    pub(crate) const fn grammar(self) -> &'static Grammar {
        match self {
            Self::English => &germanic::ENGLISH,
            Self::German => &germanic::GERMAN,
            Self::Dutch => &germanic::DUTCH,
            Self::Swedish => &germanic::SWEDISH,
            Self::Spanish => &romance::SPANISH,
            Self::French => &romance::FRENCH,
            Self::Portuguese => &romance::PORTUGUESE,
            Self::Italian => &romance::ITALIAN,
            Self::Polish => &slavic::POLISH,
            Self::Russian => &slavic::RUSSIAN,
            Self::Ukrainian => &slavic::UKRAINIAN,
            Self::Turkish => &others::TURKISH,
            Self::Azerbaijani => &others::AZERBAIJANI,
            Self::Arabic => &others::ARABIC,
            Self::Hindi => &others::HINDI,
            Self::Bengali => &others::BENGALI,
            Self::Korean => &others::KOREAN,
            Self::Indonesian => &others::INDONESIAN,
            Self::Vietnamese => &others::VIETNAMESE,
            Self::Japanese => &others::JAPANESE,
            Self::Chinese => &others::CHINESE,
            Self::Greek => &others::GREEK,
            Self::Hebrew => &others::HEBREW,
            Self::Other => &others::UNKNOWN,
        }
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
}
