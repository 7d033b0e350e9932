//! The names of a picture's colours.

use super::Background;
use colour::{Oklab, Rgb, Swatch, name};

/// The share from which a colour is a main colour instead of an accent.
const MAIN: f32 = 0.12;

/// The share from which a vivid colour is an accent.
const ACCENT: f32 = 0.004;

/// The chroma from which a colour can be an accent.
const VIVID: f32 = 0.12;

/// The share from which a colour is an accent because its lightness differs.
const ACCENT_BY_LIGHT: f32 = 0.02;

/// The smallest difference of such an accent from every main colour.
const FAR: f32 = 0.5;

/// The names of the colours in front of the background.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Colours {
    /// One to three names, the largest share first; empty if only the background is visible.
    pub(crate) main: Vec<&'static str>,
    /// Up to two names of small areas that catch the eye.
    pub(crate) accents: Vec<&'static str>,
    /// Whether every colour is grey, black or white.
    pub(crate) are_grey: bool,
}

impl Colours {
    pub(super) fn of(swatches: &[Swatch], background: Background) -> Self {
        let before: Vec<&Swatch> = swatches
            .iter()
            .filter(|swatch| !is_behind(swatch, background))
            .collect();
        let total: f32 = before.iter().map(|swatch| swatch.share).sum();
        let mut named: Vec<Named> = Vec::new();
        for swatch in before {
            let (name, share) = (name(swatch.colour), swatch.share / total);
            match named.iter_mut().find(|known| known.name == name) {
                Some(known) => known.share += share,
                None => named.push(Named {
                    name,
                    share,
                    looks: swatch.colour.oklab(),
                }),
            }
        }
        named.sort_by(|a, b| b.share.total_cmp(&a.share));
        let are_grey = named.iter().all(|named| is_grey(named.name)) && is_colourless(background);
        let (mut main, mut accents): (Vec<Named>, Vec<Named>) = (Vec::new(), Vec::new());
        for named in named {
            if main.len() < 3 && (named.share >= MAIN || main.is_empty()) {
                main.push(named);
            } else if accents.len() < 2 && named.is_accent_beside(&main) && !named.is_shade_of_any(&accents) {
                accents.push(named);
            }
        }
        let names = |named: Vec<Named>| named.into_iter().map(|named| named.name).collect();
        Self {
            main: names(main),
            accents: names(accents),
            are_grey,
        }
    }

    /// The colour that names the picture's subject: the largest colour with a hue, or else the largest grey.
    pub(crate) fn naming(&self) -> Option<&'static str> {
        let coloured = self.main.iter().find(|name| !is_grey(name));
        coloured.or(self.main.first()).copied()
    }
}

/// All swatches of the same name.
#[derive(Clone, Copy, Debug)]
struct Named {
    name: &'static str,
    share: f32,
    /// The colour of the largest swatch.
    looks: Oklab,
}

impl Named {
    /// Whether a small colour catches the eye: by a vivid hue, or by a large difference from every main colour.
    fn is_accent_beside(&self, main: &[Self]) -> bool {
        let is_vivid = self.share >= ACCENT && self.looks.chroma() >= VIVID && !self.is_shade_of_any(main);
        let is_far = |other: &Self| other.looks.distance(self.looks) >= FAR;
        is_vivid || self.share >= ACCENT_BY_LIGHT && main.iter().all(is_far)
    }

    /// Whether another colour has the same base name, like dark blue and blue.
    fn is_shade_of_any(&self, others: &[Self]) -> bool {
        let base = |name: &'static str| name.rsplit(' ').next();
        others.iter().any(|other| base(other.name) == base(self.name))
    }
}

fn is_behind(swatch: &Swatch, background: Background) -> bool {
    let Rgb(red, green, blue) = swatch.colour;
    background.shows_in([red, green, blue, u8::MAX])
}

fn is_colourless(background: Background) -> bool {
    match background {
        Background::Plain(colour) => is_grey(name(colour)),
        Background::Transparent | Background::Other => true,
    }
}

/// Whether the name is that of a colour without a hue.
fn is_grey(name: &str) -> bool {
    matches!(name, "black" | "dark grey" | "grey" | "light grey" | "white")
}
