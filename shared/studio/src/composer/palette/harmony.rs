//! Derives a palette from a background colour: lighter and darker shades, an accent of another hue, tinted neutrals.

use super::{
    Palette,
    grounds::{Adjustment, GroundColour},
    hue::{apart, turned},
    lightening,
};
use crate::composer::chance::Chance;
use colour::{Oklch, Rgb};

/// The hue toward which lighter shades turn, in degrees.
const LIGHT: f32 = 100.0;
/// The hue toward which darker shades turn, in degrees.
const SHADE: f32 = 288.0;
/// The hues of accents, in degrees from the background's hue: complement, split complements and triad.
const HARMONIES: [f32; 5] = [180.0, 150.0, -150.0, 120.0, -120.0];
/// Golden yellow, in degrees: the strongest accent on a background that is not warm.
const GOLD: f32 = 90.0;
/// Hot pink, in degrees: the strongest accent on a warm background.
const ROSE: f32 = 352.0;
/// The smallest distance of the accent's hue from the background's, in degrees.
const APART: f32 = 55.0;
/// The smallest contrast ratio of the accent to the ink. WCAG 2.2 AA requires 4.5, but a violet of 4.5 looks dull
/// beside white letters.
pub(super) const ACCENT_ON_INK: f32 = 6.2;
/// The smallest distance of the accent from the background, by [`Rgb::distance`].
const ACCENT_OFF_GROUND: f32 = 190.0;
/// The distance from which the accent is distinguishable from the other letters without a plate.
const ACCENT_OFF_PAPER: f32 = 160.0;
/// The distance between the subject's colour and the background that is aimed at.
const HERO_OFF_GROUND: f32 = 165.0;
/// The distance from which two backgrounds look different, in OKLab.
const DISTINCT: f32 = 0.12;
/// The largest difference in worth from the best accent with which an accent may still be chosen.
const TOLERANCE: f32 = 0.20;

/// The colours of a background.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shades {
    base: Oklch,
    deep: Oklch,
    ground: Oklch,
    glow: Oklch,
}

impl Shades {
    pub(super) fn of(colour: GroundColour, adjustment: &Adjustment) -> Self {
        Self::around(adjustment.ground(colour), adjustment)
    }

    fn around(base: Oklch, adjustment: &Adjustment) -> Self {
        let Oklch { lightness, chroma, hue } = base;
        // A light background needs a light shade: a nearly black shade of yellow is brown.
        let depth = (1.0 - (0.42 + 0.6 * (lightness - 0.3)).clamp(0.42, 0.78)) * adjustment.spread;
        let rise = (0.42 * (1.0 - lightness) * adjustment.spread).max(0.07);
        let shaded = (lightness * (1.0 - depth)).max(0.12).min(lightness - 0.07);
        Self {
            base,
            deep: clean(
                shaded,
                chroma * (0.70 + 0.40 * lightness),
                turned(hue, SHADE, adjustment.shift * 1.2),
            ),
            ground: clean(lightness, chroma, hue),
            glow: clean(
                (lightness + rise).min(0.96),
                chroma * 0.95,
                turned(hue, LIGHT, adjustment.shift),
            ),
        }
    }

    /// The variant of the shades with this number.
    pub(super) fn variant(self, number: usize, adjustment: &Adjustment) -> Self {
        let lightness = self.base.lightness + lightening(self.base.lightness, number);
        Self::around(Oklch { lightness, ..self.base }, adjustment)
    }

    /// The same shades at the nearest lightness at which a subject of this colour stands out.
    pub(super) fn clear_of(self, hero: Option<Rgb>, adjustment: &Adjustment) -> Self {
        let Some(hero) = hero else { return self };
        let lights = (0..12_u8).flat_map(|step| [-1.0, 1.0].map(|sign| sign * 0.03 * f32::from(step)));
        let moved = lights.map(|step| {
            let lightness = self.base.lightness + step;
            Self::around(Oklch { lightness, ..self.base }, adjustment)
        });
        let mut fitting = moved.filter(|shades| (0.22..=0.88).contains(&shades.base.lightness));
        fitting
            .find(|shades| shades.ground.to_rgb().distance(hero) > HERO_OFF_GROUND)
            .unwrap_or(self)
    }

    /// How well a subject of this colour stands out from the background. The subject is surrounded by `glow`, so that
    /// the distance from `glow` may be smaller.
    pub(super) fn clearance(&self, hero: Rgb) -> f32 {
        let [ground, glow] = [self.ground, self.glow].map(|shade| shade.to_rgb().distance(hero));
        ground.min(glow + 60.0)
    }

    /// Whether the backgrounds look different.
    pub(super) fn are_distinct_from(&self, other: &Self) -> bool {
        self.ground.oklab().distance(other.ground.oklab()) >= DISTINCT
    }

    pub(super) fn palette(&self, adjustment: &Adjustment, hero: Option<Rgb>, chance: &mut Chance) -> Palette {
        let (deep, ground, glow) = (self.deep.to_rgb(), self.ground.to_rgb(), self.glow.to_rgb());
        let tinge = (self.ground.chroma / 0.10).min(1.0);
        let neutral = |lightness, chroma, hue| {
            let chroma = chroma * tinge;
            Oklch { lightness, chroma, hue }.to_rgb()
        };
        let paper = if adjustment.is_golden {
            neutral(0.975, 0.022, GOLD)
        } else {
            neutral(0.987, 0.010, self.glow.hue)
        };
        // Ink is laid over the shade to darken it. Over orange, any ink except violet would give brown.
        let ink = if (25.0..115.0).contains(&self.deep.hue) {
            neutral(0.20, 0.10, 330.0)
        } else {
            neutral(0.155, 0.055, self.deep.hue)
        };
        let search = Search {
            ground: self.ground,
            adjustment,
            paper,
            ink,
            hero,
        };
        Palette {
            deep,
            ground,
            glow,
            accent: search.accent(chance),
            paper,
            ink,
        }
    }
}

/// The constraints of an accent.
struct Search<'a> {
    ground: Oklch,
    adjustment: &'a Adjustment,
    paper: Rgb,
    ink: Rgb,
    hero: Option<Rgb>,
}

impl Search<'_> {
    /// A random one of the best accents that meet all constraints.
    fn accent(&self, chance: &mut Chance) -> Rgb {
        let harmonic = HARMONIES.map(|turn| (self.ground.hue + turn).rem_euclid(360.0));
        let own = harmonic.into_iter().chain([GOLD, ROSE]);
        let own = own.filter(|hue| !self.adjustment.is_golden || *hue == GOLD);
        let mut found: Vec<(f32, Rgb)> = own.filter_map(|hue| self.best_of(hue)).collect();
        if found.is_empty() {
            // An accent of any hue is better than one that is not visible.
            found = (0..24_u8)
                .filter_map(|step| self.best_of(15.0 * f32::from(step)))
                .collect();
        }
        let best = found.iter().map(|(worth, _)| *worth).fold(f32::MIN, f32::max);
        found.retain(|(worth, _)| *worth >= best - TOLERANCE);
        chance.pick(&found).map_or(self.paper, |(_, accent)| *accent)
    }

    /// The best accent of this hue over all lightnesses, with its worth. `None` if no lightness meets the constraints.
    fn best_of(&self, hue: f32) -> Option<(f32, Rgb)> {
        let is_grey = self.ground.chroma < 0.05;
        if !is_grey && apart(hue, self.ground.hue) < APART {
            return None;
        }
        let lights = (0..15_u8).map(|step| 0.66 + 0.02 * f32::from(step));
        let colours = lights.map(|lightness| {
            Oklch {
                lightness,
                chroma: self.adjustment.accent,
                hue,
            }
            .to_rgb()
        });
        let limits = |colour: &Rgb| {
            colour.contrast(self.ink) >= ACCENT_ON_INK && colour.distance(self.ground.to_rgb()) >= ACCENT_OFF_GROUND
        };
        let rated = colours.filter(limits).map(|colour| (self.worth(colour), colour));
        rated.max_by(|(a, _), (b, _)| a.total_cmp(b))
    }

    /// The worth of an accent: high if it is vivid, far in lightness from the background, and different from the
    /// letters and the subject.
    fn worth(&self, accent: Rgb) -> f32 {
        let looks = accent.oklch();
        let lack = |other: Rgb, limit: f32| (1.0 - accent.distance(other) / limit).max(0.0);
        let drowned = self.hero.map_or(0.0, |hero| lack(hero, 140.0));
        looks.chroma * 2.8 + (looks.lightness - self.ground.lightness).abs() + accent.contrast(self.ink).ln() * 0.2
            - lack(self.paper, ACCENT_OFF_PAPER) * 1.5
            - drowned * 0.5
    }
}

/// A colour whose hue is turned if it would look muddy: dark yellow becomes orange, dark orange becomes red.
fn clean(lightness: f32, chroma: f32, hue: f32) -> Oklch {
    let yellowest = 28.0 + ((lightness - 0.46) / 0.40 * 77.0).clamp(0.0, 82.0);
    let hue = match hue {
        20.0..=112.0 => hue.min(yellowest.max(20.0)),
        112.0..=138.0 if lightness < 0.62 => 138.0,
        _ => hue,
    };
    Oklch { lightness, chroma, hue }
}
