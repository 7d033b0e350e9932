//! What a text is about and how it feels, read from its words: colours and letters follow.

mod words;

use super::{chance::Chance, typeface::Family};
use unicode_segmentation::UnicodeSegmentation;

/// A subject of videos that has colours of its own.
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

    /// The drawing that stands for it, by its name.
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

/// How a text feels.
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

/// How often a headline is set in the letters that suit its niche; else in those that suit all.
const SUITED: f32 = 0.5;

/// What is read from a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// `None` if no word tells.
    pub(crate) niche: Option<Niche>,
    pub(crate) temper: Temper,
}

impl Reading {
    /// What most of the telling words say; of equals, what is said first.
    pub(crate) fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let tokens: Vec<(usize, &str)> = lower.unicode_word_indices().collect();
        Self {
            niche: strongest(&words::NICHES, &lower, &tokens),
            temper: strongest(&words::TEMPERS, &lower, &tokens).unwrap_or_default(),
        }
    }
}

/// The letters for what was read: mostly the display family, often another one that suits it.
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

/// Where the text has a word of the list.
fn mentions(list: &str, text: &str, tokens: &[(usize, &str)]) -> Vec<usize> {
    let places = list.split_whitespace().flat_map(|known| {
        let inside = is_sought_inside(known).then(|| text.find(known)).flatten();
        let whole = tokens.iter().filter(|(_, word)| is_form_of(word, known));
        inside.into_iter().chain(whole.map(|(at, _)| *at))
    });
    places.collect()
}

/// Signs and emoji stand anywhere. Chinese and Japanese have no spaces, Korean, Arabic and Hindi words grow at their
/// ends.
fn is_sought_inside(known: &str) -> bool {
    known.starts_with(|c: char| c >= '\u{590}' || !c.is_alphanumeric())
}

/// The word itself or its plural; of a stem with a dash behind it, any word that begins so.
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
    fn words_tell_what_a_text_is_about() {
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
    fn words_tell_how_a_text_feels() {
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
    fn letters_suit_the_text_and_are_mostly_the_display_familys() {
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
    fn no_word_stands_twice_in_a_list() {
        let lists = words::NICHES.iter().map(|(_, list)| list);
        for list in lists.chain(words::TEMPERS.iter().map(|(_, list)| list)) {
            let mut seen = std::collections::HashSet::new();
            assert!(list.split_whitespace().all(|word| seen.insert(word)), "{list}");
        }
    }
}
