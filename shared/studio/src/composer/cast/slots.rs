//! Assigns the slots of a layout to persons and objects.

use super::{Cast, framing::Framing};
use crate::composer::{
    layout::{Layout, clear_of_badge, template::SubjectSlot},
    text::typesetting::Align,
};
use contract::Size;
use tiny_skia::{Path, Rect};

/// The gap between the words and the objects below them, as a share of the picture's height.
const GAP: f32 = 0.045;

/// The slots in pixels. None of them overlaps the words.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    /// The slots of the persons, or of the objects if there are no persons: one for all, or one for each of two.
    pub(super) main: Vec<SubjectSlot>,
    /// The slot of objects beside persons.
    pub(super) side: Option<Rect>,
    /// The alignment of these objects in their slot.
    pub(super) side_align: Align,
    /// The bounding box of the words.
    pub(super) words: Option<Rect>,
    /// The rectangles that the words may fill: their slots if they are on two sides, otherwise their bounding box.
    pub(super) printed: Vec<Rect>,
    /// The parts of the picture that belong to the slots of two sides.
    pub(super) sides: Vec<Path>,
    /// The framing of the photos.
    pub(super) framing: Framing,
}

impl Slots {
    /// The slots of a layout for this cast. `words` is the bounding box of the words.
    pub(crate) fn of(layout: &Layout, cast: &Cast, words: Option<Rect>) -> Self {
        let variant = layout.variant();
        let several = cast.persons.len() > 1 || (cast.persons.is_empty() && cast.objects.len() > 2);
        let mut main: Vec<SubjectSlot> = match (variant.subjects.as_slice(), variant.group) {
            (both @ [_, _, ..], _) => both.to_vec(),
            (_, Some(group)) if several => vec![group],
            ([], group) => group.into_iter().collect(),
            (subject_slots, _) => subject_slots.to_vec(),
        };
        if cast.persons.is_empty() {
            for subject_slot in &mut main {
                subject_slot.area = clear_of_badge(subject_slot.area, layout.shape().size());
            }
        }
        let side = variant.object.map(|slot| slot.area);
        let side = side.filter(|_| !cast.persons.is_empty() && !cast.objects.is_empty() && main.len() == 1);
        let gap = layout.shape().size().height as f32 * GAP;
        for subject_slot in &mut main {
            subject_slot.area = side
                .and_then(|side| cut(subject_slot.area, side, gap / 2.0))
                .unwrap_or(subject_slot.area);
        }
        // If the words are shorter than their slot, objects below them move up to the words.
        let closed = side.zip(words).and_then(|(side, words)| {
            let is_below = variant
                .headline
                .is_some_and(|slot| slot.area.intersect(&side).is_some())
                && side.top() > words.top()
                && words.bottom() + gap < side.bottom();
            let closed = Rect::from_ltrb(side.left(), words.bottom() + gap, side.right(), side.bottom());
            closed.filter(|_| is_below)
        });
        let is_at_words = closed.is_some();
        let printed = words.into_iter().flat_map(|words| {
            if main.len() > 1 {
                variant.slots().map(|slot| slot.area).collect()
            } else {
                vec![words]
            }
        });
        Self {
            printed: printed.collect(),
            main,
            side: closed.or(side),
            side_align: if is_at_words { Align::Start } else { Align::Centre },
            words,
            sides: variant.sides.clone(),
            framing: Framing::WHOLE,
        }
    }
}

impl Slots {
    /// The same slots, with this framing of the photos.
    pub(crate) fn framed(self, framing: Framing) -> Self {
        Self { framing, ..self }
    }

    /// The slots enlarged by these factors, the main ones and the one beside. The foot of a main slot stays. A slot
    /// grows neither over the picture's edges nor over the words.
    pub(crate) fn scaled(mut self, (main, beside): (f32, f32), Size { width, height }: Size) -> Self {
        let picture = Rect::from_xywh(0.0, 0.0, width as f32, height as f32);
        let scaled = |area: Rect, factor: f32| {
            if factor == 1.0 {
                return area;
            }
            let (middle, foot) = (area.left() + area.width() / 2.0, area.bottom());
            let (width, height) = (area.width() * factor, area.height() * factor);
            let grown = Rect::from_xywh(middle - width / 2.0, foot - height, width, height);
            let within = grown
                .zip(picture)
                .and_then(|(grown, picture)| grown.intersect(&picture));
            within
                .and_then(|grown| beside_words(grown, area, self.words))
                .unwrap_or(area)
        };
        for slot in &mut self.main {
            slot.area = scaled(slot.area, main);
        }
        self.side = self.side.map(|side| scaled(side, beside));
        self
    }
}

/// The grown rectangle without the part at the words, which the rectangle before did not cover.
fn beside_words(grown: Rect, before: Rect, words: Option<Rect>) -> Option<Rect> {
    let Some(words) = words.filter(|words| before.intersect(words).is_none() && grown.intersect(words).is_some())
    else {
        return Some(grown);
    };
    let (mut left, mut top, mut right, mut bottom) = (grown.left(), grown.top(), grown.right(), grown.bottom());
    if words.right() <= before.left() {
        left = words.right();
    } else if words.left() >= before.right() {
        right = words.left();
    } else if words.bottom() <= before.top() {
        top = words.bottom();
    } else {
        bottom = words.top();
    }
    Rect::from_ltrb(left, top, right, bottom)
}

/// The rest of a rectangle after `side` is removed at its left or its top.
fn cut(area: Rect, side: Rect, gap: f32) -> Option<Rect> {
    area.intersect(&side)?;
    if side.width() < side.height() {
        Rect::from_ltrb(side.right() + gap, area.top(), area.right(), area.bottom())
    } else {
        Rect::from_ltrb(area.left(), side.bottom() + gap, area.right(), area.bottom())
    }
}
