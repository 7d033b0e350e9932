//! The names of choices in layout files.

use super::{
    look::{Emphasis, Letters, Lift, Pattern},
    template::{CastName, KindName, Need, Tone},
};
use crate::composer::text::{
    typeface::family::Family,
    typesetting::{Align, Anchor},
};
use std::str::FromStr;

/// The error of an attribute value that the format does not define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownName;

macro_rules! names {
    ($type:ty, $($name:literal => $value:expr),+ $(,)?) => {
        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                match name {
                    $($name => Ok($value),)+
                    _ => Err(UnknownName),
                }
            }
        }
    };
}

names!(KindName, "plain" => Self::Plain, "versus" => Self::Versus, "number" => Self::Number, "change" => Self::Change,
    "steps" => Self::Steps, "quote" => Self::Quote, "shock" => Self::Shock, "product" => Self::Product);
names!(CastName, "drawn" => Self::Drawn, "objects" => Self::Objects, "persons" => Self::Persons,
    "words" => Self::Words);
names!(Need, "object" => Self::Object, "group" => Self::Group, "pair" => Self::Pair);
names!(Letters, "outlined" => Self::Outlined, "huge" => Self::Huge, "deep" => Self::Deep,
    "bare" => Self::Bare);
names!(Tone, "deep" => Self::Deep, "ground" => Self::Ground, "glow" => Self::Glow, "accent" => Self::Accent,
    "paper" => Self::Paper, "ink" => Self::Ink);
names!(Align, "start" => Self::Start, "centre" => Self::Centre);
names!(Anchor, "top" => Self::Top, "middle" => Self::Middle, "bottom" => Self::Bottom);
names!(Emphasis, "colour" => Self::Colour, "plate" => Self::Plate);
names!(Lift, "disc" => Self::Disc, "burst" => Self::Burst, "ring" => Self::Ring, "glow" => Self::Glow,
    "light" => Self::Light, "none" => Self::None);
names!(Pattern, "rays" => Self::Rays, "halftone" => Self::Halftone, "bokeh" => Self::Bokeh, "slabs" => Self::Slabs,
    "rings" => Self::Rings, "floor" => Self::Floor, "waves" => Self::Waves, "blocks" => Self::Blocks,
    "plain" => Self::Plain);
names!(Family, "display" => Self::Display, "geometric" => Self::Geometric, "round" => Self::Round,
    "serif" => Self::Serif, "comic" => Self::Comic);
