//! The words of all entries of a language, each kept once: the entries have far more words than there are different
//! ones.

use super::token::{Token, TokenKind, key, spans};
use crate::words::spelling;
use std::collections::HashMap;

/// A word of the dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WordId(u32);

/// A word as a file writes it, perhaps with a star for its beginning or its ending.
#[derive(Debug)]
struct Pattern {
    key: String,
    bare: String,
    stars: Stars,
}

/// Whether a word may begin and end otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stars {
    start: bool,
    end: bool,
}

/// The words of a language.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    patterns: Vec<Pattern>,
    ids: HashMap<Stars, HashMap<String, WordId>>,
    /// The words without stars, by their keys with and without accents.
    whole: HashMap<String, Vec<WordId>>,
    open: Vec<WordId>,
}

/// The words that fit a token, and whether each fits only because its accents may be missing.
pub(super) type Fits = HashMap<WordId, bool>;

impl Dictionary {
    /// The words of an entry, which are added if they are new.
    pub(super) fn words(&mut self, entry: &str) -> Vec<WordId> {
        let words = spans(entry).into_iter().filter(|(kind, ..)| *kind == TokenKind::Word);
        words
            .filter_map(|(_, start, end)| self.word(entry, start, end))
            .collect()
    }

    /// The word between two positions of an entry.
    pub(super) fn word(&mut self, entry: &str, start: usize, end: usize) -> Option<WordId> {
        let stars = Stars {
            start: entry.get(..start)?.ends_with('*'),
            end: entry.get(end..)?.starts_with('*'),
        };
        let text = entry.get(start..end)?;
        let known = self.ids.entry(stars).or_default();
        if let Some(id) = known.get(text) {
            return Some(*id);
        }
        let id = WordId(u32::try_from(self.patterns.len()).ok()?);
        known.insert(text.to_owned(), id);
        let key = key(text);
        let bare = spelling::without_accents(&key);
        if stars.start || stars.end {
            self.open.push(id);
        } else {
            self.whole.entry(bare.clone()).or_default().push(id);
        }
        self.patterns.push(Pattern { key, bare, stars });
        Some(id)
    }

    /// How much of a text a word determines: the number of its letters.
    pub(super) fn weight(&self, WordId(id): WordId) -> usize {
        let pattern = usize::try_from(id).ok().and_then(|at| self.patterns.get(at));
        pattern.map_or(0, |pattern| pattern.key.chars().count())
    }

    /// The words that fit a token. A token without any accents may lack those of a word.
    pub(super) fn fits(&self, token: &Token) -> Fits {
        let whole = self.whole.get(&token.bare).into_iter().flatten();
        let candidates = whole.chain(&self.open).copied();
        candidates.filter_map(|id| Some((id, self.fit(id, token)?))).collect()
    }

    /// Whether the word fits the token only because its accents may be missing; `None` if it does not fit.
    fn fit(&self, WordId(id): WordId, token: &Token) -> Option<bool> {
        let pattern = self.patterns.get(usize::try_from(id).ok()?)?;
        let is_whole = token.is_word();
        if is_whole && pattern.stars.fit(&token.key, &pattern.key) {
            return Some(false);
        }
        let may_lack_accents = is_whole && token.key == token.bare;
        (may_lack_accents && pattern.stars.fit(&token.bare, &pattern.bare)).then_some(true)
    }
}

impl Stars {
    fn fit(self, word: &str, pattern: &str) -> bool {
        match (self.start, self.end) {
            (false, false) => word == pattern,
            (false, true) => word.starts_with(pattern),
            (true, false) => word.ends_with(pattern),
            (true, true) => word.contains(pattern),
        }
    }
}
