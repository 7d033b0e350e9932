//! The words of a picture: which are printed, what kind of headline they are, and which word is emphasised.

mod choice;
mod clause;
mod eastern;
mod emphasis;
pub(crate) mod kind;
mod language;
mod quote;
mod request;
mod rules;
mod vocabulary;
pub(crate) mod word;

use crate::composer::writing::{Writing, is_unspaced};
use eastern::phrase::phrases;
use kind::Kind;
use language::Language;
use std::ops::Range;
use word::{Word, words_of};

/// The words to print, in reading order, with their kind and emphasis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) words: Vec<Word>,
    /// The index of the emphasised word. Meaningless without words.
    pub(crate) emphasis: usize,
    pub(crate) writing: Writing,
    pub(crate) kind: Kind,
}

impl Headline {
    /// The headline of a brief: the title word for word; without a title, the words that the prompt quotes; otherwise
    /// words picked from the prompt, in capitals.
    pub(crate) fn new(prompt: &str, title: Option<&str>) -> Self {
        let clauses = clause::clauses(prompt);
        let title = title.map(words_of).filter(|words| !words.is_empty());
        let quoted = || quote::quoted(prompt).or_else(|| quote::demanded(&clauses));
        let quoted = if title.is_none() { quoted() } else { None };
        let is_quoted = quoted.is_some();
        let language = match &title {
            Some(title) => Language::of(&clause::clauses(&title.join(" "))),
            None => Language::of(&clauses),
        };
        let words = title.or(quoted).unwrap_or_else(|| {
            if eastern::is_mostly(prompt) {
                eastern::picked(prompt, Writing::of(&[prompt]))
            } else {
                choice::picked(prompt, &clauses)
            }
        });
        let writing = Writing::of(&[&words.join(" "), prompt]);
        let words: Vec<Word> = words.iter().flat_map(|word| phrased(word, writing)).collect();
        Self {
            emphasis: emphasis::of(&words, &clauses, language),
            kind: Kind::of(&words, &clauses, is_quoted),
            words,
            writing,
        }
    }

    /// Some of the words, for a slot of their own.
    pub(crate) fn part(&self, words: Range<usize>) -> Self {
        Self {
            emphasis: self.emphasis.wrapping_sub(words.start),
            words: self.words.get(words).unwrap_or_default().to_vec(),
            ..*self
        }
    }
}

/// Splits a word of a script without spaces into phrases.
fn phrased(word: &str, writing: Writing) -> Vec<Word> {
    let parts = if is_unspaced(word) {
        phrases(word, writing)
    } else {
        vec![word.to_owned()]
    };
    let words = parts.into_iter().enumerate();
    words
        .map(|(index, text)| Word {
            text,
            follows: index > 0,
        })
        .collect()
}

#[cfg(test)]
mod tests;
