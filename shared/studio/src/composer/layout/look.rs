//! The settings of a layout for its background and its letters.

use crate::composer::text::typeface::family::Family;
use serde::{Deserialize, Serialize};

/// The style of a layout's background and letters. Where a list has several entries, one is chosen at random.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) patterns: Vec<Pattern>,
    /// Whether a scene may take the place of the pattern.
    pub(crate) has_scene: bool,
    pub(crate) lifts: Vec<Lift>,
    /// Whether the background is darkened under the words.
    pub(crate) is_calmed: bool,
    /// Whether there are small stars around the subject.
    pub(crate) sparkles: bool,
    /// Whether the subject may be a photo that reaches the picture's edges.
    pub(crate) takes_bleeding_photo: bool,
    /// Whether the subject is painted over the words.
    pub(crate) subject_in_front: bool,
    /// Whether the background has a single colour.
    pub(crate) is_flat: bool,
    /// The font family; `None` lets the topic decide.
    pub(crate) family: Option<Family>,
    pub(crate) letters: Letters,
    /// How one word is emphasised; `None` decides at random.
    pub(crate) emphasis: Option<Emphasis>,
}

/// The style of the letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// Outline and shadow, letters at most a third of the picture's shorter side.
    Outlined,
    /// Outline and shadow, letters at most 0.42 of the picture's shorter side.
    Huge,
    /// As large as huge letters, with dark sides like blocks: the words are the picture.
    Deep,
    /// No outline, in the one colour that is readable on a background of one colour.
    Bare,
}

impl Letters {
    /// Whether the words compete with the subject, or replace it.
    pub(crate) const fn are_large(self) -> bool {
        matches!(self, Self::Huge | Self::Deep)
    }
}

/// A pattern of the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Pattern {
    Rays,
    Halftone,
    Bokeh,
    Slabs,
    Rings,
    Floor,
    Waves,
    Blocks,
    /// No pattern, only light.
    Plain,
}

impl Pattern {
    /// The patterns that are chosen at random if a layout names none.
    pub(crate) const ALL: [Self; 8] = [
        Self::Rays,
        Self::Halftone,
        Self::Bokeh,
        Self::Slabs,
        Self::Rings,
        Self::Floor,
        Self::Waves,
        Self::Blocks,
    ];
}

/// The shape that separates a subject from the background, besides light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lift {
    Disc,
    Burst,
    Ring,
    Glow,
    /// No shape, only light.
    Light,
    /// Neither shape nor light.
    None,
}

impl Lift {
    /// The choices for layouts that do not prescribe a lift.
    pub(crate) const ALL: [Self; 4] = [Self::Disc, Self::Burst, Self::Ring, Self::Glow];
}

/// How the emphasised word differs from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Emphasis {
    /// In the accent colour.
    Colour,
    /// Dark on a plate of the accent colour.
    Plate,
}
