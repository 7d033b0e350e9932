//! Which motifs a picture shows.

use super::Motif;
use lexicon::{Choice, Depiction, Language};

/// The motifs of a picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// The motifs, the largest first: none, one or two.
    pub(crate) motifs: Vec<Motif>,
    pub(crate) reason: Reason,
}

/// Why a picture shows its motifs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The words name the subject.
    Named,
    /// The words name no subject that a picture can show, but they belong to a niche, and the motif is its emblem.
    Emblem(&'static str),
    /// Nothing is known: the words alone are the picture.
    #[default]
    Words,
}

impl Chosen {
    /// The subjects that the words name; or else the emblem of their niche; or else none.
    pub(crate) fn of(choice: &Choice) -> Self {
        let named: Vec<Motif> = [choice.main(), choice.second()]
            .into_iter()
            .flatten()
            .filter_map(|subject| Motif::of(&subject.picture))
            .collect();
        if !named.is_empty() {
            return Self {
                motifs: named,
                reason: Reason::Named,
            };
        }
        let emblem = choice
            .niche
            .and_then(|niche| Some((niche, Motif::of(&Depiction::Emoji(emblem(niche)?.to_owned()))?)));
        emblem.map_or_else(Self::default, |(niche, motif)| Self {
            motifs: vec![motif],
            reason: Reason::Emblem(niche),
        })
    }
}

impl Chosen {
    /// Whether the words name the subject.
    pub(crate) fn is_named(&self) -> bool {
        self.reason == Reason::Named
    }
}

/// The motif of a picture without words and without a subject, which would be empty: a clapperboard stands for a video.
pub(crate) fn without_words() -> Vec<Motif> {
    Motif::of(&Depiction::Emoji("🎬".to_owned())).into_iter().collect()
}

/// The motif that a part of a brief names.
pub(crate) fn named(text: &str, language: Language) -> Option<Motif> {
    let choice = Choice::of_part(text, language);
    Motif::of(&choice.main()?.picture)
}

/// The emoji that stands for a niche.
fn emblem(niche: &str) -> Option<&'static str> {
    Some(match niche {
        "gaming" => "🎮",
        "tech" => "🤖",
        "code" => "💻",
        "money" => "💰",
        "food" => "🍳",
        "travel" => "🗺️",
        "fitness" => "🏋️",
        "sport" => "🏆",
        "beauty" => "💄",
        "science" => "🔬",
        "space" => "🔭",
        "music" => "🎸",
        "film" => "🎬",
        "horror" => "👻",
        "nature" => "🌿",
        "pets" => "🐾",
        "cars" => "🚗",
        "history" => "🏛️",
        "news" => "📰",
        "kids" => "🧸",
        "home" => "🏠",
        "growth" => "🎯",
        "love" => "❤️",
        "winter" => "❄️",
        "fashion" => "👗",
        "health" => "🩺",
        "diy" => "🧰",
        "education" => "🎓",
        "law" => "⚖️",
        "politics" => "🗳️",
        "religion" => "🕊️",
        "art" => "🎨",
        "books" => "📚",
        "outdoors" => "🏕️",
        "business" => "📈",
        "work" => "💼",
        "weather" => "⛅",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(prompt: &str) -> Vec<String> {
        let chosen = Chosen::of(&Choice::of(prompt, None));
        chosen.motifs.iter().map(|motif| motif.name.to_string()).collect()
    }

    #[test]
    fn words_select_the_motifs() {
        assert_eq!(names("a cat and a violin"), ["🐱", "🎻"]);
        assert_eq!(names("the best burger ever"), ["🍔"]);
        assert_eq!(names("ich repariere mein Motorrad"), ["🏍️"]);
        assert_eq!(names("猫とピアノ"), ["🐱", "🎹"]);
        assert_eq!(names("cats, cats and a cat"), ["🐱"]);
    }

    #[test]
    fn words_that_name_nothing_show_nothing() {
        for prompt in ["", "something about nothing", "the very best of us"] {
            assert!(names(prompt).is_empty(), "{prompt}");
        }
    }

    #[test]
    fn every_niche_but_the_abstract_has_an_emblem_that_the_font_has() {
        for niche in lexicon::niches() {
            let motif = emblem(niche).and_then(|emoji| Motif::of(&Depiction::Emoji(emoji.to_owned())));
            assert_eq!(motif.is_some(), niche != "abstract", "{niche}");
        }
    }
}
