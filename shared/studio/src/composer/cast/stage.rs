//! Where the words, the persons and the objects go: compositions for pictures that show references.

use super::Cast;
use crate::composer::{
    chance::Chance,
    layout::{BADGE, Layout, MARGIN},
    typesetting::{Align, Frame},
};
use contract::{AspectRatio, Size};
use tiny_skia::Rect;

/// Between the words and what stands beside them, in shares of the picture.
const GAP: f32 = 0.03;
/// The share of its room that a subject leaves to the objects at its shoulder.
const SHOULDER: f32 = 0.25;
/// The share of the height in which objects stand before the persons' feet.
const BEFORE: f32 = 0.125;
/// The share of the words' column that objects below them take.
const FOOT: f32 = 0.28;

/// A composition, in pixels. Nothing overlaps the words, and no object a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    /// The words' place, and where the background puts its light.
    pub(crate) layout: Layout,
    /// For the persons; without persons, for the objects.
    pub(super) main: Rect,
    /// For objects beside persons, or before their foot.
    pub(super) side: Option<Rect>,
    /// Where objects beside persons stand in their room.
    pub(super) side_align: Align,
    is_side_below_words: bool,
}

/// Shares of the picture: x, y, width, height.
type Share = [f32; 4];

#[derive(Clone, Copy)]
struct Plan {
    words: Share,
    align: Align,
    /// The words' tilt in degrees, and their slant.
    lean: [f32; 2],
    main: Share,
    is_split: bool,
    /// Degrees by which a framed picture is turned.
    turn: f32,
}

const fn plan(words: Share, align: Align, lean: [f32; 2], main: Share, is_split: bool, turn: f32) -> Plan {
    Plan {
        words,
        align,
        lean,
        main,
        is_split,
        turn,
    }
}

const WIDE: [Plan; 4] = [
    plan(
        [MARGIN, 0.10, 0.43, 0.80],
        Align::Start,
        [0.0, 0.0],
        [0.53, 0.05, 0.44, 0.90],
        false,
        2.5,
    ),
    plan(
        [MARGIN, 0.10, 0.43, 0.80],
        Align::Start,
        [-4.0, 0.10],
        [0.53, 0.05, 0.44, 0.90],
        false,
        3.0,
    ),
    plan(
        [0.50, 0.08, 0.42, 0.76],
        Align::Start,
        [0.0, 0.0],
        [0.03, 0.05, 0.44, 0.90],
        false,
        -2.5,
    ),
    plan(
        [MARGIN, 0.12, 0.40, 0.76],
        Align::Start,
        [0.0, 0.0],
        [0.54, 0.05, 0.43, 0.90],
        true,
        2.5,
    ),
];

const WIDE_PAIR: [Plan; 2] = [
    plan(
        [MARGIN, 0.10, 0.34, 0.80],
        Align::Start,
        [0.0, 0.0],
        [0.45, 0.05, 0.53, 0.90],
        false,
        2.0,
    ),
    plan(
        [0.58, 0.08, 0.34, 0.76],
        Align::Start,
        [0.0, 0.0],
        [0.02, 0.05, 0.53, 0.90],
        false,
        -2.0,
    ),
];

const WIDE_TRIO: [Plan; 2] = [
    plan(
        [MARGIN, MARGIN, 0.84, 0.25],
        Align::Centre,
        [0.0, 0.0],
        [0.05, 0.36, 0.90, 0.61],
        false,
        2.0,
    ),
    plan(
        [MARGIN, 0.69, 0.70, 0.23],
        Align::Start,
        [0.0, 0.0],
        [0.05, 0.03, 0.90, 0.63],
        false,
        2.0,
    ),
];

const SQUARE: [Plan; 4] = [
    plan(
        [MARGIN, MARGIN, 0.84, 0.28],
        Align::Start,
        [0.0, 0.0],
        [0.08, 0.39, 0.84, 0.58],
        false,
        2.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.84, 0.28],
        Align::Centre,
        [0.0, 0.0],
        [0.08, 0.39, 0.84, 0.58],
        false,
        -2.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.84, 0.28],
        Align::Start,
        [-4.0, 0.10],
        [0.08, 0.39, 0.84, 0.58],
        false,
        3.0,
    ),
    plan(
        [MARGIN, 0.65, 0.70, 0.27],
        Align::Start,
        [0.0, 0.0],
        [0.08, 0.04, 0.84, 0.58],
        false,
        2.0,
    ),
];

const TALL: [Plan; 3] = [
    plan(
        [MARGIN, MARGIN, 0.84, 0.26],
        Align::Start,
        [0.0, 0.0],
        [0.07, 0.37, 0.86, 0.53],
        false,
        2.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.84, 0.26],
        Align::Centre,
        [0.0, 0.0],
        [0.07, 0.37, 0.86, 0.53],
        false,
        -2.0,
    ),
    plan(
        [MARGIN, MARGIN, 0.84, 0.26],
        Align::Start,
        [-5.0, 0.10],
        [0.07, 0.37, 0.86, 0.53],
        false,
        3.0,
    ),
];

impl Stage {
    /// One of the compositions for this shape and cast.
    pub(crate) fn choose(cast: &Cast, aspect_ratio: AspectRatio, has_words: bool, chance: &mut Chance) -> Option<Self> {
        let plans: &[Plan] = match (aspect_ratio, cast.persons.len()) {
            (AspectRatio::Wide | AspectRatio::Classic, 0 | 1) => &WIDE,
            (AspectRatio::Wide | AspectRatio::Classic, 2) => &WIDE_PAIR,
            (AspectRatio::Wide | AspectRatio::Classic, _) => &WIDE_TRIO,
            (AspectRatio::Square, _) => &SQUARE,
            (AspectRatio::Tall, _) => &TALL,
        };
        // Who is cut out stands on the picture's lower edge, where no words can be then.
        let fits = |plan: &&Plan| !cast.has_standing_person() || !has_words || !plan.has_words_below();
        let eligible: Vec<Plan> = plans.iter().filter(fits).copied().collect();
        let mut plan = *chance.pick(&eligible)?;
        if !has_words {
            plan.main = alone(aspect_ratio, cast);
            plan.is_split = false;
        }
        // A narrow picture has no shoulders to spare, and three persons none.
        let is_before = aspect_ratio == AspectRatio::Tall || cast.persons.len() > 2;
        let side = (!cast.persons.is_empty() && !cast.objects.is_empty()).then(|| {
            if is_before && cast.has_standing_person() {
                plan.set_above()
            } else if is_before {
                plan.set_before(aspect_ratio == AspectRatio::Tall && cast.persons.len() > 2)
            } else {
                plan.set_aside(has_words)
            }
        });
        if cast.persons.is_empty() {
            plan.main = clear_of_badge(plan.main);
        }
        let is_lifted = cast.persons.len() == 1 && cast.has_standing_person();
        let mut stage = plan.stage(aspect_ratio.size(), side, is_lifted)?;
        stage.is_side_below_words = has_words && !is_before && plan.has_words_beside();
        if stage.is_side_below_words || is_before {
            stage.side_align = Align::Start;
        }
        Some(stage)
    }
}

/// The room of a subject without words.
fn alone(aspect_ratio: AspectRatio, cast: &Cast) -> Share {
    match aspect_ratio {
        AspectRatio::Wide | AspectRatio::Classic if cast.persons.len() + cast.objects.len() == 1 => {
            [0.20, 0.05, 0.60, 0.90]
        }
        AspectRatio::Wide | AspectRatio::Classic => [0.05, 0.06, 0.90, 0.90],
        AspectRatio::Square => [0.08, 0.07, 0.84, 0.88],
        AspectRatio::Tall => [0.07, 0.12, 0.86, 0.70],
    }
}

/// The upper part of a room that would reach under the duration.
fn clear_of_badge([x, y, width, height]: Share) -> Share {
    let is_under = x + width > 1.0 - BADGE.0 && y + height > 1.0 - BADGE.1;
    [x, y, width, if is_under { 1.0 - BADGE.1 - y } else { height }]
}

impl Stage {
    /// The same once it is known what the words cover: objects below them move up, and have the more room.
    pub(crate) fn closed_up(self, words: Rect) -> Self {
        let side = self.side.filter(|_| self.is_side_below_words).and_then(|side| {
            let gap = self.layout.frame.area.height() * 2.0 * GAP;
            Rect::from_ltrb(side.left(), words.bottom() + gap, side.right(), side.bottom())
        });
        Self {
            side: side.or(self.side),
            ..self
        }
    }
}

impl Plan {
    fn has_words_below(&self) -> bool {
        let [_, top, _, _] = self.words;
        let [_, main_top, _, height] = self.main;
        top >= main_top + height
    }

    fn has_words_beside(&self) -> bool {
        let [left, _, width, _] = self.words;
        let [main_left, _, main_width, _] = self.main;
        left + width <= main_left || main_left + main_width <= left
    }

    /// Takes a room for objects before the persons' feet; below them if these stand in two rows.
    fn set_before(&mut self, has_rows: bool) -> Share {
        let [x, y, width, height] = self.main;
        let foot = (y + height).min(1.0 - BADGE.1);
        if has_rows {
            self.main = [x, y, width, foot - BEFORE - GAP / 2.0 - y];
        }
        [x, foot - BEFORE, width, BEFORE]
    }

    /// Takes a room for objects above all persons, whose feet are on the picture's lower edge.
    fn set_above(&mut self) -> Share {
        let [x, y, width, height] = self.main;
        self.main = [x, y + BEFORE + GAP, width, height - BEFORE - GAP];
        [x, y, width, BEFORE]
    }

    /// Takes a room for objects: below the words where these stand beside the subject, else at its shoulder.
    fn set_aside(&mut self, has_words: bool) -> Share {
        if has_words && self.has_words_beside() {
            let [x, y, width, height] = self.words;
            self.words = [x, y, width, height * (1.0 - FOOT - GAP)];
            return [x, y + height * (1.0 - FOOT), width, height * FOOT];
        }
        let [x, y, width, height] = self.main;
        self.main = [x + width * (SHOULDER + GAP), y, width * (1.0 - SHOULDER - GAP), height];
        // The last of a picture's height belongs to what platforms put over it.
        [x, y, width * SHOULDER, height.min(1.0 - MARGIN - y)]
    }

    fn stage(&self, size: Size, side: Option<Share>, is_lifted: bool) -> Option<Stage> {
        let (width, height) = (size.width as f32, size.height as f32);
        let room = |[x, y, w, h]: Share| Rect::from_xywh(x * width, y * height, w * width, h * height);
        let main = room(self.main)?;
        let [tilt, slant] = self.lean;
        let layout = Layout {
            frame: Frame {
                area: room(self.words)?,
                align: self.align,
                tilt,
                slant,
                max_letter: 0.33 * width.min(height),
            },
            focus: (main.left() + main.width() / 2.0, main.top() + main.height() / 2.0),
            size: main.width().min(main.height()),
            is_split: self.is_split,
            subject_tilt: self.turn,
            is_lifted,
        };
        Some(Stage {
            layout,
            main,
            side: side.and_then(room),
            side_align: Align::Centre,
            is_side_below_words: false,
        })
    }
}
