//! A word in type, before it has a position.

use crate::composer::text::typeface::Lettering;

/// The space between two words, in letter heights.
pub(super) const SPACE: f32 = 0.27;

/// A word, or a piece of a word that may be broken.
pub(super) struct SetWord {
    pub(super) lettering: Lettering,
    /// The same with a hyphen, for a line after which the word goes on.
    pub(super) hyphenated: Option<Lettering>,
    pub(super) text: String,
    pub(super) emphasised: bool,
    /// Whether it says nothing alone.
    pub(super) is_small: bool,
    pub(super) gap: Gap,
}

/// What separates a word from the previous one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gap {
    Space,
    /// A space inside a name or before a unit. The number is the factor of the score for a line break here.
    Tied(f32),
    /// No space. The number is the factor of the score for a line break here.
    Nothing(f32),
    /// No space, because both are pieces of the same word. The number is the factor of the score for a line break here.
    Same(f32),
}

impl Gap {
    /// The width in letter heights.
    pub(super) fn width(self) -> f32 {
        match self {
            Self::Space | Self::Tied(_) => SPACE,
            Self::Nothing(_) | Self::Same(_) => 0.0,
        }
    }

    /// The factor of the score for a line break here.
    pub(super) fn price(self) -> f32 {
        match self {
            Self::Space => 1.0,
            Self::Tied(price) | Self::Nothing(price) | Self::Same(price) => price,
        }
    }
}
