//! Places photos that reach the edges of the picture, or of a part of it.

use super::{
    arrangement::placed_photo::PlacedPhoto, crop::Crop, framing::Framing, photo::Photo, region::Region, salience,
};
use crate::composer::layout::overlap;
use tiny_skia::Rect;

/// The largest enlargement of a photo.
pub(super) const ENLARGED: f32 = 4.0;
/// The height of a face, from the chin to the brows, as a share of its area's height.
const FACE: f32 = 0.36;
/// The largest width of a face, as a share of its area's width.
const WIDEST_FACE: f32 = 0.42;
/// The height of a face's middle in its area, as a share of the area's height.
const FACE_MIDDLE: f32 = 0.51;
/// The lowest place of a chin in its area, as a share of the area's height.
const LOWEST_CHIN: f32 = 0.98;
/// The width over which a side fades that is not at the picture's edge, as a share of the picture's width or height.
const FADE: f32 = 0.17;

/// The width of the faded rim at each side, in pixels; 0 at sides with a hard edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fade {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) right: f32,
    pub(crate) bottom: f32,
}

/// The space for a photo.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    /// The rectangle that the photo may fill: the picture, or a panel of it.
    pub(super) frame: Rect,
    /// The part of the frame that belongs to the photo. Words are in the rest.
    pub(super) area: Rect,
}

/// The position of a photo on one axis: its origin and its length, both in pixels of the picture.
#[derive(Clone, Copy)]
struct Span {
    start: f32,
    length: f32,
}

impl Opening {
    /// An opening that belongs to the photo completely.
    pub(super) const fn whole(frame: Rect) -> Self {
        Self { frame, area: frame }
    }

    /// Extends a slot to all edges of the frame between which and the slot there is no obstacle.
    pub(super) fn around(slot: Rect, obstacles: &[Rect], frame: Rect) -> Self {
        let is_free = |strip: Option<Rect>| {
            strip.is_none_or(|strip| obstacles.iter().all(|obstacle| overlap(*obstacle, strip) <= 0.0))
        };
        let side = |left, top, right, bottom| Rect::from_ltrb(left, top, right, bottom);
        let (mut left, mut right) = (slot.left().max(frame.left()), slot.right().min(frame.right()));
        let (mut top, mut bottom) = (slot.top().max(frame.top()), slot.bottom().min(frame.bottom()));
        if is_free(side(frame.left(), top, left, bottom)) {
            left = frame.left();
        }
        if is_free(side(right, top, frame.right(), bottom)) {
            right = frame.right();
        }
        if is_free(side(left, frame.top(), right, top)) {
            top = frame.top();
        }
        if is_free(side(left, bottom, right, frame.bottom())) {
            bottom = frame.bottom();
        }
        let area = side(left, top, right, bottom).unwrap_or(slot);
        Self { frame, area }
    }

    /// The height that the face of a photo should have here, and the height that it has at least because the photo
    /// covers the area, in pixels. `None` if no face was found.
    pub(super) fn face_heights(&self, photo: &Photo) -> Option<(f32, f32)> {
        let Region { width, height, .. } = photo.face()?;
        let (across, down) = (width * photo.width(), height * photo.height());
        let wanted = (self.area.height() * FACE / down).min(self.area.width() * WIDEST_FACE / across);
        Some((down * wanted.min(ENLARGED), down * self.least_scale(photo)))
    }

    /// Places a photo. A face gets this height, if it is given. `None` if the photo would have to be enlarged too much.
    pub(super) fn place(&self, photo: Photo, face_height: Option<f32>, framing: Framing) -> Option<PlacedPhoto> {
        let (width, height) = (photo.width(), photo.height());
        let Self { frame, area } = *self;
        let face = photo.face();
        let scale = match face.zip(face_height) {
            Some((face, wanted)) => (wanted / (face.height * height)).max(self.least_scale(&photo)),
            None => self.least_scale(&photo),
        };
        if scale > ENLARGED {
            return None;
        }
        let face_share = face.map_or((0.0, 0.0), |face| {
            (
                face.width * width * scale / area.width(),
                face.height * height * scale / area.height(),
            )
        });
        let zoom = framing.zoom_of(face_share);
        let lean = framing.lean_of(face_share.0 * zoom);
        let scale = (scale * zoom).min(ENLARGED);
        let (focus, middle) = match face {
            // A face that is higher than the area reaches out of it at its top.
            Some(face) => (
                (face.left + face.width / 2.0, face.top + face.height / 2.0),
                FACE_MIDDLE.min(LOWEST_CHIN - face_share.1 * zoom / 2.0),
            ),
            None => ((subject_column(&photo), 0.5), 0.5),
        };
        let across = Span {
            start: area.left() + area.width() * (0.5 + lean) - focus.0 * width * scale,
            length: width * scale,
        };
        let down = Span {
            start: area.top() + area.height() * middle - focus.1 * height * scale,
            length: height * scale,
        };
        let across = across.covering((area.left(), area.right()));
        let down = down.covering((area.top(), area.bottom()));
        let whole = Rect::from_xywh(across.start, down.start, across.length, down.length)?;
        let place = whole.intersect(&frame)?;
        let crop = Crop::of_part(
            &photo,
            |x, y| ((x - whole.left()) / scale, (y - whole.top()) / scale),
            place,
        );
        let far = |gap: f32, length: f32| if gap > 1.0 { length * FADE } else { 0.0 };
        Some(PlacedPhoto {
            crop,
            place,
            plate: place,
            tilt: 0.0,
            fade: Some(Fade {
                left: far(place.left() - frame.left(), frame.width()),
                top: far(place.top() - frame.top(), frame.height()),
                right: far(frame.right() - place.right(), frame.width()),
                bottom: far(frame.bottom() - place.bottom(), frame.height()),
            }),
            clip: None,
            is_faded: false,
            photo,
        })
    }

    /// The smallest scale at which the photo covers its area.
    fn least_scale(&self, photo: &Photo) -> f32 {
        (self.area.width() / photo.width()).max(self.area.height() / photo.height())
    }
}

impl Span {
    /// The span, moved as little as possible so that it covers this part of the axis. It must be at least as long.
    fn covering(self, area: (f32, f32)) -> Self {
        let start = self.start.max(area.1 - self.length).min(area.0);
        Self { start, ..self }
    }
}

/// The middle of the photo's subject, as a share of the width.
fn subject_column(photo: &Photo) -> f32 {
    let whole = photo.pixels().width();
    let width = (whole / 3).max(1);
    let left = salience::best_window(photo.columns(), whole, width);
    (left as f32 + width as f32 / 2.0) / whole.max(1) as f32
}
