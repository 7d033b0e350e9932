//! The content of a layout file.

use super::look::Look;
use crate::composer::{
    headline::kind::Kind,
    raster::canvas::Shape,
    text::typesetting::{Align, Anchor},
};
use contract::AspectRatio;
use std::ops::RangeInclusive;
use tiny_skia::{Path, Rect};

/// A layout file: a composition for every picture shape, and the pictures that it suits.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The file's name without extension.
    pub(crate) name: String,
    /// The kinds of headline that the layout is made for; empty for any kind.
    pub(crate) kinds: Vec<KindName>,
    /// The number of words that fit.
    pub(crate) words: RangeInclusive<usize>,
    /// The subjects that it may have; empty for any.
    pub(crate) casts: Vec<CastName>,
    /// A subject without which the layout is not used.
    pub(crate) needs: Option<Need>,
    pub(crate) look: Look,
    pub(super) variants: [Variant; AspectRatio::ALL.len()],
}

/// The kind of a headline, without its details, as named in a layout file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KindName {
    Plain,
    Versus,
    Number,
    Change,
    Steps,
    Quote,
    Shock,
    Product,
}

impl KindName {
    pub(super) const fn of(kind: Kind) -> Self {
        match kind {
            Kind::Plain => Self::Plain,
            Kind::Versus { .. } => Self::Versus,
            Kind::Number => Self::Number,
            Kind::Change { .. } => Self::Change,
            Kind::Steps { .. } => Self::Steps,
            Kind::Quote => Self::Quote,
            Kind::Shock => Self::Shock,
            Kind::Product => Self::Product,
        }
    }
}

/// The kind of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastName {
    /// Motifs that the composer draws.
    Drawn,
    /// References to objects, without persons.
    Objects,
    /// References to persons, with or without objects.
    Persons,
    /// Nothing: the words are the picture.
    Words,
}

/// A subject that a layout requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// An object beside the subject.
    Object,
    /// At least two subjects.
    Group,
    /// A picture for each of two sides.
    Pair,
}

/// A layout for one picture shape, in pixels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variant {
    pub(crate) headline: Option<Slot>,
    /// The slot of the words that open the headline, such as "HOW TO".
    pub(crate) kicker: Option<Slot>,
    /// The slot of the number that begins the headline.
    pub(crate) numeral: Option<Slot>,
    /// The slot of the first side of "X vs Y".
    pub(crate) first: Option<Slot>,
    /// The slot of the word between both sides.
    pub(crate) joint: Option<Slot>,
    /// The slot of the second side.
    pub(crate) second: Option<Slot>,
    /// The slots of one subject, or of the subjects of two sides.
    pub(crate) subjects: Vec<SubjectSlot>,
    /// The slot of several subjects together.
    pub(crate) group: Option<SubjectSlot>,
    /// The slot of the object beside the subject.
    pub(crate) object: Option<SubjectSlot>,
    /// The parts of the picture that belong to two sides. A photo fills them up to their edges.
    pub(crate) sides: Vec<Path>,
    /// Shapes painted before the subjects.
    pub(crate) under: Vec<Piece>,
    /// Shapes painted after the subjects, but before the object and the words.
    pub(crate) over: Vec<Piece>,
}

/// A rectangle for words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) area: Rect,
    pub(crate) align: Align,
    pub(crate) anchor: Anchor,
    /// The rotation in degrees, clockwise.
    pub(crate) tilt: f32,
    /// The slant of the letters to the right, in letter heights.
    pub(crate) slant: f32,
}

/// A rectangle for a subject.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubjectSlot {
    pub(crate) area: Rect,
    /// The rotation in degrees, clockwise.
    pub(crate) tilt: f32,
    /// Whether a drawn subject stands on the slot's lower edge.
    pub(crate) stands: bool,
    /// Whether the subject is shown with little colour, as the state before a change.
    pub(crate) is_faded: bool,
}

/// A shape in colours of the palette.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) shape: Shape,
    pub(crate) tone: Tone,
    /// The colour at the foot of a vertical gradient.
    pub(crate) to: Option<Tone>,
    /// How much the colours are darkened, 0 to 1.
    pub(crate) shade: f32,
    pub(crate) opacity: f32,
    /// The line width in pixels, if only the outline is drawn.
    pub(crate) line: Option<f32>,
    /// The radius of the shadow, in pixels.
    pub(crate) shadow: Option<f32>,
    /// The blur radius of the edge, in pixels.
    pub(crate) soft: Option<f32>,
}

/// A colour of the palette, by its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Deep,
    Ground,
    Glow,
    Accent,
    Paper,
    Ink,
}

impl Variant {
    /// All slots for words.
    pub(crate) fn slots(&self) -> impl Iterator<Item = &Slot> {
        let slots = [
            &self.headline,
            &self.kicker,
            &self.numeral,
            &self.first,
            &self.joint,
            &self.second,
        ];
        slots.into_iter().flatten()
    }

    /// Whether a subject stands on a ground that the layout draws.
    pub(crate) fn has_stage(&self) -> bool {
        self.subjects.iter().any(|slot| slot.stands)
    }

    /// Whether words stand above others, which would be read first if the layout were upside down.
    pub(super) fn has_stacked_words(&self) -> bool {
        self.numeral.is_some() || self.kicker.is_some()
    }

    /// Whether there are words in the lower half of a subject's slot, which would cover the body of a standing person.
    /// If there are two sides, only the words on the person's own side count. The word between the sides does not
    /// count, because it is small.
    pub(super) fn has_words_below(&self) -> bool {
        let is_below = |slot: &Slot, subject_slot: &SubjectSlot| {
            let (words, subject_slot) = (slot.area, subject_slot.area);
            words.top() > subject_slot.top() + subject_slot.height() / 2.0
                && words.left() < subject_slot.right()
                && words.right() > subject_slot.left()
        };
        if self.sides.is_empty() {
            let subject_slots = || self.subjects.iter().chain(&self.group);
            return self
                .slots()
                .any(|slot| subject_slots().any(|subject_slot| is_below(slot, subject_slot)));
        }
        let is_on = |slot: &Slot, side: &Path| {
            let (bounds, middle) = (side.bounds(), slot.area.top() + slot.area.height() / 2.0);
            bounds.top() < middle && middle < bounds.bottom()
        };
        self.sides.iter().zip(&self.subjects).any(|(side, subject_slot)| {
            let mut slots = [&self.headline, &self.first, &self.second].into_iter().flatten();
            slots.any(|slot| is_on(slot, side) && is_below(slot, subject_slot))
        })
    }
}
