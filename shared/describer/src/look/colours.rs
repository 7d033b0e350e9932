//! The colours of a picture by their names.

use super::Background;
use colour::{Oklab, Rgb, Swatch, name};

/// The share from which a colour is one of the main ones and not an accent.
const MAIN: f32 = 0.12;

/// The share from which a vivid colour is an accent.
const ACCENT: f32 = 0.004;

/// The chroma from which a colour can be an accent.
const VIVID: f32 = 0.12;

/// The share from which a colour is an accent by its lightness alone.
const ACCENT_BY_LIGHT: f32 = 0.02;

/// How far its lightness must be from the main colours then.
const FAR: f32 = 0.5;

/// The names of the colours before the background.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Colours {
    /// One to three, the largest first; none where only the background is visible.
    pub(crate) main: Vec<&'static str>,
    /// Up to two vivid ones of small size.
    pub(crate) accents: Vec<&'static str>,
    /// Whether there is nothing but greys, which includes black and white.
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

    /// The colour by which one would call the thing: the largest that is one, else the largest.
    pub(crate) fn calling(&self) -> Option<&'static str> {
        let coloured = self.main.iter().find(|name| !is_grey(name));
        coloured.or(self.main.first()).copied()
    }
}

/// All the swatches of one name.
#[derive(Clone, Copy, Debug)]
struct Named {
    name: &'static str,
    share: f32,
    /// How the largest of them looks.
    looks: Oklab,
}

impl Named {
    /// Whether it catches the eye though it is small: by its hue, or by being light in the dark or the reverse.
    fn is_accent_beside(&self, main: &[Self]) -> bool {
        let is_vivid = self.share >= ACCENT && self.looks.chroma() >= VIVID && !self.is_shade_of_any(main);
        let is_far = |other: &Self| other.looks.distance(self.looks) >= FAR;
        is_vivid || self.share >= ACCENT_BY_LIGHT && main.iter().all(is_far)
    }

    /// Like dark blue and blue.
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

/// Whether the name is one of a colour without hue.
fn is_grey(name: &str) -> bool {
    matches!(name, "black" | "dark grey" | "grey" | "light grey" | "white")
}
