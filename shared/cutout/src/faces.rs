//! Finds faces.

use crate::network::Network;
use codecs::{resize_rgba, sharp};
use colour::Pixels;
use std::sync::LazyLock;

/// The width and the height of the picture that the model takes.
const SIDE: usize = 128;
/// The smallest score of what may be a face.
const LEAST: f32 = 0.5;
/// A face counts if the model gives it at least this score. To things that are no faces it gave up to 0.748.
const SURE: f32 = 0.75;
/// The grids of places at which the model looks, and how often it looks at each.
const GRIDS: [(usize, usize); 2] = [(16, 2), (8, 6)];
/// The largest number of squares after the first.
const MAX_STEPS: u32 = 6;
/// The numbers of a box: its middle, its size, and six points of the face.
const NUMBERS: usize = 16;

/// MediaPipe's BlazeFace for short distances.
static NETWORK: LazyLock<Option<Network>> = LazyLock::new(|| {
    let operators = rten::op_registry!(Add, Cast, Concat, Conv, MaxPool, Pad, Relu, Reshape, Transpose);
    Network::load(include_bytes!("../models/face.onnx"), operators)
});

/// A face, in shares of the photo's width and height.
pub(crate) struct Face {
    pub(crate) middle: (f32, f32),
    /// The width and the height from the chin to the brow.
    pub(crate) size: (f32, f32),
    /// The model's confidence, from 0 to 1.
    pub(crate) score: f32,
}

impl Face {
    pub(crate) fn is_sure(&self) -> bool {
        self.score >= SURE
    }

    fn contains(&self, (x, y): (f32, f32)) -> bool {
        let (across, down) = ((x - self.middle.0).abs(), (y - self.middle.1).abs());
        across * 2.0 <= self.size.0 && down * 2.0 <= self.size.1
    }

    /// The part of the face that is in the photo: left, top, width and height.
    pub(crate) fn region(&self) -> [f32; 4] {
        let (left, width) = within(self.middle.0, self.size.0);
        let (top, height) = within(self.middle.1, self.size.1);
        [left, top, width, height]
    }
}

/// The beginning and the length of the part of a span that is in the photo.
fn within(middle: f32, length: f32) -> (f32, f32) {
    let [from, to] = [middle - length / 2.0, middle + length / 2.0].map(|end| end.clamp(0.0, 1.0));
    (from, to - from)
}

/// The faces that count, the largest first. The model finds a face several times, but it is listed once. If the model
/// finds none in the whole photo, it looks at square parts of the photo, where it finds smaller faces.
pub(crate) fn sure(photo: &Pixels) -> Vec<Face> {
    let search = |part| find_in(photo, part).into_iter().flatten().filter(Face::is_sure);
    let mut found: Vec<Face> = search(Part::whole(photo)).collect();
    if found.is_empty() {
        found = Part::squares(photo).flat_map(search).collect();
    }
    found.sort_by(|one, other| other.size.1.total_cmp(&one.size.1));
    let mut faces: Vec<Face> = Vec::new();
    for face in found {
        if !faces.iter().any(|larger| larger.contains(face.middle)) {
            faces.push(face);
        }
    }
    faces
}

/// The highest of these faces.
pub(crate) fn highest(faces: &[Face]) -> Option<&Face> {
    let faces = faces.iter();
    faces.max_by(|one, other| one.size.1.total_cmp(&other.size.1))
}

/// The faces of a photo. A face is found several times, at neighbouring places.
pub(crate) fn find(photo: &Pixels) -> Option<Vec<Face>> {
    find_in(photo, Part::whole(photo))
}

/// A rectangle of a photo, in pixels.
#[derive(Clone, Copy)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Part {
    fn whole(photo: &Pixels) -> Self {
        Self {
            left: 0,
            top: 0,
            width: photo.width(),
            height: photo.height(),
        }
    }

    /// Squares along a wide or tall photo, as high or wide as the photo. Neighbours overlap by half or more, unless the
    /// photo is very long.
    fn squares(photo: &Pixels) -> impl Iterator<Item = Self> {
        let (width, height) = (photo.width(), photo.height());
        let side = width.min(height);
        let spare = width.max(height) - side;
        let steps = (2 * spare).div_ceil(side.max(1)).min(MAX_STEPS);
        // The only square of a square photo is the photo itself.
        let all = (steps > 0).then_some(0..=steps).into_iter().flatten();
        all.map(move |step| {
            let from = spare * step / steps;
            let (left, top) = if width > height { (from, 0) } else { (0, from) };
            Self {
                left,
                top,
                width: side,
                height: side,
            }
        })
    }
}

/// The faces of a part of a photo.
fn find_in(photo: &Pixels, part: Part) -> Option<Vec<Face>> {
    let longest = part.width.max(part.height) as usize;
    let scaled = |length: u32| (length as usize * SIDE).div_ceil(longest.max(1)).max(1);
    let (across, down) = (scaled(part.width), scaled(part.height));
    let mut small = vec![0; across * down * 4];
    let [left, top, width, height] = [part.left, part.top, part.width, part.height].map(f64::from);
    resize_rgba(
        photo.as_bytes(),
        (photo.width(), photo.height()),
        &mut small,
        (across as u32, down as u32),
        &sharp().use_alpha(false).crop(left, top, width, height),
    )?;
    // The part keeps its proportions, so the rest of the square is black.
    let (before, above) = ((SIDE - across) / 2, (SIDE - down) / 2);
    let mut square = vec![[0; 4]; SIDE * SIDE];
    for (to, from) in square
        .chunks_mut(SIDE)
        .skip(above)
        .zip(small.as_chunks().0.chunks(across))
    {
        to.get_mut(before..before + across)?.copy_from_slice(from);
    }
    let outputs = NETWORK.as_ref()?.run(&square, (1.0 / 127.5, -1.0))?;
    let [boxes, scores] = outputs.as_slice() else {
        return None;
    };
    let scores = scores.iter().map(|score| 1.0 / (1.0 + (-score).exp()));
    let found = boxes.chunks(NUMBERS).zip(scores).zip(anchors());
    let found = found.filter(|((_, score), _)| *score >= LEAST);
    // From places of the square to shares of the photo.
    let share = |place: f32, before: usize, scaled: usize, from: u32, length: u32, whole: u32| {
        (from as f32 + (place - before as f32) / scaled as f32 * length as f32) / whole as f32
    };
    let x_of = |x: f32| share(x, before, across, part.left, part.width, photo.width());
    let y_of = |y: f32| share(y, above, down, part.top, part.height, photo.height());
    let faces = found.filter_map(|((numbers, score), (anchor_x, anchor_y))| {
        let [x, y, width, height, ..] = numbers else {
            return None;
        };
        let (x, y) = (x + anchor_x * SIDE as f32, y + anchor_y * SIDE as f32);
        Some(Face {
            middle: (x_of(x), y_of(y)),
            size: (x_of(x + width) - x_of(x), y_of(y + height) - y_of(y)),
            score,
        })
    });
    Some(faces.collect())
}

/// The places at which the model looks for a face, in shares of the square.
fn anchors() -> impl Iterator<Item = (f32, f32)> {
    GRIDS.into_iter().flat_map(|(places, times)| {
        let middle = move |place: usize| (place as f32 + 0.5) / places as f32;
        let places = (0..places).flat_map(move |y| (0..places).map(move |x| (middle(x), middle(y))));
        places.flat_map(move |place| std::iter::repeat_n(place, times))
    })
}

#[cfg(test)]
mod tests;
