//! A photo with its final rectangle.

use crate::composer::{
    cast::{
        bleed::{ENLARGED, Fade},
        crop::Crop,
        framing::LARGEST_FACE,
        photo::{Photo, PhotoKind, SOLID},
    },
    raster::{canvas::Shape, scale::Scale},
};
use contract::Size;
use tiny_skia::{Path, Pixmap, Rect, Transform};

/// The number of rows and columns of points at which a cut-out is examined.
const SAMPLES: usize = 24;

/// A photo with its final rectangle, in pixels.
#[derive(Clone, Debug)]
pub(crate) struct PlacedPhoto {
    pub(crate) photo: Photo,
    pub(in crate::composer::cast) crop: Crop,
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
    /// A whole photo without a frame, upright in this rectangle.
    pub(crate) fn whole(photo: Photo, place: Rect) -> Self {
        Self {
            crop: Crop::whole(&photo),
            photo,
            place,
            plate: place,
            tilt: 0.0,
            fade: None,
            clip: None,
            is_faded: false,
        }
    }

    /// The rotation of the photo around the centre of its rectangle.
    pub(crate) fn turn(&self) -> Transform {
        Transform::from_rotate_at(
            self.tilt,
            self.place.left() + self.place.width() / 2.0,
            self.place.top() + self.place.height() / 2.0,
        )
    }

    /// A photo that fills a picture of this size and has its shape.
    pub(super) fn filling(photo: Photo, size: Size) -> Option<Self> {
        let place = Rect::from_xywh(0.0, 0.0, size.width as f32, size.height as f32)?;
        Some(Self {
            fade: Some(Fade::default()),
            ..Self::whole(photo, place)
        })
    }

    /// The visible crop, scaled to its final size in pixels.
    pub(crate) fn picture(&self, scale: Scale) -> Option<Pixmap> {
        let factor = scale.factor();
        let (width, height) = (self.place.width() * factor, self.place.height() * factor);
        self.photo.scaled(self.crop, width, height)
    }

    /// The height of the head of a standing person, in pixels of the picture. `None` for other photos, or if no head
    /// was found.
    pub(super) fn head_height(&self) -> Option<f32> {
        let head = self.photo.head().filter(|_| self.photo.kind() == PhotoKind::CutOut)?;
        Some(head.height * self.place.height())
    }

    /// The height of the face, in pixels of the picture. `None` if no face was found.
    pub(super) fn face_height(&self) -> Option<f32> {
        let face = self.photo.face()?;
        Some(face.height * self.photo.height() * self.scale())
    }

    /// The pixels of the picture for each pixel of the photo.
    pub(super) fn scale(&self) -> f32 {
        self.place.height() / self.crop.height as f32
    }

    /// The same photo without a frame in this rectangle.
    pub(super) fn moved(&self, place: Rect) -> Option<Self> {
        (place.height() <= self.crop.height as f32 * ENLARGED).then(|| Self {
            place,
            plate: place,
            ..self.clone()
        })
    }

    /// The same rectangle with less of the photo, so that the face is larger by this factor. `None` if it would be too
    /// large.
    pub(super) fn zoomed(&self, share: f32) -> Option<Self> {
        let face = self.photo.face()?;
        let scale = self.scale() * share;
        let (across, down) = (
            face.width * self.photo.width() * scale,
            face.height * self.photo.height() * scale,
        );
        let is_too_large = across > LARGEST_FACE * self.place.width() || down > LARGEST_FACE * self.place.height();
        if is_too_large || scale > ENLARGED {
            return None;
        }
        let within = |start: u32, length: u32, middle: f32| {
            let size = ((length as f32 / share).round() as u32).clamp(1, length.max(1));
            // The middle of the face stays where it is.
            let from = (middle - (middle - start as f32) / share).round() as u32;
            (from.clamp(start, start + length.saturating_sub(size)), size)
        };
        let middle = |from: f32, length: f32, whole: f32| (from + length / 2.0) * whole;
        let (left, width) = within(
            self.crop.left,
            self.crop.width,
            middle(face.left, face.width, self.photo.width()),
        );
        let (top, height) = within(
            self.crop.top,
            self.crop.height,
            middle(face.top, face.height, self.photo.height()),
        );
        Some(Self {
            crop: Crop {
                left,
                top,
                width,
                height,
            },
            ..self.clone()
        })
    }

    /// The y coordinate of the edge on which the person stands. `bottom` is that of the picture's lower edge.
    pub(super) fn ground(&self, bottom: f32) -> f32 {
        self.clip.as_ref().map_or(bottom, |side| ground_of(side, bottom))
    }

    /// Whether the photo is seen at the middle of each edge of this rectangle.
    pub(in crate::composer::cast) fn shows(&self, area: Rect) -> bool {
        let (x, y) = (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
        let edges = [(x, area.top()), (x, area.bottom()), (area.left(), y), (area.right(), y)];
        let is_seen = |clip: &Path| edges.into_iter().all(|edge| is_inside(clip, edge));
        self.clip.as_ref().is_none_or(is_seen)
    }

    /// The bounding box of the part of this rectangle where the photo is seen.
    fn seen(&self, area: Rect) -> Option<Rect> {
        match &self.clip {
            Some(clip) => area.intersect(&clip.bounds()),
            None => Some(area),
        }
    }

    /// Whether the photo, which is painted before or after others, covers a part of this rectangle. A photo that
    /// reaches the edges is painted before all others and covers none.
    pub(super) fn covers(&self, area: Rect) -> bool {
        if self.fade.is_some() {
            return false;
        }
        if self.photo.kind() == PhotoKind::Scene {
            return self.bounds().is_some_and(|bounds| bounds.intersect(&area).is_some());
        }
        let Some(shared) = self.seen(self.place).and_then(|seen| seen.intersect(&area)) else {
            return false;
        };
        let scale = self.scale();
        let at = |place: usize, from: f32, length: f32, start: f32, crop: u32| {
            crop + ((from + length * (place as f32 + 0.5) / SAMPLES as f32 - start) / scale) as u32
        };
        let pixels = self.photo.pixels();
        let mut places = (0..SAMPLES).flat_map(|y| (0..SAMPLES).map(move |x| (x, y)));
        places.any(|(x, y)| {
            let x = at(x, shared.left(), shared.width(), self.place.left(), self.crop.left);
            let y = at(y, shared.top(), shared.height(), self.place.top(), self.crop.top);
            pixels.get_pixel_checked(x, y).is_some_and(|pixel| pixel.0[3] >= SOLID)
        })
    }

    /// The visible part of a person's head, as a rectangle in pixels of the picture. `None` if no head was found.
    pub(crate) fn head(&self) -> Option<Rect> {
        let head = self.photo.head()?;
        let (width, height) = (self.photo.width(), self.photo.height());
        let scale = (
            self.place.width() / self.crop.width as f32,
            self.place.height() / self.crop.height as f32,
        );
        let left = self.place.left() + (head.left * width - self.crop.left as f32) * scale.0;
        let top = self.place.top() + (head.top * height - self.crop.top as f32) * scale.1;
        let head = Rect::from_xywh(left, top, head.width * width * scale.0, head.height * height * scale.1)?;
        head.intersect(&self.place)
    }

    /// The bounding box of the visible part of the rotated photo, with its frame or plate.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        self.seen(self.plate.transform(self.turn())?)
    }
}

/// The y coordinate of the lower edge of a side, without the part of the side below the picture. `bottom` is the y
/// coordinate of the picture's lower edge.
pub(super) fn ground_of(side: &Path, bottom: f32) -> f32 {
    side.bounds().bottom().min(bottom)
}

/// Whether a point is inside a polygon: a ray from it crosses an odd number of edges.
fn is_inside(polygon: &Path, (x, y): (f32, f32)) -> bool {
    let corners = polygon.points();
    let next = corners.iter().cycle().skip(1);
    let crossed = corners.iter().zip(next).filter(|(from, to)| {
        let is_beside = (from.y > y) != (to.y > y);
        is_beside && x < from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossed.count() % 2 == 1
}
