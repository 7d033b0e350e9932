//! Computes the final rectangle of every photo in the picture.

mod arranger;
mod faces;
mod grid;
pub(super) mod placed_photo;

use super::{
    Cast,
    bleed::Fade,
    framing::Framing,
    photo::{Photo, PhotoKind},
    slots::Slots,
};
use crate::composer::layout::Layout;
use arranger::{Arranger, Filling, Split};
use contract::Size;
use faces::Room;
use grid::Grid;
use image::RgbaImage;
pub(crate) use placed_photo::PlacedPhoto;

/// The width of the frame around a photo, as a share of the picture's shorter side.
const BORDER: f32 = 0.016;
/// The radius of all corners, as a share of the picture's shorter side.
const RADIUS: f32 = 0.030;
/// The gap between neighbours, as a share of the picture's shorter side.
const GAP: f32 = 0.025;
/// The largest object beside a person: width as a share of the picture's width, height as a share of its shorter side.
const SMALL: (f32, f32) = (0.24, 0.27);
/// The width of the line between panels, as a share of the picture's shorter side.
const PANEL_LINE: f32 = 0.012;

/// All photos of a picture with their final rectangles.
#[derive(Debug)]
pub(crate) struct Arrangement {
    pub(crate) persons: Vec<PlacedPhoto>,
    pub(crate) objects: Vec<PlacedPhoto>,
    /// The photo of a place, behind all others.
    pub(crate) place: Option<PlacedPhoto>,
    /// Whether `place` is a picture that an image model has painted as the whole thumbnail. Only words with their
    /// shade, and what the caller adds, may cover it.
    pub(crate) is_plate: bool,
    pub(crate) border: f32,
    pub(crate) radius: f32,
    /// The y coordinate of the picture's lower edge.
    bottom: f32,
}

impl Arrangement {
    /// Whether a model painted one of the photos.
    pub(crate) fn has_trained(&self) -> bool {
        let mut all = self.persons.iter().chain(&self.objects).chain(&self.place);
        all.any(|placed| placed.photo.has_trained())
    }

    /// Arranges the cast in its slots, for a picture of this size.
    pub(crate) fn new(cast: Cast, slots: &Slots, size: Size) -> Self {
        let (width, height) = (size.width as f32, size.height as f32);
        let short = width.min(height);
        let arranger = Arranger {
            border: short * BORDER,
            gap: short * GAP,
            line: short * PANEL_LINE,
            frame: (width, height),
            bottom: height,
            framing: slots.framing,
            split: Split::Along,
        };
        if let Some(plate) = cast.plate {
            return Self {
                persons: Vec::new(),
                objects: Vec::new(),
                place: PlacedPhoto::filling(plate.photo, size),
                is_plate: true,
                border: arranger.border,
                radius: short * RADIUS,
                bottom: height,
            };
        }
        let place = cast.place.and_then(|photo| arranger.behind(photo));
        let (persons, objects) = match slots.main.as_slice() {
            [] => (Vec::new(), Vec::new()),
            [subject_slot] if cast.persons.is_empty() => {
                let objects = |arranger: &Arranger, objects, area| arranger.leading(objects, area, subject_slot.tilt);
                let mixed = arranger.mixed(&cast.objects, subject_slot.area, slots.words, objects);
                let objects = mixed.unwrap_or_else(|| objects(&arranger, cast.objects, subject_slot.area));
                (Vec::new(), objects)
            }
            [subject_slot] => {
                let grid = Grid {
                    most: (width * SMALL.0, short * SMALL.1),
                    align: slots.side_align,
                    ..arranger.grid()
                };
                let beside = |side| arranger.objects(cast.objects, side, grid, subject_slot.tilt);
                let objects = slots.side.map(beside).unwrap_or_default();
                let persons = |arranger: &Arranger, persons, area| {
                    arranger.persons(persons, area, subject_slot.tilt, height > width)
                };
                let room = Room::new(size, &slots.printed, &objects);
                // Photos fill their part of the picture if that allows equally high faces in one of these ways, which
                // are tried in this order. Otherwise they get frames.
                let framings = [slots.framing, slots.framing.in_part(), Framing::WHOLE];
                let ways = framings
                    .into_iter()
                    .flat_map(|framing| Split::ALL.map(|split| (framing, split)));
                let mut mixed = ways.filter_map(|(framing, split)| {
                    let arranger = Arranger {
                        framing,
                        split,
                        ..arranger
                    };
                    let mixed = arranger.mixed(&cast.persons, subject_slot.area, slots.words, persons)?;
                    Some(room.with_equal_faces(mixed)).filter(|persons| faces::are_equal(persons))
                });
                let framed = || room.with_equal_faces(persons(&arranger, cast.persons.clone(), subject_slot.area));
                let persons = mixed.next().unwrap_or_else(framed);
                (room.with_closer_persons(persons, subject_slot.area), objects)
            }
            subject_slots => {
                let arranged = |first| {
                    let (persons, objects) = (cast.persons.clone(), cast.objects.clone());
                    let (persons, objects) =
                        arranger.opposed(persons, objects, subject_slots, &slots.sides, &slots.printed, first);
                    let room = Room::new(size, &slots.printed, &objects);
                    (room.with_equal_faces(persons), objects)
                };
                // The face of a standing person is below the words, so no face may be larger than in its slot.
                let has_standing = cast.persons.iter().any(|person| person.kind() == PhotoKind::CutOut);
                let mut found = <(Vec<PlacedPhoto>, Vec<PlacedPhoto>)>::default();
                for filling in Filling::ALL.into_iter().skip(usize::from(has_standing)) {
                    found = arranged(filling);
                    if faces::are_equal(&found.0) {
                        break;
                    }
                }
                found
            }
        };
        Self {
            persons,
            objects,
            place,
            is_plate: false,
            border: arranger.border,
            radius: short * RADIUS,
            bottom: height,
        }
    }

    /// The persons and objects, without the photo of a place.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &PlacedPhoto> {
        self.persons.iter().chain(&self.objects)
    }

    /// Whether only persons are shown.
    pub(crate) const fn has_no_objects(&self) -> bool {
        self.objects.is_empty()
    }

    /// The first photo that fills its whole rectangle (persons before objects), for the background.
    pub(crate) fn scene(&self) -> Option<&RgbaImage> {
        let mut photos = self.persons.iter().chain(&self.objects).map(|placed| &placed.photo);
        photos.find(|photo| photo.kind() == PhotoKind::Scene).map(Photo::pixels)
    }

    /// The photos that reach the edges of the picture or of a part of it, from back to front.
    pub(crate) fn bleeding(&self) -> impl Iterator<Item = &PlacedPhoto> {
        let photos = self.place.iter().chain(&self.persons).chain(&self.objects);
        photos.filter(|placed| placed.fade.is_some())
    }

    /// Whether a photo reaches the picture's edges.
    pub(crate) fn reaches_edges(&self) -> bool {
        self.bleeding().any(|placed| placed.clip.is_none())
    }

    /// Whether the subject is a photo that reaches the picture's edges.
    pub(crate) fn subject_bleeds(&self) -> bool {
        let mut subjects = self.persons.iter().chain(&self.objects);
        self.is_plate || subjects.any(|placed| placed.fade.is_some() && placed.clip.is_none())
    }

    /// Whether one photo fills the whole picture.
    pub(crate) fn fills_picture(&self) -> bool {
        let is_whole = |placed: &PlacedPhoto| {
            placed.clip.is_none() && placed.fade == Some(Fade::default()) && placed.plate == placed.place
        };
        self.bleeding().any(is_whole)
    }

    /// Moves the layout's light to the subject's final position.
    pub(crate) fn lit(&self, mut layout: Layout) -> Layout {
        let subject = if self.persons.is_empty() {
            &self.objects
        } else {
            &self.persons
        };
        let bounds = subject.iter().filter_map(PlacedPhoto::bounds);
        let Some(all) = bounds.reduce(|all, one| all.join(&one).unwrap_or(all)) else {
            return layout;
        };
        // A standing cut-out may extend below the lower edge.
        let height = all.height().min(self.bottom - all.top());
        layout.focus = (all.left() + all.width() / 2.0, all.top() + height * 0.47);
        layout.size = all.width().min(height);
        layout
    }
}
