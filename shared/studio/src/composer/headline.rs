//! The words of a picture: which are printed, what kind of headline they are, and which word is emphasised.

mod choice;
mod clause;
#[cfg(test)]
mod corpus;
mod emphasis;
mod kind;
mod language;
mod quote;
mod request;
mod rules;

pub(crate) use kind::Kind;

use super::{
    eastern,
    phrase::phrases,
    writing::{Writing, is_unspaced},
};
use language::Language;
use std::ops::Range;

/// The words to print, in reading order, with their kind and emphasis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) words: Vec<Word>,
    /// The index of the emphasised word. Meaningless without words.
    pub(crate) emphasis: usize,
    pub(crate) writing: Writing,
    pub(crate) kind: Kind,
}

/// A word, or a phrase in scripts without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Whether it follows the previous word without a space.
    pub(crate) follows: bool,
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

/// The visible words of a text: split at white space, without control characters and direction marks.
fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !is_invisible(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Zero-width spaces and direction marks. Joiners are kept, because scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// Breaks a word that is too long for a line into about `parts` pieces of about the same length, between grapheme
/// clusters. Returns byte ranges.
pub(crate) fn broken(word: &str, parts: usize) -> Vec<Range<usize>> {
    use unicode_segmentation::UnicodeSegmentation;
    let starts: Vec<usize> = word.grapheme_indices(true).map(|(at, _)| at).collect();
    let size = starts.len().div_ceil(parts.max(1)).max(1);
    let cuts: Vec<usize> = starts.iter().copied().step_by(size).chain([word.len()]).collect();
    cuts.iter()
        .zip(cuts.iter().skip(1))
        .map(|(from, to)| *from..*to)
        .filter(|range| !range.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(prompt: &str, title: Option<&str>, words: &str, emphasis: &str) {
        let headline = Headline::new(prompt, title);
        let spaced = |word: &Word| format!("{}{}", if word.follows { "|" } else { " " }, word.text);
        let printed: String = headline.words.iter().map(spaced).collect();
        assert_eq!(printed.trim_start(), words, "{prompt:?}");
        assert_eq!(
            headline
                .words
                .get(headline.emphasis)
                .map_or("", |word| word.text.as_str()),
            emphasis,
            "{prompt:?}"
        );
    }

    #[test]
    fn a_title_is_printed_word_for_word() {
        check("a cat", Some("My  iPhone\tis broken"), "My iPhone is broken", "broken");
        check("a cat", Some("Day 100 of 100"), "Day 100 of 100", "100");
        check("a cat", Some("We WON it all"), "We WON it all", "WON");
    }

    #[test]
    fn an_invisible_title_is_ignored() {
        check("a lonely robot", Some("\u{7} \u{200b}"), "LONELY ROBOT", "LONELY");
    }

    #[test]
    fn quoted_words_are_the_headline() {
        check("A shocked man with the words \"I QUIT\" on top", None, "I QUIT", "QUIT");
        check("Un chat qui dit «bonjour»", None, "bonjour", "bonjour");
    }

    #[test]
    fn a_long_sentence_is_cut_after_a_complete_phrase() {
        check(
            "The best burger recipe in the whole wide world of cooking",
            None,
            "BEST BURGER RECIPE",
            "BEST",
        );
        check(
            "Epic gaming moments of the year and more",
            None,
            "EPIC GAMING MOMENTS",
            "EPIC",
        );
    }

    #[test]
    fn the_request_around_the_subject_is_removed() {
        check(
            "Create a YouTube thumbnail about building a rocket in my garage",
            None,
            "BUILDING A ROCKET",
            "BUILDING",
        );
        check("make me a thumbnail for a cooking video", None, "COOKING", "COOKING");
        check(
            "10 tips for better sleep, cinematic lighting",
            None,
            "10 TIPS FOR BETTER SLEEP",
            "10",
        );
    }

    #[test]
    fn questions_keep_their_question_word() {
        check("How to learn Rust in 2026", None, "HOW TO LEARN RUST IN 2026", "RUST");
        check(
            "How I built a rocket in my garage",
            None,
            "HOW I BUILT A ROCKET",
            "ROCKET",
        );
    }

    #[test]
    fn urls_and_empty_prompts_give_no_words() {
        check("", None, "", "");
        check("https://example.com/watch?v=abcdefghijkl", None, "", "");
        check("... !!! ---", None, "", "");
    }

    #[test]
    fn the_pieces_of_a_broken_word_restore_the_word() {
        let words = ["", "a", "Donaudampfschifffahrt", "नमस्तेदुनिया", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"];
        for word in words {
            for parts in 0..5 {
                let joined: String = broken(word, parts).into_iter().map(|range| &word[range]).collect();
                assert_eq!(joined, word);
            }
        }
    }
}
