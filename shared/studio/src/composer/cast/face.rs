//! Where in a photo a face is, seen from the front.
//!
//! A cascade of small questions looks through a window at every place of the picture in every size: nearly all windows
//! fail the first ones, so that a photo takes a few milliseconds and no model.

mod cascade;
mod grey;
mod silhouette;

pub(super) use {grey::Grey, silhouette::head};

use cascade::{Cascade, WINDOW};

/// How many sizes are looked at until a face is twice as large.
const SIZES_PER_OCTAVE: u8 = 5;
/// Rectangles whose edges differ by less than this, in parts of their size, show the same face.
const SAME: f32 = 0.2;
/// How many windows must have seen a face. In 160 pictures without one nothing was seen so often; a face from the front
/// is seen ten to twenty times.
const LEAST_HITS: u32 = 6;

/// What a head has above and below the face and how wide it is, hair included, in parts of the face's side.
const ABOVE: f32 = 0.55;
const BELOW: f32 = 0.15;
const ACROSS: f32 = 1.5;

/// A rectangle in shares of the picture's width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A face from the brows to the mouth, and how many windows have seen it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) part: Part,
    pub(super) hits: u32,
}

impl Face {
    /// The head around the face.
    pub(super) fn head(self) -> Part {
        let Part {
            left,
            top,
            width,
            height,
        } = self.part;
        let from = (top - ABOVE * height).max(0.0);
        Part {
            left: left + (1.0 - ACROSS) / 2.0 * width,
            top: from,
            width: ACROSS * width,
            height: top + (1.0 + BELOW) * height - from,
        }
    }
}

/// The face that most windows see.
pub(super) fn find(picture: &Grey) -> Option<Face> {
    let faces = grouped(&hits(picture)).into_iter();
    let (face, hits) = faces
        .filter(|(_, hits)| *hits >= LEAST_HITS)
        .max_by(|(a, seen), (b, others)| seen.cmp(others).then(a.side.total_cmp(&b.side)))?;
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let part = Part {
        left: face.left / width,
        top: face.top / height,
        width: face.side / width,
        height: face.side / height,
    };
    Some(Face { part, hits })
}

/// A window in pixels of the picture.
#[derive(Clone, Copy, Debug)]
struct Square {
    left: f32,
    top: f32,
    side: f32,
}

impl Square {
    /// Whether both show the same face, as OpenCV's `groupRectangles` decides it.
    fn is_like(self, other: Self) -> bool {
        let most = SAME * self.side.min(other.side);
        let near = |a: f32, b: f32| (a - b).abs() <= most;
        near(self.left, other.left)
            && near(self.top, other.top)
            && near(self.left + self.side, other.left + other.side)
            && near(self.top + self.side, other.top + other.side)
    }
}

/// Every window that passes.
fn hits(picture: &Grey) -> Vec<Square> {
    let cascade = Cascade::frontal();
    let mut hits = Vec::new();
    // Halves first, so that a much smaller picture does not skip pixels of the large one.
    let mut octave = picture.clone();
    let mut halved = 1.0;
    while octave.width().min(octave.height()) >= WINDOW {
        for size in 0..SIZES_PER_OCTAVE {
            let factor = (f32::from(size) / f32::from(SIZES_PER_OCTAVE)).exp2();
            let level = octave.shrunk(factor);
            let scale = halved * factor;
            hits.extend(cascade.hits(&level).into_iter().map(|(x, y)| Square {
                left: x as f32 * scale,
                top: y as f32 * scale,
                side: WINDOW as f32 * scale,
            }));
        }
        octave = octave.halved();
        halved *= 2.0;
    }
    hits
}

/// The means of hits that are alike, directly or by way of others, and how many they are.
fn grouped(hits: &[Square]) -> Vec<(Square, u32)> {
    let mut rest = hits.to_vec();
    let mut groups = Vec::new();
    while let Some(first) = rest.pop() {
        let mut group = vec![first];
        let mut asked = 0;
        while let Some(one) = group.get(asked).copied() {
            group.extend(rest.extract_if(.., |other| one.is_like(*other)));
            asked += 1;
        }
        let mean = |of: fn(&Square) -> f32| group.iter().map(of).sum::<f32>() / group.len() as f32;
        let square = Square {
            left: mean(|one| one.left),
            top: mean(|one| one.top),
            side: mean(|one| one.side),
        };
        groups.push((square, u32::try_from(group.len()).unwrap_or(u32::MAX)));
    }
    groups
}

#[cfg(test)]
mod tests;
