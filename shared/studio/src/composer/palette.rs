//! The colours of a thumbnail: a colour harmony whose background suits the topic and the temper of the text.

pub(crate) mod asked;
mod grounds;
mod harmony;
mod hue;
pub(crate) mod mood;

use crate::composer::chance::Chance;
use colour::{Oklch, Rgb};
use grounds::{Adjustment, GroundColour};
use harmony::{ACCENT_ON_INK, Shades};
pub(crate) use hue::Hues;
use lexicon::{Reading, Temper};
use serde::{Deserialize, Serialize};

/// The smallest contrast ratio of letters without an outline to an even background.
const ON_FLAT: f32 = 7.0;
/// The share of the candidate backgrounds, as a fraction, that is kept: those that differ most from the subject.
const ELIGIBLE: (usize, usize) = (3, 5);

/// The least difference of hue, in degrees, between the background and an accent that stays on another background.
const APART: f32 = 50.0;
/// The number of consecutive seeds that give different backgrounds.
const VARIANTS: usize = 4;
/// By how much the variants of a background are lighter (OKLab).
const VARIED: [f32; VARIANTS] = [0.0, 0.07, 0.14, 0.22];
/// The lightness from which a background is light (OKLab).
const LIGHT: f32 = 0.55;
/// The chroma below which a background has no hue.
const GREY: f32 = 0.04;

/// The colours of a picture: one dominant colour from dark to light, an accent that contrasts with it, and neutrals for
/// letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Palette {
    /// The darkest part of the background.
    pub(crate) deep: Rgb,
    /// The dominant colour, which most of the background has.
    pub(crate) ground: Rgb,
    /// The background where the light falls.
    pub(crate) glow: Rgb,
    /// The colour of emphasis: far from `ground` in hue and lightness.
    pub(crate) accent: Rgb,
    /// A light neutral, the colour of most letters.
    pub(crate) paper: Rgb,
    /// A dark neutral: the outline of letters, and letters on a plate of the accent.
    pub(crate) ink: Rgb,
}

impl Palette {
    /// Chooses colours for a reading, so that a subject of the colour `hero` stands out from the background. If the
    /// place behind the subject has certain colours in nature, as the sea has, the background takes its hue from
    /// `hues`.
    pub(crate) fn choose(chance: &mut Chance, reading: Reading, hero: Option<Rgb>, hues: Option<Hues>) -> Self {
        let adjustment = Adjustment::of(reading.temper);
        let mut colours: Vec<(GroundColour, Shades)> = GroundColour::all(&reading, hues)
            .into_iter()
            .map(|colour| (colour, Shades::of(colour, &adjustment).clear_of(hero, &adjustment)))
            .collect();
        if let Some(hero) = hero {
            colours.sort_by(|(_, a), (_, b)| b.clearance(hero).total_cmp(&a.clearance(hero)));
            colours.truncate((colours.len() * ELIGIBLE.0).div_ceil(ELIGIBLE.1));
        }
        let colours = distinct(colours);
        let (colour, round) = match chance.in_turn(&colours) {
            Some(((colour, _), round)) => (*colour, round),
            None => (GroundColour::PLAIN, 0),
        };
        // If there are fewer backgrounds than variants, they come back lighter or darker.
        let rounds = VARIANTS.div_ceil(colours.len().max(1));
        let shades = Shades::of(colour.varied(chance), &adjustment);
        let shades = shades.variant(round % rounds * (VARIANTS / rounds), &adjustment);
        shades.clear_of(hero, &adjustment).palette(&adjustment, hero, chance)
    }
}

impl Palette {
    /// Colours around a background that a caller has named, and an accent, if the caller has named one.
    pub(crate) fn around(ground: Rgb, accent: Option<Rgb>) -> Self {
        let adjustment = Adjustment::of(Temper::Neutral);
        let shades = Shades::of(GroundColour::of(ground), &adjustment);
        let palette = shades.palette(&adjustment, None, &mut Chance::new("", 0));
        Self {
            accent: accent.map_or(palette.accent, |accent| readable(accent, palette.ink)),
            ..palette
        }
    }

    /// The variant of these colours with this number: the background is a little lighter, or darker if it is light.
    pub(crate) fn variant(&self, number: usize) -> Self {
        let by = lightening(self.ground.oklch().lightness, number);
        let varied = |colour: Rgb| {
            let Oklch { lightness, chroma, hue } = colour.oklch();
            let lightness = (lightness + by).clamp(0.0, 1.0);
            Oklch { lightness, chroma, hue }.to_rgb()
        };
        Self {
            deep: varied(self.deep),
            ground: varied(self.ground),
            glow: varied(self.glow),
            ..*self
        }
    }

    /// These colours on another background: the accent stays if it stands out from it.
    pub(crate) fn on(&self, other: Self) -> Self {
        let (accent, ground) = (self.accent.oklch(), other.ground.oklch());
        let apart = (accent.hue - ground.hue).abs();
        let is_apart = ground.chroma < GREY || apart.min(360.0 - apart) >= APART;
        let accent = if is_apart && self.accent.contrast(other.ink) >= ACCENT_ON_INK {
            self.accent
        } else {
            other.accent
        };
        Self { accent, ..other }
    }

    /// The colour of an even background, and the neutral colour that is readable on it. The background is as near to
    /// the dominant colour as letters without an outline allow.
    pub(crate) fn flat(&self) -> (Rgb, Rgb) {
        let darker = (0..=8_u8).map(|step| self.ground.mix(self.deep, f32::from(step) / 8.0));
        let darkest = self.deep.mix(self.ink, 0.25);
        let even = darker.chain([darkest]).find_map(|ground| {
            let neutrals = [self.paper, self.ink].into_iter();
            let readable = neutrals.filter(|neutral| neutral.contrast(ground) >= ON_FLAT);
            let best = readable.max_by(|a, b| a.contrast(ground).total_cmp(&b.contrast(ground)));
            best.map(|neutral| (ground, neutral))
        });
        even.unwrap_or((self.deep.lighter(0.3), self.ink))
    }
}

/// The colours without those whose shades look like those of an earlier one.
fn distinct(colours: Vec<(GroundColour, Shades)>) -> Vec<(GroundColour, Shades)> {
    let mut distinct: Vec<(GroundColour, Shades)> = Vec::new();
    for (colour, shades) in colours {
        if distinct.iter().all(|(_, other)| shades.are_distinct_from(other)) {
            distinct.push((colour, shades));
        }
    }
    distinct
}

/// By how much the lightness of a background is changed in the variant with this number.
fn lightening(lightness: f32, number: usize) -> f32 {
    let by = VARIED.get(number % VARIANTS).copied().unwrap_or_default();
    if lightness > LIGHT { -by } else { by }
}

/// The colour at the smallest lightness at which it is readable on the ink.
fn readable(colour: Rgb, ink: Rgb) -> Rgb {
    let Oklch { lightness, chroma, hue } = colour.oklch();
    let lights = (0..=20_u8).map(|step| lightness + (0.98 - lightness) * f32::from(step) / 20.0);
    let mut colours = lights.map(|lightness| Oklch { lightness, chroma, hue }.to_rgb());
    colours
        .find(|colour| colour.contrast(ink) >= ACCENT_ON_INK)
        .unwrap_or(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 40] = [
        "",
        "something about nothing",
        "minecraft speedrun",
        "dark horror gaming night",
        "retro arcade game",
        "AI robot",
        "calm minimalist tech desk",
        "learn rust programming",
        "crypto crash warning",
        "luxury millionaire money",
        "pizza recipe",
        "calm soup recipe",
        "travel to Japan",
        "sad goodbye beach trip",
        "gym workout challenge",
        "makeup haul",
        "luxury fashion",
        "quantum physics",
        "space mystery of a dark planet",
        "lofi music to relax",
        "neon music",
        "movie trailer",
        "horror story",
        "garden in spring",
        "sad forest",
        "cute cat",
        "supercar",
        "luxury car",
        "history of Rome",
        "shocking truth of the empire",
        "breaking news",
        "kids toys party",
        "diy kitchen",
        "minimalist house",
        "morning routine",
        "love and heartbreak",
        "christmas night",
        "happy christmas",
        "恐怖 ゲーム",
        "рецепт торта",
    ];

    const HEROES: [u32; 14] = [
        0xff3344, 0xffc93c, 0x2f7df6, 0x39b54a, 0xe8e4f0, 0x3a4a70, 0x6a5bff, 0xff9f43, 0xb9703a, 0xff4f81, 0x4fd99a,
        0xf0e0c8, 0x2c3450, 0x35c8ff,
    ];

    fn check_all(check: impl Fn(&Palette, Option<Rgb>, &str)) {
        let heroes = || HEROES.iter().map(|hero| Some(Rgb::hex(*hero))).chain([None]);
        for text in TEXTS {
            for hero in heroes() {
                for seed in 0..6 {
                    let palette = Palette::choose(&mut Chance::new(text, seed), Reading::of(text), hero, None);
                    check(&palette, hero, text);
                }
            }
        }
    }

    #[test]
    fn letters_contrast_with_their_outline_or_plate() {
        check_all(|palette, _, text| {
            let paper = palette.paper.contrast(palette.ink);
            let accent = palette.accent.contrast(palette.ink);
            assert!(paper >= 7.0, "{text}: paper on ink has {paper}");
            assert!(accent >= 4.5, "{text}: accent on ink has {accent}");
        });
    }

    #[test]
    fn every_palette_has_three_lightnesses_and_a_distant_accent() {
        check_all(|palette, _, text| {
            let Palette { deep, ground, glow, .. } = *palette;
            assert!(deep.luminance() < ground.luminance(), "{text}: {palette:?}");
            assert!(ground.luminance() < glow.luminance(), "{text}: {palette:?}");
            assert!(palette.accent.distance(ground) > 180.0, "{text}: {palette:?}");
        });
    }

    #[test]
    fn the_subject_stands_out_from_the_background() {
        check_all(|palette, hero, text| {
            let Some(hero) = hero else { return };
            assert!(palette.ground.distance(hero) > 150.0, "{text}: {hero} on {palette:?}");
        });
    }

    #[test]
    fn a_named_background_keeps_its_hue_and_letters_stay_readable() {
        for ground in HEROES.map(Rgb::hex) {
            for accent in HEROES.map(Rgb::hex).map(Some).into_iter().chain([None]) {
                let palette = Palette::around(ground, accent);
                assert!(palette.paper.contrast(palette.ink) >= 7.0, "{ground} {palette:?}");
                assert!(
                    palette.accent.contrast(palette.ink) >= 4.5,
                    "{ground} {accent:?} {palette:?}"
                );
            }
        }
        for ground in [0x2563eb, 0x16a34a, 0x7c3aed] {
            let (named, drawn) = (Rgb::hex(ground), Palette::around(Rgb::hex(ground), None).ground);
            assert!(named.distance(drawn) < 60.0, "{named} became {drawn}");
        }
    }

    #[test]
    fn no_background_is_a_dark_yellow() {
        check_all(|palette, _, text| {
            let ground = palette.ground.oklch();
            let is_muddy = ground.chroma > 0.03 && (66.0..122.0).contains(&ground.hue) && ground.lightness < 0.60;
            assert!(!is_muddy, "{text}: {}", palette.ground);
        });
    }

    #[test]
    fn seeds_give_different_palettes_and_a_seed_always_the_same() {
        for text in TEXTS {
            let of = |seed| Palette::choose(&mut Chance::new(text, seed), Reading::of(text), None, None);
            assert_eq!(of(1), of(1));
            let far = (1..20).filter(|seed| of(*seed).ground.distance(of(0).ground) > 60.0);
            assert!(far.count() >= 5, "{text}");
        }
    }

    #[test]
    fn the_temper_influences_lightness_and_chroma() {
        let mean = |text: &str, part: fn(Palette) -> f32| {
            let of = |seed| {
                part(Palette::choose(
                    &mut Chance::new("", seed),
                    Reading::of(text),
                    None,
                    None,
                ))
            };
            (0..40).map(of).sum::<f32>() / 40.0
        };
        let light = |p: Palette| p.ground.oklch().lightness;
        let chroma = |p: Palette| p.ground.oklch().chroma;
        assert!(mean("dark travel", light) < mean("travel", light) - 0.1);
        assert!(mean("cheerful gaming", light) > mean("gaming", light) + 0.1);
        assert!(mean("calm gaming", chroma) < mean("gaming", chroma) * 0.85);
        assert!(mean("sad gaming", chroma) < mean("gaming", chroma) * 0.6);
    }
}
