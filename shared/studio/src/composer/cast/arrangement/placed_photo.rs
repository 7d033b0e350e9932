//! A photo with its final rectangle.

use crate::composer::{
    cast::{
        bleed::Fade,
        crop::Crop,
        photo::{Photo, PhotoKind},
    },
    raster::{canvas::Shape, scale::Scale},
};
use tiny_skia::{Pixmap, Rect, Transform};

/// A photo with its final rectangle, in pixels.
#[derive(Debug)]
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

    /// The bounding box of the rotated photo with its frame or plate.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        self.plate.transform(self.turn())
    }
}
