//! A word in type, before it has a position.

use crate::composer::{headline::Headline, text::typeface::Lettering, writing::is_unspaced};
use std::rc::Rc;

/// The space between two words, in letter heights.
pub(super) const SPACE: f32 = 0.27;

/// The largest number of characters of a lonely word, in scripts with spaces.
const SHORT: usize = 2;

/// A word, or a piece of a word that may be broken.
pub(super) struct SetWord {
    pub(super) lettering: Rc<Lettering>,
    /// The same with a hyphen, for a line after which the word goes on.
    pub(super) hyphenated: Option<Rc<Lettering>>,
    pub(super) text: String,
    pub(super) emphasised: bool,
    /// Whether it says nothing alone.
    pub(super) is_small: bool,
    pub(super) gap: Gap,
}

impl SetWord {
    /// Whether the word looks lost on a line of its own.
    pub(super) fn is_lonely(&self) -> bool {
        let short = if is_unspaced(&self.text) { 1 } else { SHORT };
        let letters = self.text.chars().filter(|c| c.is_alphanumeric());
        !self.emphasised && (self.is_small || letters.count() <= short)
    }
}

/// What separates a word from the previous one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gap {
    /// A space. The number is the factor of the score for a line break here.
    Space(f32),
    /// A space between a number and its noun or its unit, or inside a name.
    Tied,
    /// No space. The number is the factor of the score for a line break here.
    Nothing(f32),
    /// No space, because both are pieces of the same word. The number is the factor of the score for a line break here.
    Same(f32),
}

impl Gap {
    /// The width in letter heights.
    pub(super) fn width(self) -> f32 {
        match self {
            Self::Space(_) | Self::Tied => SPACE,
            Self::Nothing(_) | Self::Same(_) => 0.0,
        }
    }

    /// The factor of the score for a line break here; 1 for a tie, whose price depends on the lines.
    pub(super) fn price(self) -> f32 {
        match self {
            Self::Tied => 1.0,
            Self::Space(price) | Self::Nothing(price) | Self::Same(price) => price,
        }
    }
}

/// Whether the word is the noun of the number before it: "100 strangers". A number that belongs to the word before it,
/// as in "Windows 11", counts nothing.
pub(super) fn is_counted(headline: &Headline, at: usize) -> bool {
    let word = |at: usize| headline.words.get(at);
    let (Some(word), Some(number)) = (word(at), at.checked_sub(1).and_then(word)) else {
        return false;
    };
    let digits = number.text.trim_start_matches(['$', '€', '£', '+']);
    let is_count = digits.starts_with(char::is_numeric) && !number.text.ends_with([',', ':', '!', '?', '.']);
    is_count && !number.is_tied && !word.is_small
}
