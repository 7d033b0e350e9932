//! Where things stand: a curated set of compositions per shape of picture.

use super::{
    chance::Chance,
    typesetting::{Align, Frame},
};
use contract::{AspectRatio, Size};
use tiny_skia::Rect;

/// Platforms put the duration here: nothing to read within the last 20 % of the width × 15 % of the height.
pub(crate) const BADGE: (f32, f32) = (0.20, 0.15);
/// Words keep this share of the width and the height from the edges.
pub(crate) const MARGIN: f32 = 0.08;

/// The subject's share of the square that the composition sets aside; the rest is its disc, ring or light.
pub(crate) const SUBJECT: f32 = 0.84;

/// A picture's composition, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Where the words go.
    pub(crate) frame: Frame,
    /// The subject's centre.
    pub(crate) focus: (f32, f32),
    /// The side of the subject's square.
    pub(crate) size: f32,
    /// Whether a slanted panel parts the words from the subject.
    pub(crate) is_split: bool,
    /// Degrees added to the subject's own tilt.
    pub(crate) subject_tilt: f32,
    /// Whether a disc or a ring behind the subject lifts it off the ground; frames and plates do that by themselves.
    pub(crate) is_lifted: bool,
}

/// Shares of the picture's width (x, width) and height (y, height); the subject's size in shares of the shorter side.
struct Plan {
    words: [f32; 4],
    align: Align,
    tilt: f32,
    slant: f32,
    subject: [f32; 3],
    is_split: bool,
    subject_tilt: f32,
}

const fn plan(
    words: [f32; 4],
    align: Align,
    lean: [f32; 2],
    subject: [f32; 3],
    is_split: bool,
    subject_tilt: f32,
) -> Plan {
    Plan {
        words,
        align,
        tilt: lean[0],
        slant: lean[1],
        subject,
        is_split,
        subject_tilt,
    }
}

const WIDE: [Plan; 6] = [
    // Words on the left, the subject on the right: what is read first stands first.
    plan(
        [MARGIN, 0.10, 0.46, 0.80],
        Align::Start,
        [0.0, 0.0],
        [0.755, 0.47, 0.82],
        false,
        0.0,
    ),
    // The same, leaning into the picture.
    plan(
        [MARGIN, 0.09, 0.48, 0.80],
        Align::Start,
        [-5.0, 0.10],
        [0.775, 0.48, 0.86],
        false,
        4.0,
    ),
    // The other way round.
    plan(
        [0.465, 0.10, 0.455, 0.72],
        Align::Start,
        [0.0, 0.0],
        [0.240, 0.50, 0.82],
        false,
        -4.0,
    ),
    // A panel behind the words.
    plan(
        [MARGIN, 0.12, 0.44, 0.76],
        Align::Start,
        [0.0, 0.0],
        [0.785, 0.46, 0.76],
        true,
        3.0,
    ),
    // One long line of words under the subject.
    plan(
        [MARGIN, 0.64, 0.71, 0.28],
        Align::Start,
        [-2.0, 0.08],
        [0.50, 0.34, 0.64],
        false,
        0.0,
    ),
    // A crown of words over it.
    plan(
        [MARGIN, MARGIN, 0.84, 0.30],
        Align::Centre,
        [0.0, 0.0],
        [0.50, 0.685, 0.60],
        false,
        0.0,
    ),
];

/// The compositions of [`WIDE`] that up to six words fill. The others are for long titles.
const WIDE_COLUMNS: usize = 4;

const TALL: [Plan; 5] = [
    plan(
        [MARGIN, 0.09, 0.82, 0.34],
        Align::Start,
        [0.0, 0.0],
        [0.50, 0.645, 0.80],
        false,
        0.0,
    ),
    plan(
        [MARGIN, 0.50, 0.80, 0.29],
        Align::Start,
        [0.0, 0.0],
        [0.50, 0.275, 0.80],
        false,
        0.0,
    ),
    plan(
        [MARGIN, 0.09, 0.82, 0.34],
        Align::Start,
        [-6.0, 0.10],
        [0.54, 0.66, 0.86],
        false,
        5.0,
    ),
    plan(
        [MARGIN, 0.09, 0.82, 0.33],
        Align::Start,
        [0.0, 0.0],
        [0.50, 0.66, 0.78],
        true,
        0.0,
    ),
    plan(
        [0.09, 0.10, 0.82, 0.30],
        Align::Centre,
        [0.0, 0.0],
        [0.50, 0.62, 0.84],
        false,
        -4.0,
    ),
];

const SQUARE: [Plan; 5] = [
    plan(
        [MARGIN, MARGIN, 0.84, 0.35],
        Align::Start,
        [0.0, 0.0],
        [0.54, 0.70, 0.57],
        false,
        0.0,
    ),
    plan(
        [MARGIN, 0.63, 0.70, 0.29],
        Align::Start,
        [0.0, 0.0],
        [0.52, 0.325, 0.58],
        false,
        0.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.82, 0.38],
        Align::Start,
        [-5.0, 0.10],
        [0.58, 0.71, 0.54],
        false,
        4.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.82, 0.35],
        Align::Start,
        [0.0, 0.0],
        [0.54, 0.71, 0.52],
        true,
        0.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.84, 0.33],
        Align::Centre,
        [0.0, 0.0],
        [0.50, 0.69, 0.60],
        false,
        -4.0,
    ),
];

impl Layout {
    /// One of the compositions for this shape and number of words; without words the subject takes the stage.
    pub(crate) fn choose(aspect_ratio: AspectRatio, words: usize, chance: &mut Chance) -> Option<Self> {
        let plans: &[Plan] = match aspect_ratio {
            AspectRatio::Wide | AspectRatio::Classic if words <= 6 => WIDE.get(..WIDE_COLUMNS).unwrap_or(&WIDE),
            AspectRatio::Wide | AspectRatio::Classic => &WIDE,
            AspectRatio::Tall => &TALL,
            AspectRatio::Square => &SQUARE,
        };
        let layout = Self::from_plan(chance.pick(plans)?, aspect_ratio.size())?;
        if words > 0 {
            return Some(layout);
        }
        let Size { width, height } = aspect_ratio.size();
        let (width, height) = (width as f32, height as f32);
        let focus = (width * chance.between(0.47, 0.53), height * chance.between(0.46, 0.50));
        Some(Self {
            focus,
            size: width.min(height) * 0.82,
            is_split: false,
            ..layout
        })
    }

    /// The same with room between the subject and the words: the subject moves away a little, then shrinks.
    pub(crate) fn clear_of(self, words: Rect) -> Self {
        let (x, y) = self.focus;
        let sides = [
            (x - words.right(), (1.0, 0.0)),
            (words.left() - x, (-1.0, 0.0)),
            (y - words.bottom(), (0.0, 1.0)),
            (words.top() - y, (0.0, -1.0)),
        ];
        let Some((room, (away_x, away_y))) = sides.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
            return self;
        };
        // Motifs stick out of their square by up to a tenth, tilt and contour included; a gap is felt from 3 % on.
        let reach = self.size * SUBJECT * 0.60;
        let lack = reach + self.size * 0.03 - room;
        if lack <= 0.0 {
            return self;
        }
        let shift = (lack / 2.0).min(self.size * 0.05);
        let focus = (x + away_x * shift, y + away_y * shift);
        let scale = ((reach - (lack - shift)) / reach).clamp(0.7, 1.0);
        Self {
            focus,
            size: self.size * scale,
            ..self
        }
    }

    fn from_plan(plan: &Plan, size: Size) -> Option<Self> {
        let (width, height) = (size.width as f32, size.height as f32);
        let [x, y, w, h] = plan.words;
        let [focus_x, focus_y, share] = plan.subject;
        let is_classic = size == AspectRatio::Classic.size();
        let area = Rect::from_xywh(x * width, y * height, w * width, h * height)?;
        Some(Self {
            // Letters that fill more than a third of the shorter side shout the subject down.
            frame: Frame {
                area,
                align: plan.align,
                tilt: plan.tilt,
                slant: plan.slant,
                max_letter: 0.33 * width.min(height),
            },
            focus: (focus_x * width, focus_y * height),
            // The wide compositions serve 4:3 too, where a subject beside the words has less room.
            size: share * width.min(height) * if is_classic { 0.84 } else { 1.0 },
            is_split: plan.is_split,
            subject_tilt: plan.subject_tilt,
            is_lifted: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_to_the_margins_and_clear_of_the_badge_in_every_layout() {
        for plan in WIDE.iter().chain(&TALL).chain(&SQUARE) {
            let [x, y, w, h] = plan.words;
            assert!(
                x >= MARGIN && y >= MARGIN && x + w <= 1.0 - MARGIN + 1e-4 && y + h <= 1.0 - MARGIN + 1e-4,
                "{:?}",
                plan.words
            );
            assert!(
                x + w <= 1.0 - BADGE.0 || y + h <= 1.0 - BADGE.1,
                "{:?} runs into the badge",
                plan.words
            );
        }
    }

    #[test]
    fn the_subject_stays_on_the_picture_and_its_middle_clear_of_the_badge() {
        for aspect_ratio in AspectRatio::ALL {
            let Size { width, height } = aspect_ratio.size();
            for seed in 0..30 {
                let layout = Layout::choose(aspect_ratio, seed as usize % 8, &mut Chance::new("", seed)).unwrap();
                let (x, y) = layout.focus;
                assert!(x + layout.size * 0.3 < width as f32 && y + layout.size * 0.3 < height as f32);
                assert!(x - layout.size * 0.3 > 0.0 && y - layout.size * 0.3 > 0.0);
                assert!(y < height as f32 * (1.0 - BADGE.1));
            }
        }
    }
}
