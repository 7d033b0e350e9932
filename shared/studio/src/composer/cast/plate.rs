//! A picture without words that a model has painted, and where words may stand on it.

use super::{
    photo::{Photo, faces},
    region::Region,
    salience::{detail, mean},
    sample::{rgb, sample},
};
use crate::composer::layout::{self, Layout, MARGIN};
use bytes::Bytes;
use colour::Oklab;
use contract::Size;
use image::RgbaImage;
use std::{convert::identity, sync::Arc};
use tiny_skia::Rect;

/// The longer side, in pixels, of the copy whose weights are computed.
const SAMPLE: u32 = 96;
/// The weight of sharp detail. A colour that differs from that of the picture's rim weighs the square of its distance.
const SHARP: f32 = 0.25;
/// How far from the middle the rim begins; 1 is the edge.
const RIM: f32 = 0.84;
/// By how much more the middle of a picture weighs than its edges.
const CENTRAL: f32 = 1.0;
/// The cost of words that cover a face or a head, for each share of it that they cover.
const FACE: f32 = 40.0;
const HEAD: f32 = 6.0;
/// The width and height of rectangles for words, as shares of the picture without its margins.
const SHAPES: [(f32, f32); 7] = [
    (1.0, 0.3),
    (1.0, 0.2),
    (0.82, 0.26),
    (0.62, 0.42),
    (0.46, 0.62),
    (0.46, 0.4),
    (0.36, 0.85),
];
/// In how many steps a rectangle is moved across the picture, and down.
const STEPS: u8 = 10;
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

    /// The layout, and the same layout with its words off the faces and off whole heads, where these are in the way.
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

    /// For each of [`SHAPES`] the place in a picture of this size where words hide least.
    pub(crate) fn calm_places(&self, size: Size) -> impl Iterator<Item = Rect> {
        let inner = layout::inner(size, MARGIN);
        inner.into_iter().flat_map(move |inner| {
            SHAPES.into_iter().filter_map(move |(width, height)| {
                let (width, height) = (inner.width() * width, inner.height() * height);
                let (right, down) = (inner.width() - width, inner.height() - height);
                let steps = || (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS));
                let places =
                    steps().flat_map(|x| steps().map(move |y| (inner.left() + x * right, inner.top() + y * down)));
                let places = places.filter_map(|(x, y)| Rect::from_xywh(x, y, width, height));
                let places = places.map(|place| layout::clear_of_badge(place, size));
                let costs = places.map(|place| (self.cost(&[place], size), place));
                let calmest = costs.min_by(|(one, _), (other, _)| one.total_cmp(other));
                calmest.map(|(_, place)| place)
            })
        })
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
        let (right, bottom) = (small.width() as f32 - 1.0, small.height() as f32 - 1.0);
        // How far from the middle a pixel is: 1 at the edges.
        let off = |x: u32, y: u32| {
            let (x, y) = (x as f32 / right.max(1.0), y as f32 / bottom.max(1.0));
            (2.0 * x - 1.0).abs().max((2.0 * y - 1.0).abs())
        };
        let rim = small.enumerate_pixels().zip(&looks);
        let rim = rim.filter(|((x, y, _), _)| off(*x, *y) > RIM).map(|(_, look)| *look);
        let ground = mean(&rim.collect::<Vec<_>>());
        let weights = small.enumerate_pixels().zip(&looks).map(|((x, y, _), own)| {
            let own = own.distance(ground).powi(2) + detail(&small, (x, y), *own) * SHARP;
            own * (1.0 + CENTRAL * (1.0 - off(x, y)))
        });
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
