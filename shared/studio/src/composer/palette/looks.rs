//! The background colours of topics, and their adjustment to a temper.

use super::hue::turned;
use crate::composer::chance::Chance;
use colour::Oklch;
use topic::{Reading, Temper, Topic};

/// The largest random change of hue (in degrees) and lightness, so that pictures with the same look still differ.
const STRAY: (f32, f32) = (9.0, 0.025);

/// A background colour: hue in degrees, lightness and chroma, as in [`Oklch`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look(f32, f32, f32);

/// How a temper adjusts a background colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Finish {
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

const NEUTRAL: Finish = Finish {
    light: (0.5, 0.0),
    chroma: 1.0,
    spread: 1.0,
    shift: 18.0,
    accent: 0.25,
    is_golden: false,
    pull: None,
};

impl Finish {
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
    pub(super) fn ground(&self, look: Look) -> Oklch {
        let Look(hue, lightness, chroma) = look;
        let (target, share) = self.light;
        Oklch {
            lightness: lightness + (target - lightness) * share,
            chroma: chroma * self.chroma,
            hue: self.pull.map_or(hue, |(pole, most)| turned(hue, pole, most)),
        }
    }
}

impl Look {
    /// A background that suits any text.
    pub(super) const PLAIN: Self = Self(268.0, 0.42, 0.21);

    /// The looks for a reading; never empty.
    pub(super) fn all(reading: &Reading) -> &'static [Self] {
        if reading.temper == Temper::Retro {
            return &NEON;
        }
        reading.topic.map_or(&GENERAL, of)
    }

    /// The look with a small random change of hue and lightness.
    pub(super) fn varied(self, chance: &mut Chance) -> Self {
        let Self(hue, lightness, chroma) = self;
        Self(
            (hue + chance.between(-STRAY.0, STRAY.0)).rem_euclid(360.0),
            lightness + chance.between(-STRAY.1, STRAY.1),
            chroma,
        )
    }
}

/// Looks for texts without a topic: hues all around the circle, each at a lightness that suits it.
const GENERAL: [Look; 10] = [
    Look::PLAIN,
    Look(292.0, 0.44, 0.23),
    Look(196.0, 0.52, 0.11),
    Look(156.0, 0.47, 0.13),
    Look(345.0, 0.50, 0.21),
    Look(22.0, 0.56, 0.19),
    Look(245.0, 0.62, 0.17),
    Look(50.0, 0.69, 0.19),
    Look(86.0, 0.84, 0.17),
    Look(322.0, 0.38, 0.17),
];

const NEON: [Look; 5] = [
    Look(300.0, 0.40, 0.24),
    Look(335.0, 0.46, 0.23),
    Look(278.0, 0.36, 0.22),
    Look(205.0, 0.46, 0.11),
    Look(12.0, 0.54, 0.21),
];

const fn of(topic: Topic) -> &'static [Look] {
    match topic {
        Topic::Gaming => &[
            Look(292.0, 0.43, 0.25),
            Look(265.0, 0.46, 0.24),
            Look(325.0, 0.47, 0.23),
            Look(158.0, 0.46, 0.13),
            Look(15.0, 0.54, 0.21),
        ],
        Topic::Tech => &[
            Look(258.0, 0.43, 0.20),
            Look(280.0, 0.38, 0.22),
            Look(205.0, 0.52, 0.11),
            Look(255.0, 0.31, 0.05),
            Look(298.0, 0.46, 0.21),
        ],
        Topic::Code => &[
            Look(258.0, 0.29, 0.04),
            Look(264.0, 0.34, 0.16),
            Look(182.0, 0.44, 0.09),
            Look(292.0, 0.38, 0.20),
            Look(245.0, 0.56, 0.16),
        ],
        Topic::Money => &[
            Look(156.0, 0.46, 0.14),
            Look(263.0, 0.33, 0.16),
            Look(168.0, 0.38, 0.09),
            Look(258.0, 0.48, 0.20),
            Look(302.0, 0.36, 0.17),
            Look(80.0, 0.81, 0.17),
        ],
        Topic::Food => &[
            Look(30.0, 0.58, 0.21),
            Look(52.0, 0.71, 0.18),
            Look(85.0, 0.84, 0.17),
            Look(142.0, 0.58, 0.17),
            Look(8.0, 0.48, 0.19),
            Look(190.0, 0.55, 0.10),
        ],
        Topic::Travel => &[
            Look(242.0, 0.64, 0.16),
            Look(200.0, 0.58, 0.11),
            Look(25.0, 0.61, 0.20),
            Look(50.0, 0.71, 0.18),
            Look(268.0, 0.45, 0.19),
        ],
        Topic::Fitness => &[
            Look(42.0, 0.65, 0.21),
            Look(258.0, 0.28, 0.04),
            Look(260.0, 0.46, 0.22),
            Look(15.0, 0.55, 0.22),
            Look(130.0, 0.80, 0.22),
        ],
        Topic::Beauty => &[
            Look(355.0, 0.69, 0.17),
            Look(10.0, 0.62, 0.18),
            Look(312.0, 0.62, 0.16),
            Look(40.0, 0.77, 0.12),
            Look(342.0, 0.46, 0.19),
        ],
        Topic::Science => &[
            Look(250.0, 0.53, 0.18),
            Look(185.0, 0.53, 0.10),
            Look(295.0, 0.46, 0.20),
            Look(84.0, 0.85, 0.17),
            Look(35.0, 0.62, 0.19),
        ],
        Topic::Space => &[
            Look(277.0, 0.31, 0.18),
            Look(302.0, 0.34, 0.19),
            Look(262.0, 0.33, 0.18),
            Look(332.0, 0.38, 0.18),
            Look(210.0, 0.40, 0.08),
        ],
        Topic::Music => &[
            Look(340.0, 0.51, 0.23),
            Look(300.0, 0.44, 0.24),
            Look(262.0, 0.46, 0.23),
            Look(30.0, 0.58, 0.21),
            Look(190.0, 0.52, 0.10),
        ],
        Topic::Film => &[
            Look(15.0, 0.38, 0.14),
            Look(205.0, 0.40, 0.08),
            Look(260.0, 0.30, 0.12),
            Look(48.0, 0.66, 0.18),
            Look(315.0, 0.36, 0.15),
        ],
        Topic::Horror => &[
            Look(18.0, 0.37, 0.15),
            Look(300.0, 0.28, 0.14),
            Look(170.0, 0.32, 0.07),
            Look(258.0, 0.27, 0.10),
        ],
        Topic::Nature => &[
            Look(148.0, 0.53, 0.16),
            Look(160.0, 0.40, 0.10),
            Look(235.0, 0.66, 0.14),
            Look(134.0, 0.67, 0.19),
            Look(84.0, 0.85, 0.17),
        ],
        Topic::Pets => &[
            Look(237.0, 0.68, 0.15),
            Look(84.0, 0.86, 0.17),
            Look(168.0, 0.75, 0.13),
            Look(28.0, 0.68, 0.18),
            Look(300.0, 0.56, 0.20),
        ],
        Topic::Cars => &[
            Look(258.0, 0.27, 0.03),
            Look(22.0, 0.51, 0.20),
            Look(260.0, 0.44, 0.21),
            Look(48.0, 0.66, 0.20),
            Look(190.0, 0.46, 0.09),
        ],
        Topic::History => &[
            Look(18.0, 0.38, 0.13),
            Look(208.0, 0.38, 0.08),
            Look(312.0, 0.35, 0.14),
            Look(42.0, 0.54, 0.15),
            Look(262.0, 0.34, 0.13),
        ],
        Topic::News => &[
            Look(256.0, 0.44, 0.19),
            Look(18.0, 0.52, 0.20),
            Look(263.0, 0.30, 0.14),
            Look(205.0, 0.46, 0.09),
            Look(290.0, 0.38, 0.18),
        ],
        Topic::Kids => &[
            Look(237.0, 0.70, 0.15),
            Look(86.0, 0.87, 0.17),
            Look(355.0, 0.70, 0.17),
            Look(152.0, 0.74, 0.17),
            Look(55.0, 0.75, 0.17),
            Look(300.0, 0.58, 0.20),
        ],
        Topic::Home => &[
            Look(190.0, 0.53, 0.10),
            Look(50.0, 0.69, 0.17),
            Look(86.0, 0.84, 0.16),
            Look(247.0, 0.54, 0.15),
            Look(36.0, 0.57, 0.17),
        ],
        Topic::Growth => &[
            Look(50.0, 0.69, 0.18),
            Look(258.0, 0.49, 0.20),
            Look(292.0, 0.46, 0.21),
            Look(84.0, 0.85, 0.17),
            Look(188.0, 0.50, 0.10),
        ],
        Topic::Love => &[
            Look(5.0, 0.60, 0.21),
            Look(340.0, 0.50, 0.22),
            Look(318.0, 0.42, 0.19),
            Look(355.0, 0.71, 0.16),
            Look(282.0, 0.40, 0.18),
        ],
        Topic::Winter => &[
            Look(232.0, 0.62, 0.13),
            Look(162.0, 0.38, 0.09),
            Look(20.0, 0.47, 0.18),
            Look(262.0, 0.36, 0.15),
            Look(205.0, 0.74, 0.10),
        ],
        // A reading has only topics with colours of their own; a test holds that.
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
