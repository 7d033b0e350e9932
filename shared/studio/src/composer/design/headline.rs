//! Sets a headline into the slots of a layout.

use crate::composer::{
    headline::{Headline, kind::Kind},
    layout::{BADGE, Layout, MARGIN, look::Emphasis, overlap, template::Slot},
    text::{
        typeface::family::Family,
        typesetting::{self, Anchor, Block, Frame, Letterings},
    },
};
use colour::Rgb;
use contract::Size;
use std::ops::Range;
use tiny_skia::Rect;

/// The smallest letter height that is legible in a feed, as a share of the picture's shorter side.
const LEGIBLE: f32 = 0.08;
/// The smallest letter height that fills a picture well, as a share of the picture's shorter side.
const GENEROUS: f32 = 0.15;
/// The largest number of words in the slot for the number.
const MOST_IN_AMOUNT: usize = 3;
/// The gap between the words and an object in their slot, as a share of the slot's height.
const GAP: f32 = 0.06;
/// The height of the largest letters of one side of a comparison, at most, as a multiple of those of the other side.
const UNEVEN: f32 = 1.25;
/// The space around the word between two sides, as a share of its slot's width: its badge and a gap.
const BESIDE: f32 = 0.22;

/// The words of a picture in their places.
#[derive(Clone, Debug)]
pub(crate) struct PlacedHeadline {
    pub(crate) parts: Vec<HeadlinePart>,
    /// The bounding box of the words with their outlines and plates, in pixels.
    pub(crate) bounds: Rect,
    /// The family of the letters.
    pub(crate) family: Family,
}

/// How a headline is set.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    /// The words that were typeset before.
    pub(crate) letterings: &'a Letterings,
    pub(crate) family: Family,
    /// Whether the subject slots of both sides are used; if not, the words of the sides take them.
    pub(crate) has_subjects: bool,
    /// Whether the object slot is used.
    pub(crate) has_object: bool,
    /// The largest letter height in pixels; `None` for that of the layout.
    pub(crate) max_letter: Option<f32>,
    /// The letter height of the pictures of the same series, as a share of the picture's shorter side. Where letters
    /// may be as large as the layout has them, they are at most as large as this.
    pub(crate) series: Option<f32>,
}

/// The words of one slot.
#[derive(Clone, Debug)]
pub(crate) struct HeadlinePart {
    pub(crate) block: Block,
    pub(crate) style: PartStyle,
}

/// The style of the words of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartStyle {
    /// In the layout's letters, with one emphasised word.
    Headline,
    /// All in the accent colour.
    Accent,
    /// Dark on a shape in the accent colour that the layout has there.
    OnAccent,
}

/// The style of all letters of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LetterStyle {
    pub(crate) emphasis: Emphasis,
    /// The colour of letters without outline and shadow, on a background of one colour.
    pub(crate) bare: Option<Rgb>,
    /// Whether letters with an outline look like blocks with dark sides.
    pub(crate) is_deep: bool,
    /// The colour of all letters, if a caller has named one.
    pub(crate) fill: Option<Rgb>,
}

impl PlacedHeadline {
    /// Typesets the headline. `None` if no character of it can be drawn.
    pub(crate) fn set(headline: &Headline, layout: &Layout, setting: Setting<'_>) -> Option<Self> {
        let variant = layout.variant();
        let Setting {
            has_subjects,
            has_object,
            ..
        } = setting;
        let setter = Setter {
            headline,
            layout,
            setting,
        };
        let all = 0..headline.words.len();
        let parts = match (headline.kind, &variant.first, &variant.second, &variant.joint) {
            (
                Kind::Versus { joint } | Kind::Change { joint: Some(joint) },
                Some(first),
                Some(second),
                Some(between),
            ) => {
                let grown = |slot: &Slot, place: usize| {
                    let subject_slot = variant.subjects.get(place).filter(|_| !has_subjects);
                    let area =
                        subject_slot.and_then(|subject_slot| within_margins(slot.area, subject_slot.area, layout));
                    let area = area.map(|area| apart(area, between.area));
                    Slot {
                        area: area.unwrap_or(slot.area),
                        ..*slot
                    }
                };
                // The sides of a comparison are equally important, so no word is emphasised.
                let even = headline.without_emphasis();
                let setter = match headline.kind {
                    Kind::Versus { .. } => Setter {
                        headline: &even,
                        ..setter
                    },
                    _ => setter,
                };
                let [one, other] = setter.even((0..joint, grown(first, 0)), (joint + 1..all.end, grown(second, 1)));
                vec![one, setter.part(joint..joint + 1, between, PartStyle::OnAccent), other]
            }
            _ => {
                let whole = variant.headline?;
                let slot = if has_object {
                    beside_object(whole, variant.object.map(|slot| slot.area))
                } else {
                    whole
                };
                let even = headline.with_even_sides();
                let setter = Setter {
                    headline: &even,
                    ..setter
                };
                let amount = headline.amount();
                match (headline.kind, &variant.numeral, &variant.kicker) {
                    (Kind::Number, Some(numeral), _) if amount <= MOST_IN_AMOUNT && amount < all.end => setter.stacked(
                        (0..amount, numeral, PartStyle::Accent),
                        (amount..all.end, &slot, PartStyle::Headline),
                    ),
                    (Kind::Steps { opening }, _, Some(kicker)) if (1..all.end).contains(&opening) => setter.stacked(
                        (0..opening, kicker, PartStyle::Headline),
                        (opening..all.end, &slot, PartStyle::Headline),
                    ),
                    (_, Some(above), _) | (_, _, Some(above)) => {
                        let is_free = |area: &Rect| variant.subjects.iter().all(|one| overlap(one.area, *area) <= 0.0);
                        let both = above.area.join(&slot.area).filter(is_free);
                        let area = both.unwrap_or(above.area);
                        let anchor = Anchor::Middle;
                        vec![setter.part(all, &Slot { area, anchor, ..slot }, PartStyle::Headline)]
                    }
                    _ => vec![setter.part(all, &slot, PartStyle::Headline)],
                }
            }
        };
        let parts: Vec<HeadlinePart> = parts.into_iter().flatten().collect();
        let bounds = parts.iter().map(|part| part.block.bounds);
        let bounds = bounds.reduce(|all, one| all.join(&one).unwrap_or(all))?;
        Some(Self {
            parts,
            bounds,
            family: setting.family,
        })
    }

    /// The bounding boxes of all words, in pixels.
    pub(crate) fn words(&self) -> Vec<Rect> {
        let parts = self.parts.iter();
        let words = parts.flat_map(|part| {
            part.block
                .words
                .iter()
                .map(|word| word.bounds.transform(part.block.turn))
        });
        words.flatten().collect()
    }

    /// The area of the words with their outlines and plates, in square pixels.
    pub(crate) fn area(&self) -> f32 {
        self.parts.iter().map(|part| part.block.area).sum()
    }

    /// The height of the smallest capital letters, in pixels. The word between two sides is ignored, because its
    /// position explains it.
    pub(crate) fn smallest(&self) -> f32 {
        let parts = self.parts.iter().filter(|part| part.style != PartStyle::OnAccent);
        let words = parts.flat_map(|part| &part.block.words);
        words.map(|word| word.letter).fold(f32::MAX, f32::min)
    }

    /// The height of the largest capital letters, in pixels.
    pub(crate) fn largest(&self) -> f32 {
        let words = self.parts.iter().flat_map(|part| &part.block.words);
        words.map(|word| word.letter).fold(0.0, f32::max)
    }

    /// The height of the largest capital letters, as a share of the picture's shorter side. A number that the layout
    /// makes larger than other words counts as large as the layout has these.
    pub(crate) fn share(&self, layout: &Layout) -> f32 {
        let words = self
            .parts
            .iter()
            .flat_map(|part| part.block.words.iter().map(|word| (part.style, word.letter)));
        let letters = words.map(|(style, letter)| match style {
            PartStyle::Accent => letter.min(layout.max_letter()),
            PartStyle::Headline | PartStyle::OnAccent => letter,
        });
        letters.fold(0.0, f32::max) / layout.shorter_side()
    }

    /// Whether the smallest letters are legible in a feed.
    pub(crate) fn is_legible(&self, layout: &Layout) -> bool {
        self.smallest() >= LEGIBLE * layout.shorter_side()
    }
}

struct Setter<'a> {
    headline: &'a Headline,
    layout: &'a Layout,
    setting: Setting<'a>,
}

impl Setter<'_> {
    fn part(&self, words: Range<usize>, slot: &Slot, style: PartStyle) -> Option<HeadlinePart> {
        let frame = Frame {
            area: slot.area,
            align: slot.align,
            anchor: slot.anchor,
            tilt: slot.tilt,
            slant: slot.slant,
            max_letter: match (self.setting.max_letter, style) {
                (Some(most), _) => most,
                (None, PartStyle::Accent) if words.len() == 1 => f32::MAX,
                (None, _) => self.letter_of_series().unwrap_or_else(|| self.layout.max_letter()),
            },
            legible: LEGIBLE * self.layout.shorter_side(),
            family: self.setting.family,
        };
        let block = typesetting::fit(&self.headline.part(words), frame, self.setting.letterings)?;
        Some(HeadlinePart { block, style })
    }

    /// The words of two sides. The letters of short words are not much larger than those of long ones.
    fn even(&self, one: (Range<usize>, Slot), other: (Range<usize>, Slot)) -> [Option<HeadlinePart>; 2] {
        let set =
            |setter: &Self| [&one, &other].map(|(words, slot)| setter.part(words.clone(), slot, PartStyle::Headline));
        let largest = |part: &HeadlinePart| part.block.words.iter().map(|word| word.letter).fold(0.0, f32::max);
        let sides = set(self);
        let least = sides.iter().flatten().map(largest).fold(f32::MAX, f32::min);
        if sides.iter().flatten().all(|part| largest(part) <= least * UNEVEN) {
            return sides;
        }
        let setting = Setting {
            max_letter: Some(least * UNEVEN),
            ..self.setting
        };
        set(&Self { setting, ..*self })
    }

    /// Two parts, the first on the second. Together they are in the middle of the height of both slots.
    fn stacked(
        &self,
        (words, slot, style): (Range<usize>, &Slot, PartStyle),
        (words_below, slot_below, style_below): (Range<usize>, &Slot, PartStyle),
    ) -> Vec<Option<HeadlinePart>> {
        let mut parts = [
            self.part(words, slot, style),
            self.part(words_below, slot_below, style_below),
        ];
        if let ([Some(above), Some(below)], Anchor::Bottom) = (&mut parts, slot.anchor) {
            let spare = above.block.bounds.top() - slot.area.top();
            let spare_below = slot_below.area.bottom() - below.block.bounds.bottom();
            let down = (spare_below - spare) / 2.0;
            for part in [above, below] {
                part.block.lower(down);
            }
        }
        parts.into()
    }

    /// Letters of a series that come from a long title would be too small for a short one.
    fn letter_of_series(&self) -> Option<f32> {
        Some(self.setting.series?.max(GENEROUS) * self.layout.shorter_side())
    }
}

/// The union of both rectangles, limited to the margins and to the height above the duration.
fn within_margins(area: Rect, other: Rect, layout: &Layout) -> Option<Rect> {
    let Size { width, height } = layout.shape().size();
    let (width, height) = (width as f32, height as f32);
    let inner = Rect::from_ltrb(
        width * MARGIN,
        height * MARGIN,
        width * (1.0 - MARGIN),
        height * (1.0 - BADGE.1),
    )?;
    area.join(&other)?.intersect(&inner)
}

/// The largest part of a rectangle that is beside, above or below another rectangle.
fn apart(area: Rect, other: Rect) -> Rect {
    let other = other
        .outset(other.width() * BESIDE, other.width() * BESIDE)
        .unwrap_or(other);
    if area.intersect(&other).is_none() {
        return area;
    }
    let parts = [
        Rect::from_ltrb(area.left(), area.top(), other.left(), area.bottom()),
        Rect::from_ltrb(other.right(), area.top(), area.right(), area.bottom()),
        Rect::from_ltrb(area.left(), area.top(), area.right(), other.top()),
        Rect::from_ltrb(area.left(), other.bottom(), area.right(), area.bottom()),
    ];
    let size = |part: &Rect| part.width() * part.height();
    let largest = parts.into_iter().flatten().max_by(|a, b| size(a).total_cmp(&size(b)));
    largest.unwrap_or(area)
}

/// The layout with a drawn subject of this extent in the room that the words leave. In a series, subjects of all
/// proportions have the same square, so that it differs from seed to seed.
pub(super) fn around_drawing(
    layout: Layout,
    headline: Option<&PlacedHeadline>,
    extent: (f32, f32),
    fills: bool,
) -> Layout {
    let Some(headline) = headline.filter(|_| layout.variant().subjects.len() == 1) else {
        return layout;
    };
    if layout.look().subject_in_front {
        layout.in_front_of(&headline.words(), extent)
    } else {
        let layout = if fills { layout.filling_slot(extent) } else { layout };
        layout
            .clear_of(headline.bounds, extent)
            .filling(headline.bounds, extent)
    }
}

/// The rectangles in which a layout may print words.
#[cfg(test)]
pub(crate) fn areas(layout: &Layout, has_object: bool) -> Vec<Rect> {
    let variant = layout.variant();
    let object = variant.object.filter(|_| has_object).map(|slot| slot.area);
    let headline = variant.headline.map(|slot| beside_object(slot, object));
    let others = [variant.kicker, variant.numeral, variant.first, variant.second];
    headline
        .iter()
        .chain(others.iter().flatten())
        .map(|slot| slot.area)
        .collect()
}

/// The slot without the part that the object slot covers.
fn beside_object(slot: Slot, object: Option<Rect>) -> Slot {
    let (area, gap) = (slot.area, slot.area.height() * GAP);
    let left = object
        .filter(|object| object.intersect(&area).is_some())
        .and_then(|object| {
            if object.top() > area.top() + area.height() / 2.0 {
                Rect::from_ltrb(area.left(), area.top(), area.right(), object.top() - gap)
            } else {
                Rect::from_ltrb(area.left(), object.bottom() + gap, area.right(), area.bottom())
            }
        });
    Slot {
        area: left.unwrap_or(area),
        ..slot
    }
}

#[cfg(test)]
mod tests;
