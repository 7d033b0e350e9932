//! A text in which words of the lists are found.

use super::words::{WORDS, Words};
use crate::language::Language;
use unicode_segmentation::UnicodeSegmentation;

/// A text in lower case, and what its words and letters say about its language.
#[derive(Debug)]
pub(crate) struct Text {
    lower: String,
    language: TextLanguage,
}

/// The language of a text, as far as it decides which words written in plain Latin letters match.
#[derive(Debug)]
enum TextLanguage {
    /// These languages have the most function words in the text.
    Known(Vec<Language>),
    /// The text has no function word, but letters that English lacks.
    NotEnglish,
    /// The text has neither.
    Unknown,
}

/// The lists that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// Those of the text's language, those of English, and words that no other language has.
    OfLanguage,
    /// All lists.
    All,
}

impl Text {
    pub(crate) fn new(text: &str) -> Self {
        let lower = text.to_lowercase();
        let language = TextLanguage::of(&lower);
        Self { lower, language }
    }

    /// The lists to search, in order. A further item is searched only if the one before found nothing.
    pub(crate) fn searches(&self) -> &'static [Lists] {
        match self.language {
            TextLanguage::Known(_) => &[Lists::OfLanguage],
            TextLanguage::NotEnglish => &[Lists::All],
            TextLanguage::Unknown => &[Lists::OfLanguage, Lists::All],
        }
    }

    /// The words of the text with their positions.
    pub(crate) fn tokens(&self) -> Vec<(usize, &str)> {
        self.lower.unicode_word_indices().collect()
    }

    /// Whether a word of a list may match in this text. It is quicker than [`Self::mentions`].
    pub(crate) fn may_have(&self, word: &str, words: &Words, lists: Lists) -> bool {
        if !word.is_ascii() && self.lower.is_ascii() {
            return false;
        }
        let is_ambiguous = word.is_ascii() && words.language != Language::ENGLISH && !words.function_words.is_empty();
        !is_ambiguous
            || lists == Lists::All
            || matches!(&self.language, TextLanguage::Known(known) if known.contains(&words.language))
    }

    /// The positions at which the text has a known word.
    pub(crate) fn mentions(&self, known: &str, tokens: &[(usize, &str)]) -> impl Iterator<Item = usize> {
        let inside = is_sought_inside(known).then(|| self.lower.find(known)).flatten();
        let whole = tokens.iter().filter(move |(_, word)| is_form_of(word, known));
        inside.into_iter().chain(whole.map(|(at, _)| *at))
    }
}

impl TextLanguage {
    fn of(lower: &str) -> Self {
        let words: Vec<&str> = lower.unicode_words().collect();
        let score = |known: &Words| {
            let is_known = |word: &&&str| known.function_words.contains(**word);
            words.iter().filter(is_known).count()
        };
        let most = WORDS.iter().map(score).max().unwrap_or(0);
        if most > 0 {
            let best = WORDS.iter().filter(|known| score(known) == most);
            let known: Vec<Language> = best.map(|known| known.language).collect();
            // English wins a tie: its small words occur in no other language, but not the other way around.
            let is_english = known.contains(&Language::ENGLISH);
            return Self::Known(if is_english { vec![Language::ENGLISH] } else { known });
        }
        let is_accented = |c: char| matches!(c, 'à'..='ɏ' | 'ß') && c.is_alphabetic();
        if lower.chars().any(is_accented) {
            Self::NotEnglish
        } else {
            Self::Unknown
        }
    }
}

/// Whether the word is also searched inside other words. Signs and emoji may be anywhere, Chinese and Japanese have no
/// spaces, and Korean, Arabic and Hindi words have suffixes.
fn is_sought_inside(known: &str) -> bool {
    known.starts_with(|c: char| c >= '\u{590}' || !c.is_alphanumeric())
}

/// Whether the word is the known word or its plural, or begins with the known stem if that ends with a dash.
pub(crate) fn is_form_of(word: &str, known: &str) -> bool {
    match known.strip_suffix('-') {
        Some(stem) => word.starts_with(stem),
        None => word == known || word.strip_suffix('s') == Some(known) || word.strip_suffix("es") == Some(known),
    }
}
