//! A picture without words that a model has painted, and where words may stand on it.

use super::{
    photo::{Photo, faces},
    region::Region,
    salience::{detail, mean},
    sample::{rgb, sample},
};
use bytes::Bytes;
use colour::Oklab;
use contract::Size;
use image::RgbaImage;
use std::sync::Arc;
use tiny_skia::Rect;

/// The longer side, in pixels, of the copy whose weights are computed.
const SAMPLE: u32 = 96;
/// The weight of sharp detail. A colour that differs from the mean weighs the square of its distance.
const SHARP: f32 = 0.25;
/// The cost of words that cover a face or a head, for each share of it that they cover.
const FACE: f32 = 40.0;
const HEAD: f32 = 6.0;
/// The density from which a place has much detail.
const BUSY: f32 = 0.5;

/// A picture of a model that fills the thumbnail. Clones share their pixels.
#[derive(Clone, Debug)]
pub(crate) struct Plate {
    pub(crate) photo: Photo,
    map: Arc<Weights>,
}

/// The weight of each place of a plate: how much of the picture is lost if words cover it. All weights together are 1.
/// The faces are kept beside them, the largest first.
#[derive(Debug)]
struct Weights {
    width: usize,
    weights: Vec<f32>,
    faces: Vec<Region>,
}

impl Plate {
    /// Decodes a plate. `None` if that is not possible.
    pub(crate) fn of(file: &Bytes) -> Option<Self> {
        let photo = Photo::of_plate(file)?;
        let map = Arc::new(Weights::of(photo.pixels()));
        Some(Self { photo, map })
    }

    /// The faces, the largest first, in a picture of this size.
    pub(crate) fn faces(&self, size: Size) -> impl Iterator<Item = Rect> {
        let faces = self.map.faces.iter();
        faces.filter_map(move |face| in_picture(*face, size))
    }

    /// The heads, the largest first, in a picture of this size.
    pub(crate) fn heads(&self, size: Size) -> impl Iterator<Item = Rect> {
        let faces = self.map.faces.iter();
        faces.filter_map(move |face| in_picture(face.head(), size))
    }

    /// How much of the picture words in these rectangles hide, in a picture of this size: their part of the weight,
    /// divided by their part of the picture. An average place has 1. Each head counts, too.
    pub(crate) fn cost(&self, words: &[Rect], size: Size) -> f32 {
        let covered = |face: &Region| {
            let share =
                |part: Region, cost: f32| in_picture(part, size).map_or(0.0, |part| cost * covered(part, words));
            share(*face, FACE) + share(face.head(), HEAD)
        };
        self.density(words, size) + self.map.faces.iter().map(covered).sum::<f32>()
    }

    /// The weight under words, divided by their part of the picture.
    fn density(&self, words: &[Rect], size: Size) -> f32 {
        let Weights { width, weights, .. } = &*self.map;
        let height = weights.len() / width.max(&1);
        let scale = (size.width as f32 / *width as f32, size.height as f32 / height as f32);
        let places = weights.iter().enumerate().filter(|(at, _)| {
            let (x, y) = ((at % width) as f32 + 0.5, (at / width) as f32 + 0.5);
            let (x, y) = (x * scale.0, y * scale.1);
            let is_in = |area: &Rect| area.left() <= x && x < area.right() && area.top() <= y && y < area.bottom();
            words.iter().any(is_in)
        });
        let (lost, count) = places.fold((0.0, 0.0), |(lost, count), (_, weight)| (lost + weight, count + 1.0));
        lost * weights.len() as f32 / f32::max(count, 1.0)
    }

    /// Whether words here need a shade, because the picture has much detail there.
    pub(crate) fn is_busy(&self, words: &[Rect], size: Size) -> bool {
        self.density(words, size) > BUSY
    }
}

fn in_picture(part: Region, size: Size) -> Option<Rect> {
    let (width, height) = (size.width as f32, size.height as f32);
    Rect::from_xywh(
        part.left * width,
        part.top * height,
        part.width * width,
        part.height * height,
    )
}

/// The share of a rectangle that words cover.
fn covered(part: Rect, words: &[Rect]) -> f32 {
    let area = |rect: Rect| rect.width() * rect.height();
    let shared = words.iter().filter_map(|words| words.intersect(&part)).map(area);
    shared.sum::<f32>() / area(part)
}

impl Weights {
    fn of(pixels: &RgbaImage) -> Self {
        let small = sample(pixels, SAMPLE);
        let looks: Vec<Oklab> = small.pixels().map(|pixel| rgb(pixel).oklab()).collect();
        let mean = mean(&looks);
        let weights = small
            .enumerate_pixels()
            .zip(&looks)
            .map(|((x, y, _), own)| own.distance(mean).powi(2) + detail(&small, (x, y), *own) * SHARP);
        let weights: Vec<f32> = weights.collect();
        let all = weights.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        Self {
            width: small.width() as usize,
            weights: weights.iter().map(|weight| weight / all).collect(),
            faces: faces(pixels),
        }
    }
}
