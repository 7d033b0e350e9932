//! Chooses the emphasised word of a headline.

use super::{
    clause::{Clause, is_count, is_digit, lower},
    eastern,
    language::{Language, role::Role},
    word::Word,
};
use crate::composer::writing::{is_han, is_unspaced};
use std::collections::{HashMap, HashSet};

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
    /// The head of a noun phrase that no preposition stands before.
    Head,
    /// The word that names what the picture shows.
    Shown,
    Name,
    Product,
    Strong,
    /// A word in capitals among words that are not.
    Loud,
    Number,
    Money,
}

/// Whether the word is needless alone: an article, a preposition, an auxiliary.
pub(super) fn is_needless(text: &str, language: &Language) -> bool {
    let word = bare(text, language);
    language.is_small(&word)
        || [Role::Close, Role::And]
            .into_iter()
            .any(|role| language.is(&word, role))
}

/// The index of the word with the largest weight; if words tie, of the last. `noun` names what the picture shows.
pub(super) fn of(words: &[Word], clauses: &[Clause], noun: Option<&str>, language: &Language) -> usize {
    let noun = noun.map(|noun| bare(noun, language)).unwrap_or_default();
    let parts: Vec<&str> = noun.split_whitespace().collect();
    // "Remove the mould" names its subject by more than a noun.
    let is_phrase = parts.iter().any(|part| is_needless(part, language));
    let noun = if language.inflection.head_is_last {
        parts.last()
    } else {
        parts.first()
    };
    let noun = noun.copied().filter(|_| !is_phrase);
    let is_shown = |word: &str| noun.is_some_and(|noun| word == noun || is_unspaced(noun) && word.contains(noun));
    let bare: Vec<String> = words.iter().map(|word| bare(&word.text, language)).collect();
    let lower: Vec<&str> = bare.iter().map(String::as_str).collect();
    let names = names(clauses, language);
    let pauses: Vec<bool> = words.iter().map(|word| word.text.ends_with([',', ':'])).collect();
    let heads = heads(&lower, &pauses, language);
    let is_mixed = words.iter().any(|word| word.text.chars().any(char::is_lowercase));
    let weight = |at: usize, text: &str| -> Weight {
        let word = lower.get(at).copied().unwrap_or_default();
        let before = at
            .checked_sub(1)
            .and_then(|at| lower.get(at))
            .copied()
            .unwrap_or_default();
        // In Japanese and Chinese, ideographs and katakana carry the meaning.
        let is_telling =
            |c: &char| !is_unspaced(word) || is_han(*c) || ('ァ'..='ー').contains(c) || c.is_ascii_alphanumeric();
        let length = u64::try_from(word.chars().filter(is_telling).count()).unwrap_or(u64::MAX);
        let is_number =
            is_count(word, language) && !is_year(word) && !language.is(before, Role::Name) && !is_series_noun(before);
        if word.is_empty() {
            (Class::Nothing, 0)
        } else if is_number && text.contains(['$', '€', '£', '¥', '₹']) {
            (Class::Money, value(word))
        } else if is_number {
            (Class::Number, value(word))
        } else if is_mixed && is_loud(text) {
            (Class::Loud, 0)
        } else if is_strong(word, language) || eastern::is_strong(word, language) {
            // The first strong word describes the others: "the biggest mistake".
            (Class::Strong, u64::try_from(words.len() - at).unwrap_or_default())
        } else if language.is(word, Role::Name) || is_mark(word) {
            (Class::Product, length)
        } else if is_needless(word, language) {
            (Class::Small, 0)
        } else if is_shown(word) && !is_count(word, language) && !names.contains(word) {
            (Class::Shown, length)
        } else if is_count(word, language)
            || language.is(word, Role::Faint)
            || language.is(word, Role::Filler)
            || is_series_noun(word)
            || is_verb_of_opening(&lower, at, language)
        {
            (Class::Faint, 0)
        } else if names.contains(word) {
            (Class::Name, length)
        } else if let Some(rank) = heads.get(&at) {
            // What stands before a comma or a colon is the topic of the rest.
            let is_topic = pauses.get(at).copied().unwrap_or_default();
            (Class::Head, if is_topic { u64::MAX } else { *rank })
        } else {
            (Class::Plain, length)
        }
    };
    let weights = words.iter().enumerate().map(|(at, word)| (weight(at, &word.text), at));
    weights.max().map_or(0, |(_, at)| at)
}

/// The value of a number, because larger numbers impress more.
fn value(word: &str) -> u64 {
    let digits: String = word
        .chars()
        .filter_map(|c| c.to_digit(10).or_else(|| indic_digit(c)))
        .filter_map(|digit| char::from_digit(digit, 10))
        .take(12)
        .collect();
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

/// The value of an Arabic, Devanagari or Bengali digit.
fn indic_digit(c: char) -> Option<u32> {
    let zeros = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}'].map(u32::from);
    zeros
        .iter()
        .find_map(|zero| u32::from(c).checked_sub(*zero).filter(|digit| *digit < 10))
}

/// The heads of noun phrases: of each run of words that mean something, the last or the first, by the language. Phrases
/// after a preposition are details. Each head has a rank among the heads.
fn heads(words: &[&str], pauses: &[bool], language: &Language) -> HashMap<usize, u64> {
    // Phrases of Japanese and Chinese are compared by their ideographs.
    if matches!(language.code, "ja" | "zh") {
        return HashMap::new();
    }
    let is_content = |at: usize| {
        words.get(at).is_some_and(|word| {
            !word.is_empty()
                && !language.is_small(word)
                && !is_count(word, language)
                && !language.is(word, Role::Faint)
                && !is_verb_of_opening(words, at, language)
        })
    };
    let before = |at: usize, role: Role| {
        at.checked_sub(1)
            .and_then(|at| words.get(at))
            .is_some_and(|word| language.is(word, role))
    };
    let is_detail = |start: usize| {
        let is_determined = before(start, Role::Article) || before(start, Role::Determiner);
        before(start, Role::Link) || is_determined && before(start - 1, Role::Link)
    };
    let is_behind_pause = |at: usize| at > 0 && pauses.get(at - 1).copied().unwrap_or_default();
    let begins = |at: usize| at == 0 || !is_content(at - 1) || is_behind_pause(at);
    let starts = (0..words.len()).filter(|at| is_content(*at) && begins(*at));
    let (details, plain): (Vec<usize>, Vec<usize>) = starts.partition(|start| is_detail(*start));
    // "In our house a fox": without another phrase, what follows the detail is the head.
    let behind_detail = details
        .iter()
        .filter(|start| **start == 1)
        .map(|start| start + 1)
        .filter(|at| is_content(*at));
    let plain = if plain.is_empty() {
        behind_detail.collect()
    } else {
        plain
    };
    plain
        .into_iter()
        .map(|start| {
            let run = (start..words.len()).take_while(|at| is_content(*at) && (*at == start || !is_behind_pause(*at)));
            let length = run.count();
            // In languages with the head last, the longest phrase is the most telling; in others, the first phrase is
            // the topic.
            let (head, rank) = if language.inflection.head_is_last {
                let letters = words.get(start + length - 1).map_or(0, |word| word.chars().count());
                (start + length - 1, length * 100 + letters)
            } else {
                (start, usize::MAX - start)
            };
            (head, u64::try_from(rank).unwrap_or(u64::MAX))
        })
        .collect()
}

/// Whether the word is the verb after an opening: “how to (build) a deck”, “I (challenged) a boxer”, “cómo (aprender)
/// inglés”. The object of the verb says more.
fn is_verb_of_opening(words: &[&str], at: usize, language: &Language) -> bool {
    match words.get(..at) {
        Some(["how", "to"]) => true,
        // Verbs at the beginning: "dejé mi trabajo", "building a rocket".
        Some([]) => {
            words.len() > 2
                && words.first().is_some_and(|word| match language.code {
                    "es" => word.ends_with(['é', 'í', 'ó']),
                    "pt" => word.ends_with("ei"),
                    "en" => word.ends_with("ing") && words.get(1).is_some_and(|next| language.is_small(next)),
                    _ => false,
                })
        }
        Some([first]) => {
            let asks_how = matches!(*first, "cómo" | "como" | "comment" | "come" | "как" | "як" | "jak");
            let asks_before_verb = language.code == "ar" && language.is(first, Role::Question);
            words.len() > 2 && (language.is(first, Role::First) || asks_how || asks_before_verb)
        }
        _ => false,
    }
}

/// Whether the word is emotional, or an English superlative.
fn is_strong(word: &str, language: &Language) -> bool {
    const NO_SUPERLATIVES: &str = "forest rainforest interest harvest request contest protest earnest digest invest modest \
        arrest midwest conquest everest latest suggest manifest tempest bequest southwest northwest budapest priest breast \
        chest inquest unrest";
    let is_superlative = language.code == "en"
        && word.ends_with("est")
        && word.chars().count() > 5
        && !NO_SUPERLATIVES.split(' ').any(|listed| listed == word);
    language.is(word, Role::Strong) || is_superlative
}

/// Whether a number after the word is not a count.
fn is_series_noun(word: &str) -> bool {
    matches!(
        word,
        "model"
            | "version"
            | "series"
            | "type"
            | "generation"
            | "gen"
            | "mark"
            | "level"
            | "grade"
            | "class"
            | "no"
            | "war"
            | "chapter"
            | "season"
    )
}

/// The word in lower case, without the punctuation around it. A product's name also loses its possessive "'s".
pub(super) fn bare(word: &str, language: &Language) -> String {
    let lower = lower(word);
    let is_sign = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%' | '+' | '#' | '&' | '→' | '-');
    let trimmed = lower.trim_matches(|c: char| !c.is_alphanumeric() && !is_mark_of_word(c) && !is_sign(c));
    let owner = trimmed.strip_suffix("'s").filter(|word| language.is(word, Role::Name));
    owner.unwrap_or(trimmed).to_owned()
}

/// Whether the character is a vowel sign of an Indic script, which belongs to the letter before it.
const fn is_mark_of_word(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{963}' | '\u{981}'..='\u{9e3}')
}

/// Whether the word is a product code of letters and digits: "M3", "GPT-6".
fn is_mark(lower: &str) -> bool {
    lower.starts_with(char::is_alphabetic) && lower.chars().any(is_digit)
}

fn is_year(lower: &str) -> bool {
    lower.len() == 4
        && (lower.starts_with("19") || lower.starts_with("20"))
        && lower.chars().all(|c| c.is_ascii_digit())
}

/// The capitalised words that are not the first of a clause, in lower case; empty if most words are capitalised, and in
/// German, where all nouns are.
fn names(clauses: &[Clause], language: &Language) -> HashSet<String> {
    let words = || clauses.iter().flat_map(|clause| &clause.words);
    let is_capital = |text: &str| text.starts_with(char::is_uppercase);
    let capitals = words().filter(|word| is_capital(&word.text)).count();
    if capitals * 5 > words().count() * 3 || language.code == "de" {
        return HashSet::new();
    }
    let later = clauses.iter().flat_map(|clause| clause.words.iter().skip(1));
    later
        .filter(|word| is_capital(&word.text))
        .map(|word| bare(&word.text, language))
        .collect()
}
