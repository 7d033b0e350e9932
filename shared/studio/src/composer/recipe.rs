//! Recipes: how a picture looks, without its words, its subject and its photos. An inspiration keeps the recipe of its
//! thumbnail, and the pictures that follow it look like a series.

use super::{
    layout::look::{Emphasis, Lift, Pattern},
    palette::Palette,
    text::typeface::family::Family,
};
use colour::Rgb;
use lexicon::{Case, Ornament, Place};
use serde::{Deserialize, Serialize};

/// The version of the recipes that this composer writes and reads. A change of what a field means needs a new number.
pub(super) const VERSION: u8 = 1;

/// How a picture of the composer looks, for other pictures that are to look like it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recipe {
    pub(super) version: u8,
    /// The name of the layout.
    pub(super) layout: String,
    /// Where the subject is; `None` in the middle.
    pub(super) subject: Option<Place>,
    /// Where a change has put the words; `None` where the layout has them.
    pub(super) words: Option<Place>,
    pub(super) family: Family,
    /// The height of the largest letters, as a share of the picture's shorter side; `None` without words.
    pub(super) letter: Option<f32>,
    pub(super) case: Option<Case>,
    pub(super) emphasis: Emphasis,
    /// The colour of all letters that a change has named.
    pub(super) fill: Option<Rgb>,
    pub(super) palette: Palette,
    /// The saturation of drawn subjects, 0 to 1.
    pub(super) vividness: f32,
    pub(super) background: BackgroundKind,
    /// The pattern of the background; `None` if it has none.
    pub(super) pattern: Option<Pattern>,
    pub(super) lift: Lift,
    /// The ornaments that changes have added or removed.
    pub(super) ornaments: Vec<(Ornament, bool)>,
    /// The corner of the first logo.
    pub(super) logo: Option<Place>,
}

/// What fills a background.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum BackgroundKind {
    Photo,
    Flat,
    Lit,
    Scene,
}

impl Recipe {
    /// Reads a recipe from its JSON text. `None` if it is of another version of the format.
    pub fn read(json: &str) -> Option<Self> {
        let recipe: Self = serde_json::from_str(json).ok()?;
        (recipe.version == VERSION).then_some(recipe)
    }

    /// The recipe as JSON text, at most about a kilobyte.
    pub fn json(&self) -> String {
        // A structure of texts and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}
