//! The background colours of topics, and their adjustment to a temper.
//!
//! A background must not be dark yellow or dark orange. `harmony.rs` would turn them into orange and red, because brown
//! looks muddy in a feed.

use super::hue::{Hues, turned};
use crate::composer::chance::Chance;
use colour::{Oklch, Rgb};
use lexicon::{Reading, Temper, Topic};
use std::ops::RangeInclusive;

/// The largest random change of hue (in degrees) and lightness, so that pictures on the same colour still differ.
const STRAY: (f32, f32) = (9.0, 0.025);

/// The hues of green, and the largest chroma that a background of a topic has there.
const GREEN: RangeInclusive<f32> = 108.0..=166.0;
const MOST_GREEN: f32 = 0.135;

/// A background colour: hue in degrees, lightness and chroma, as in [`Oklch`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundColour(f32, f32, f32);

/// How a temper adjusts a background colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Adjustment {
    /// The lightness toward which the background is moved, and by which share of the distance, 0 to 1.
    light: (f32, f32),
    /// The factor of the background's chroma.
    chroma: f32,
    /// The factor of the lightness range from `deep` to `glow`.
    pub(super) spread: f32,
    /// How far the hue of `glow` turns toward yellow and that of `deep` toward violet, in degrees.
    pub(super) shift: f32,
    /// The chroma of the accent before it is reduced to the sRGB gamut.
    pub(super) accent: f32,
    /// Whether the accent must be gold.
    pub(super) is_golden: bool,
    /// The hue toward which the background is turned, and by at most how many degrees.
    pull: Option<(f32, f32)>,
}

const NEUTRAL: Adjustment = Adjustment {
    light: (0.5, 0.0),
    chroma: 1.0,
    spread: 1.0,
    shift: 18.0,
    accent: 0.25,
    is_golden: false,
    pull: None,
};

impl Adjustment {
    pub(super) const fn of(temper: Temper) -> Self {
        match temper {
            Temper::Neutral => NEUTRAL,
            Temper::Dark => Self {
                light: (0.18, 0.58),
                chroma: 0.85,
                spread: 0.85,
                ..NEUTRAL
            },
            Temper::Cheerful => Self {
                light: (0.82, 0.5),
                chroma: 1.1,
                spread: 0.85,
                ..NEUTRAL
            },
            Temper::Calm => Self {
                light: (0.74, 0.5),
                chroma: 0.72,
                spread: 0.7,
                accent: 0.12,
                ..NEUTRAL
            },
            Temper::Luxurious => Self {
                light: (0.17, 0.62),
                chroma: 0.6,
                spread: 0.8,
                accent: 0.135,
                is_golden: true,
                ..NEUTRAL
            },
            Temper::Energetic => Self {
                chroma: 1.25,
                spread: 1.15,
                shift: 28.0,
                accent: 0.30,
                ..NEUTRAL
            },
            Temper::Dramatic => Self {
                light: (0.24, 0.42),
                spread: 1.3,
                shift: 28.0,
                ..NEUTRAL
            },
            Temper::Retro => Self {
                light: (0.42, 0.5),
                chroma: 1.2,
                spread: 1.15,
                shift: 46.0,
                accent: 0.30,
                ..NEUTRAL
            },
            Temper::Sad => Self {
                light: (0.36, 0.5),
                chroma: 0.42,
                spread: 0.8,
                accent: 0.10,
                pull: Some((250.0, 40.0)),
                ..NEUTRAL
            },
        }
    }

    /// The background colour, adjusted to the temper.
    pub(super) fn ground(&self, colour: GroundColour) -> Oklch {
        let GroundColour(hue, lightness, chroma) = colour;
        let (target, share) = self.light;
        Oklch {
            lightness: lightness + (target - lightness) * share,
            chroma: chroma * self.chroma,
            hue: self.pull.map_or(hue, |(pole, most)| turned(hue, pole, most)),
        }
    }
}

impl GroundColour {
    /// A background that suits any text.
    pub(super) const PLAIN: Self = Self(268.0, 0.42, 0.21);

    /// A colour that a caller has named, neither black nor white, so that it has darker and lighter shades.
    pub(super) fn of(colour: Rgb) -> Self {
        let Oklch { lightness, chroma, hue } = colour.oklch();
        Self(hue, lightness.clamp(0.22, 0.88), chroma)
    }

    /// The background colours for a reading, within the hues; never empty.
    pub(super) fn all(reading: &Reading, hues: Option<Hues>) -> Vec<Self> {
        let of_reading = match reading.temper {
            Temper::Retro => &NEON,
            _ => reading.topic.map_or(&GENERAL[..], of),
        };
        let Some(Hues { from, to }) = hues else {
            return of_reading.to_vec();
        };
        let is_within = |colour: &&Self| (from..=to).contains(&colour.0);
        let within: Vec<Self> = of_reading.iter().filter(is_within).copied().collect();
        if within.is_empty() {
            let middle = (from + to) / 2.0;
            return WITHIN
                .map(|(lightness, chroma)| Self(middle, lightness, chroma))
                .to_vec();
        }
        within
    }

    /// The colour with a small random change of hue and lightness. Green loses chroma: a large area of pure green looks
    /// raw.
    pub(super) fn varied(self, chance: &mut Chance) -> Self {
        let Self(hue, lightness, chroma) = self;
        let chroma = if GREEN.contains(&hue) {
            chroma.min(MOST_GREEN)
        } else {
            chroma
        };
        Self(
            (hue + chance.between(-STRAY.0, STRAY.0)).rem_euclid(360.0),
            lightness + chance.between(-STRAY.1, STRAY.1),
            chroma,
        )
    }
}

/// Background colours for texts without a topic: hues all around the circle, each at a lightness that suits it.
const GENERAL: [GroundColour; 10] = [
    GroundColour::PLAIN,
    GroundColour(292.0, 0.44, 0.23),
    GroundColour(196.0, 0.52, 0.11),
    GroundColour(156.0, 0.47, 0.13),
    GroundColour(345.0, 0.50, 0.21),
    GroundColour(22.0, 0.56, 0.19),
    GroundColour(245.0, 0.62, 0.17),
    GroundColour(50.0, 0.69, 0.19),
    GroundColour(86.0, 0.84, 0.17),
    GroundColour(322.0, 0.38, 0.17),
];

/// Lightness and chroma of the background colours for a topic that has none with a wanted hue.
const WITHIN: [(f32, f32); 2] = [(0.42, 0.13), (0.60, 0.13)];

const NEON: [GroundColour; 5] = [
    GroundColour(300.0, 0.40, 0.24),
    GroundColour(335.0, 0.46, 0.23),
    GroundColour(278.0, 0.36, 0.22),
    GroundColour(205.0, 0.46, 0.11),
    GroundColour(12.0, 0.54, 0.21),
];

const fn of(topic: Topic) -> &'static [GroundColour] {
    match topic {
        Topic::Gaming => &[
            GroundColour(292.0, 0.43, 0.25),
            GroundColour(265.0, 0.46, 0.24),
            GroundColour(325.0, 0.47, 0.23),
            GroundColour(158.0, 0.46, 0.13),
            GroundColour(15.0, 0.54, 0.21),
        ],
        Topic::Tech => &[
            GroundColour(258.0, 0.43, 0.20),
            GroundColour(280.0, 0.38, 0.22),
            GroundColour(205.0, 0.52, 0.11),
            GroundColour(255.0, 0.31, 0.05),
            GroundColour(298.0, 0.46, 0.21),
        ],
        Topic::Code => &[
            GroundColour(258.0, 0.29, 0.04),
            GroundColour(264.0, 0.34, 0.16),
            GroundColour(182.0, 0.44, 0.09),
            GroundColour(292.0, 0.38, 0.20),
            GroundColour(245.0, 0.56, 0.16),
        ],
        Topic::Money => &[
            GroundColour(156.0, 0.46, 0.14),
            GroundColour(263.0, 0.33, 0.16),
            GroundColour(168.0, 0.38, 0.09),
            GroundColour(258.0, 0.48, 0.20),
            GroundColour(302.0, 0.36, 0.17),
            GroundColour(80.0, 0.81, 0.17),
        ],
        Topic::Food => &[
            GroundColour(30.0, 0.58, 0.21),
            GroundColour(52.0, 0.71, 0.18),
            GroundColour(85.0, 0.84, 0.17),
            GroundColour(258.0, 0.30, 0.06),
            GroundColour(8.0, 0.48, 0.19),
            GroundColour(190.0, 0.55, 0.10),
        ],
        Topic::Travel => &[
            GroundColour(242.0, 0.64, 0.16),
            GroundColour(200.0, 0.58, 0.11),
            GroundColour(25.0, 0.61, 0.20),
            GroundColour(50.0, 0.71, 0.18),
            GroundColour(268.0, 0.45, 0.19),
        ],
        Topic::Fitness => &[
            GroundColour(42.0, 0.65, 0.21),
            GroundColour(258.0, 0.28, 0.04),
            GroundColour(260.0, 0.46, 0.22),
            GroundColour(15.0, 0.55, 0.22),
            GroundColour(130.0, 0.80, 0.22),
        ],
        Topic::Beauty => &[
            GroundColour(355.0, 0.69, 0.17),
            GroundColour(10.0, 0.62, 0.18),
            GroundColour(312.0, 0.62, 0.16),
            GroundColour(40.0, 0.77, 0.12),
            GroundColour(342.0, 0.46, 0.19),
        ],
        Topic::Science => &[
            GroundColour(250.0, 0.53, 0.18),
            GroundColour(185.0, 0.53, 0.10),
            GroundColour(295.0, 0.46, 0.20),
            GroundColour(84.0, 0.85, 0.17),
            GroundColour(35.0, 0.62, 0.19),
        ],
        Topic::Space => &[
            GroundColour(277.0, 0.31, 0.18),
            GroundColour(302.0, 0.34, 0.19),
            GroundColour(262.0, 0.33, 0.18),
            GroundColour(332.0, 0.38, 0.18),
            GroundColour(210.0, 0.40, 0.08),
        ],
        Topic::Music => &[
            GroundColour(340.0, 0.51, 0.23),
            GroundColour(300.0, 0.44, 0.24),
            GroundColour(262.0, 0.46, 0.23),
            GroundColour(30.0, 0.58, 0.21),
            GroundColour(190.0, 0.52, 0.10),
        ],
        Topic::Film => &[
            GroundColour(15.0, 0.38, 0.14),
            GroundColour(205.0, 0.40, 0.08),
            GroundColour(260.0, 0.30, 0.12),
            GroundColour(48.0, 0.66, 0.18),
            GroundColour(315.0, 0.36, 0.15),
        ],
        Topic::Horror => &[
            GroundColour(18.0, 0.37, 0.15),
            GroundColour(300.0, 0.28, 0.14),
            GroundColour(170.0, 0.32, 0.07),
            GroundColour(258.0, 0.27, 0.10),
        ],
        Topic::Nature => &[
            GroundColour(148.0, 0.53, 0.16),
            GroundColour(160.0, 0.40, 0.10),
            GroundColour(235.0, 0.66, 0.14),
            GroundColour(134.0, 0.67, 0.19),
            GroundColour(84.0, 0.85, 0.17),
        ],
        Topic::Pets => &[
            GroundColour(237.0, 0.68, 0.15),
            GroundColour(84.0, 0.86, 0.17),
            GroundColour(168.0, 0.75, 0.13),
            GroundColour(28.0, 0.68, 0.18),
            GroundColour(300.0, 0.56, 0.20),
        ],
        Topic::Cars => &[
            GroundColour(258.0, 0.27, 0.03),
            GroundColour(22.0, 0.51, 0.20),
            GroundColour(260.0, 0.44, 0.21),
            GroundColour(48.0, 0.66, 0.20),
            GroundColour(190.0, 0.46, 0.09),
        ],
        Topic::History => &[
            GroundColour(18.0, 0.38, 0.13),
            GroundColour(208.0, 0.38, 0.08),
            GroundColour(312.0, 0.35, 0.14),
            GroundColour(42.0, 0.54, 0.15),
            GroundColour(262.0, 0.34, 0.13),
        ],
        Topic::News => &[
            GroundColour(256.0, 0.44, 0.19),
            GroundColour(18.0, 0.52, 0.20),
            GroundColour(263.0, 0.30, 0.14),
            GroundColour(205.0, 0.46, 0.09),
            GroundColour(290.0, 0.38, 0.18),
        ],
        Topic::Kids => &[
            GroundColour(237.0, 0.70, 0.15),
            GroundColour(86.0, 0.87, 0.17),
            GroundColour(355.0, 0.70, 0.17),
            GroundColour(152.0, 0.74, 0.17),
            GroundColour(55.0, 0.75, 0.17),
            GroundColour(300.0, 0.58, 0.20),
        ],
        Topic::Home => &[
            GroundColour(190.0, 0.53, 0.10),
            GroundColour(50.0, 0.69, 0.17),
            GroundColour(86.0, 0.84, 0.16),
            GroundColour(247.0, 0.54, 0.15),
            GroundColour(36.0, 0.57, 0.17),
        ],
        Topic::Growth => &[
            GroundColour(50.0, 0.69, 0.18),
            GroundColour(258.0, 0.49, 0.20),
            GroundColour(292.0, 0.46, 0.21),
            GroundColour(84.0, 0.85, 0.17),
            GroundColour(188.0, 0.50, 0.10),
        ],
        Topic::Love => &[
            GroundColour(5.0, 0.60, 0.21),
            GroundColour(340.0, 0.50, 0.22),
            GroundColour(318.0, 0.42, 0.19),
            GroundColour(355.0, 0.71, 0.16),
            GroundColour(282.0, 0.40, 0.18),
        ],
        Topic::Winter => &[
            GroundColour(232.0, 0.62, 0.13),
            GroundColour(162.0, 0.38, 0.09),
            GroundColour(20.0, 0.47, 0.18),
            GroundColour(262.0, 0.36, 0.15),
            GroundColour(205.0, 0.74, 0.10),
        ],
        // A reading has only topics with colours of their own.
        Topic::Sport
        | Topic::Fashion
        | Topic::Education
        | Topic::Business
        | Topic::Art
        | Topic::Comedy
        | Topic::Vlog
        | Topic::Lifestyle
        | Topic::Photography => &GENERAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_topics_of_readings_are_those_with_colours_here() {
        for topic in Topic::ALL {
            let has_colours = of(topic) != GENERAL;
            assert_eq!(has_colours, topic.colours() == Some(topic), "{topic:?}");
        }
    }
}
