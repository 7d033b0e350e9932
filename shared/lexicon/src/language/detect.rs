//! Detects the language of a text.

use super::{Language, feature::Feature};
use crate::words::{form, spelling};
use std::cmp::Reverse;
use unicode_segmentation::UnicodeSegmentation;

/// The number of words from which the language is detected.
const MAX_WORDS: usize = 60;
/// The weight of a small word, and of a letter that few languages have.
const SMALL_WORD: isize = 2;
const OWN_LETTER: isize = 3;
/// The most letters of its own that count for a language.
const MAX_LETTERS: isize = 4;
/// The weight of a letter that the language does not have, and the most of them that count: a name may have some.
const STRANGE_LETTER: isize = -2;
const MAX_STRANGE: usize = 2;

impl Language {
    /// The language of a text: by its script, then by its small words and letters, then by the words that the lexicon
    /// lists. English if nothing shows another language.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let Guess { words, candidates } = Guess::of(text).within(0);
        if let [(_, only)] = candidates.as_slice() {
            return *only;
        }
        // `max_by_key` takes the last of equal items; reversed, it takes the first, and English is the first.
        let listed = candidates
            .iter()
            .rev()
            .max_by_key(|(_, language)| listed(*language, &words));
        listed.map_or(Self::ENGLISH, |(_, language)| *language)
    }

    /// The languages that a text may be in, the likeliest first: at most one small word speaks against each. Titles of
    /// few words are often like those of another language. If more than one small word speaks for the best languages,
    /// only they count.
    pub(crate) fn likely(text: &str) -> Vec<Self> {
        let guess = Guess::of(text);
        let gap = if guess.best() > SMALL_WORD { 0 } else { SMALL_WORD };
        let Guess { words, mut candidates } = guess.within(gap);
        // The sort is stable, so of equal languages the first of the list stays the first.
        candidates.sort_by_cached_key(|(score, language)| Reverse((*score, listed(*language, &words))));
        let mut likely: Vec<Self> = candidates.into_iter().map(|(_, language)| language).collect();
        // Chinese characters alone may be Japanese.
        let sharing = Self::all().filter(|other| {
            let has_script = |known: &Self| other.grammar().script == known.grammar().script;
            other.has(Feature::Kana) && !likely.contains(other) && likely.iter().any(has_script)
        });
        likely.extend(sharing.collect::<Vec<_>>());
        likely
    }
}

/// The languages whose script a text has, each with the weight of its small words and letters.
struct Guess {
    words: Vec<String>,
    candidates: Vec<(isize, Language)>,
}

impl Guess {
    fn of(text: &str) -> Self {
        // "\\n" in two characters stands for a line break in many agents' requests.
        let text = &text.replace("\\n", "\n");
        let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
        let words: Vec<String> = text.unicode_words().take(MAX_WORDS).map(spelling::key).collect();
        let known = by_script(&letters);
        let candidates = match *known {
            [only] => vec![(0, only)],
            _ => {
                let lower = spelling::key(text);
                let scored = known
                    .into_iter()
                    .map(|language| (score(language, &words, &lower), language));
                scored.collect()
            }
        };
        Self { words, candidates }
    }

    /// The largest weight.
    fn best(&self) -> isize {
        let weights = self.candidates.iter().map(|(score, _)| *score);
        weights.max().unwrap_or_default()
    }

    /// Only the languages whose weight is at most this much below the largest one.
    fn within(mut self, gap: isize) -> Self {
        let best = self.best();
        self.candidates.retain(|(score, _)| score + gap >= best);
        self
    }
}

impl Language {
    /// The languages whose script, other than the Latin one, more than half of the text has. Empty for a text in Latin
    /// letters.
    pub(crate) fn of_script(text: &str) -> Vec<Self> {
        let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
        let is_written = |language: &Self| {
            let script = &language.grammar().script;
            let written = letters.iter().filter(|c| script.iter().any(|range| range.contains(*c)));
            written.count() * 2 > letters.len()
        };
        Self::all().filter(is_written).collect()
    }
}

/// How strongly small words and letters speak for a language.
fn score(language: Language, words: &[String], lower: &str) -> isize {
    let grammar = language.grammar();
    // "L'été" begins with a small word.
    let small = |word: &&String| {
        grammar.is_small(word) || word.split_once('\'').is_some_and(|(first, _)| grammar.is_small(first))
    };
    let own = lower.chars().filter(|c| grammar.letters.contains(*c));
    let is_sole = |c: char| Language::all().all(|other| other == language || !other.grammar().letters.contains(c));
    // A letter that no other language has counts twice.
    let letters: isize = own.map(|c| 1 + isize::from(is_sole(c))).sum();
    let is_strange = |c: &char| {
        c.is_alphabetic() && !c.is_ascii() && !grammar.letters.contains(*c) && !grammar.other_letters.contains(*c)
    };
    let strange = lower.chars().filter(is_strange).take(MAX_STRANGE);
    words.iter().filter(small).map(|_| SMALL_WORD).sum::<isize>()
        + letters.min(MAX_LETTERS) * OWN_LETTER
        + strange.map(|_| STRANGE_LETTER).sum::<isize>()
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

/// The languages whose script the text has. A fifth of the letters suffices for a script that one language has, because
/// many texts in other scripts have Latin names. Of languages that share a script, half of the letters have to be in
/// it.
fn by_script(letters: &[char]) -> Vec<Language> {
    let count = |is_in: &dyn Fn(char) -> bool| letters.iter().filter(|c| is_in(**c)).count();
    let is_written_in = |language: Language, c: char| language.grammar().script.iter().any(|range| range.contains(&c));
    for language in Language::all().filter(|language| !language.grammar().script.is_empty()) {
        let same = |other: &Language| other.grammar().script == language.grammar().script;
        let sharing: Vec<Language> = Language::all().filter(same).collect();
        let found = count(&|c| is_written_in(language, c));
        let kana = sharing.iter().find(|language| language.has(Feature::Kana));
        if let (Some(kana), true) = (kana, found > 0 && found * 5 >= letters.len()) {
            let own = kana.grammar().letters;
            let has_kana = letters
                .iter()
                .any(|c| matches!(c, '\u{3041}'..='\u{30ff}') || own.contains(*c));
            let told = sharing.iter().filter(|language| (*language == kana) == has_kana);
            return told.copied().collect();
        }
        let is_told = match sharing.len() {
            1 => found > 0 && found * 5 >= letters.len(),
            _ => found * 2 > letters.len(),
        };
        if is_told {
            return sharing;
        }
    }
    let unknown = count(&is_unknown);
    if unknown > 0 && unknown * 5 >= letters.len() {
        return vec![Language::UNKNOWN];
    }
    Language::all()
        .filter(|language| language.grammar().script.is_empty())
        .collect()
}

/// Whether the letter is in a script that none of the languages uses.
const fn is_unknown(c: char) -> bool {
    matches!(c, '\u{530}'..='\u{58f}' | '\u{700}'..='\u{8ff}' | '\u{a00}'..='\u{10ff}' | '\u{1200}'..='\u{1cff}')
}
