//! The words of a headline, and splitting a text into words.

use super::{
    clause::{is_of_word, lower},
    vocabulary::{Vocabulary, role::Role},
};
use crate::composer::writing::is_digit;
use lexicon::Feature;
use std::collections::HashSet;

/// The largest number of words of a headline that is picked from a prompt.
pub(super) const MAX_WORDS: usize = 6;

/// A word, or a phrase in scripts without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Whether it follows the previous word without a space.
    pub(crate) follows: bool,
    /// Whether it belongs to the previous word, so that a line should not break between them: a unit after its number,
    /// the second word of a name.
    pub(crate) is_tied: bool,
    /// Whether it says nothing alone: "the", "of", "my".
    pub(crate) is_small: bool,
    /// Where the caller permits to break it.
    pub(crate) breaks: Vec<Break>,
}

/// A position in a word at which the word may be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Break {
    /// The number of bytes before it.
    pub(crate) at: usize,
    /// Whether a broken word has a hyphen here.
    pub(crate) is_hyphenated: bool,
}

/// A word without soft hyphens and zero-width spaces, and where they were.
pub(super) fn unmarked(word: &str) -> (String, Vec<Break>) {
    let (mut plain, mut breaks) = (String::new(), Vec::new());
    for c in word.chars() {
        if matches!(c, SOFT_HYPHEN | ZERO_WIDTH_SPACE) {
            breaks.push(Break {
                at: plain.len(),
                is_hyphenated: c == SOFT_HYPHEN,
            });
        } else {
            plain.push(c);
        }
    }
    breaks.retain(|one| (1..plain.len()).contains(&one.at));
    breaks.dedup_by_key(|one| one.at);
    (plain, breaks)
}

const SOFT_HYPHEN: char = '\u{ad}';
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// The visible words of a text: split at white space, without control characters, direction marks, soft hyphens and
/// zero-width spaces. A mark that stands alone belongs to a neighbour: French has a space before "?" and inside "« »".
/// So does the sign of a currency behind its number.
/// In a language that has spaces between thousands, "10 000" is one word.
pub(super) fn words_in(text: &str, language: &Vocabulary) -> Vec<String> {
    marked_words_in(text, language)
        .iter()
        .map(|word| unmarked(word).0)
        .collect()
}

/// As [`words_in`], in the language of the text itself.
pub(super) fn words_of(text: &str) -> Vec<String> {
    words_in(text, Vocabulary::of(text))
}

/// As [`words_of`], with soft hyphens and zero-width spaces.
pub(super) fn marked_words_of(text: &str) -> Vec<String> {
    marked_words_in(text, Vocabulary::of(&unmarked(text).0))
}

fn marked_words_in(text: &str, language: &Vocabulary) -> Vec<String> {
    let words = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !is_invisible(*c)).collect::<String>())
        .filter(|word| !unmarked(word).0.is_empty());
    let has_spaces = language.has_feature(Feature::SpacesThousands);
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let is_closing = word.chars().all(|c| matches!(c, '?' | '!' | ':' | ';' | '»' | '%'));
        let is_currency = CURRENCIES.contains(&word.trim_end_matches([',', ':', ';', '.', '!', '?']));
        match joined.last_mut() {
            Some(last)
                if is_closing
                    || is_currency && last.ends_with(is_digit)
                    || last == "«"
                    || has_spaces && continues_number(last, &word) =>
            {
                last.push('\u{a0}');
                last.push_str(&word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Whether the word is the next three digits of the number.
fn continues_number(number: &str, word: &str) -> bool {
    let is_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let last = number.rsplit('\u{a0}').next().unwrap_or(number);
    let is_open = (1..=3).contains(&last.len()) && is_digits(last);
    let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    is_open && (last.len() == 3 || last == number) && bare.len() == 3 && is_digits(bare)
}

/// The largest number of words that are tied to each other.
const LONGEST_NAME: usize = 4;
/// The signs of currencies.
const CURRENCIES: [&str; 9] = ["€", "$", "R$", "£", "¥", "₹", "₽", "₴", "₺"];

/// For each word, whether it belongs to the word before it: "5 kg", "Windows 11", "New York", "Vincent van Gogh".
/// `names` has the words that the prompt's capitals mark as names, in lower case.
pub(super) fn ties(words: &[&str], names: &HashSet<String>, language: &Vocabulary) -> Vec<bool> {
    let bare: Vec<&str> = words
        .iter()
        .map(|word| word.trim_matches(|c: char| !is_of_word(c)))
        .collect();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let is_small = |word: &str| language.is_small(&lower(word));
    let is_plain = |word: &&&str| {
        word.chars().count() > 2 && !is_small(word) && !word.chars().any(|c| c.is_uppercase() || is_digit(c))
    };
    // In a title in which every word is capitalised, capitals show no names.
    let shows_names = bare.iter().any(|word| is_plain(&word));
    let capitalizes_nouns = language.has_feature(Feature::CapitalizesNouns);
    let is_name = |at: usize| {
        // An acronym may begin a name: "DJI Mini".
        let is_acronym = |word: &str| (2..=5).contains(&word.chars().count()) && word.chars().all(char::is_uppercase);
        let word = bare.get(at).filter(|word| is_capital(word) || is_acronym(word));
        word.is_some_and(|word| names.contains(&lower(word)) || shows_names && !is_small(word))
    };
    let joins_name = |at: usize| {
        let is_particle = bare.get(at).is_some_and(|word| language.is(word, Role::Particle));
        !capitalizes_nouns && is_particle && at > 0 && is_name(at - 1) && is_name(at + 1) && !is_name(at + 2)
    };
    let tied = |at: usize| {
        let (Some(before), Some(word)) = (at.checked_sub(1).and_then(|at| bare.get(at)), bare.get(at)) else {
            return false;
        };
        let is_number = |word: &str| word.chars().any(is_digit) && !word.chars().any(char::is_alphabetic);
        let is_sign = |at: usize| {
            words
                .get(at)
                .is_some_and(|word| CURRENCIES.contains(word) || matches!(*word, "%" | "°C"))
        };
        // "40 sq ft" has a unit of two words.
        let is_second_unit = at > 1
            && bare.get(at - 2).is_some_and(|word| is_number(word))
            && language.is(&lower(before), Role::Unit)
            && language.is(&lower(word), Role::Unit);
        let is_numeral = language.is(&lower(before), Role::Numeral) && language.is(&lower(word), Role::Span);
        let is_measured = is_number(before) && (language.is_measure(&lower(word)) || is_sign(at));
        let is_unit = is_second_unit || is_numeral || is_measured;
        let is_model = language.is(&lower(before), Role::Name) && word.starts_with(is_digit);
        let is_step = language.is(&lower(before), Role::Step) && word.chars().all(|c| c.is_ascii_digit());
        let is_ranking = language.is(&lower(before), Role::Rank) && is_number(word);
        let is_currency = is_sign(at - 1) && is_number(word);
        // In German, only a preposition without an article shows that two nouns are a name: "von Franz Kafka".
        let may_be_name = !capitalizes_nouns
            || at > 1
                && bare
                    .get(at - 2)
                    .is_some_and(|word| language.is(&lower(word), Role::Link));
        let is_name = may_be_name && is_name(at - 1) && is_name(at) || joins_name(at) || joins_name(at - 1);
        let is_version = |at: usize| is_version(&bare, words, at, shows_names && !capitalizes_nouns, language);
        let is_loud = |word: &str| word.chars().any(char::is_uppercase) && !word.chars().any(char::is_lowercase);
        let is_named = is_capital(before) || is_loud(before) || names.contains(&lower(before));
        let is_numbered = is_version(at) && is_named
            || is_capital(word) && shows_names && !capitalizes_nouns && at > 1 && is_version(at - 1);
        let ends = words
            .get(at - 1)
            .is_some_and(|word| word.ends_with([',', ':', '!', '?']) || word.ends_with('.') && !is_abbreviated(word));
        !ends && (is_unit || is_model || is_step || is_ranking || is_currency || is_name || is_numbered)
    };
    let mut length = 1;
    let limited = |is_tied: bool| {
        length = if is_tied && length < LONGEST_NAME {
            length + 1
        } else {
            1
        };
        length > 1
    };
    (0..words.len()).map(tied).map(limited).collect()
}

/// Whether the dot at the end is one of several: "S.T.A.L.K.E.R.".
fn is_abbreviated(word: &str) -> bool {
    word.matches('.').count() > 1
}

/// Whether the word at this index is a number that belongs to the name before it and counts nothing: "Volvo 240 with
/// …". If capitals show names, the name may continue behind the number: "Mini 4 Pro".
fn is_version(bare: &[&str], words: &[&str], at: usize, shows_names: bool, language: &Vocabulary) -> bool {
    let (Some(before), Some(number)) = (at.checked_sub(1).and_then(|at| bare.get(at)), bare.get(at)) else {
        return false;
    };
    let is_number = number.chars().all(|c| c.is_ascii_digit()) && (1..=4).contains(&number.len());
    let is_plain = words
        .get(at)
        .is_some_and(|word| !word.contains(['$', '€', '£', '%', '+']) && !word.ends_with('.'));
    let is_model = shows_names && before.chars().count() > 1 && !before.chars().any(char::is_lowercase);
    let before = lower(before);
    let is_counted = |next: &str| {
        let is_capital = next.starts_with(char::is_uppercase) && next.chars().any(char::is_lowercase);
        let next = lower(next);
        !(language.is_small(&next) || is_model || is_capital && shows_names) || language.is_measure(&next)
    };
    let ends = words
        .get(at)
        .is_some_and(|word| word.ends_with([',', ':', '.', '!', '?']));
    let next = bare.get(at + 1);
    is_number
        && is_plain
        && !language.is(&before, Role::Rank)
        && before.chars().any(char::is_alphabetic)
        && !language.is_small(&before)
        && !language.is(&before, Role::Step)
        && (ends || next.is_none_or(|next| !is_counted(next)))
}

/// Direction marks and the like. Joiners are kept, because scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}
