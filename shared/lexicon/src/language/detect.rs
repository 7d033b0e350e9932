//! Detects the language of a text.

use super::Language;
use crate::words::{form, spelling};
use unicode_segmentation::UnicodeSegmentation;

/// The number of words from which the language is detected.
const MAX_WORDS: usize = 60;
/// The weight of a small word, and of a letter that few languages have.
const SMALL_WORD: usize = 2;
const OWN_LETTER: usize = 3;
/// The most letters of its own that count for a language.
const MAX_LETTERS: usize = 4;

impl Language {
    /// The language of a text: by its script, then by its small words and letters, then by the words that the lexicon
    /// lists. English if nothing tells.
    #[must_use]
    pub fn of(text: &str) -> Self {
        // "\\n" in two characters stands for a line break in many agents' requests.
        let text = &text.replace("\\n", "\n");
        let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
        if let Some(language) = by_script(&letters) {
            return language;
        }
        let words: Vec<String> = text.unicode_words().take(MAX_WORDS).map(spelling::key).collect();
        let lower = spelling::key(text);
        let is_cyrillic = letters.iter().filter(|c| matches!(c, '\u{400}'..='\u{52f}')).count() * 2 > letters.len();
        let mut candidates: Vec<(usize, Language)> = Language::ALL
            .into_iter()
            .filter(|language| matches!(language, Language::Russian | Language::Ukrainian) == is_cyrillic)
            .filter(|language| !by_script_alone(*language))
            .map(|language| (score(language, &words, &lower), language))
            .collect();
        let best = candidates.iter().map(|(score, _)| *score).max().unwrap_or_default();
        candidates.retain(|(score, _)| *score == best);
        if let [(_, only)] = candidates.as_slice() {
            return *only;
        }
        // `max_by_key` takes the last of equal items; reversed, it takes the first, and English is the first.
        let listed = candidates
            .iter()
            .rev()
            .max_by_key(|(_, language)| listed(*language, &words));
        listed.map_or(Language::English, |(_, language)| *language)
    }
}

/// How much small words and letters say for a language.
fn score(language: Language, words: &[String], lower: &str) -> usize {
    let grammar = language.grammar();
    // "L'été" begins with a small word.
    let small = |word: &&String| {
        grammar.is_small(word) || word.split_once('\'').is_some_and(|(first, _)| grammar.is_small(first))
    };
    let own = lower.chars().filter(|c| grammar.letters.contains(*c)).count();
    words.iter().filter(small).count() * SMALL_WORD + own.min(MAX_LETTERS) * OWN_LETTER
}

/// The number of words and compounds that the lexicon lists in the language: letter by letter, and with endings.
fn listed(language: Language, words: &[String]) -> (usize, usize) {
    let index = language.words();
    let inflected = |word: &&String| form::forms(word, language).iter().any(|form| index.has(form));
    let compounds = [2, 3].into_iter().flat_map(|count| words.windows(count));
    let compounds = compounds.filter(|words| index.has(&words.join(" ")));
    (
        words.iter().filter(|word| index.has(word)).count() + 2 * compounds.count(),
        words.iter().filter(inflected).count(),
    )
}

/// Whether the script alone tells the language.
const fn by_script_alone(language: Language) -> bool {
    matches!(
        language,
        Language::Arabic
            | Language::Hindi
            | Language::Bengali
            | Language::Korean
            | Language::Japanese
            | Language::Chinese
            | Language::Greek
            | Language::Hebrew
    )
}

/// The language that the script tells. Latin and Cyrillic letters tell none. A fifth of the letters suffices, because many
/// texts in other scripts have Latin names.
fn by_script(letters: &[char]) -> Option<Language> {
    type IsInScript = fn(char) -> bool;
    let has = |in_script: IsInScript| {
        let count = letters.iter().filter(|c| in_script(**c)).count();
        count > 0 && count * 5 >= letters.len()
    };
    let scripts: [(Language, IsInScript); 7] = [
        (
            Language::Korean,
            |c| matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}'),
        ),
        (Language::Hindi, |c| matches!(c, '\u{900}'..='\u{97f}')),
        (Language::Bengali, |c| matches!(c, '\u{980}'..='\u{9ff}')),
        (Language::Arabic, |c| matches!(c, '\u{600}'..='\u{6ff}')),
        (
            Language::Greek,
            |c| matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}'),
        ),
        (Language::Hebrew, |c| matches!(c, '\u{5d0}'..='\u{5ea}')),
        (Language::Other, is_unknown),
    ];
    let is_kana = |c: &char| matches!(c, '\u{3041}'..='\u{30ff}');
    if has(is_eastern) {
        let has_kana = letters.iter().any(is_kana);
        return Some(if has_kana {
            Language::Japanese
        } else {
            Language::Chinese
        });
    }
    let told = scripts.iter().find(|(_, in_script)| has(*in_script));
    told.map(|(language, _)| *language)
}

/// Whether the letter is in a script that none of the languages uses.
const fn is_unknown(c: char) -> bool {
    matches!(c, '\u{530}'..='\u{58f}' | '\u{700}'..='\u{8ff}' | '\u{a00}'..='\u{10ff}' | '\u{1200}'..='\u{1cff}')
}

const fn is_eastern(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}
