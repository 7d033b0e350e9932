//! The font families of headlines.

use super::face::Face;
use crate::composer::chance::Chance;
use lexicon::{Reading, Temper, Topic, Typeface};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The probability that a headline has the family that suits its topic; otherwise it has the display family.
const SUITED: f32 = 0.5;

/// A font family for Latin letters, some with Cyrillic and Greek. Missing characters come from the common fonts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Family {
    /// Tall, heavy and narrow: the largest letters for the width.
    #[default]
    Display,
    /// Round bowls and even strokes: technical, businesslike.
    Geometric,
    /// Rounded ends: friendly.
    Round,
    /// Serifs and stroke contrast: books, history, luxury.
    Serif,
    /// Slanted brush letters, as in comics: loud.
    Comic,
}

static GEOMETRIC: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../../fonts/Montserrat-Black.ttf"), 0.70, 0.0)?;
    Some(face.tracked(-0.01))
});
static ROUND: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../../fonts/Baloo2-ExtraBold.ttf"), 0.617, 0.0)?;
    Some(face.tracked(-0.005))
});
static SERIF: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../../fonts/NotoSerif-Black.ttf"), 0.714, 0.0)?;
    Some(face.tracked(0.005))
});
static COMIC: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../../fonts/Bangers-Regular.ttf"), 0.74, 0.0)?;
    Some(face.tracked(0.02))
});

impl Family {
    pub(super) const ALL: [Self; 5] = [Self::Display, Self::Geometric, Self::Round, Self::Serif, Self::Comic];

    /// The family that callers know by this name.
    pub(crate) const fn of(typeface: Typeface) -> Self {
        match typeface {
            Typeface::Display => Self::Display,
            Typeface::Geometric => Self::Geometric,
            Typeface::Round => Self::Round,
            Typeface::Serif => Self::Serif,
            Typeface::Comic => Self::Comic,
        }
    }

    /// Another family, a different one for each number from 1 to 4.
    pub(crate) fn after(self, number: usize) -> Self {
        let at = Self::ALL.iter().position(|family| *family == self).unwrap_or_default();
        let next = Self::ALL.get((at + number) % Self::ALL.len());
        next.copied().unwrap_or_default()
    }

    /// The family for a reading: the one that suits it, or the display family at random.
    pub(crate) fn choose(reading: Reading, chance: &mut Chance) -> Self {
        let suited = suited(reading);
        if chance.happens(SUITED) { suited } else { Self::Display }
    }

    /// The face that is searched before the common fonts; `None` for the display family, whose face is the first common
    /// font.
    pub(super) fn face(self) -> Option<&'static Face> {
        let own = match self {
            Self::Display => return None,
            Self::Geometric => &GEOMETRIC,
            Self::Round => &ROUND,
            Self::Serif => &SERIF,
            Self::Comic => &COMIC,
        };
        own.as_ref()
    }
}

fn suited(reading: Reading) -> Family {
    match (reading.temper, reading.topic) {
        (Temper::Luxurious, _) => Family::Serif,
        (Temper::Dark | Temper::Dramatic, Some(Topic::Film | Topic::Horror | Topic::News)) => Family::Display,
        (_, Some(Topic::History | Topic::Film)) | (Temper::Sad, _) => Family::Serif,
        (_, Some(Topic::Gaming)) | (Temper::Energetic, None) => Family::Comic,
        (_, Some(Topic::Food | Topic::Kids | Topic::Pets | Topic::Love | Topic::Winter)) | (Temper::Cheerful, _) => {
            Family::Round
        }
        (_, Some(Topic::Tech | Topic::Code | Topic::Money | Topic::Science | Topic::News | Topic::Growth))
        | (Temper::Calm, _) => Family::Geometric,
        _ => Family::Display,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::{
        text::typeface::{Faces, letter},
        writing::Writing,
    };

    fn advance(word: &str, family: Family) -> f32 {
        letter(word, false, Writing::Other, &Faces::of(word, family))
            .unwrap()
            .advance
    }

    #[test]
    fn every_family_loads_and_its_capitals_are_one_unit_high() {
        for family in Family::ALL {
            assert_eq!(family.face().is_some(), family != Family::Display);
            let bounds = letter("H", false, Writing::Other, &Faces::of("H", family))
                .unwrap()
                .bounds;
            assert!((0.96..1.04).contains(&bounds.height()), "{family:?}: {bounds:?}");
        }
    }

    #[test]
    fn missing_characters_come_from_the_common_fonts() {
        for family in Family::ALL {
            for word in [
                "Žižkov",
                "Việt",
                "Straße",
                "$100",
                "тайна",
                "Ελλάδα",
                "日本",
                "مرحبا",
                "שלום",
                "नमस्ते",
                "GO🚀",
            ] {
                assert!(
                    letter(word, false, Writing::of(&[word]), &Faces::of(word, family)).is_some(),
                    "{word}"
                );
            }
            assert!((advance("日本", family) - advance("日本", Family::Display)).abs() < 1e-4);
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
                .map(|seed| Family::choose(Reading::of(text), &mut Chance::new(text, seed)))
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
}
