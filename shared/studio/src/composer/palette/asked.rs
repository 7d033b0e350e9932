//! The colours that a prompt asks for: "yellow background", "in pink and black", "colours: navy and gold".

use super::Palette;
use crate::composer::writing::is_eastern;
use colour::Rgb;
use lexicon::{ColourWord, Language, PromptOrder};

/// The colours that a prompt asks for, and the rest of the prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// At most two colours: the background's and the emphasis's.
    colours: Vec<Rgb>,
    /// The prompt without the phrases that only name colours.
    pub(crate) rest: String,
}

impl Asked {
    /// Reads a prompt.
    pub(crate) fn of(prompt: &str) -> Self {
        let language = Language::of(prompt);
        let mut asked = Self::default();
        for (at, part) in PromptOrder::parts(prompt).enumerate() {
            let phrase = Phrase::of(part, language);
            if phrase.asks() {
                asked.colours.extend(&phrase.colours);
                if at > 0 && phrase.others <= 1 {
                    continue;
                }
            }
            asked.rest.push_str(part);
        }
        asked.colours.truncate(2);
        asked
    }

    /// The palette in these colours; `None` if the prompt asks for none.
    pub(crate) fn palette(&self) -> Option<Palette> {
        // Black, white and grey do not stand out as the colour of emphasis.
        let is_colourful = |colour: &&Rgb| colour.oklch().chroma > 0.05;
        let (ground, rest) = self.colours.split_first()?;
        Some(Palette::around(*ground, rest.iter().find(is_colourful).copied()))
    }
}

/// A part of a prompt between two punctuation marks.
#[derive(Debug, Default)]
struct Phrase {
    colours: Vec<Rgb>,
    /// Whether it has a word such as "background".
    says_what: bool,
    /// The number of words that have nothing to do with colours.
    others: usize,
    /// Whether it ends with two colours: "in pink and black".
    ends_with_two: bool,
}

impl Phrase {
    fn of(text: &str, language: Language) -> Self {
        let lower = text.to_lowercase();
        if lower.chars().any(is_eastern) && !lower.trim().contains(' ') {
            return Self::eastern(&lower);
        }
        let mut phrase = Self::default();
        let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\'' | '\u{900}'..='\u{9ff}');
        let words = lower.split(is_mark).filter(|word| !word.is_empty());
        let words: Vec<Option<ColourWord>> = words.map(|word| ColourWord::of(word, language)).collect();
        let is_colour = |word: &&Option<ColourWord>| matches!(word, Some(ColourWord::Colour(_)));
        for word in &words {
            match word {
                Some(ColourWord::Colour(colour)) => phrase.colours.push(*colour),
                Some(ColourWord::Part) => phrase.says_what = true,
                Some(ColourWord::Shade(_) | ColourWord::Beside) => {}
                None => phrase.others += 1,
            }
        }
        let tail = words
            .iter()
            .rev()
            .take_while(|word| !matches!(word, Some(ColourWord::Part) | None));
        phrase.ends_with_two = tail.filter(is_colour).count() > 1;
        phrase
    }

    /// A phrase in a script without spaces. The longest name of a colour counts, so that "紫色" is not also "紫".
    fn eastern(text: &str) -> Self {
        let words = || ColourWord::all().filter(|(name, _)| name.chars().all(is_eastern));
        let mut found: Vec<(usize, &str, Rgb)> = words()
            .filter(|(name, _)| name.chars().count() > 1)
            .filter_map(|(name, meaning)| match meaning {
                ColourWord::Colour(colour) => Some((text.find(name)?, name, colour)),
                _ => None,
            })
            .collect();
        found.sort_by_key(|(at, name, _)| (*at, std::cmp::Reverse(name.len())));
        found.dedup_by_key(|(at, ..)| *at);
        let is_part = |(name, meaning): (&str, ColourWord)| meaning == ColourWord::Part && text.contains(name);
        Self {
            colours: found.into_iter().map(|(.., colour)| colour).collect(),
            says_what: words().any(is_part),
            others: usize::from(text.chars().count() > 14),
            ends_with_two: false,
        }
    }

    /// Whether it says which colours the picture should have.
    fn asks(&self) -> bool {
        !self.colours.is_empty() && (self.says_what || self.others == 0 || self.ends_with_two)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(prompt: &str) -> Vec<Rgb> {
        Asked::of(prompt).colours
    }

    #[test]
    fn a_prompt_may_ask_for_colours_in_any_language() {
        let [yellow, pink, black, green, blue] = [0xfacc15, 0xec4899, 0x101018, 0x16a34a, 0x2563eb].map(Rgb::hex);
        for (prompt, expected) in [
            ("sourdough for beginners, yellow background", vec![yellow]),
            ("a cover for my cello video, dark blue please", vec![blue]),
            ("thumbnail about nail art in pink and black", vec![pink, black]),
            ("Brot backen, Hintergrund in Gelb", vec![yellow]),
            ("une miniature sur le jardin, fond vert", vec![green]),
            ("festa junina, fundo rosa e amarelo", vec![pink, yellow]),
            ("belajar gitar, warna kuning dan hijau", vec![yellow, green]),
            ("рецепт хлеба, на жёлтом фоне", vec![yellow]),
            ("パンの作り方、背景は黄色", vec![yellow]),
            ("面包的做法，黄色背景", vec![yellow]),
            ("빵 만들기, 노란색 배경", vec![yellow]),
        ] {
            assert_eq!(colours(prompt), expected, "{prompt}");
        }
    }

    #[test]
    fn a_colour_of_the_subject_is_no_request() {
        for prompt in [
            "why blue whales sing",
            "my black cat hates Mondays",
            "Green Day live in Berlin",
            "my green plan for the garden",
            "how red wine is made, from grape to glass",
        ] {
            assert_eq!(colours(prompt), [], "{prompt}");
        }
    }

    #[test]
    fn a_phrase_that_only_names_colours_is_removed() {
        let asked = Asked::of("cello practice routine, dark blue please");
        assert_eq!(asked.rest, "cello practice routine,");
        assert_eq!(Asked::of("why blue whales sing").rest, "why blue whales sing");
    }

    #[test]
    fn every_colour_gives_readable_letters() {
        for (name, colour) in lexicon::colours() {
            let palette = Palette::around(colour, None);
            assert!(palette.paper.contrast(palette.ink) >= 7.0, "{name}");
            assert!(palette.accent.contrast(palette.ink) >= 4.5, "{name}");
        }
    }
}
