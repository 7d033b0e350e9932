//! A picture without words that a model has painted, and where words may stand on it.

use super::{
    photo::{Photo, faces},
    region::Region,
    salience::{detail, mean},
    sample::{rgb, sample},
};
use crate::composer::layout::Layout;
use bytes::Bytes;
use colour::Oklab;
use contract::Size;
use image::RgbaImage;
use std::{convert::identity, sync::Arc};
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

/// The weight of each place of a plate: how much of the picture is lost if words cover it. The mean weight is 1. The
/// faces are kept beside them, the largest first.
#[derive(Debug)]
struct Weights {
    /// The number of places across and down.
    size: (usize, usize),
    /// The sum of the weights above and to the left of each corner of a place, row by row.
    sums: Vec<f32>,
    faces: Vec<Region>,
}

impl Plate {
    /// Decodes a plate. `None` if that is not possible.
    pub(crate) fn of(file: &Bytes) -> Option<Self> {
        let photo = Photo::of_plate(file)?;
        let map = Arc::new(Weights::of(photo.pixels()));
        Some(Self { photo, map })
    }

    /// The layout, and the same layout with its words off the faces and off the whole heads, where these are in the way.
    pub(crate) fn ways(&self, layout: Layout) -> impl Iterator<Item = Layout> {
        let size = layout.shape().size();
        let off = |parts: fn(Region) -> Region| {
            self.parts(size, parts).fold(None, |way: Option<Layout>, part| {
                way.as_ref().unwrap_or(&layout).with_words_off(part).or(way)
            })
        };
        let (off_faces, off_heads) = (off(identity), off(Region::head));
        [Some(layout), off_faces, off_heads].into_iter().flatten()
    }

    /// How much of the picture words in these rectangles hide, in a picture of this size: the mean weight of the places
    /// under them, and more for the faces and heads that they cover.
    pub(crate) fn cost(&self, words: &[Rect], size: Size) -> f32 {
        let heads = self.parts(size, Region::head).map(|head| covered(head, words));
        self.density(words, size) + FACE * self.hidden_faces(words, size) + HEAD * heads.sum::<f32>()
    }

    /// The shares of the faces that words in these rectangles cover, added up.
    pub(crate) fn hidden_faces(&self, words: &[Rect], size: Size) -> f32 {
        self.parts(size, identity).map(|face| covered(face, words)).sum()
    }

    /// A part of each face, the largest face first, in a picture of this size.
    fn parts(&self, size: Size, part: fn(Region) -> Region) -> impl Iterator<Item = Rect> {
        let faces = self.map.faces.iter();
        faces.filter_map(move |face| in_picture(part(*face), size))
    }

    /// The mean weight of the places whose middle is under words. A place under two words counts twice.
    fn density(&self, words: &[Rect], size: Size) -> f32 {
        let Weights {
            size: (width, height),
            sums,
            ..
        } = &*self.map;
        let place = |at: f32, of: u32, places: usize| {
            let corner = at * places as f32 / of as f32 + 0.5;
            (corner.max(0.0) as usize).min(places)
        };
        let parts = words.iter().map(|area| {
            let [left, right] = [area.left(), area.right()].map(|x| place(x, size.width, *width));
            let [top, bottom] = [area.top(), area.bottom()].map(|y| place(y, size.height, *height));
            let sum = |x: usize, y: usize| sums.get(y * (width + 1) + x).copied().unwrap_or_default();
            let lost = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
            (lost, ((right - left) * (bottom - top)) as f32)
        });
        let (lost, count) = parts.fold((0.0, 0.0), |(all, places), (lost, count)| (all + lost, places + count));
        lost / f32::max(count, 1.0)
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
        let mean = (weights.iter().sum::<f32>() / weights.len() as f32).max(f32::MIN_POSITIVE);
        let (width, height) = (small.width() as usize, small.height() as usize);
        let mut sums = vec![0.0; width + 1];
        for row in weights.chunks_exact(width) {
            let above = sums.len() - width;
            let mut in_row = 0.0;
            sums.push(0.0);
            for (weight, x) in row.iter().zip(0..) {
                in_row += weight / mean;
                sums.push(in_row + sums.get(above + x).copied().unwrap_or_default());
            }
        }
        Self {
            size: (width, height),
            sums,
            faces: faces(pixels),
        }
    }
}
