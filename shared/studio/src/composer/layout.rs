//! Layouts: the positions of everything in a picture. A designer draws each layout as a file; this module selects one
//! and adapts it.

pub(crate) mod look;
mod moved;
mod names;
mod piece;
mod reader;
pub(crate) mod requirements;
pub(crate) mod scene;
pub(crate) mod template;

pub(crate) use moved::inner;
pub use reader::InvalidLayout;

use contract::{AspectRatio, Size};
use look::Look;
use std::sync::{Arc, LazyLock};
use template::{Need, SubjectSlot, Template, Variant};
use tiny_skia::Rect;

/// The corner where platforms show the duration: the last 20 % of the width × 15 % of the height. No words go there.
pub(crate) const BADGE: (f32, f32) = (0.20, 0.15);
/// The margin of the words, as a share of the picture's width and height.
pub(crate) const MARGIN: f32 = 0.08;

/// The size of a subject, as a share of its square in the layout. Disc, ring or light need the rest.
pub(crate) const SUBJECT: f32 = 0.92;

/// The layout files: name without extension, and content.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/layouts.rs"));

/// All templates, parsed for the first picture. A file with errors would be left out, but a test parses them all.
static ALL: LazyLock<Vec<Arc<Template>>> = LazyLock::new(|| {
    let templates = FILES.iter().filter_map(|(name, svg)| reader::read(name, svg).ok());
    templates.map(Arc::new).collect()
});

/// The composition of one picture, in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    template: Arc<Template>,
    shape: AspectRatio,
    /// The centre of the light: the centre of the subject, or of all subjects.
    pub(crate) focus: (f32, f32),
    /// The side of the subject's square.
    pub(crate) size: f32,
    /// Whether a disc or a ring may separate the subject from the background. Frames and plates need none.
    pub(crate) is_lifted: bool,
}

impl Layout {
    /// A template's composition for one picture shape.
    pub(crate) fn new(template: Arc<Template>, shape: AspectRatio) -> Self {
        let Size { width, height } = shape.size();
        let mut layout = Self {
            template,
            shape,
            focus: (width as f32 / 2.0, height as f32 / 2.0),
            size: width.min(height) as f32,
            is_lifted: true,
        };
        let subject_slots = layout
            .variant()
            .subjects
            .iter()
            .chain(&layout.variant().group)
            .map(|slot| slot.area);
        if let Some(all) = subject_slots.reduce(|all, one| all.join(&one).unwrap_or(all)) {
            layout.focus = centre(all);
            layout.size = all.width().min(all.height());
        }
        layout
    }

    pub(crate) fn variant(&self) -> &Variant {
        let place = AspectRatio::ALL.iter().position(|shape| *shape == self.shape);
        let variant = place.and_then(|place| self.template.variants.get(place));
        variant.unwrap_or(&self.template.variants[0])
    }

    pub(crate) fn look(&self) -> &Look {
        &self.template.look
    }

    pub(crate) const fn shape(&self) -> AspectRatio {
        self.shape
    }

    /// Whether the object slot is always used, whatever the subject is.
    pub(crate) fn shows_object(&self) -> bool {
        self.template.needs == Some(Need::Object)
    }

    /// Whether the layout is made for a single kind of headline, so that each part of the headline has a place.
    pub(crate) fn is_made_for_one_kind(&self) -> bool {
        self.template.kinds.len() == 1
    }

    /// Whether it is the last resort for titles that are too long for other layouts.
    pub(crate) fn is_for_long_titles(&self) -> bool {
        *self.template.words.start() > 1
    }

    /// The name of its file, without the ending.
    pub(crate) fn name(&self) -> &str {
        &self.template.name
    }

    /// The rectangles of the small shapes that it draws, such as quotation marks.
    pub(crate) fn signs(&self) -> impl Iterator<Item = Rect> {
        let Size { width, height } = self.shape.size();
        let most = (width as f32 * SIGN, height as f32 * SIGN);
        let pieces = self.variant().under.iter().chain(&self.variant().over);
        let bounds = pieces.filter_map(|piece| Some(piece.shape.as_ref()?.bounds()));
        bounds.filter(move |bounds| bounds.width() < most.0 && bounds.height() < most.1)
    }

    /// The side of the words on which the subject is; `None` if it is above or below them.
    pub(crate) fn subject_side(&self) -> Option<Side> {
        let variant = self.variant();
        let words = variant.headline?.area;
        let subject = variant.subjects.first().or(variant.group.as_ref())?.area;
        if subject.left() + 1.0 >= words.right() {
            Some(Side::Right)
        } else if subject.right() <= words.left() + 1.0 {
            Some(Side::Left)
        } else {
            None
        }
    }

    /// The largest letter height in pixels. Taller letters would distract from the subject.
    pub(crate) fn max_letter(&self) -> f32 {
        let share = if self.look().letters.are_large() { 0.42 } else { 0.33 };
        share * self.shorter_side()
    }

    /// The picture's shorter side in pixels.
    pub(crate) fn shorter_side(&self) -> f32 {
        let Size { width, height } = self.shape.size();
        width.min(height) as f32
    }

    /// Makes space between a single drawn subject and the words: moves the subject away a little, then shrinks it.
    /// `extent` is half the width and half the height of the subject, as shares of its square.
    pub(crate) fn clear_of(mut self, words: Rect, extent: (f32, f32)) -> Self {
        let (x, y) = self.focus;
        let sides = [
            (x - words.right(), (1.0, 0.0)),
            (words.left() - x, (-1.0, 0.0)),
            (y - words.bottom(), (0.0, 1.0)),
            (words.top() - y, (0.0, -1.0)),
        ];
        let Some((space, (away_x, away_y))) = sides.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
            return self;
        };
        let half = if away_x == 0.0 { extent.1 } else { extent.0 };
        // A tilted motif with its contour exceeds its square by up to a tenth. A gap is visible from 3 % on.
        let reach = self.size * SUBJECT * half * 1.2;
        let lack = reach + self.size * 0.03 - space;
        if lack <= 0.0 {
            return self;
        }
        let shift = (lack / 2.0).min(self.size * 0.05);
        self.focus = (x + away_x * shift, y + away_y * shift);
        self.size *= ((reach - (lack - shift)) / reach).clamp(0.7, 1.0);
        self
    }

    /// Enlarges a single drawn subject into its slot, whatever the subject's proportions are. `extent` is half the
    /// width and half the height of the subject, as shares of its square.
    pub(crate) fn filling_slot(mut self, extent: (f32, f32)) -> Self {
        if let [slot] = self.variant().subjects.as_slice() {
            self.size = size_in(slot, extent);
        }
        self
    }

    /// Enlarges a single drawn subject into the space that short words leave free, and moves the subject towards the
    /// middle of that space. `extent` is half the width and half the height of the subject, as shares of its square. If
    /// the layout draws shapes, or a ground under the subject, the subject is neither enlarged nor moved.
    pub(crate) fn filling(mut self, words: Rect, extent: (f32, f32)) -> Self {
        let variant = self.variant();
        let is_free = variant.under.is_empty() && variant.over.is_empty();
        let Some(slot) = variant.subjects.first().filter(|slot| is_free && !slot.stands) else {
            return self;
        };
        let Size { width, height } = self.shape.size();
        let (width, height) = (width as f32, height as f32);
        let edge = self.shorter_side() * EDGE_OF_SUBJECT;
        let (middle, centre_of_words) = (centre(slot.area), centre(words));
        let gap = self.size * GAP_TO_WORDS;
        let (mut left, mut top, mut right, bottom) = (edge, edge, width - edge, height - edge);
        if words.right() <= middle.0 {
            left = words.right() + gap;
        } else if words.left() >= middle.0 {
            right = words.left() - gap;
        } else if centre_of_words.1 < middle.1 {
            top = words.bottom() + gap;
        } else {
            // A subject that stands needs its whole square above the words.
            return self;
        }
        let reach = |half: f32| half * 2.0 * SUBJECT * TURNED;
        let size = ((right - left) / reach(extent.0)).min((bottom - top) / reach(extent.1));
        if size > self.size {
            self.size = size.min(self.size * MOST_GROWTH);
            let half = (self.size * reach(extent.0) / 2.0, self.size * reach(extent.1) / 2.0);
            let (x, y) = self.focus;
            let between = |at: f32, from: f32, to: f32| at.clamp(from.min(to), to.max(from));
            let (across, down) = ((left + right) / 2.0, (top + bottom) / 2.0);
            self.focus = (
                between((x + across) / 2.0, left + half.0, right - half.0),
                between((y + down) / 2.0, top + half.1, bottom - half.1),
            );
        }
        self
    }

    /// Moves a subject that is painted over the words, inside its slot, to where it can be largest while it hides
    /// little of each word. `extent` is half the width and half the height of the subject, as shares of its square.
    pub(crate) fn in_front_of(self, words: &[Rect], extent: (f32, f32)) -> Self {
        let Some(slot) = self.variant().subjects.first().map(|slot| slot.area) else {
            return self;
        };
        let least = self.size * LEAST_IN_FRONT;
        let step = self.size * 0.02;
        let (middle, _) = centre(slot);
        let mut smaller = self.clone();
        while smaller.size > least {
            let half = smaller.size / 2.0;
            // The lowest place is tried first, then the places beside the middle.
            let sway = (slot.width() / 2.0 - half).max(0.0);
            let rise = (slot.height() / 2.0 - half).max(0.0) * 2.0;
            for up in 0..=4_u8 {
                for across in [0.0, 0.5, -0.5, 1.0, -1.0] {
                    smaller.focus = (
                        middle + sway * across,
                        slot.bottom() - half - rise * f32::from(up) / 4.0,
                    );
                    if words.iter().all(|word| smaller.hides(*word, extent) <= HIDDEN) {
                        return smaller;
                    }
                }
            }
            smaller.size -= step;
        }
        smaller
    }

    /// The layout with a drawn subject of this many times the size, as far as the picture allows.
    pub(crate) fn scaled(mut self, factor: f32) -> Self {
        let Size { width, height } = self.shape.size();
        let (width, height) = (width as f32, height as f32);
        self.size = (self.size * factor).min(self.shorter_side());
        if factor > 1.0 {
            let half = self.size * SUBJECT * TURNED / 2.0;
            self.focus.0 = self
                .focus
                .0
                .clamp(half.min(width / 2.0), (width - half).max(width / 2.0));
            self.focus.1 = self
                .focus
                .1
                .clamp(half.min(height / 2.0), (height - half).max(height / 2.0));
        }
        self
    }

    /// The rectangle of a drawn subject with this extent: half its width and half its height, as shares of its square.
    pub(crate) fn bounds(&self, (across, down): (f32, f32)) -> Option<Rect> {
        let half = self.size * SUBJECT * CONTOURED;
        let (x, y) = self.focus;
        Rect::from_ltrb(x - half * across, y - half * down, x + half * across, y + half * down)
    }

    /// Whether the subject is large enough to be the picture's main thing.
    pub(crate) fn has_large_subject(&self) -> bool {
        self.size * SUBJECT >= LARGE * self.shorter_side()
    }

    /// The largest part of a letter's height that the subject hides. The rounded rectangle holds all but the corners
    /// of a tilted subject.
    fn hides(&self, word: Rect, extent: (f32, f32)) -> f32 {
        let reach = |half: f32| self.size * SUBJECT * half * 1.12;
        let (wide, high) = (reach(extent.0), reach(extent.1));
        let (x, y) = self.focus;
        let columns = (0..=24_u8).map(|step| word.left() + word.width() * f32::from(step) / 24.0);
        let hidden = columns.map(|column| {
            let across = (column - x) / wide;
            let half = (1.0 - across.powi(4)).max(0.0).sqrt().sqrt() * high;
            let (top, bottom) = ((y - half).max(word.top()), (y + half).min(word.bottom()));
            (bottom - top).max(0.0) / word.height()
        });
        hidden.fold(0.0, f32::max)
    }
}

/// The largest width and height of a small shape, as a share of the picture's width and height.
const SIGN: f32 = 0.35;
/// The free space between a subject and the picture's edge, as a share of the picture's shorter side.
const EDGE_OF_SUBJECT: f32 = 0.03;
/// The free space between a subject and the words, as a share of the subject's square.
const GAP_TO_WORDS: f32 = 0.04;
/// The factor by which the contour and the tilt enlarge a subject.
const TURNED: f32 = 1.14;
/// The factor by which the contour alone enlarges a subject.
const CONTOURED: f32 = 1.06;
/// The largest factor by which a subject is enlarged into free space.
const MOST_GROWTH: f32 = 1.35;
/// The size from which a subject dominates the picture, as a share of the picture's shorter side.
const LARGE: f32 = 0.52;
/// The smallest size of a subject that is painted over the words, as a share of its slot.
const LEAST_IN_FRONT: f32 = 0.35;
/// The largest part of a letter's height that the subject may hide, so that the letter is still read.
const HIDDEN: f32 = 0.02;

/// The side of the square of a subject that fills its slot, whatever the subject's proportions are. `extent` is half
/// the width and half the height of the subject, as shares of its square.
pub(crate) fn size_in(slot: &SubjectSlot, extent: (f32, f32)) -> f32 {
    // A subject that stands is not turned.
    let around = if slot.stands { CONTOURED } else { TURNED };
    let reach = |half: f32| half * 2.0 * SUBJECT * around;
    let square = slot.area.width().min(slot.area.height());
    let size = (slot.area.width() / reach(extent.0)).min(slot.area.height() / reach(extent.1));
    size.clamp(square, square * MOST_GROWTH)
}

/// A half of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// The centre of a rectangle.
pub(crate) fn centre(area: Rect) -> (f32, f32) {
    (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0)
}

/// The area that two rectangles share, in square pixels.
pub(crate) fn overlap(one: Rect, other: Rect) -> f32 {
    one.intersect(&other).map_or(0.0, |both| both.width() * both.height())
}

/// Removes the foot of a slot that reaches into the corner where players show the duration.
pub(crate) fn clear_of_badge(area: Rect, Size { width, height }: Size) -> Rect {
    let (right, foot) = (width as f32 * (1.0 - BADGE.0), height as f32 * (1.0 - BADGE.1));
    let is_under = area.right() > right && area.bottom() > foot;
    let clear = Rect::from_ltrb(area.left(), area.top(), area.right(), foot);
    clear.filter(|_| is_under).unwrap_or(area)
}

/// The layouts to choose from: all built-in files, or a single one.
#[derive(Clone, Debug, Default)]
pub(crate) enum Layouts {
    #[default]
    All,
    Only(Arc<Template>),
}

impl Layouts {
    /// The built-in layout of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let template = ALL.iter().find(|template| template.name == name)?;
        Some(Self::Only(Arc::clone(template)))
    }

    /// The layout of a file.
    ///
    /// # Errors
    ///
    /// Describes the first error in the file.
    pub(crate) fn of_file(name: &str, svg: &str) -> Result<Self, InvalidLayout> {
        Ok(Self::Only(Arc::new(reader::read(name, svg)?)))
    }

    /// The names of all built-in layouts.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    fn templates(&self) -> &[Arc<Template>] {
        match self {
            Self::All => &ALL,
            Self::Only(template) => std::slice::from_ref(template),
        }
    }
}

#[cfg(test)]
mod tests;
