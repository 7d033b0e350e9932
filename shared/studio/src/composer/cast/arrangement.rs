//! Computes the final rectangle of every photo in the picture.

mod arranger;
mod grid;

use super::{
    Cast,
    bleed::Fade,
    crop::Crop,
    photo::{Photo, PhotoKind},
    slots::Slots,
};
use crate::composer::{layout::Layout, raster::canvas::Shape};
use arranger::Arranger;
use contract::Size;
use grid::Grid;
use image::RgbaImage;
use tiny_skia::{Pixmap, Rect, Transform};

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
    pub(crate) border: f32,
    pub(crate) radius: f32,
    /// The y coordinate of the picture's lower edge.
    bottom: f32,
}

/// A photo with its final rectangle, in pixels.
#[derive(Debug)]
pub(crate) struct PlacedPhoto {
    pub(crate) photo: Photo,
    pub(super) crop: Crop,
    /// The rectangle of the visible crop, before rotation.
    pub(crate) place: Rect,
    /// The rectangle of the frame or plate, before rotation.
    pub(crate) plate: Rect,
    /// The rotation around the centre of `place`, in degrees clockwise.
    pub(crate) tilt: f32,
    /// The faded sides of a photo that reaches the edges of the picture or of a part of it. `None` for a photo with a
    /// frame and for a sticker.
    pub(crate) fade: Option<Fade>,
    /// The part of the picture outside which the photo is not seen. `None` if it is seen completely.
    pub(crate) clip: Shape,
    /// Whether the photo has little colour, as the state before a change.
    pub(crate) is_faded: bool,
}

impl PlacedPhoto {
    /// The rotation of the photo around the centre of its rectangle.
    pub(crate) fn turn(&self) -> Transform {
        Transform::from_rotate_at(
            self.tilt,
            self.place.left() + self.place.width() / 2.0,
            self.place.top() + self.place.height() / 2.0,
        )
    }

    /// The visible crop, scaled to its final size.
    pub(crate) fn picture(&self) -> Option<Pixmap> {
        self.photo.scaled(self.crop, self.place.width(), self.place.height())
    }

    /// The height of the head of a standing person, in pixels of the picture. `None` for other photos, or if no head was
    /// found.
    fn head_height(&self) -> Option<f32> {
        let head = self.photo.head().filter(|_| self.photo.kind() == PhotoKind::CutOut)?;
        Some(head.height * self.place.height())
    }

    /// The bounding box of the rotated photo with its frame or plate.
    pub(super) fn bounds(&self) -> Option<Rect> {
        self.plate.transform(self.turn())
    }
}

impl Arrangement {
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
        };
        let place = cast.place.and_then(|photo| arranger.behind(photo));
        let (persons, objects) = match slots.main.as_slice() {
            [] => (Vec::new(), Vec::new()),
            [room] if cast.persons.is_empty() => {
                let objects = arranger.mixed(cast.objects, room, slots.words, |arranger, objects, area| {
                    arranger.leading(objects, area, room.tilt)
                });
                (Vec::new(), objects)
            }
            [room] => {
                let grid = Grid {
                    most: (width * SMALL.0, short * SMALL.1),
                    align: slots.side_align,
                    ..arranger.grid()
                };
                let beside = |side| arranger.objects(cast.objects, side, grid, room.tilt);
                let objects = slots.side.map(beside).unwrap_or_default();
                let persons = arranger.mixed(cast.persons, room, slots.words, |arranger, persons, area| {
                    arranger.persons(persons, area, room.tilt, height > width)
                });
                (persons, objects)
            }
            rooms => arranger.opposed(cast.persons, cast.objects, rooms, &slots.sides),
        };
        Self {
            persons,
            objects,
            place,
            border: arranger.border,
            radius: short * RADIUS,
            bottom: height,
        }
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

    /// Whether the subject is a photo that reaches the picture's edges.
    pub(crate) fn subject_bleeds(&self) -> bool {
        let mut subjects = self.persons.iter().chain(&self.objects);
        subjects.any(|placed| placed.fade.is_some() && placed.clip.is_none())
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
