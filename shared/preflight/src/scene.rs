//! A picture with everything that checks need of it.

use contract::{PixelBox, Size};

use crate::{PrintedWord, Shown, letters, raster::Raster};

/// The number of pixels of a picture in a list of videos: 168×94. Pictures of other shapes are scaled to as many
/// pixels.
const FEED_PIXELS: f64 = 168.0 * 94.5;

/// A picture to be checked.
pub(crate) struct Scene {
    /// The size of the picture.
    pub(crate) size: Size,
    pub(crate) file_bytes: u64,
    /// The picture as small as in a list of videos.
    pub(crate) feed: Raster,
    /// The number of pixels of `feed` for each pixel of the picture, along each axis.
    pub(crate) feed_scale: f64,
    /// The words, in pixels of the picture.
    pub(crate) words: Vec<PrintedWord>,
}

impl Scene {
    /// `None` if the picture has no pixels.
    pub(crate) fn of(shown: &Shown<'_>) -> Option<Self> {
        let copy = Raster::on_white(shown.copy)?;
        let size = shown.size;
        let pixels = f64::from(size.width) * f64::from(size.height);
        let feed_scale = (FEED_PIXELS / pixels.max(1.0)).sqrt();
        let side = |length: u32| (f64::from(length) * feed_scale).floor() as usize;
        let words = match shown.words {
            Some(words) => words.to_vec(),
            None => letters::words(&copy, size),
        };
        Some(Self {
            size,
            file_bytes: shown.file_bytes,
            feed: copy.scaled(side(size.width), side(size.height)),
            feed_scale,
            words,
        })
    }

    /// The pixels of `feed` that a part of the picture covers: left, top, right and bottom, the last two exclusive.
    pub(crate) fn in_feed(&self, place: PixelBox) -> [usize; 4] {
        let pixel = |length: u32| f64::from(length) * self.feed_scale;
        let (left, top) = (pixel(place.x) as usize, pixel(place.y) as usize);
        let right = pixel(place.x + place.width).ceil() as usize;
        let bottom = pixel(place.y + place.height).ceil() as usize;
        [left, top, right.min(self.feed.width), bottom.min(self.feed.height)]
    }

    /// The part of the picture between these shares of its width and height.
    pub(crate) fn part(&self, left: f64, top: f64, right: f64, bottom: f64) -> PixelBox {
        let Size { width, height } = self.size;
        let at = |share: f64, length: u32| (share * f64::from(length)).round() as u32;
        let (x, y) = (at(left, width), at(top, height));
        PixelBox {
            x,
            y,
            width: at(right, width).saturating_sub(x),
            height: at(bottom, height).saturating_sub(y),
        }
    }
}

/// The common part of two boxes; `None` if they have none.
pub(crate) fn common(one: PixelBox, other: PixelBox) -> Option<PixelBox> {
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    let right = (one.x + one.width).min(other.x + other.width);
    let bottom = (one.y + one.height).min(other.y + other.height);
    (right > x && bottom > y).then(|| PixelBox {
        x,
        y,
        width: right - x,
        height: bottom - y,
    })
}

/// The number of pixels of a box.
pub(crate) fn area(place: PixelBox) -> f64 {
    f64::from(place.width) * f64::from(place.height)
}
