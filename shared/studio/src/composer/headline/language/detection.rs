//! Detects the language of a text: by its script, then by its small words and letters.

use super::{Language, file::LANGUAGES, role::Role};
use unicode_segmentation::UnicodeSegmentation;

/// The number of words from which the language is detected.
const MAX_WORDS: usize = 80;

/// The roles of words that are frequent in orders.
const ORDERS: [Role; 7] = [
    Role::Order,
    Role::Thumbnail,
    Role::Medium,
    Role::TitleKey,
    Role::TopicKey,
    Role::WorkKey,
    Role::LookKey,
];

/// The code of a script's language, and whether a character is in the script.
type Script = (&'static str, fn(char) -> bool);

/// The scripts that tell the language.
const SCRIPTS: [Script; 8] = [
    ("ko", |c| matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}')),
    ("ja", |c| matches!(c, '\u{3041}'..='\u{30ff}')),
    ("zh", |c| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')),
    ("hi", |c| matches!(c, '\u{900}'..='\u{97f}')),
    ("bn", |c| matches!(c, '\u{980}'..='\u{9ff}')),
    ("ar", |c| matches!(c, '\u{600}'..='\u{6ff}')),
    ("el", |c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')),
    ("he", |c| matches!(c, '\u{590}'..='\u{5ff}')),
];

/// The language of a text; English if nothing tells.
pub(in super::super) fn of(text: &str) -> &'static Language {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    // A fifth of the letters suffices, because many texts in other scripts have Latin names.
    let told = SCRIPTS.iter().find(|(_, is_in_script)| {
        let count = letters.iter().filter(|c| is_in_script(**c)).count();
        count > 0 && count * 5 >= letters.len()
    });
    if let Some((code, _)) = told {
        return named(code);
    }
    let lower = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = lower.unicode_words().take(MAX_WORDS).collect();
    let is_cyrillic = letters.iter().filter(|c| matches!(c, '\u{400}'..='\u{52f}')).count() * 2 > letters.len();
    let candidates = LANGUAGES.iter().filter(|language| match language.code {
        "ru" | "uk" => is_cyrillic,
        "hi" => !is_cyrillic,
        code => !is_cyrillic && code != "common" && SCRIPTS.iter().all(|(script, _)| *script != code),
    });
    let score = |language: &Language| {
        let is_own = |word: &&&str| language.is_small(word) || language.spelled(word).is_some();
        let small = words.iter().filter(is_own).count();
        let orders = words
            .iter()
            .filter(|word| ORDERS.iter().any(|role| language.has(word, *role)))
            .count();
        // The lower case of "İ" has a combining dot.
        let has_dotted_i = language.inflection.has_dotted_i && lower.contains('\u{307}');
        let own = usize::from(has_dotted_i) + lower.chars().filter(|c| language.letters.contains(c)).count();
        small * 3 + orders + own.min(3) * 3
    };
    // `max_by_key` takes the last of equal items; reversed, it takes the first, and English is the first.
    let best = candidates.rev().max_by_key(|language| score(language));
    best.unwrap_or_else(|| named("en"))
}

/// The language with this code; English if there is none.
pub(in super::super) fn named(code: &str) -> &'static Language {
    let found = LANGUAGES.iter().find(|language| language.code == code);
    found.or_else(|| LANGUAGES.first()).unwrap_or(&*FALLBACK)
}

/// A language without words, for an empty list of languages.
static FALLBACK: std::sync::LazyLock<Language> = std::sync::LazyLock::new(|| super::file::read("", ""));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_detected() {
        for (text, code) in [
            ("", "en"),
            ("how to bake bread", "en"),
            ("Schloss knacken ohne Werkzeug", "de"),
            ("cómo cuidar una mata de tomate", "es"),
            ("para de gritar com seu cachorro", "pt"),
            ("la charge mentale des mères", "fr"),
            ("il mio cane non sa nuotare", "it"),
            ("hoe werkt een sluis", "nl"),
            ("vad gör en val på land", "sv"),
            ("zamek w Malborku nocą", "pl"),
            ("Kediler neden kutulara girer?", "tr"),
            ("istilik sistemi necə işləyir?", "az"),
            ("alat musik yang aku buat dari barang bekas", "id"),
            ("cach hoc bún bò Huế", "vi"),
            ("замок на двери примёрз", "ru"),
            ("їжак у під'їзді", "uk"),
            ("μαγειρική για φοιτητές", "el"),
            ("איך ללמוד אנגלית", "he"),
            ("في بيتنا ثعلب", "ar"),
            ("कल का मैच", "hi"),
            ("python kaise sikhe bina coaching ke", "hi"),
            ("ছাদে টবে আম চাষ", "bn"),
            ("pythonで家計簿アプリ", "ja"),
            ("30만원 게이밍 PC", "ko"),
            ("第一次骑马", "zh"),
        ] {
            assert_eq!(of(text).code, code, "{text}");
        }
    }
}
