//! Finds a frontal face in a photo.
//!
//! A cascade classifier examines windows of every position and size. Nearly all windows fail in its first stages, so
//! that a photo takes a few milliseconds and needs no model.

mod cascade;
mod grey;
mod silhouette;

pub(super) use {grey::Grey, silhouette::head};

use cascade::{Cascade, WINDOW};

/// The number of scales per doubling of the face size.
const SIZES_PER_OCTAVE: u8 = 5;
/// Windows whose sides differ by less than this share of their size show the same face.
const SAME: f32 = 0.2;
/// The smallest number of windows that must contain the face. In 160 pictures without a face no spot had as many; a
/// frontal face has ten to twenty.
const LEAST_HITS: u32 = 6;

/// The head above the face, hair included, in face heights.
const ABOVE: f32 = 0.55;
/// The head below the face, in face heights.
const BELOW: f32 = 0.15;
/// The width of the head, hair included, in face widths.
const ACROSS: f32 = 1.5;

/// A rectangle; position and size are shares of the picture's width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Region {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A face from the brows to the mouth, and the number of windows that contain it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) region: Region,
    pub(super) hits: u32,
}

impl Face {
    /// The rectangle of the head around the face.
    pub(super) fn head(self) -> Region {
        let Region {
            left,
            top,
            width,
            height,
        } = self.region;
        let from = (top - ABOVE * height).max(0.0);
        Region {
            left: left + (1.0 - ACROSS) / 2.0 * width,
            top: from,
            width: ACROSS * width,
            height: top + (1.0 + BELOW) * height - from,
        }
    }
}

/// The face with the most windows; if several tie, the largest.
pub(super) fn find(picture: &Grey) -> Option<Face> {
    let faces = grouped(&hits(picture)).into_iter();
    let (face, hits) = faces
        .filter(|(_, hits)| *hits >= LEAST_HITS)
        .max_by(|(a, seen), (b, others)| seen.cmp(others).then(a.side.total_cmp(&b.side)))?;
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let region = Region {
        left: face.left / width,
        top: face.top / height,
        width: face.side / width,
        height: face.side / height,
    };
    Some(Face { region, hits })
}

/// A window, in pixels of the picture.
#[derive(Clone, Copy, Debug)]
struct Square {
    left: f32,
    top: f32,
    side: f32,
}

impl Square {
    /// Whether both windows show the same face, by the criterion of OpenCV's `groupRectangles`.
    fn is_like(self, other: Self) -> bool {
        let most = SAME * self.side.min(other.side);
        let near = |a: f32, b: f32| (a - b).abs() <= most;
        near(self.left, other.left)
            && near(self.top, other.top)
            && near(self.left + self.side, other.left + other.side)
            && near(self.top + self.side, other.top + other.side)
    }
}

/// All windows that pass the cascade, at every scale.
fn hits(picture: &Grey) -> Vec<Square> {
    let cascade = Cascade::frontal();
    let mut hits = Vec::new();
    // Halving averages pixels. Shrinking by a large factor at once would skip some.
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

/// Groups windows that are alike, directly or through others, into their mean and number.
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
