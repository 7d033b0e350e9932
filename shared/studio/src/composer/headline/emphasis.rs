//! Chooses the emphasised word of a headline.

use super::{
    clause::{Clause, is_count},
    eastern,
    kind::FIRST_PERSONS,
    language::Language,
    vocabulary::{is_faint, is_name, is_series_noun, is_strong},
    word::Word,
};
use std::collections::HashSet;

/// The weight of a word: its class, then a number that orders the words of a class.
type Weight = (Class, u64);

/// The classes of words, the most striking last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Nothing,
    Small,
    /// Years, numbers that are part of a name, the verb after an opening, words like "guide".
    Faint,
    Plain,
    Name,
    Product,
    Strong,
    /// A word in capitals among words that are not.
    Loud,
    Number,
    Money,
}

/// The index of the word with the largest weight; if words tie, of the last.
pub(super) fn of(words: &[Word], clauses: &[Clause], language: &Language) -> usize {
    let bare: Vec<String> = words.iter().map(|word| bare(&word.text)).collect();
    let lower: Vec<&str> = bare.iter().map(String::as_str).collect();
    let names = names(clauses);
    let is_mixed = words.iter().any(|word| word.text.chars().any(char::is_lowercase));
    let weight = |at: usize, text: &str| -> Weight {
        let word = lower.get(at).copied().unwrap_or_default();
        let before = at
            .checked_sub(1)
            .and_then(|at| lower.get(at))
            .copied()
            .unwrap_or_default();
        let length = u64::try_from(word.chars().count()).unwrap_or(u64::MAX);
        let is_number = is_count(word) && !is_year(word) && !is_name(before) && !is_series_noun(before);
        if word.is_empty() {
            (Class::Nothing, 0)
        } else if is_number && text.contains(['$', '€', '£', '¥', '₹']) {
            (Class::Money, value(word))
        } else if is_number {
            (Class::Number, value(word))
        } else if is_mixed && is_loud(text) {
            (Class::Loud, 0)
        } else if is_strong(word) || eastern::is_strong(word) {
            // The first strong word describes the others: "the biggest mistake".
            (Class::Strong, u64::try_from(words.len() - at).unwrap_or_default())
        } else if is_name(word) || is_mark(word) {
            (Class::Product, length)
        } else if language.is_function_word(word) {
            (Class::Small, 0)
        } else if is_count(word) || is_faint(word) || is_series_noun(word) || is_verb_of_opening(&lower, at) {
            (Class::Faint, 0)
        } else if names.contains(word) {
            (Class::Name, length)
        } else {
            (Class::Plain, length)
        }
    };
    let weights = words.iter().enumerate().map(|(at, word)| (weight(at, &word.text), at));
    weights.max().map_or(0, |(_, at)| at)
}

/// The value of a number, because larger numbers impress more.
fn value(word: &str) -> u64 {
    let digits: String = word.chars().filter(char::is_ascii_digit).take(12).collect();
    let unit = match word.trim_end_matches('+').chars().next_back() {
        Some('k') => 1_000,
        Some('m') => 1_000_000,
        _ => 1,
    };
    digits.parse::<u64>().unwrap_or_default().saturating_mul(unit)
}

fn is_loud(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() > 1 && !text.chars().any(char::is_lowercase)
}

/// Whether the word is the verb after an opening: “how to (build) a deck”, “I (challenged) a boxer”, “cómo (aprender)
/// inglés”. The object of the verb says more.
fn is_verb_of_opening(words: &[&str], at: usize) -> bool {
    match words.get(..at) {
        Some(["how", "to"]) => true,
        Some([first]) => words.len() > 2 && (FIRST_PERSONS.contains(first) || QUESTIONS_WITH_VERB.contains(first)),
        _ => false,
    }
}

/// Question words that are followed by a verb.
const QUESTIONS_WITH_VERB: [&str; 5] = ["cómo", "como", "comment", "come", "как"];

/// The word in lower case, without the punctuation around it. A product's name also loses its possessive "'s".
pub(super) fn bare(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    let is_sign = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%' | '+' | '#' | '&' | '→' | '-');
    let trimmed = lower.trim_matches(|c: char| !c.is_alphanumeric() && !is_sign(c));
    let owner = trimmed.strip_suffix("'s").filter(|word| is_name(word));
    owner.unwrap_or(trimmed).to_owned()
}

/// Whether the word is a product code of letters and digits: "M3", "GPT-6".
fn is_mark(lower: &str) -> bool {
    lower.starts_with(char::is_alphabetic) && lower.chars().any(|c| c.is_ascii_digit())
}

fn is_year(lower: &str) -> bool {
    lower.len() == 4
        && (lower.starts_with("19") || lower.starts_with("20"))
        && lower.chars().all(|c| c.is_ascii_digit())
}

/// The capitalised words that are not the first of a clause, in lower case; empty if most words are capitalised.
fn names(clauses: &[Clause]) -> HashSet<String> {
    let words = || clauses.iter().flat_map(|clause| &clause.words);
    let is_capital = |text: &str| text.starts_with(char::is_uppercase);
    let capitals = words().filter(|word| is_capital(&word.text)).count();
    if capitals * 5 > words().count() * 3 {
        return HashSet::new();
    }
    let later = clauses.iter().flat_map(|clause| clause.words.iter().skip(1));
    later
        .filter(|word| is_capital(&word.text))
        .map(|word| bare(&word.text))
        .collect()
}
