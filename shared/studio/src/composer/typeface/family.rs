//! The designs of letters that a headline may be set in.

use super::Face;
use std::sync::LazyLock;

/// A design of Latin letters, some with Cyrillic and Greek. What a family lacks comes from the faces of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Family {
    /// Tall, heavy and narrow: the most letter for the room.
    #[default]
    Display,
    /// Round bowls and even strokes: technical, businesslike.
    Geometric,
    /// Soft ends: friendly.
    Round,
    /// Serifs and contrast: books, history, luxury.
    Serif,
    /// Brushed and leaning: a comic's shout.
    Comic,
}

static GEOMETRIC: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../fonts/Montserrat-Black.ttf"), 0.70, 0.0)?;
    Some(face.tracked(-0.01))
});
static ROUND: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../fonts/Baloo2-ExtraBold.ttf"), 0.617, 0.0)?;
    Some(face.tracked(-0.005))
});
static SERIF: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../fonts/NotoSerif-Black.ttf"), 0.714, 0.0)?;
    Some(face.tracked(0.005))
});
static COMIC: LazyLock<Option<Face>> = LazyLock::new(|| {
    let face = Face::new(include_bytes!("../../../fonts/Bangers-Regular.ttf"), 0.74, 0.0)?;
    Some(face.tracked(0.02))
});

impl Family {
    /// The face that is asked before those of all families. The display face is one of those.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::{typeface::letter, writing::Writing};

    const ALL: [Family; 5] = [
        Family::Display,
        Family::Geometric,
        Family::Round,
        Family::Serif,
        Family::Comic,
    ];

    fn advance(word: &str, family: Family) -> f32 {
        letter(word, false, Writing::Other, family).unwrap().advance
    }

    #[test]
    fn every_family_loads_and_its_capitals_are_one_unit_high() {
        for family in ALL {
            assert_eq!(family.face().is_some(), family != Family::Display);
            let bounds = letter("H", false, Writing::Other, family).unwrap().bounds;
            assert!((0.96..1.04).contains(&bounds.height()), "{family:?}: {bounds:?}");
        }
    }

    #[test]
    fn what_a_family_lacks_comes_from_the_others() {
        for family in ALL {
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
                assert!(letter(word, false, Writing::of(&[word]), family).is_some(), "{word}");
            }
            assert!((advance("日本", family) - advance("日本", Family::Display)).abs() < 1e-4);
        }
    }
}
