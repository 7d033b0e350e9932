//! Reads the niche and the temper of a text from its words. Both influence colours and fonts.

mod words;

use crate::composer::{chance::Chance, text::typeface::family::Family};
use unicode_segmentation::UnicodeSegmentation;

/// A topic of videos with typical colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Niche {
    Gaming,
    Tech,
    Code,
    Money,
    Food,
    Travel,
    Fitness,
    Beauty,
    Science,
    Space,
    Music,
    Film,
    Horror,
    Nature,
    Pets,
    Cars,
    History,
    News,
    Kids,
    Home,
    Growth,
    Love,
    Winter,
}

impl Niche {
    #[cfg(test)]
    pub(crate) const ALL: [Self; 23] = [
        Self::Gaming,
        Self::Tech,
        Self::Code,
        Self::Money,
        Self::Food,
        Self::Travel,
        Self::Fitness,
        Self::Beauty,
        Self::Science,
        Self::Space,
        Self::Music,
        Self::Film,
        Self::Horror,
        Self::Nature,
        Self::Pets,
        Self::Cars,
        Self::History,
        Self::News,
        Self::Kids,
        Self::Home,
        Self::Growth,
        Self::Love,
        Self::Winter,
    ];

    /// The name of the motif that stands for the niche.
    pub(crate) const fn emblem(self) -> &'static str {
        match self {
            Self::Gaming => "controller",
            Self::Tech => "robot",
            Self::Code => "laptop",
            Self::Money => "money",
            Self::Food => "burger",
            Self::Travel => "island",
            Self::Fitness => "dumbbell",
            Self::Beauty => "bag",
            Self::Science => "flask",
            Self::Space => "planet",
            Self::Music => "headphones",
            Self::Film => "movie",
            Self::Horror => "ghost",
            Self::Nature => "plant",
            Self::Pets => "paw",
            Self::Cars => "car",
            Self::History => "book",
            Self::News => "microphone",
            Self::Kids => "gift",
            Self::Home => "house",
            Self::Growth => "target",
            Self::Love => "heart",
            Self::Winter => "mountain",
        }
    }
}

/// The emotional tone of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Temper {
    #[default]
    Neutral,
    Dark,
    Cheerful,
    Calm,
    Luxurious,
    Energetic,
    Dramatic,
    Retro,
    Sad,
}

/// The probability that a headline has the niche's font family; otherwise it has the display family.
const SUITED: f32 = 0.5;

/// The niche and the temper of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// `None` if no word tells the niche.
    pub(crate) niche: Option<Niche>,
    pub(crate) temper: Temper,
}

impl Reading {
    /// The niche and the temper with the most words in the text; if several tie, those that are mentioned first.
    pub(crate) fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let tokens: Vec<(usize, &str)> = lower.unicode_word_indices().collect();
        Self {
            niche: strongest(&words::NICHES, &lower, &tokens),
            temper: strongest(&words::TEMPERS, &lower, &tokens).unwrap_or_default(),
        }
    }
}

/// The font family for a reading: the one that suits it, or the display family at random.
pub(crate) fn family(reading: Reading, chance: &mut Chance) -> Family {
    let suited = suited(reading);
    if chance.happens(SUITED) {
        suited
    } else {
        Family::Display
    }
}

fn suited(reading: Reading) -> Family {
    match (reading.temper, reading.niche) {
        (Temper::Luxurious, _) => Family::Serif,
        (Temper::Dark | Temper::Dramatic, Some(Niche::Film | Niche::Horror | Niche::News)) => Family::Display,
        (_, Some(Niche::History | Niche::Film)) | (Temper::Sad, _) => Family::Serif,
        (_, Some(Niche::Gaming)) | (Temper::Energetic, None) => Family::Comic,
        (_, Some(Niche::Food | Niche::Kids | Niche::Pets | Niche::Love | Niche::Winter)) | (Temper::Cheerful, _) => {
            Family::Round
        }
        (_, Some(Niche::Tech | Niche::Code | Niche::Money | Niche::Science | Niche::News | Niche::Growth))
        | (Temper::Calm, _) => Family::Geometric,
        _ => Family::Display,
    }
}

fn strongest<T: Copy>(table: &[(T, &str)], text: &str, tokens: &[(usize, &str)]) -> Option<T> {
    let told = table.iter().filter_map(|(meaning, list)| {
        let found = mentions(list, text, tokens);
        Some((*meaning, found.len(), *found.iter().min()?))
    });
    told.min_by_key(|(_, count, first)| (usize::MAX - count, *first))
        .map(|(meaning, ..)| meaning)
}

/// The positions at which the text has a word of the list.
fn mentions(list: &str, text: &str, tokens: &[(usize, &str)]) -> Vec<usize> {
    let places = list.split_whitespace().flat_map(|known| {
        let inside = is_sought_inside(known).then(|| text.find(known)).flatten();
        let whole = tokens.iter().filter(|(_, word)| is_form_of(word, known));
        inside.into_iter().chain(whole.map(|(at, _)| *at))
    });
    places.collect()
}

/// Whether the word is also searched inside other words. Signs and emoji may be anywhere, Chinese and Japanese have no
/// spaces, and Korean, Arabic and Hindi words have suffixes.
fn is_sought_inside(known: &str) -> bool {
    known.starts_with(|c: char| c >= '\u{590}' || !c.is_alphanumeric())
}

/// Whether the word is the known word or its plural, or begins with the known stem if that ends with a dash.
fn is_form_of(word: &str, known: &str) -> bool {
    match known.strip_suffix('-') {
        Some(stem) => word.starts_with(stem),
        None => word == known || word.strip_suffix('s') == Some(known) || word.strip_suffix("es") == Some(known),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_the_niche_of_a_text() {
        for (text, niche) in [
            ("Minecraft gameplay, the final boss", Some(Niche::Gaming)),
            ("What ChatGPT and other AI tools do", Some(Niche::Tech)),
            ("I learned Rust programming", Some(Niche::Code)),
            ("How I earned $5,000", Some(Niche::Money)),
            ("How I filmed two cats while hiking with my dogs", Some(Niche::Pets)),
            ("Das beste Rezept zum Kochen", Some(Niche::Food)),
            ("Ma recette préférée", Some(Niche::Food)),
            ("Mis vacaciones en la playa", Some(Niche::Travel)),
            ("A história do império", Some(Niche::History)),
            ("Мои тренировки по футболу", Some(Niche::Fitness)),
            ("Дом, в котором живут коты", Some(Niche::Home)),
            ("पनीर की रेसिपी", Some(Niche::Food)),
            ("أفضل وصفة", Some(Niche::Food)),
            ("三天学会做菜", Some(Niche::Food)),
            ("東京の心霊スポット", Some(Niche::Horror)),
            ("서울 맛집", Some(Niche::Food)),
            ("🎸🎸", Some(Niche::Music)),
            ("the seasonal scarf", None),
            ("которых", None),
            ("", None),
        ] {
            assert_eq!(Reading::of(text).niche, niche, "{text}");
        }
    }

    #[test]
    fn words_tell_the_temper_of_a_text() {
        for (text, temper) in [
            ("The DARK truth of midnight", Temper::Dark),
            ("happy birthday", Temper::Cheerful),
            ("a calm evening", Temper::Calm),
            ("the most expensive mansions", Temper::Luxurious),
            ("EXTREME challenge", Temper::Energetic),
            ("the shocking truth", Temper::Dramatic),
            ("synthwave of the 80s", Temper::Retro),
            ("ein trauriger Abschied", Temper::Sad),
            ("真相", Temper::Dramatic),
            ("a scarf", Temper::Neutral),
        ] {
            assert_eq!(Reading::of(text).temper, temper, "{text}");
        }
    }

    #[test]
    fn the_family_suits_the_text_or_is_the_display_family() {
        for (text, suited) in [
            ("minecraft", Family::Comic),
            ("luxury cars", Family::Serif),
            ("cute cats", Family::Round),
            ("crypto", Family::Geometric),
            ("a scarf", Family::Display),
        ] {
            let families: Vec<Family> = (0..60)
                .map(|seed| family(Reading::of(text), &mut Chance::new(text, seed)))
                .collect();
            assert!(
                families.contains(&suited) && families.contains(&Family::Display),
                "{text}"
            );
            assert!(
                families.iter().all(|family| [suited, Family::Display].contains(family)),
                "{text}"
            );
        }
    }

    #[test]
    fn no_list_contains_a_word_twice() {
        let lists = words::NICHES.iter().map(|(_, list)| list);
        for list in lists.chain(words::TEMPERS.iter().map(|(_, list)| list)) {
            let mut seen = std::collections::HashSet::new();
            assert!(list.split_whitespace().all(|word| seen.insert(word)), "{list}");
        }
    }
}
