//! Finds the words that a prompt asks to print on the picture.

use super::{
    clause::{Clause, Token},
    eastern,
    vocabulary::{is_instruction, is_label, is_topic},
    word::words_of,
};

/// Quoted text longer than this many words is a quotation, not a headline.
const MAX_WORDS: usize = 7;

const PAIRS: [(char, char); 10] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('【', '】'),
    ('‘', '’'),
];

/// The first short quotation of the prompt. A prompt that says `with the words "Day 1"` wants them printed.
pub(super) fn quoted(prompt: &str) -> Option<Vec<String>> {
    let found = quotations(prompt);
    let words = found.map(|(at, text)| (at, words_of(text)));
    words
        .filter(|(_, words)| (1..=MAX_WORDS).contains(&words.len()) && eastern::is_short(words))
        .min_by_key(|(at, _)| *at)
        .map(|(_, words)| without_stop(words))
}

/// The first quotation that is too long to be printed whole. It is most likely the title of the video.
pub(super) fn long(prompt: &str) -> Option<&str> {
    let found = quotations(prompt).filter(|(_, text)| (MAX_WORDS + 1..=24).contains(&words_of(text).len()));
    found.min_by_key(|(at, _)| *at).map(|(_, text)| text)
}

/// All quotations except names of styles and fonts, with the byte index of their first character.
fn quotations(prompt: &str) -> impl Iterator<Item = (usize, &str)> {
    let marked = PAIRS.iter().flat_map(|(open, close)| between(prompt, *open, *close));
    let is_printed = |(at, text): &(usize, &str)| {
        let before = prompt.get(..*at).unwrap_or_default().to_lowercase();
        let after = prompt.get(at + text.len()..).unwrap_or_default();
        let before: Vec<&str> = before.split_whitespace().rev().take(4).collect();
        let names_style = before
            .iter()
            .any(|word| matches!(*word, "style" | "like" | "font" | "not" | "no"));
        let follows = words_of(after.trim_start_matches(|c: char| !c.is_alphanumeric() && !c.is_whitespace()));
        let is_style = follows
            .first()
            .is_some_and(|word| matches!(word.as_str(), "style" | "font"));
        let is_about_looks = words_of(text).iter().all(|word| is_instruction(&word.to_lowercase()));
        !names_style && !is_style && !is_about_looks && text.chars().any(char::is_alphanumeric)
    };
    marked.chain(between_apostrophes(prompt)).filter(is_printed)
}

fn between(prompt: &str, open: char, close: char) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = prompt;
    std::iter::from_fn(move || {
        let (_, behind) = rest.split_once(open)?;
        let (inside, after) = behind.split_once(close)?;
        rest = after;
        Some((prompt.len() - behind.len(), inside))
    })
}

/// The text between straight apostrophes, which must not be apostrophes inside words: 'don't stop'.
fn between_apostrophes(prompt: &str) -> Option<(usize, &str)> {
    let is_outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let mut marks = prompt.match_indices('\'').map(|(at, _)| {
        let before = prompt.get(..at).and_then(|text| text.chars().next_back());
        let after = prompt.get(at + 1..).and_then(|text| text.chars().next());
        (at + 1, is_outside(before), is_outside(after))
    });
    let (start, ..) = marks.find(|(_, begins, ends)| *begins && !*ends)?;
    let (end, ..) = marks.find(|(_, _, ends)| *ends)?;
    prompt.get(start..end - 1).map(|text| (start, text))
}

/// Removes the punctuation after the last word: a headline has no full stop, and a comma belongs to the prompt's
/// sentence.
fn without_stop(mut words: Vec<String>) -> Vec<String> {
    if let Some(last) = words.last_mut() {
        let is_trailing = |c| matches!(c, ',' | ';' | ':') || c == '.' && !last.ends_with("..");
        let stripped = last.trim_end_matches(is_trailing).to_owned();
        if !stripped.is_empty() {
            *last = stripped;
        }
    }
    words
}

/// The words in capitals after "with the text" or the like.
pub(super) fn demanded(clauses: &[Clause]) -> Option<Vec<String>> {
    let is_loud =
        |word: &Token| word.text.chars().any(char::is_alphabetic) && !word.text.chars().any(char::is_lowercase);
    let mut words = clauses.iter().map(|clause| clause.words.as_slice());
    words.find_map(|words| {
        let label = words.iter().position(|word| is_label(&word.lower) && !is_loud(word))?;
        let behind = words.get(label + 1..).unwrap_or_default();
        let loud: Vec<String> = behind
            .iter()
            .take_while(|word| is_loud(word) || word.is_count())
            .map(|word| word.text.clone())
            .collect();
        let is_headline = (1..=MAX_WORDS).contains(&loud.len()) && loud.iter().any(|word| word.chars().count() > 2);
        is_headline.then_some(loud)
    })
}

/// The clauses after "Title:", or else after "Topic:", up to the end of the sentence.
pub(super) fn labelled(clauses: &[Clause]) -> Option<&[Clause]> {
    behind(clauses, is_label).or_else(|| behind(clauses, is_topic))
}

fn behind(clauses: &[Clause], is_name: fn(&str) -> bool) -> Option<&[Clause]> {
    let names = |clause: &Clause| {
        clause.has_colon && clause.words.len() <= 2 && clause.words.iter().any(|word| is_name(&word.lower))
    };
    let is_none = |clause: &Clause| {
        clause
            .words
            .first()
            .is_some_and(|word| matches!(word.lower.as_str(), "none" | "no"))
    };
    let mut rests = (0..clauses.len()).filter_map(|at| Some((clauses.get(at)?, clauses.get(at + 1..)?)));
    let (_, rest) = rests.find(|(label, rest)| names(label) && !rest.first().is_some_and(is_none))?;
    let length = rest
        .iter()
        .position(|clause| clause.ends_sentence)
        .map_or(rest.len(), |end| end + 1);
    rest.get(..length).filter(|rest| !rest.is_empty())
}
