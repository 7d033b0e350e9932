//! The words for colours, in all languages.

use crate::language::{Language, feature::Feature, lists};
use colour::{Oklch, Rgb};
use std::{collections::HashMap, sync::LazyLock};

/// The colours that words name, with their names in the files `colours.txt` of the languages.
const COLOURS: &str = include_str!("../colours.txt");

/// The difference of lightness between a colour and its dark or light shade, in OKLCH.
const STEP: f32 = 0.18;

/// The meaning of a word about colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColourWord {
    /// The name of a colour: "red".
    Colour(Rgb),
    /// "Dark" or "light".
    Shade(Shade),
    /// A thing that has the colour: "background", "palette".
    Part,
    /// A word that may stand beside colours without a meaning of its own: "and", "with".
    Beside,
}

/// A change of a colour's lightness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shade {
    /// The difference of lightness in OKLCH.
    step: f32,
    /// Whether the word stands behind the colour, as in "bleu foncé".
    pub is_behind: bool,
}

impl Shade {
    pub(crate) const DARK: Self = Self {
        step: -STEP,
        is_behind: false,
    };
    pub(crate) const LIGHT: Self = Self {
        step: STEP,
        is_behind: false,
    };

    /// The darker or lighter colour.
    #[must_use]
    pub fn of(self, colour: Rgb) -> Rgb {
        let Oklch { lightness, chroma, hue } = colour.oklch();
        let lightness = (lightness + self.step).clamp(0.05, 0.97);
        Oklch { lightness, chroma, hue }.to_rgb()
    }
}

/// The words of each language, in the order of [`Language::all`].
static WORDS: LazyLock<Vec<HashMap<&str, ColourWord>>> = LazyLock::new(|| Language::all().map(words_of).collect());

impl ColourWord {
    /// The meaning of a word in lower case about colours. Words of all languages count, because callers mix languages.
    /// If several languages have the word, this language has precedence. `None` if the word has nothing to do with
    /// colours.
    #[must_use]
    pub fn of(word: &str, language: Language) -> Option<Self> {
        let own = Language::all()
            .zip(WORDS.iter())
            .filter(|(known, _)| *known == language);
        let own = own.map(|(_, words)| words);
        own.chain(WORDS.iter()).find_map(|words| words.get(word)).copied()
    }

    /// The words of all languages.
    pub fn all() -> impl Iterator<Item = (&'static str, Self)> {
        WORDS.iter().flatten().map(|(word, meaning)| (*word, *meaning))
    }
}

/// The colours that words name, with their English names.
pub fn colours() -> impl Iterator<Item = (&'static str, Rgb)> {
    lists(COLOURS).filter_map(|(name, value)| Some((name, format!("#{value}").parse().ok()?)))
}

pub(crate) fn words_of(language: Language) -> HashMap<&'static str, ColourWord> {
    let mut words = HashMap::new();
    for (list, entries) in lists(language.colour_words()) {
        let Some(meaning) = meaning(list, language) else {
            continue;
        };
        for word in entries.split(' ') {
            words.insert(word, meaning);
        }
    }
    words
}

/// The meaning of the words of a list. A test finds lists without a meaning.
fn meaning(list: &str, language: Language) -> Option<ColourWord> {
    let shade = |step| {
        ColourWord::Shade(Shade {
            step,
            is_behind: language.has(Feature::AdjectivesFollow),
        })
    };
    Some(match list {
        "dark" => shade(-STEP),
        "light" => shade(STEP),
        "parts" => ColourWord::Part,
        "beside" => ColourWord::Beside,
        name => ColourWord::Colour(colours().find(|(known, _)| *known == name)?.1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_files_means_something() {
        for language in Language::all() {
            for line in language.colour_words().lines().filter(|line| !line.starts_with('#')) {
                let known = line.split_once(": ").and_then(|(list, _)| meaning(list, language));
                assert!(known.is_some(), "{language:?}: {line}");
            }
        }
    }

    #[test]
    fn a_word_of_the_text_s_language_counts_first() {
        let named = |word, code| ColourWord::of(word, Language::named(code).unwrap());
        let colour = |name| {
            colours()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| ColourWord::Colour(value))
        };
        assert_eq!(named("青色", "ja"), colour("blue"));
        assert_eq!(named("青色", "zh"), colour("turquoise"));
        assert_eq!(named("grün", "en"), colour("green"));
        assert_eq!(named("dog", "en"), None);
    }
}
