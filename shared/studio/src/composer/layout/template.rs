//! What a layout's file says.

use crate::composer::{
    backdrop::Lift,
    canvas::Shape,
    headline::Kind,
    lettering::Emphasis,
    pattern::Pattern,
    typeface::Family,
    typesetting::{Align, Anchor},
};
use contract::AspectRatio;
use std::{ops::RangeInclusive, str::FromStr};
use tiny_skia::Rect;

/// A composition for every shape of picture, and what it is good for.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// The headlines that it is made for.
    pub(crate) kinds: Vec<KindName>,
    /// How many words fill it.
    pub(crate) words: RangeInclusive<usize>,
    /// What may be its subject.
    pub(crate) casts: Vec<CastName>,
    /// What it makes no sense without.
    pub(crate) needs: Option<Need>,
    pub(crate) look: Look,
    pub(super) boards: [Board; AspectRatio::ALL.len()],
}

/// How a layout treats its ground and its letters. Where it leaves several ways, chance picks one.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) lifts: Vec<Lift>,
    /// Whether the ground is darkened under the words.
    pub(crate) is_calmed: bool,
    /// Whether small stars fly around the subject.
    pub(crate) sparkles: bool,
    /// Whether the ground is one colour.
    pub(crate) is_flat: bool,
    /// The type family; else the subject matter decides.
    pub(crate) family: Option<Family>,
    pub(crate) letters: Letters,
    /// How the emphasised word differs; else chance decides.
    pub(crate) emphasis: Option<Emphasis>,
}

/// How large and heavy the words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// With an outline and a shadow, no taller than a third of the picture's shorter side.
    Outlined,
    /// The same, half as tall again.
    Huge,
    /// In the one colour that reads on a flat ground.
    Bare,
}

/// A kind of headline by its name in a layout's file.
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

/// What the subject is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastName {
    /// Something that the composer draws.
    Drawn,
    /// References to objects, and to no persons.
    Objects,
    /// References to persons.
    Persons,
}

/// What a layout makes no sense without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Something beside the subject.
    Object,
    /// Two subjects or more.
    Group,
}

/// A layout for one shape of picture, in pixels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    pub(crate) headline: Option<Slot>,
    /// For the words that open the headline: "HOW TO".
    pub(crate) kicker: Option<Slot>,
    /// For the number that leads it.
    pub(crate) numeral: Option<Slot>,
    /// For its two sides and what joins them.
    pub(crate) first: Option<Slot>,
    pub(crate) joint: Option<Slot>,
    pub(crate) second: Option<Slot>,
    /// One or two.
    pub(crate) subjects: Vec<Room>,
    /// For several subjects together.
    pub(crate) group: Option<Room>,
    /// For what stands beside the subject.
    pub(crate) object: Option<Room>,
    /// Painted before the subjects.
    pub(crate) under: Vec<Piece>,
    /// Painted after them, before what stands beside them and the words.
    pub(crate) over: Vec<Piece>,
}

/// Where words go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) area: Rect,
    pub(crate) align: Align,
    pub(crate) anchor: Anchor,
    /// Degrees, clockwise.
    pub(crate) tilt: f32,
    /// How far letters lean to the right, in parts of their height.
    pub(crate) slant: f32,
}

/// Where a subject goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) area: Rect,
    /// Degrees, clockwise.
    pub(crate) tilt: f32,
    /// Whether it is shown as it was before: without colour.
    pub(crate) is_faded: bool,
}

/// A shape in the palette's colours.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) shape: Shape,
    pub(crate) tone: Tone,
    /// The colour it fades to at its foot.
    pub(crate) to: Option<Tone>,
    /// How much darker than the palette's colours it is, 0 to 1.
    pub(crate) shade: f32,
    pub(crate) opacity: f32,
    /// The line's width, where the shape is one.
    pub(crate) line: Option<f32>,
    /// The radius of its shadow, in pixels.
    pub(crate) shadow: Option<f32>,
    /// The radius by which its edge is blurred, in pixels.
    pub(crate) soft: Option<f32>,
}

/// A colour by its part in the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Deep,
    Ground,
    Glow,
    Accent,
    Paper,
    Ink,
}

impl Board {
    /// Every place for words.
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

    /// Whether words stand where somebody's feet would be.
    pub(super) fn has_words_below(&self) -> bool {
        let is_below = |slot: &Slot, room: &Room| {
            let (words, room) = (slot.area, room.area);
            words.top() > room.top() + room.height() / 2.0 && words.left() < room.right() && words.right() > room.left()
        };
        let rooms = || self.subjects.iter().chain(&self.group);
        self.slots().any(|slot| rooms().any(|room| is_below(slot, room)))
    }
}

/// A word that a layout's file may not use here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownWord;

macro_rules! words {
    ($type:ty, $($word:literal => $value:expr),+ $(,)?) => {
        impl FromStr for $type {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                match word {
                    $($word => Ok($value),)+
                    _ => Err(UnknownWord),
                }
            }
        }
    };
}

words!(KindName, "plain" => Self::Plain, "versus" => Self::Versus, "number" => Self::Number, "change" => Self::Change,
    "steps" => Self::Steps, "quote" => Self::Quote, "shock" => Self::Shock, "product" => Self::Product);
words!(CastName, "drawn" => Self::Drawn, "objects" => Self::Objects, "persons" => Self::Persons);
words!(Need, "object" => Self::Object, "group" => Self::Group);
words!(Letters, "outlined" => Self::Outlined, "huge" => Self::Huge, "bare" => Self::Bare);
words!(Tone, "deep" => Self::Deep, "ground" => Self::Ground, "glow" => Self::Glow, "accent" => Self::Accent,
    "paper" => Self::Paper, "ink" => Self::Ink);
words!(Align, "start" => Self::Start, "centre" => Self::Centre);
words!(Anchor, "top" => Self::Top, "middle" => Self::Middle, "bottom" => Self::Bottom);
words!(Emphasis, "colour" => Self::Colour, "plate" => Self::Plate);
words!(Lift, "disc" => Self::Disc, "burst" => Self::Burst, "ring" => Self::Ring, "glow" => Self::Glow,
    "light" => Self::Light, "none" => Self::None);
words!(Pattern, "rays" => Self::Rays, "halftone" => Self::Halftone, "bokeh" => Self::Bokeh, "slabs" => Self::Slabs,
    "rings" => Self::Rings, "floor" => Self::Floor, "waves" => Self::Waves, "blocks" => Self::Blocks,
    "plain" => Self::Plain);
words!(Family, "display" => Self::Display, "geometric" => Self::Geometric, "round" => Self::Round,
    "serif" => Self::Serif, "comic" => Self::Comic);
