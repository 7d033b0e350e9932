//! Tells logos from other pictures.
//!
//! No single trait does: a seal has many colours, a wordmark has one, and an icon fills the picture. So small trees of
//! questions about the [`Traits`] vote, each with a weight.

mod trees;

use self::trees::{BASE, TREES};
use super::traits::Traits;

/// A trait, and the number above which the answer is yes.
type Question = (fn(&Traits) -> f32, f32);

/// Four questions, and a weight for each combination of answers, in hundredths.
struct Tree([Question; 4], [i16; 16]);

impl Tree {
    /// The weight that speaks for a logo; against one if it is negative.
    fn weight(&self, traits: &Traits) -> i32 {
        let Self(questions, weights) = self;
        let answers = questions.iter().map(|(of, limit)| usize::from(of(traits) > *limit));
        let place = answers.zip(0..).fold(0, |place, (answer, bit)| place | answer << bit);
        weights.get(place).copied().map_or(0, i32::from)
    }
}

/// Whether a picture with these traits is a logo.
pub(super) fn is_logo(traits: &Traits) -> bool {
    let weights: i32 = TREES.iter().map(|tree| tree.weight(traits)).sum();
    BASE + weights > 0
}
