//! Makes the faces of several persons nearly equally high where photos with and without a background are mixed.

use super::{
    arranger::{ENLARGED_PERSON, HEADS},
    placed_photo::PlacedPhoto,
};
use crate::composer::cast::photo::PhotoKind;
use contract::Size;
use tiny_skia::Rect;

/// Faces count as equally high if the smallest has at least this share of the largest one's height. The API promises
/// 0.8.
const EQUAL: f32 = 0.81;
/// The height of the head of a single person, as a share of the picture's shorter side.
const LARGE_HEAD: f32 = 0.6;
/// The height of the slot of several persons, in heads: a head and the shoulders.
const GROUP_HEADS: f32 = 1.7;
/// The share of the width of a single person that stays in the picture.
const SEEN_WIDTH: f32 = 0.9;
/// The heights that are tried, each as a share of the one before.
const STEP: f32 = 0.97;
/// The visible heights of a standing person, in head heights, from the best to the closest: head and shoulders.
const VISIBLE: [f32; 7] = [HEADS, 2.4, 2.2, 2.0, 1.8, 1.65, 1.5];
/// How far a head may move to the right, in head widths.
const MOVES: [f32; 13] = [
    0.0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8, 1.0, -1.0,
];

/// The picture with what persons must not cover.
#[derive(Debug)]
pub(super) struct Room {
    /// The width and height of the picture.
    frame: (f32, f32),
    /// The words and the objects.
    obstacles: Vec<Rect>,
}

impl Room {
    /// The room in a picture of this size, with the rectangles of its words and with its objects.
    pub(super) fn new(size: Size, words: &[Rect], objects: &[PlacedPhoto]) -> Self {
        let obstacles = words
            .iter()
            .copied()
            .chain(objects.iter().filter_map(PlacedPhoto::bounds));
        Self {
            obstacles: obstacles.collect(),
            frame: (size.width as f32, size.height as f32),
        }
    }

    /// Makes the faces equally high: small ones are enlarged as far as there is room, then large ones are reduced.
    pub(super) fn with_equal_faces(&self, persons: Vec<PlacedPhoto>) -> Vec<PlacedPhoto> {
        if are_equal(&persons) {
            return persons;
        }
        let persons = self.with_large_faces(persons);
        let Some((least, _)) = heights(&persons) else {
            return persons;
        };
        let reduced = persons.into_iter().filter_map(|placed| {
            let share = placed.face_height().map_or(1.0, |own| least / EQUAL / own);
            if share < 1.0 {
                self.reduced(placed, share)
            } else {
                Some(placed)
            }
        });
        reduced.collect()
    }

    /// Enlarges standing persons as far as there is room. After this, the picture's edge may cut off an arm, and
    /// neighbours may cover each other's shoulders. All heads stay visible.
    pub(super) fn with_closer_persons(&self, persons: Vec<PlacedPhoto>, slot: Rect) -> Vec<PlacedPhoto> {
        let largest = match persons.as_slice() {
            [_] => self.frame.0.min(self.frame.1) * LARGE_HEAD,
            _ => (self.frame.1 - slot.top()) / GROUP_HEADS,
        };
        let most = |placed: &PlacedPhoto| {
            let (face, head) = (placed.face_height()?, placed.head_height()?);
            let by_pixels = face * ENLARGED_PERSON / placed.scale();
            Some((face * largest / head).min(by_pixels))
        };
        let most: Option<Vec<f32>> = persons.iter().map(most).collect();
        let widths: f32 = persons
            .iter()
            .filter_map(PlacedPhoto::head)
            .map(|head| head.width())
            .sum();
        let (Some(most), Some((least, _))) = (most, heights(&persons)) else {
            return persons;
        };
        let side_by_side = least * slot.width() / widths;
        let most = most.into_iter().fold(side_by_side, f32::min);
        let tried = std::iter::successors(Some(most), |height| Some(height * STEP));
        let mut tried = tried.take_while(|height| *height > least);
        tried
            .find_map(|height| self.enlarged(&persons, height))
            .unwrap_or(persons)
    }

    /// Whether the picture's edges cut off little of a person's width.
    fn keeps_its_width(&self, placed: &PlacedPhoto) -> bool {
        let seen = placed.place.right().min(self.frame.0) - placed.place.left().max(0.0);
        seen >= placed.place.width() * SEEN_WIDTH
    }

    /// Enlarges the persons with smaller faces as far as there is room.
    fn with_large_faces(&self, persons: Vec<PlacedPhoto>) -> Vec<PlacedPhoto> {
        let Some((least, most)) = heights(&persons) else {
            return persons;
        };
        let tried = std::iter::successors(Some(most), |height| Some(height * STEP));
        let mut tried = tried.take_while(|height| *height > least);
        tried
            .find_map(|height| self.enlarged(&persons, height))
            .unwrap_or(persons)
    }

    /// The persons with faces of at least this height. `None` if there is no room for them.
    fn enlarged(&self, persons: &[PlacedPhoto], height: f32) -> Option<Vec<PlacedPhoto>> {
        let mut all = persons.to_vec();
        for at in 0..all.len() {
            let before = all.get(at)?;
            let share = before.face_height().map_or(1.0, |own| height / own);
            if share <= 1.0 {
                continue;
            }
            let others = || all.iter().enumerate().filter(|(other, _)| *other != at);
            let is_alone = persons.len() == 1;
            let has_room = |placed: &PlacedPhoto| {
                let others = others().map(|(_, other)| other);
                self.has_room(placed, before, others) && (!is_alone || self.keeps_its_width(placed))
            };
            let place = if before.photo.kind() == PhotoKind::CutOut {
                self.standing(before, share).find(has_room)
            } else {
                before.zoomed(share).filter(has_room)
            };
            *all.get_mut(at)? = place?;
        }
        Some(all)
    }

    /// The places of a standing person who is enlarged by this factor, the best first. The lower part of the body may
    /// leave the picture.
    fn standing(&self, placed: &PlacedPhoto, share: f32) -> impl Iterator<Item = PlacedPhoto> {
        let bottom = placed.ground(self.frame.1);
        let (width, height) = (placed.place.width() * share, placed.place.height() * share);
        let heads = placed.photo.head().zip(placed.head());
        heads.into_iter().flat_map(move |(region, head)| {
            let middle = head.left() + head.width() / 2.0;
            let all = MOVES.iter().flat_map(|across| VISIBLE.map(|down| (*across, down)));
            all.filter_map(move |(across, down)| {
                let left = middle + across * head.width() * share - (region.left + region.width / 2.0) * width;
                let top = bottom - (region.top + down * region.height).min(1.0) * height;
                placed.moved(Rect::from_xywh(left, top, width, height)?)
            })
        })
    }

    /// Whether the head is whole and nobody covers it, and whether the person covers neither heads nor obstacles.
    fn has_room<'a>(
        &self,
        placed: &PlacedPhoto,
        before: &PlacedPhoto,
        mut others: impl Iterator<Item = &'a PlacedPhoto>,
    ) -> bool {
        let Some(head) = placed.head() else {
            return false;
        };
        let is_whole = head.left() >= 0.0
            && head.right() <= self.frame.0
            && (placed.fade.is_some() || placed.place.top() >= 0.0)
            && placed.shows(head);
        let is_clear = |obstacle: &Rect| {
            head.intersect(obstacle).is_none() && (!placed.covers(*obstacle) || before.covers(*obstacle))
        };
        is_whole
            && self.obstacles.iter().all(is_clear)
            && others.all(|other| !other.covers(head) && other.head().is_none_or(|head| !placed.covers(head)))
    }

    /// A person whose face is reduced by this factor. The foot of a standing person stays. A photo that reaches the
    /// picture's edges is not reduced, because it would leave a gap.
    fn reduced(&self, placed: PlacedPhoto, share: f32) -> Option<PlacedPhoto> {
        if placed.fade.is_some() {
            return Some(placed);
        }
        let foot = if placed.photo.kind() == PhotoKind::CutOut {
            placed.ground(self.frame.1)
        } else {
            placed.place.top() + placed.place.height() / 2.0
        };
        let middle = placed.place.left() + placed.place.width() / 2.0;
        let around = |area: Rect| {
            let (left, top) = (
                middle + (area.left() - middle) * share,
                foot + (area.top() - foot) * share,
            );
            Rect::from_xywh(left, top, area.width() * share, area.height() * share)
        };
        Some(PlacedPhoto {
            place: around(placed.place)?,
            plate: around(placed.plate)?,
            ..placed
        })
    }
}

/// Whether the faces of these persons are nearly equally high.
pub(super) fn are_equal(persons: &[PlacedPhoto]) -> bool {
    heights(persons).is_none_or(|(least, most)| least >= most * EQUAL * 0.999)
}

/// The heights of the smallest and of the largest face. `None` if no face was found.
fn heights(persons: &[PlacedPhoto]) -> Option<(f32, f32)> {
    let heights = persons.iter().filter_map(PlacedPhoto::face_height);
    heights
        .map(|height| (height, height))
        .reduce(|(least, most), (one, other)| (least.min(one), most.max(other)))
}
