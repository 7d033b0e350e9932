//! Computes the final rectangle of every photo in the picture.

use super::{
    Cast,
    crop::Crop,
    grid::{Grid, halves},
    photo::{Photo, PhotoKind},
    slots::Slots,
};
use crate::composer::{
    layout::{Layout, template::Room},
    raster::scale::Scale,
    text::typesetting::Align,
};
use contract::Size;
use image::RgbaImage;
use tiny_skia::{Pixmap, Rect, Transform};

/// The largest enlargement of a person's photo: a blurred photo looks worse than a small one.
const ENLARGED_PERSON: f32 = 3.0;
/// The largest enlargement of an object, whose edges are sharper.
const ENLARGED_OBJECT: f32 = 2.0;
/// The smallest height of a standing cut-out person, as a share of the picture's height. It overrides
/// [`ENLARGED_PERSON`], because a smaller person is not recognizable.
const LEAST_STANDING: f32 = 0.36;
/// The visible height of a standing cut-out, in head heights. More of the body would make the face tiny.
const HEADS: f32 = 3.2;
/// The smallest visible aspect ratio (width by height) of a cut-out whose head was not found. The foot is hidden.
const NARROWEST_CUT_OUT: f32 = 0.62;
/// The width of the frame around a photo, as a share of the picture's shorter side.
const BORDER: f32 = 0.016;
/// The radius of all corners, as a share of the picture's shorter side.
const RADIUS: f32 = 0.030;
/// The gap between neighbours, as a share of the picture's shorter side.
const GAP: f32 = 0.025;
/// The largest object beside a person: width as a share of the picture's width, height as a share of its shorter side.
const SMALL: (f32, f32) = (0.24, 0.27);
/// The largest height of a single logo, as a share of the slot's shorter side.
const ALONE: f32 = 0.72;
/// The largest aspect ratio of the plates of several logos, width by height.
const WIDEST_PLATE: f32 = 1.8;
/// The padding around a logo on a plate, as a share of the logo's size.
const PADDING: f32 = 0.17;

/// All photos of a picture with their final rectangles.
#[derive(Debug)]
pub(crate) struct Arrangement {
    pub(crate) persons: Vec<PlacedPhoto>,
    pub(crate) objects: Vec<PlacedPhoto>,
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

    /// The visible crop, scaled to its final size in pixels.
    pub(crate) fn picture(&self, scale: Scale) -> Option<Pixmap> {
        let factor = scale.factor();
        let (width, height) = (self.place.width() * factor, self.place.height() * factor);
        self.photo.scaled(self.crop, width, height)
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
            bottom: height,
        };
        let (persons, objects) = match slots.main.as_slice() {
            [] => (Vec::new(), Vec::new()),
            [room] if cast.persons.is_empty() => (Vec::new(), arranger.leading(cast.objects, room.area, room.tilt)),
            [room] => {
                let grid = Grid {
                    most: (width * SMALL.0, short * SMALL.1),
                    align: slots.side_align,
                    ..arranger.grid()
                };
                let beside = |side| arranger.objects(cast.objects, side, grid, room.tilt);
                let objects = slots.side.map(beside).unwrap_or_default();
                (
                    arranger.persons(cast.persons, room.area, room.tilt, height > width),
                    objects,
                )
            }
            rooms => arranger.opposed(cast, rooms),
        };
        Self {
            persons,
            objects,
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

/// Arranges photos in slots. All lengths are in pixels.
struct Arranger {
    border: f32,
    gap: f32,
    /// The y coordinate of the picture's lower edge.
    bottom: f32,
}

impl Arranger {
    const fn grid(&self) -> Grid {
        Grid {
            gap: self.gap,
            most: (f32::MAX, f32::MAX),
            align: Align::Centre,
        }
    }

    /// Arranges one photo per slot: persons first, then objects.
    fn opposed(&self, cast: Cast, rooms: &[Room]) -> (Vec<PlacedPhoto>, Vec<PlacedPhoto>) {
        let mut rooms = rooms.iter();
        let persons = cast.persons.into_iter().zip(rooms.by_ref());
        let persons = persons.flat_map(|(photo, room)| self.row(vec![photo], vec![room.area], room.tilt));
        let persons: Vec<PlacedPhoto> = persons.collect();
        let objects = cast.objects.into_iter().zip(rooms);
        let objects = objects.flat_map(|(photo, room)| self.leading(vec![photo], room.area, room.tilt));
        (persons, objects.collect())
    }

    /// Arranges persons side by side. In a tall picture three persons get two rows; beside each other they would be
    /// slits.
    fn persons(&self, photos: Vec<Photo>, room: Rect, turn: f32, is_tall: bool) -> Vec<PlacedPhoto> {
        if !is_tall || photos.len() < 3 {
            let rooms = self.grid().rows(room, photos.len(), 1);
            return self.row(photos, rooms, turn);
        }
        let (standing, mut framed): (Vec<Photo>, Vec<Photo>) =
            photos.into_iter().partition(|photo| photo.kind() == PhotoKind::CutOut);
        if framed.is_empty() {
            // The shoulders of a group may overlap.
            let rooms = self.grid().rows(room, standing.len(), 1).into_iter();
            let rooms = rooms.map(|room| room.outset(room.width() * 0.3, 0.0).unwrap_or(room));
            return self.row(standing, rooms.collect(), turn);
        }
        let below = if standing.is_empty() {
            framed.split_off(1)
        } else {
            standing
        };
        let (upper, lower) = halves(room, 0.52, self.gap, false);
        let upper = self.grid().rows(upper, framed.len(), 1);
        let lower = self.grid().rows(lower, below.len(), 1);
        let mut placed = self.row(framed, upper, turn);
        placed.extend(self.row(below, lower, -turn));
        placed
    }

    fn row(&self, photos: Vec<Photo>, rooms: Vec<Rect>, turn: f32) -> Vec<PlacedPhoto> {
        let turns = [turn, -turn, turn * 0.6];
        let is_alone = photos.len() == 1;
        let all = rooms.iter().copied().reduce(|all, one| all.join(&one).unwrap_or(all));
        let placed = photos.into_iter().zip(rooms).zip(turns);
        placed
            .filter_map(|((photo, room), turn)| {
                if photo.kind() == PhotoKind::CutOut {
                    // Neighbours may hide each other's shoulders.
                    let before = if is_alone { 0.0 } else { room.width() * 0.25 };
                    let wider = room.outset(before, 0.0).zip(all);
                    let wider = wider.and_then(|(wider, all)| wider.intersect(&all));
                    self.standing(photo, wider.unwrap_or(room))
                } else {
                    let crop = Crop::of_person(&photo, (room.width(), room.height()), ENLARGED_PERSON);
                    self.framed(photo, crop, room, turn, ENLARGED_PERSON)
                }
            })
            .collect()
    }

    /// Stands a cut-out on the picture's lower edge, without a frame.
    fn standing(&self, photo: Photo, room: Rect) -> Option<PlacedPhoto> {
        let (width, height) = (photo.width(), photo.height());
        let shown = height.min(match photo.head() {
            Some(head) => (head.top + HEADS * head.height) * height,
            None => width / NARROWEST_CUT_OUT,
        });
        let scale = (room.width() / width)
            .min((self.bottom - room.top()) / shown)
            .min(ENLARGED_PERSON.max(LEAST_STANDING * self.bottom / shown));
        let middle = room.left() + room.width() / 2.0;
        let (left, top) = (middle - width * scale / 2.0, self.bottom - shown * scale);
        let place = Rect::from_xywh(left, top, width * scale, height * scale)?;
        let crop = Crop::whole(&photo);
        Some(PlacedPhoto {
            photo,
            crop,
            place,
            plate: place,
            tilt: 0.0,
        })
    }

    /// Scales a photo to the largest size that fits the slot with its frame and rotation.
    fn framed(&self, photo: Photo, crop: Crop, room: Rect, tilt: f32, enlarged: f32) -> Option<PlacedPhoto> {
        let aspect = crop.aspect();
        let (sin, cos) = tilt.to_radians().abs().sin_cos();
        let frame = 2.0 * self.border * (sin + cos);
        let height = ((room.width() - frame) / (aspect * cos + sin))
            .min((room.height() - frame) / (aspect * sin + cos))
            .min(crop.height as f32 * enlarged)
            .max(1.0);
        let place = centred(room, height * aspect, height)?;
        let plate = place.outset(self.border, self.border)?;
        Some(PlacedPhoto {
            photo,
            crop,
            place,
            plate,
            tilt,
        })
    }

    /// Arranges objects as the subject. Of an odd number from three on, the first is larger.
    fn leading(&self, mut photos: Vec<Photo>, room: Rect, turn: f32) -> Vec<PlacedPhoto> {
        if photos.len() > 2 && photos.len() % 2 == 1 {
            let rest = photos.split_off(1);
            let (first, second) = halves(room, 0.52, self.gap, room.width() > room.height());
            let mut placed = self.objects(photos, first, self.grid(), turn);
            placed.extend(self.objects(rest, second, self.grid(), -turn));
            return placed;
        }
        // The plate of a single logo would look like a hole if it were as large as a photo.
        let is_logo = |photo: &Photo| photo.kind() != PhotoKind::Scene;
        let alone = photos.len() == 1 && photos.iter().all(is_logo);
        let most = if alone {
            room.width().min(room.height()) * ALONE
        } else {
            f32::MAX
        };
        self.objects(
            photos,
            room,
            Grid {
                most: (f32::MAX, most),
                ..self.grid()
            },
            turn,
        )
    }

    fn objects(&self, photos: Vec<Photo>, room: Rect, grid: Grid, turn: f32) -> Vec<PlacedPhoto> {
        let shapes: Vec<f32> = photos.iter().map(Photo::aspect).collect();
        let widest = shapes.iter().copied().fold(1.0, f32::max);
        let count = photos.len();
        let mut rooms = grid.for_shapes(room, &shapes);
        if let (true, Some(first)) = (count > 1, rooms.first()) {
            // Shrink the cells to the size that the photos need, so that they stand close together.
            let scenes = photos.iter().filter(|photo| photo.kind() == PhotoKind::Scene);
            let narrowest = scenes.map(Photo::aspect).fold(1.0, f32::min);
            let (width, height) = (first.width(), first.height());
            let most = (
                width.min(height * widest.min(WIDEST_PLATE)),
                height.min(width / narrowest.max(1.0 / WIDEST_PLATE)),
            );
            rooms = Grid { most, ..grid }.for_shapes(room, &shapes);
        }
        let turns = [turn, -turn].into_iter().cycle();
        let placed = photos.into_iter().zip(rooms).zip(turns);
        placed
            .filter_map(|((photo, room), turn)| {
                if photo.kind() == PhotoKind::Scene {
                    let crop = Crop::whole(&photo);
                    self.framed(photo, crop, room, turn, ENLARGED_OBJECT)
                } else if count == 1 {
                    self.alone(photo, room, grid.align)
                } else {
                    self.tiled(photo, room)
                }
            })
            .collect()
    }

    /// Places a single logo; the plate has the logo's shape.
    fn alone(&self, photo: Photo, room: Rect, align: Align) -> Option<PlacedPhoto> {
        let (width, height) = (photo.width(), photo.height());
        let padding = PADDING * (width * height).sqrt();
        let fit = (room.width() / (width + 2.0 * padding)).min(room.height() / (height + 2.0 * padding));
        let scale = fit.min(ENLARGED_OBJECT);
        // The plate of a tiny logo has a minimum size, so that the small logo looks intended.
        let least = room.width().min(room.height()) * 0.45;
        let with_plate = |length: f32| ((length + 2.0 * padding) * scale).max(least);
        let plate = centred(room, with_plate(width), with_plate(height))?;
        let plate = match align {
            Align::Start => Rect::from_xywh(room.left(), plate.top(), plate.width(), plate.height())?,
            Align::Centre => plate,
        };
        let place = centred(plate, width * scale, height * scale)?;
        let crop = Crop::whole(&photo);
        Some(PlacedPhoto {
            photo,
            crop,
            place,
            plate,
            tilt: 0.0,
        })
    }

    /// Places a logo among others, on plates of equal size.
    fn tiled(&self, photo: Photo, plate: Rect) -> Option<PlacedPhoto> {
        let is_bare = photo.kind() == PhotoKind::CutOut;
        let padding = if is_bare {
            self.border
        } else {
            PADDING * plate.height() * 0.9
        };
        let scale = ((plate.width() - 2.0 * padding) / photo.width())
            .min((plate.height() - 2.0 * padding) / photo.height())
            .min(ENLARGED_OBJECT);
        let place = centred(plate, photo.width() * scale, photo.height() * scale)?;
        let crop = Crop::whole(&photo);
        Some(PlacedPhoto {
            photo,
            crop,
            place,
            plate,
            tilt: 0.0,
        })
    }
}

fn centred(room: Rect, width: f32, height: f32) -> Option<Rect> {
    let (x, y) = (room.left() + room.width() / 2.0, room.top() + room.height() / 2.0);
    Rect::from_xywh(x - width / 2.0, y - height / 2.0, width, height)
}
