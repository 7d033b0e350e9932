//! Finds the number of an episode and a tag in brackets. Neither says what the video is about, so neither is printed.

use super::vocabulary::{Vocabulary, role::Role};
use crate::composer::writing::is_digit;

/// The largest number of words of a label.
const MAX_LABEL: usize = 4;
/// The smallest number of words behind a tag that are a title of their own.
const MIN_TITLE: usize = 2;

/// Whether the words, in lower case, only number an episode: "Ep 12", "12. Bölüm", "#12", "S02E05", "第12回",
/// "Season 2 Episode 5". "Season 2" tells more.
pub(super) fn numbers_episode(words: &[&str], language: &Vocabulary) -> bool {
    let letters = |word: &str| word.replace(|c: char| is_digit(c) || matches!(c, '.' | '#'), "");
    let names = |word: &&str| language.is(&letters(word), Role::Episode);
    let has_number = |word: &&str| word.contains(is_digit);
    let is_number = |word: &&str| has_number(word) && letters(word).is_empty();
    words.len() <= MAX_LABEL
        && words
            .iter()
            .all(|word| is_number(word) || names(word) || language.is(word, Role::Season))
        && words.iter().any(has_number)
        && words.iter().any(|word| names(word) || word.starts_with('#'))
}

/// The text without a tag in brackets at its beginning: `[REVIEW] The cheapest tent`, `[REVIEW] - The cheapest tent`.
pub(super) fn without_tag(text: &str) -> &str {
    let start = text.trim_start_matches(|c: char| c != '[' && !c.is_alphanumeric() && c.len_utf8() > 2);
    let parts = start
        .trim_start()
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .map(|(tag, behind)| (tag, without_mark(behind)));
    let is_tag = |(tag, behind): &(&str, &str)| {
        let line = behind.lines().next().unwrap_or_default();
        tag.split_whitespace().count() < MAX_LABEL
            && line.split_whitespace().count() >= MIN_TITLE
            && !behind.starts_with(['(', ':'])
    };
    parts.filter(is_tag).map_or(text, |(_, behind)| behind)
}

/// The text without a mark between a tag and a title. A sign of a number stays: "-5".
fn without_mark(behind: &str) -> &str {
    let parts = behind.trim_start_matches(' ').split_once(' ');
    let title = parts.filter(|(mark, _)| matches!(*mark, "-" | "–" | "—" | "|" | "•"));
    title.map_or(behind, |(_, title)| title)
}
