//! A line and the meanings of its words in one language.

use super::{cue::Cue, dictionary::Fits, token::Token, vocabulary::Vocabulary};
use std::ops::Range;

/// A line and the meanings of its words in one language.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) words: &'static Vocabulary,
    pub(super) cues: Vec<Cue>,
    /// The words of the language's entries that fit each token.
    pub(super) fits: Vec<Fits>,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a str, tokens: &'a [Token], words: &'static Vocabulary) -> Self {
        let fits = words.fits(tokens);
        Self {
            text,
            tokens,
            words,
            cues: words.cues(tokens, &fits),
            fits,
        }
    }

    pub(super) fn cues_in(&self, range: &Range<usize>) -> impl Iterator<Item = &Cue> + Clone {
        let range = range.clone();
        self.cues
            .iter()
            .filter(move |cue| cue.start >= range.start && cue.end <= range.end)
    }

    /// The text of these tokens, as the caller wrote it.
    pub(super) fn text_of(&self, range: &Range<usize>) -> &'a str {
        let tokens = self.tokens.get(range.clone()).unwrap_or_default();
        let (first, last) = (
            tokens.first().map(|token| token.start),
            tokens.last().map(|token| token.end),
        );
        let text = first.zip(last).and_then(|(start, end)| self.text.get(start..end));
        text.unwrap_or_default().trim()
    }
}
