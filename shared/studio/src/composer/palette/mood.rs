//! The mood of inspirations: a palette of their colours, with their lightness and chroma.

use super::Palette;
use super::hue::apart;
use colour::{Oklab, Oklch, Rgb, Swatch};

/// The chroma from which a hue is visible.
const COLOURED: f32 = 0.035;
/// The largest distance of hues of the same family, in degrees.
const FAMILY: f32 = 80.0;
/// The distance, in degrees, from which a hue adds nothing to the support of another hue.
const FAR: f32 = 45.0;
/// The smallest distance of an accent's hue from the background's, in degrees.
const APART: f32 = 32.0;
/// The smallest contrast ratio of the accent to the ink, which is printed on it and outlines it (WCAG 2.2 AA).
const ACCENT_ON_INK: f32 = 4.6;
/// The smallest distance of the accent from the background, by [`Rgb::distance`].
const ACCENT_OFF_GROUND: f32 = 185.0;

/// The least chroma of the accent on a photo. Words in a duller colour look dirty there.
const VIVID: f32 = 0.14;

/// The factor by which chroma is raised, because light and shade over the background reduce it.
const RICHER: f32 = 1.2;

/// The mood of one or more pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mood {
    pub(crate) palette: Palette,
    /// The saturation of drawn subjects: 0.1 for grey pictures to 1 for vivid ones.
    vividness: f32,
}

/// A colour of the inspirations with its weight.
#[derive(Clone, Copy)]
struct Tone {
    looks: Oklch,
    /// The share of the visible pixels, weighted by the rank of the picture, 0 to 1.
    share: f32,
}

impl Mood {
    /// The mood of pictures with these swatches. The first picture has the largest weight. `None` if no pixel is
    /// visible.
    pub(crate) fn of(styles: &[&[Swatch]]) -> Option<Self> {
        let weighted = styles.iter().filter(|style| !style.is_empty()).zip(1_u8..);
        let mut tones: Vec<Tone> = weighted
            .flat_map(|(style, place)| {
                style.iter().map(move |swatch| Tone {
                    looks: swatch.colour.oklch(),
                    share: swatch.share / f32::from(place),
                })
            })
            .collect();
        let total: f32 = tones.iter().map(|tone| tone.share).sum();
        if total <= 0.0 {
            return None;
        }
        for tone in &mut tones {
            tone.share /= total;
        }
        let reach = tones
            .iter()
            .map(|tone| tone.looks.chroma * tone.share.sqrt().min(0.3) / 0.3);
        Some(Self {
            palette: palette(&tones),
            vividness: (reach.fold(0.0, f32::max) / 0.13).clamp(0.1, 1.0),
        })
    }

    /// The mood of a photo with these swatches. The accent is vivid even if the photo is not.
    pub(crate) fn of_photo(swatches: &[Swatch]) -> Option<Self> {
        let mut mood = Self::of(&[swatches])?;
        let palette = &mut mood.palette;
        let accent = palette.accent.oklch();
        if accent.chroma < VIVID {
            let vivid = Oklch {
                chroma: VIVID,
                ..accent
            };
            palette.accent = readable(vivid, palette.ground, palette.ink);
        }
        Some(mood)
    }

    /// The mood of a picture with this palette and this saturation of drawn subjects.
    pub(crate) const fn new(palette: Palette, vividness: f32) -> Self {
        Self { palette, vividness }
    }

    /// The factor by which the chroma of drawn subjects is multiplied: 0.1 for grey pictures to 1 for vivid ones.
    pub(crate) const fn vividness(&self) -> f32 {
        self.vividness
    }

    /// Whether the accent looks so similar to the letters that it does not emphasise a word.
    pub(crate) fn is_accent_pale(&self) -> bool {
        self.palette.accent.distance(self.palette.paper) < 150.0
    }
}

fn palette(tones: &[Tone]) -> Palette {
    let mean: f32 = tones.iter().map(|tone| tone.looks.lightness * tone.share).sum();
    let variance = tones
        .iter()
        .map(|tone| (tone.looks.lightness - mean).powi(2) * tone.share);
    let spread = variance.sum::<f32>().sqrt();
    let dominant = dominant_hue(tones);
    // White letters with a dark outline are readable on a light background, but not on a white one.
    let middle = (0.13 + 0.82 * mean).clamp(0.22, 0.87);
    // Most of a background lies between `deep` and `ground`, so a bright picture needs a bright `deep`.
    let depth = (0.04 + 0.08 * (1.0 - mean) + 0.45 * spread).min(0.40 * (1.05 - mean));
    let deep = at(tones, dominant, (middle - depth).max(0.10));
    let ground = at(tones, dominant, middle);
    let glow = at(tones, dominant, (middle + 0.11 + 0.45 * spread).min(0.955));
    let tinge = ground.chroma.max(deep.chroma);
    let neutral = |lightness: f32, chroma: f32| {
        let chroma = chroma.min(tinge);
        Oklch {
            lightness,
            chroma,
            hue: ground.hue,
        }
        .to_rgb()
    };
    let (paper, ink) = (neutral(0.985, 0.008), neutral(0.15, 0.05));
    Palette {
        deep: deep.to_rgb(),
        ground: ground.to_rgb(),
        glow: glow.to_rgb(),
        accent: accent(tones, ground, ink),
        paper,
        ink,
    }
}

/// The hue with the largest share of chroma; `None` for greys.
fn dominant_hue(tones: &[Tone]) -> Option<f32> {
    let support = |hue: f32| -> f32 {
        let near = |tone: &Tone| (1.0 - apart(tone.looks.hue, hue) / FAR).max(0.0);
        tones
            .iter()
            .map(|tone| tone.looks.chroma * tone.share * near(tone))
            .sum()
    };
    let coloured = tones.iter().filter(|tone| tone.looks.chroma >= COLOURED);
    coloured
        .map(|tone| tone.looks.hue)
        .max_by(|a, b| support(*a).total_cmp(&support(*b)))
}

/// The mean colour of the pictures near this lightness, limited to the family of the dominant hue.
fn at(tones: &[Tone], dominant: Option<f32>, lightness: f32) -> Oklch {
    let (mut weights, mut chroma, mut a, mut b) = (f32::MIN_POSITIVE, 0.0, 0.0, 0.0);
    for tone in tones {
        let is_coloured = tone.looks.chroma >= COLOURED;
        if is_coloured && dominant.is_some_and(|hue| apart(tone.looks.hue, hue) > FAMILY) {
            continue;
        }
        let distance = (tone.looks.lightness - lightness) / 0.22;
        // The square root keeps the weight of the small lights in a dark picture.
        let weight = tone.share.sqrt() * (-distance * distance).exp().max(0.01);
        let lab = tone.looks.oklab();
        weights += weight;
        chroma += weight * tone.looks.chroma;
        a += weight * lab.a;
        b += weight * lab.b;
    }
    let hue = Oklab { lightness, a, b }.oklch().hue;
    Oklch {
        lightness,
        chroma: chroma / weights * RICHER,
        hue,
    }
}

/// The colour of the pictures that contrasts most with the background. Pictures of a single hue get a harmonic colour.
fn accent(tones: &[Tone], ground: Oklch, ink: Rgb) -> Rgb {
    // Darker colours cannot carry dark letters without being changed beyond recognition.
    let contrasts = |tone: &&Tone| {
        tone.looks.chroma >= COLOURED
            && tone.looks.lightness >= 0.40
            && (ground.chroma < COLOURED || apart(tone.looks.hue, ground.hue) >= APART)
    };
    let worth = |tone: &Tone| {
        let light = 1.0 - (tone.looks.lightness - 0.8).abs();
        let far = apart(tone.looks.hue, ground.hue) / 180.0 + 0.25;
        tone.looks.chroma.powf(0.7) * tone.share.powf(0.3) * light * light * far
    };
    let own = tones
        .iter()
        .filter(contrasts)
        .max_by(|a, b| worth(a).total_cmp(&worth(b)));
    let looks = own.map_or_else(|| harmonic(tones, ground), |tone| tone.looks);
    readable(looks, ground.to_rgb(), ink)
}

/// A light warm accent for most hues, a cool one for warm hues; hardly more vivid than the pictures.
fn harmonic(tones: &[Tone], ground: Oklch) -> Oklch {
    let vivid = tones.iter().map(|tone| tone.looks.chroma).fold(0.0, f32::max);
    let is_warm = ground.chroma >= COLOURED && apart(ground.hue, 90.0) < 42.0;
    Oklch {
        lightness: 0.87,
        chroma: (vivid * 1.1).clamp(0.05, 0.16),
        hue: if is_warm {
            (ground.hue + 180.0).rem_euclid(360.0)
        } else {
            88.0
        },
    }
}

/// The colour nearest to the wanted one on which ink is readable and that is far from the background.
fn readable(wanted: Oklch, ground: Rgb, ink: Rgb) -> Rgb {
    let lights = (0..14_u8).map(|step| 0.60 + 0.03 * f32::from(step));
    let choices = lights.flat_map(|lightness| {
        [1.0, 1.5, 2.5, 4.0].into_iter().flat_map(move |boost| {
            [0.0_f32, 25.0, -25.0, 60.0, -60.0, 180.0].into_iter().map(move |turn| {
                let strain =
                    (lightness - wanted.lightness.max(0.72)).abs() * 2.0 + (boost - 1.0) * 0.12 + turn.abs() * 0.01;
                let hue = (wanted.hue + turn).rem_euclid(360.0);
                (
                    strain,
                    Oklch {
                        lightness,
                        chroma: wanted.chroma * boost,
                        hue,
                    }
                    .to_rgb(),
                )
            })
        })
    });
    let lack = |colour: Rgb| {
        let contrast = (ACCENT_ON_INK - colour.contrast(ink)).max(0.0) / ACCENT_ON_INK;
        let distance = (ACCENT_OFF_GROUND - colour.distance(ground)).max(0.0) / ACCENT_OFF_GROUND;
        (contrast * 4.0 + distance) * 100.0
    };
    let cost = |(strain, colour): &(f32, Rgb)| strain + lack(*colour);
    let best = choices.min_by(|a, b| cost(a).total_cmp(&cost(b)));
    best.map_or_else(|| wanted.to_rgb(), |(_, colour)| colour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::chance::Chance;

    fn mood(colours: &[(u32, f32)]) -> Mood {
        let swatch = |(hex, share): &(u32, f32)| Swatch {
            colour: Rgb::hex(*hex),
            share: *share,
        };
        Mood::of(&[&colours.iter().map(swatch).collect::<Vec<_>>()]).unwrap()
    }

    #[track_caller]
    fn check(palette: &Palette) {
        assert!(palette.paper.contrast(palette.ink) >= 7.0, "{palette:?}");
        assert!(palette.accent.contrast(palette.ink) >= 4.5, "{palette:?}");
        assert!(palette.accent.distance(palette.ground) > 180.0, "{palette:?}");
        assert!(palette.deep.luminance() < palette.ground.luminance(), "{palette:?}");
        assert!(palette.ground.luminance() < palette.glow.luminance(), "{palette:?}");
    }

    #[test]
    fn every_palette_is_readable() {
        for seed in 0..3_000 {
            let mut chance = Chance::new("mood", seed);
            let base = Rgb::hex((chance.bits() >> 40) as u32);
            let styles: Vec<Vec<Swatch>> = (0..=chance.below(3))
                .map(|_| {
                    (0..=chance.below(6))
                        .map(|_| {
                            let any = Rgb::hex((chance.bits() >> 40) as u32);
                            Swatch {
                                colour: if seed % 3 == 0 { base.mix(any, 0.15) } else { any },
                                share: chance.between(0.01, 1.0),
                            }
                        })
                        .collect()
                })
                .collect();
            let styles: Vec<&[Swatch]> = styles.iter().map(Vec::as_slice).collect();
            check(&Mood::of(&styles).unwrap().palette);
        }
        for hex in [
            0x000000, 0xffffff, 0x808080, 0xff0000, 0xffff00, 0x0000ff, 0x00ff00, 0xff00ff,
        ] {
            check(&mood(&[(hex, 1.0)]).palette);
        }
    }

    #[test]
    fn the_accent_on_a_dull_photo_is_vivid_and_readable() {
        const PHOTOS: u32 = 2_000;
        let (mut vivid, mut as_found) = (0, 0);
        let is_vivid = |palette: &Palette| u32::from(palette.accent.oklch().chroma > 0.09);
        for seed in 0..PHOTOS {
            let mut chance = Chance::new("photo", seed);
            let mut dull = || Oklch {
                lightness: chance.between(0.1, 0.95),
                chroma: chance.between(0.0, 0.08),
                hue: chance.between(0.0, 360.0),
            };
            let swatches = [0.6, 0.3, 0.1].map(|share| Swatch {
                colour: dull().to_rgb(),
                share,
            });
            let palette = Mood::of_photo(&swatches).unwrap().palette;
            check(&palette);
            vivid += is_vivid(&palette);
            as_found += is_vivid(&Mood::of(&[&swatches]).unwrap().palette);
        }
        // A screen shows light blues and violets with less chroma.
        assert!(vivid * 4 > PHOTOS * 3, "{vivid} of {PHOTOS} are vivid");
        assert!(as_found * 2 < vivid, "{as_found} of {PHOTOS} are vivid as they are");
    }

    #[test]
    fn dark_and_bright_moods_keep_their_lightness() {
        let dark = mood(&[(0x05070f, 0.7), (0x12305a, 0.3)]).palette;
        let bright = mood(&[(0xfff4e0, 0.6), (0x9edcff, 0.4)]).palette;
        assert!(dark.ground.oklch().lightness < 0.4, "{dark:?}");
        assert!(bright.ground.oklch().lightness > 0.7, "{bright:?}");
    }

    #[test]
    fn the_background_has_the_dominant_hue() {
        for hex in [0xb01020, 0x106030, 0x1030b0, 0xc08010] {
            let palette = mood(&[(hex, 0.8), (0x101010, 0.2)]).palette;
            let distance = apart(palette.ground.oklch().hue, Rgb::hex(hex).oklch().hue);
            assert!(distance < 15.0, "{hex:x}: {distance}° {palette:?}");
        }
    }

    #[test]
    fn a_distant_colour_becomes_the_accent() {
        let palette = mood(&[(0x0a0f2a, 0.85), (0x20308a, 0.1), (0xff8a1a, 0.05)]).palette;
        assert!(
            apart(palette.accent.oklch().hue, Rgb::hex(0xff8a1a).oklch().hue) < 20.0,
            "{palette:?}"
        );
    }

    #[test]
    fn grey_moods_stay_grey_and_mute_drawings() {
        let mood = mood(&[(0x080808, 0.5), (0x808080, 0.3), (0xf0f0f0, 0.2)]);
        let Palette {
            deep,
            ground,
            glow,
            paper,
            ink,
            ..
        } = mood.palette;
        for colour in [deep, ground, glow, paper, ink] {
            assert!(colour.oklch().chroma < 0.02, "{colour}");
        }
        assert!(mood.vividness() < 0.2);
    }

    #[test]
    fn the_first_inspiration_has_the_largest_weight() {
        let of = |hex| {
            vec![Swatch {
                colour: Rgb::hex(hex),
                share: 1.0,
            }]
        };
        let palette = Mood::of(&[&of(0x1040c0), &of(0xc02020)]).unwrap().palette;
        assert!(
            apart(palette.ground.oklch().hue, Rgb::hex(0x1040c0).oklch().hue) < 20.0,
            "{palette:?}"
        );
        assert_eq!(Mood::of(&[&[]]), None);
    }
}
