//! The words of a headline, and splitting a text into words.

use super::{
    clause::{is_digit, lower},
    language::{Language, role::Role},
};

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
}

/// The visible words of a text: split at white space, without control characters and direction marks. A mark that
/// stands alone belongs to a neighbour: French has a space before "?" and inside "« »".
pub(super) fn words_of(text: &str) -> Vec<String> {
    let words = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !is_invisible(*c)).collect::<String>())
        .filter(|word| !word.is_empty());
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let is_closing = word.chars().all(|c| matches!(c, '?' | '!' | ':' | ';' | '»' | '%'));
        match joined.last_mut() {
            Some(last) if is_closing || last == "«" => {
                last.push('\u{a0}');
                last.push_str(&word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// For each word, whether it belongs to the previous one: "5 kg", "Windows 11", "New York".
pub(super) fn ties(words: &[&str], language: &Language) -> Vec<bool> {
    let bare: Vec<&str> = words
        .iter()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let capitals = bare.iter().filter(|word| is_capital(word)).count();
    // In a title in which most words are capitalised, capitals show no names.
    let shows_names = language.code != "de" && capitals * 2 <= bare.len() + 1;
    let tied = |at: usize| {
        let (Some(before), Some(word)) = (at.checked_sub(1).and_then(|at| bare.get(at)), bare.get(at)) else {
            return false;
        };
        let is_number = |word: &str| word.chars().any(is_digit) && !word.chars().any(char::is_alphabetic);
        let is_sign = |at: usize| {
            words
                .get(at)
                .is_some_and(|word| matches!(*word, "€" | "$" | "£" | "¥" | "₹" | "₽" | "%" | "°C"))
        };
        let is_unit = is_number(before)
            && (language.is(&lower(word), Role::Unit) || language.is(&lower(word), Role::Span) || is_sign(at));
        // "9 000 kr": in many languages, a space separates the thousands.
        let is_group =
            is_number(before) && before.len() <= 3 && word.len() == 3 && word.chars().all(|c| c.is_ascii_digit());
        let is_version = language.is(&lower(before), Role::Name) && word.starts_with(is_digit);
        let is_currency = is_sign(at - 1) && is_number(word);
        let is_name = shows_names && is_capital(before) && is_capital(word) && !language.is_small(&lower(before));
        let ends = words
            .get(at - 1)
            .is_some_and(|word| word.ends_with([',', ':', '.', '!', '?']));
        !ends && (is_unit || is_group || is_version || is_currency || is_name)
    };
    (0..words.len()).map(tied).collect()
}

/// Zero-width spaces and direction marks. Joiners are kept, because scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}
