//! Layouts that are rearranged because a caller asks for it: mirrored, turned upside down, or with other slots for the
//! words.

use super::{
    Layout, MARGIN, Side, centre, clear_of_badge,
    template::{Piece, Slot, SubjectSlot, Template, Variant},
};
use crate::composer::text::typesetting::{Align, Anchor};
use contract::{AspectRatio, Size};
use lexicon::Place;
use std::sync::Arc;
use tiny_skia::{Rect, Transform};

/// How far from the middle the subject, or the words, must be to be at a side, as a share of the picture's width or
/// height.
const ASIDE: f32 = 0.04;
const WORDS_ASIDE: f32 = 0.11;
/// The share of the picture's width from which a shape covers the background.
const COVERS: f32 = 0.6;
/// How near the middle something must be to be there.
const CENTRAL: f32 = 0.10;
/// The share of the picture's width and height that words get at a side where the layout has no slot for them.
const BESIDE: f32 = 0.5;
const UPRIGHT: f32 = 0.6;
/// The share of the room for words up to which their slot is narrow.
const NARROW: f32 = 0.75;
/// The gap between a quotation mark and the words below it, at most, as a share of the picture's height.
const ON_WORDS: f32 = 0.06;
/// By how much the words of a layout may become wider, as a share of the picture's width.
const WIDENED: f32 = 0.09;
/// The least height of a slot for words in a layout that is turned upside down, as a share of its height before.
const LEAST_TURNED: f32 = 0.6;

/// The places of a subject, the most exact first.
const PLACES: [Place; 8] = [
    Place::TopLeft,
    Place::TopRight,
    Place::BottomLeft,
    Place::BottomRight,
    Place::Left,
    Place::Right,
    Place::Top,
    Place::Bottom,
];

/// A direction in which a layout is turned over.
#[derive(Clone, Copy)]
enum Turn {
    /// Left and right change places.
    Sideways,
    /// Top and bottom change places.
    Over,
}

impl Layout {
    /// The layout with its words at this place. `None` if it has no single slot for words, or no such place.
    pub(crate) fn with_words_at(&self, place: Place) -> Option<Self> {
        self.variant().headline?;
        let is_there = |layout: &Self| {
            layout
                .words_centre()
                .is_some_and(|centre| layout.is_at(centre, place, WORDS_ASIDE))
        };
        let turned = self.turned_over().into_iter().find(is_there);
        turned.or_else(|| self.with_slot_at(place))
    }

    /// The layout with its subject at this place. `None` if none of its arrangements has the subject there.
    pub(crate) fn with_subject_at(&self, place: Place) -> Option<Self> {
        let own = self.subject_centre()?;
        let wanted = match place {
            Place::Other if self.is_at(own, Place::Left, ASIDE) => Place::Right,
            Place::Other if self.is_at(own, Place::Right, ASIDE) => Place::Left,
            other => other,
        };
        let is_there = |layout: &Self| {
            layout
                .subject_centre()
                .is_some_and(|centre| layout.is_at(centre, wanted, ASIDE))
        };
        self.turned_over().into_iter().find(is_there)
    }

    /// The layout with its subject as near to this place as one of its arrangements has it.
    pub(crate) fn with_subject_near(&self, place: Place) -> Self {
        let (across, down) = match place {
            Place::TopLeft => (Place::Left, Place::Top),
            Place::TopRight => (Place::Right, Place::Top),
            Place::BottomLeft => (Place::Left, Place::Bottom),
            Place::BottomRight => (Place::Right, Place::Bottom),
            _ => (place, place),
        };
        let places = [place, across, down].into_iter();
        let near = places.filter_map(|place| self.with_subject_at(place)).next();
        near.unwrap_or_else(|| self.clone())
    }

    /// Where the subject is; `None` in the middle.
    pub(crate) fn subject_place(&self) -> Option<Place> {
        let centre = self.subject_centre()?;
        PLACES.into_iter().find(|place| self.is_at(centre, *place, ASIDE))
    }

    /// The share of the slots of both layouts for words and subjects that both have in common, 0 to 1.
    pub(crate) fn nearness(&self, other: &Self) -> f32 {
        let area = |area: Rect| area.width() * area.height();
        let common = |one: Option<Rect>, other: Option<Rect>| match (one, other) {
            (Some(one), Some(other)) => {
                let both = one.intersect(&other).map_or(0.0, area);
                both / (area(one) + area(other) - both)
            }
            _ => 0.0,
        };
        let words = common(self.words_area(), other.words_area());
        (words + common(self.subject_area(), other.subject_area())) / 2.0
    }

    /// Mirrors the layout if its subject is on the other side of the words. A layout with its subject above or below
    /// the words is returned unchanged.
    pub(crate) fn facing(self, side: Side) -> Self {
        match self.subject_side() {
            Some(own) if own != side => self.turned(Turn::Sideways),
            _ => self,
        }
    }

    /// Turns the layout upside down: a subject below the words is then above them. The layout is returned unchanged in
    /// three cases: it draws a stage, it places some words above other words, or its words would have little room above
    /// the duration badge.
    pub(crate) fn upside_down(self) -> Self {
        if self.variant().has_stage() || self.variant().has_stacked_words() {
            return self;
        }
        let turned = self.turned(Turn::Over);
        let is_narrow = {
            let mut slots = self.variant().slots().zip(turned.variant().slots());
            slots.any(|(own, turned)| turned.area.height() < own.area.height() * LEAST_TURNED)
        };
        if is_narrow { self } else { turned }
    }

    /// The layout with slots for words that are this many times as large, as far as the margins allow.
    pub(crate) fn with_larger_slots(&self, factor: f32) -> Self {
        let size = self.shape.size();
        self.with_variant(|variant| {
            for slot in variant.slots_mut() {
                let (x, y) = centre(slot.area);
                let (width, height) = (slot.area.width() * factor, slot.area.height() * factor);
                let grown = Rect::from_xywh(x - width / 2.0, y - height / 2.0, width, height);
                let within = grown
                    .zip(inner(size, MARGIN / 2.0))
                    .and_then(|(grown, inner)| grown.intersect(&inner));
                slot.area = within.map_or(slot.area, |area| clear_of_badge(area, size));
            }
        })
    }

    /// The layout with wider words and a narrower subject beside them, for long words. `None` if the layout draws
    /// shapes that end between both, or has the subject above or below the words, or has huge letters.
    pub(crate) fn with_wider_words(&self) -> Option<Self> {
        let variant = self.variant();
        let width = self.shape.size().width as f32;
        let is_band = |piece: &Piece| {
            piece
                .shape
                .as_ref()
                .is_some_and(|shape| shape.bounds().width() >= width)
        };
        let is_free = variant.under.iter().chain(&variant.over).all(is_band)
            && variant.subjects.len() == 1
            && !self.look().letters.are_large();
        let side = self.subject_side().filter(|_| is_free)?;
        let by = width * WIDENED;
        Some(self.with_variant(|variant| {
            let subjects = variant.subjects.iter_mut().map(|slot| (&mut slot.area, false));
            let words = variant.headline.iter_mut().map(|slot| (&mut slot.area, true));
            for (area, is_wider) in subjects.chain(words) {
                // The border between both moves away from the words.
                let (left, right) = match (side, is_wider) {
                    (Side::Right, true) => (0.0, by),
                    (Side::Right, false) => (by, 0.0),
                    (Side::Left, true) => (-by, 0.0),
                    (Side::Left, false) => (0.0, -by),
                };
                let moved = Rect::from_ltrb(area.left() + left, area.top(), area.right() + right, area.bottom());
                *area = moved.unwrap_or(*area);
            }
        }))
    }

    /// The layout whose slots for words end at this rectangle. `None` if it is in none of them.
    pub(crate) fn with_words_off(&self, taken: Rect) -> Option<Self> {
        let is_taken = self.variant().slots().any(|slot| beside(slot.area, taken).is_some());
        is_taken.then(|| {
            self.with_variant(|variant| {
                for slot in variant.slots_mut() {
                    slot.area = beside(slot.area, taken).unwrap_or(slot.area);
                }
            })
        })
    }

    /// Whether words with these bounds are at this place.
    pub(crate) fn has_at(&self, place: Place, words: Rect) -> bool {
        self.is_at(centre(words), place, WORDS_ASIDE)
    }

    /// The layout with the signs that stand on the slot of the words moved to the top of the words.
    pub(crate) fn with_signs_on(self, words: Rect) -> Self {
        let size = self.shape.size();
        let Some(slot) = self.variant().headline.map(|slot| slot.area) else {
            return self;
        };
        let down = Transform::from_translate(0.0, words.top() - slot.top());
        self.with_variant(|variant| {
            for Piece { shape, .. } in variant.under.iter_mut().chain(&mut variant.over) {
                let sign = shape.take_if(|shape| stands_on(shape.bounds(), slot, size));
                if let Some(moved) = sign.and_then(|sign| sign.transform(down)) {
                    *shape = Some(moved);
                }
            }
        })
    }

    /// The layout without the shapes that would cover most of a scene.
    pub(crate) fn without_covers(&self) -> Self {
        let width = self.shape.size().width as f32;
        self.with_variant(|variant| {
            let covers = |piece: &Piece| {
                piece
                    .shape
                    .as_ref()
                    .is_some_and(|shape| shape.bounds().width() >= width * COVERS)
            };
            variant.under.retain(|piece| !covers(piece));
        })
    }

    /// Four layouts: this one, its mirror image, and both of them upside down. The last two are missing if the layout
    /// draws a stage, or if it places some words above other words.
    fn turned_over(&self) -> Vec<Self> {
        let mirrored = self.turned(Turn::Sideways);
        let mut all = vec![self.clone(), mirrored.clone()];
        if !self.variant().has_stage() && !self.variant().has_stacked_words() {
            all.extend([self.turned(Turn::Over), mirrored.turned(Turn::Over)]);
        }
        all
    }

    fn turned(&self, turn: Turn) -> Self {
        let size = self.shape.size();
        self.with_variant(|variant| variant.turn(turn, size))
    }

    /// The layout with its words in a slot of their own at this place.
    fn with_slot_at(&self, place: Place) -> Option<Self> {
        let size = self.shape.size();
        let whole = inner(size, MARGIN)?;
        let own = self.variant().headline?.area;
        // Words beside the subject stay beside it when they move up or down.
        let whole = match place {
            Place::Top | Place::Bottom if own.width() < whole.width() * NARROW => {
                Rect::from_ltrb(own.left(), whole.top(), own.right(), whole.bottom())?
            }
            _ => whole,
        };
        let (width, height) = (whole.width() * BESIDE, whole.height() * UPRIGHT);
        let (right, bottom) = (whole.right() - width, whole.bottom() - height);
        let (left, top) = (whole.left(), whole.top());
        let (x, y, width, height, anchor) = match place {
            Place::Left => (left, top, width, whole.height(), Anchor::Middle),
            Place::Right => (right, top, width, whole.height(), Anchor::Middle),
            Place::Top => (left, top, whole.width(), height, Anchor::Top),
            Place::Bottom => (left, bottom, whole.width(), height, Anchor::Bottom),
            Place::Middle => {
                let rest = whole.height() - height;
                (left, top + rest / 2.0, whole.width(), height, Anchor::Middle)
            }
            Place::TopLeft => (left, top, width, height, Anchor::Top),
            Place::TopRight => (right, top, width, height, Anchor::Top),
            Place::BottomLeft => (left, bottom, width, height, Anchor::Bottom),
            Place::BottomRight => (right, bottom, width, height, Anchor::Bottom),
            Place::Other => return None,
        };
        let area = clear_of_badge(Rect::from_xywh(x, y, width, height)?, size);
        let align = if place == Place::Middle {
            Align::Centre
        } else {
            Align::Start
        };
        Some(self.with_words_in(area, align, anchor))
    }

    /// The layout with all its words in this rectangle.
    pub(crate) fn with_words_in(&self, area: Rect, align: Align, anchor: Anchor) -> Self {
        self.with_variant(|variant| {
            (variant.kicker, variant.numeral) = (None, None);
            if let Some(slot) = &mut variant.headline {
                *slot = Slot {
                    area,
                    align,
                    anchor,
                    ..*slot
                };
            }
        })
    }

    /// Where words with these bounds are; `None` in the middle.
    pub(crate) fn place_of(&self, words: Rect) -> Option<Place> {
        PLACES.into_iter().find(|place| self.has_at(*place, words))
    }

    fn with_variant(&self, change: impl FnOnce(&mut Variant)) -> Self {
        let mut template = Template::clone(&self.template);
        let place = AspectRatio::ALL.iter().position(|shape| *shape == self.shape);
        if let Some(variant) = place.and_then(|place| template.variants.get_mut(place)) {
            change(variant);
        }
        Self::new(Arc::new(template), self.shape)
    }

    fn words_area(&self) -> Option<Rect> {
        let variant = self.variant();
        let slots = [variant.headline, variant.kicker, variant.numeral]
            .into_iter()
            .flatten();
        let slots = slots.map(|slot| slot.area);
        slots.reduce(|all, one| all.join(&one).unwrap_or(all))
    }

    fn words_centre(&self) -> Option<(f32, f32)> {
        self.words_area().map(centre)
    }

    fn subject_area(&self) -> Option<Rect> {
        let variant = self.variant();
        let slots = variant.subjects.iter().chain(&variant.group).map(|slot| slot.area);
        slots.reduce(|all, one| all.join(&one).unwrap_or(all))
    }

    fn subject_centre(&self) -> Option<(f32, f32)> {
        self.subject_area().map(centre)
    }

    /// Whether a point is at a place: at least this share of the picture's width or height from the middle.
    fn is_at(&self, (x, y): (f32, f32), place: Place, aside: f32) -> bool {
        let Size { width, height } = self.shape.size();
        let (x, y) = (x / width as f32 - 0.5, y / height as f32 - 0.5);
        let (left, right, top, bottom) = (x < -aside, x > aside, y < -aside, y > aside);
        match place {
            Place::Left => left,
            Place::Right => right,
            Place::Top => top,
            Place::Bottom => bottom,
            Place::Middle => x.abs() <= CENTRAL && y.abs() <= CENTRAL,
            Place::TopLeft => top && left,
            Place::TopRight => top && right,
            Place::BottomLeft => bottom && left,
            Place::BottomRight => bottom && right,
            Place::Other => false,
        }
    }
}

impl Variant {
    fn slots_mut(&mut self) -> impl Iterator<Item = &mut Slot> {
        let slots = [
            &mut self.headline,
            &mut self.kicker,
            &mut self.numeral,
            &mut self.first,
            &mut self.joint,
            &mut self.second,
        ];
        slots.into_iter().flatten()
    }

    fn turn(&mut self, turn: Turn, size: Size) {
        let before = self.headline.map(|slot| slot.area);
        for slot in self.slots_mut() {
            slot.area = clear_of_badge(turn.area(slot.area, size), size);
            slot.tilt = -slot.tilt;
            slot.anchor = match (turn, slot.anchor) {
                (Turn::Over, Anchor::Top) => Anchor::Bottom,
                (Turn::Over, Anchor::Bottom) => Anchor::Top,
                (_, anchor) => anchor,
            };
        }
        let subjects = self.subjects.iter_mut().chain(&mut self.group).chain(&mut self.object);
        for SubjectSlot { area, tilt, .. } in subjects {
            *area = turn.area(*area, size);
            *tilt = -*tilt;
        }
        if let Some(object) = &mut self.object {
            object.area = clear_of_badge(object.area, size);
        }
        let words = before.zip(self.headline.map(|slot| slot.area));
        for Piece { shape, .. } in self.under.iter_mut().chain(&mut self.over) {
            let Some(path) = shape.take() else { continue };
            *shape = path.clone().transform(turn.transform(path.bounds(), words, size));
        }
        for side in &mut self.sides {
            if let Some(turned) = side.clone().transform(turn.whole(size)) {
                *side = turned;
            }
        }
    }
}

impl Turn {
    fn area(self, area: Rect, size: Size) -> Rect {
        area.transform(self.whole(size)).unwrap_or(area)
    }

    fn whole(self, Size { width, height }: Size) -> Transform {
        match self {
            Self::Sideways => Transform::from_scale(-1.0, 1.0).post_translate(width as f32, 0.0),
            Self::Over => Transform::from_scale(1.0, -1.0).post_translate(0.0, height as f32),
        }
    }

    /// The transform of a drawn shape. A shape that stands on the slot of the words, such as a quotation mark, moves
    /// with the words and is not reversed. `words` is the slot before and after.
    fn transform(self, shape: Rect, words: Option<(Rect, Rect)>, size: Size) -> Transform {
        let Some((before, after)) = words else {
            return self.whole(size);
        };
        let is_sign = stands_on(shape, before, size);
        match self {
            Self::Sideways if is_sign => Transform::from_translate(after.left() - before.left(), 0.0),
            Self::Over if is_sign => Transform::from_translate(0.0, after.top() - before.top()),
            _ => self.whole(size),
        }
    }
}

/// Whether a shape is a small sign on a slot for words, such as a line or a quotation mark.
fn stands_on(shape: Rect, words: Rect, size: Size) -> bool {
    shape.left() >= words.left() - 2.0
        && shape.right() <= words.right()
        && (shape.bottom() - words.top()).abs() < ON_WORDS * size.height as f32
        && shape.width() < words.width() * 0.6
}

/// The largest part of a rectangle at a side of another one; `None` if they do not overlap.
fn beside(area: Rect, taken: Rect) -> Option<Rect> {
    area.intersect(&taken)?;
    let (left, top, right, bottom) = (area.left(), area.top(), area.right(), area.bottom());
    let parts = [
        Rect::from_ltrb(taken.right(), top, right, bottom),
        Rect::from_ltrb(left, taken.bottom(), right, bottom),
        Rect::from_ltrb(left, top, taken.left(), bottom),
        Rect::from_ltrb(left, top, right, taken.top()),
    ];
    let size = |part: &Rect| part.width() * part.height();
    parts
        .into_iter()
        .flatten()
        .max_by(|one, other| size(one).total_cmp(&size(other)))
}

/// The picture without its margins.
pub(crate) fn inner(Size { width, height }: Size, margin: f32) -> Option<Rect> {
    let (width, height) = (width as f32, height as f32);
    Rect::from_ltrb(
        width * margin,
        height * margin,
        width * (1.0 - margin),
        height * (1.0 - margin),
    )
}
