//! Detects the language of a text.

use crate::{
    file::{LANGUAGES, Language, UNLISTED},
    form,
    index::Likeness,
};
use unicode_segmentation::UnicodeSegmentation;

/// The number of words from which the language is detected.
const MAX_WORDS: usize = 60;

/// The language of a text: by its script, then by its small words and letters, then by the words that the lexicon lists.
/// English if nothing tells.
pub(crate) fn of(text: &str) -> &'static Language {
    let ([english, ..], [other, ..]) = (&LANGUAGES, &UNLISTED);
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    if let Some(name) = by_script(&letters) {
        return named(name).unwrap_or(other);
    }
    let words: Vec<String> = text.unicode_words().take(MAX_WORDS).map(form::key).collect();
    let lower = text.to_lowercase();
    let is_cyrillic = letters.iter().filter(|c| matches!(c, '\u{400}'..='\u{52f}')).count() * 2 > letters.len();
    let candidates = || {
        LANGUAGES
            .iter()
            .chain(&UNLISTED)
            .filter(move |language| matches!(language.grammar.name, "ru" | "uk") == is_cyrillic)
    };
    let score = |language: &Language| {
        let small = words.iter().filter(|word| language.grammar.is_small(word)).count();
        let own = lower
            .chars()
            .filter(|c| own_letters(language.grammar.name).contains(*c))
            .count();
        small * 2 + own.min(2) * 3
    };
    let best = candidates().map(score).max().unwrap_or(0);
    let tied: Vec<&'static Language> = candidates()
        .filter(|language| score(language) == best && (best > 0 || !language.is_unlisted()))
        .collect();
    if let [only] = tied.as_slice() {
        return only;
    }
    let listed = |language: &&&'static Language| {
        let index = language.index();
        let is_listed = |form: &str| !index.find(form, Likeness::Same).is_empty();
        let inflected = |word: &&String| form::forms(word, language.grammar).iter().any(|form| is_listed(form));
        let exact = words.iter().filter(|word| is_listed(word)).count();
        (exact, words.iter().filter(inflected).count())
    };
    // `max_by_key` takes the last of equal items; reversed, it takes the first, and English is the first.
    tied.iter().rev().max_by_key(listed).copied().unwrap_or(english)
}

fn named(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.grammar.name == name)
}

/// A language, and whether a character is in its script.
type Script = (&'static str, fn(char) -> bool);

/// The language that the script tells. Latin and Cyrillic letters tell none. A fifth of the letters suffices, because many
/// texts in other scripts have Latin names.
fn by_script(letters: &[char]) -> Option<&'static str> {
    let has = |in_script: fn(char) -> bool| {
        let count = letters.iter().filter(|c| in_script(**c)).count();
        count > 0 && count * 5 >= letters.len()
    };
    let scripts: [Script; 6] = [
        ("ko", |c| matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')),
        ("hi", |c| matches!(c, '\u{900}'..='\u{97f}')),
        ("ar", |c| matches!(c, '\u{600}'..='\u{6ff}')),
        ("bn", |c| matches!(c, '\u{980}'..='\u{9ff}')),
        ("el", |c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')),
        ("th", |c| matches!(c, '\u{e00}'..='\u{e7f}')),
    ];
    let is_kana = |c: &char| matches!(c, '\u{3041}'..='\u{30ff}');
    if has(eastern_letter) {
        return Some(if letters.iter().any(is_kana) { "ja" } else { "zh" });
    }
    scripts
        .iter()
        .find(|(_, in_script)| has(*in_script))
        .map(|(name, _)| *name)
}

const fn eastern_letter(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Letters that few other languages have.
fn own_letters(name: &str) -> &'static str {
    match name {
        "de" => "ßü",
        "es" => "ñ¿¡",
        "pt" => "ãõ",
        "fr" => "œêèùû",
        "tr" => "ğışü",
        "pl" => "ąęłńśźż",
        "sv" => "å",
        "it" => "ìò",
        "ru" => "ыэъё",
        "uk" => "іїєґ",
        "vi" => "ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
        _ => "",
    }
}
