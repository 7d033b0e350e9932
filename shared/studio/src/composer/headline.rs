//! Which words stand on the picture, and which of them is emphasised.

use super::{
    eastern,
    phrase::phrases,
    vocabulary::{is_article, is_instruction, is_link, is_small, is_strong},
    writing::{Writing, is_unspaced},
};
use std::ops::Range;

/// A thumbnail is read in a fraction of a second: more words than this are not read at all.
const MAX_PICKED_WORDS: usize = 6;
/// Characters of a picked headline, spaces not counted. Fewer characters mean taller letters.
const MAX_PICKED_CHARS: usize = 25;
/// A "word" longer than this is an address or an accident and is not picked from a prompt.
const MAX_PICKED_WORD: usize = 16;
/// Quoted text longer than this many words is a quotation, not a headline.
const MAX_QUOTED_WORDS: usize = 7;

/// The words to print, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) words: Vec<Word>,
    /// Which word is emphasised. Meaningless without words.
    pub(crate) emphasis: usize,
    pub(crate) writing: Writing,
    pub(crate) kind: Kind,
}

/// What a headline says; layouts are made for kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    #[default]
    Plain,
    Versus {
        joint: usize,
    },
    Number,
    Change {
        joint: Option<usize>,
    },
    Steps {
        opening: usize,
    },
    Quote,
    Shock,
    Product,
}

/// A word or, where words are written without spaces, a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Whether no space parts it from the one before.
    pub(crate) follows: bool,
}

impl Headline {
    /// The title word for word; without one, words that the prompt quotes, or else its telling words in capitals.
    pub(crate) fn new(prompt: &str, title: Option<&str>) -> Self {
        let title = title.map(words_of).filter(|words| !words.is_empty());
        let words = title.or_else(|| quoted(prompt)).unwrap_or_else(|| {
            let writing = Writing::of(&[prompt]);
            if eastern::is_mostly(prompt) {
                eastern::picked(prompt, writing)
            } else {
                picked(prompt)
            }
        });
        let writing = Writing::of(&[&words.join(" "), prompt]);
        let words: Vec<Word> = words.iter().flat_map(|word| phrased(word, writing)).collect();
        let emphasis = emphasis(&words);
        let lower: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
        let vs = lower
            .iter()
            .position(|word| word == "vs")
            .filter(|joint| *joint > 0 && *joint + 1 < words.len());
        let kind = if let Some(joint) = vs {
            Kind::Versus { joint }
        } else if lower.iter().any(|word| word == "before") {
            Kind::Change { joint: None }
        } else if lower
            .first()
            .is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '$'))
        {
            Kind::Number
        } else if lower.len() > 2 && lower.first().is_some_and(|word| word == "how") {
            Kind::Steps { opening: 2 }
        } else if lower.first().is_some_and(|word| word == "i") {
            Kind::Quote
        } else if lower.iter().any(|word| word == "best" || word == "review") {
            Kind::Product
        } else {
            Kind::Plain
        };
        Self {
            words,
            emphasis,
            writing,
            kind,
        }
    }
}

impl Headline {
    /// Some of the words, for a place of their own.
    pub(crate) fn part(&self, words: Range<usize>) -> Self {
        Self {
            emphasis: self.emphasis.wrapping_sub(words.start),
            words: self.words.get(words).unwrap_or_default().to_vec(),
            ..*self
        }
    }
}

/// The phrases of what stands between two spaces.
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

/// The visible words of a text: split at white space, without control and direction characters.
fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !is_invisible(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Spaces without width and marks of direction; joiners are not among them, because letters need them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}

/// The first short quotation of the prompt: whoever writes `with the words "Day 1"` wants to read them.
fn quoted(prompt: &str) -> Option<Vec<String>> {
    const PAIRS: [(char, char); 8] = [
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('「', '」'),
        ('『', '』'),
        ('《', '》'),
        ('【', '】'),
    ];
    let spans = PAIRS.iter().filter_map(|(open, close)| {
        let (before, rest) = prompt.split_once(*open)?;
        let (inside, _) = rest.split_once(*close)?;
        Some((before.len(), words_of(inside)))
    });
    spans
        .filter(|(_, words)| (1..=MAX_QUOTED_WORDS).contains(&words.len()) && eastern::is_short(words))
        .min_by_key(|(at, _)| *at)
        .map(|(_, words)| words)
}

/// The telling words of the prompt's first clause that has any, in order and in capitals.
fn picked(prompt: &str) -> Vec<String> {
    let clause_end = |c: char| {
        matches!(
            c,
            '.' | ',' | ';' | ':' | '!' | '?' | '\n' | '(' | ')' | '|' | '—' | '–' | '。' | '、'
        )
    };
    // A dot or comma inside a number or a name ("3.5", "10,000") ends nothing.
    let mut clauses = vec![Vec::new()];
    for token in words_of(prompt) {
        let ends = token.ends_with(clause_end);
        let word = token
            .trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '%' | '+' | '#'))
            .to_owned();
        if let (false, Some(clause)) = (word.is_empty(), clauses.last_mut()) {
            clause.push(word);
        }
        if ends {
            clauses.push(Vec::new());
        }
    }
    clauses
        .iter()
        .map(|clause| telling(clause))
        .find(|words| !words.is_empty())
        .unwrap_or_default()
}

/// A run of neighbouring words, so that it still reads as language: the whole clause if it is short, else as far as its
/// first link word behind two telling ones. A number is worth one word more.
fn telling(clause: &[String]) -> Vec<String> {
    let lower: Vec<String> = clause.iter().map(|word| word.to_lowercase()).collect();
    let start = opening(&lower);
    let start = start + lower.iter().skip(start).take_while(|word| is_article(word)).count();
    let mut words: Vec<String> = Vec::new();
    let (mut chars, mut told) = (0, 0);
    let rest = clause.get(start..).unwrap_or_default();
    let has_number = rest.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()));
    let fits_whole = rest.len() <= MAX_PICKED_WORDS - usize::from(!has_number)
        && rest.iter().map(|word| word.chars().count()).sum::<usize>() <= MAX_PICKED_CHARS;
    for (word, lower) in clause.iter().zip(&lower).skip(start) {
        let length = word.chars().count();
        if is_instruction(lower) || length > MAX_PICKED_WORD || lower.contains("://") {
            if told > 0 {
                break;
            }
            continue;
        }
        let is_full = words.len() == MAX_PICKED_WORDS || (chars + length > MAX_PICKED_CHARS && !words.is_empty());
        if is_full || (told >= 2 && !fits_whole && is_link(lower)) {
            break;
        }
        told += usize::from(!is_small(lower));
        chars += length;
        words.push(word.to_uppercase());
    }
    if told == 0 {
        return Vec::new();
    }
    while words.last().is_some_and(|word| is_small(&word.to_lowercase())) {
        words.pop();
    }
    words
}

/// Where the wish ends and its subject begins: behind "make a thumbnail about", "a video of", "an image for".
fn opening(lower: &[String]) -> usize {
    let Some(wish) = lower.iter().take(4).position(|word| is_instruction(word)) else {
        return 0;
    };
    let is_bridge = |word: &String| {
        matches!(
            word.as_str(),
            "about" | "of" | "for" | "on" | "showing" | "titled" | "called"
        )
    };
    let bridge = lower.iter().skip(wish).take(6).position(is_bridge);
    bridge.map_or(0, |bridge| wish + bridge + 1)
}

/// Numbers first, then words that carry feeling, then the longest word; of equals the last.
fn emphasis(words: &[Word]) -> usize {
    // A word in capitals means something only where others are not.
    let is_mixed = words.iter().any(|word| word.text.chars().any(char::is_lowercase));
    let shouts = |word: &str| {
        is_mixed && word.chars().filter(|c| c.is_alphabetic()).count() > 1 && !word.chars().any(char::is_lowercase)
    };
    let weight = |word: &Word| {
        let word = word.text.as_str();
        let lower = word.to_lowercase();
        let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let length = bare.chars().count();
        if word.chars().any(|c| c.is_ascii_digit()) {
            1_000
        } else if shouts(word) {
            800
        } else if is_strong(bare) || eastern::is_strong(bare) {
            500
        } else if is_small(bare) {
            0
        } else {
            length.min(400)
        }
    };
    words
        .iter()
        .map(weight)
        .enumerate()
        .max_by_key(|(index, weight)| (*weight, *index))
        .map_or(0, |(index, _)| index)
}

/// How a word breaks where it is too long for any line: into `parts` pieces of about the same length, between
/// grapheme clusters.
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
    fn a_title_of_nothing_visible_counts_as_none() {
        check("a lonely robot", Some("\u{7} \u{200b}"), "LONELY ROBOT", "LONELY");
    }

    #[test]
    fn quoted_words_are_the_headline() {
        check("A shocked man with the words \"I QUIT\" on top", None, "I QUIT", "QUIT");
        check("Un chat qui dit «bonjour»", None, "bonjour", "bonjour");
    }

    #[test]
    fn a_long_sentence_is_cut_where_it_still_reads() {
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
    fn the_request_around_the_subject_is_left_out() {
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
    fn questions_keep_their_opening() {
        check("How to learn Rust in 2026", None, "HOW TO LEARN RUST IN 2026", "2026");
        check(
            "How I built a rocket in my garage",
            None,
            "HOW I BUILT A ROCKET",
            "ROCKET",
        );
    }

    #[test]
    fn addresses_and_empty_prompts_give_no_words() {
        check("", None, "", "");
        check("https://example.com/watch?v=abcdefghijkl", None, "", "");
        check("... !!! ---", None, "", "");
    }

    #[test]
    fn broken_words_lose_nothing() {
        let words = ["", "a", "Donaudampfschifffahrt", "नमस्तेदुनिया", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦"];
        for word in words {
            for parts in 0..5 {
                let joined: String = broken(word, parts).into_iter().map(|range| &word[range]).collect();
                assert_eq!(joined, word);
            }
        }
    }
}
