//! Finds the face in a photo of a person.
//!
//! A cascade classifier examines windows of every position and size. Nearly all windows fail in its first stages. A
//! photo therefore takes a few milliseconds, and no neural network is needed. The searches, until one finds a face:
//!
//! 1. large upright faces;
//! 2. the same in the photo rotated by 15° and 30° to both sides;
//! 3. profiles, with a second cascade, also in the mirrored photo;
//! 4. small faces, with the first cascade in a larger copy.

mod cascade;
mod grey;
mod silhouette;

pub(super) use silhouette::head;

use grey::Grey;

use cascade::Cascade;

/// The number of scales per doubling of the face size.
const SIZES_PER_OCTAVE: u8 = 5;
/// Windows whose sides differ by less than this share of their size show the same face.
const SAME: f32 = 0.2;
/// The smallest number of windows that must contain the face. In 160 pictures without a face no spot had as many; a
/// frontal face has ten to twenty.
const LEAST_HITS: u32 = 6;
/// The same for a rotated picture: four pictures are examined, so that chance hits are more frequent.
const LEAST_TILTED_HITS: u32 = 8;
/// The smallest width of a tilted face, as a share of the picture's width. Smaller patterns are too often no faces.
const LEAST_TILTED_WIDTH: f32 = 0.12;
/// The same number of windows for a face in profile.
const LEAST_PROFILE_HITS: u32 = 9;
/// The angles of tilted faces, in degrees clockwise.
const TILTS: [f32; 4] = [-15.0, 15.0, -30.0, 30.0];
/// The number of doublings of the face size that are examined in the larger copy.
const SMALL: u8 = 2;

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
    /// A face that another detector has found. Its region reaches from the brow to the chin.
    pub(super) const fn seen(region: Region) -> Self {
        Self { region, hits: u32::MAX }
    }

    /// The face in the picture before it was rotated clockwise around its middle. `aspect` is the picture's width by
    /// its height.
    fn rotated_back(self, angle: f32, aspect: f32) -> Self {
        let Region {
            left,
            top,
            width,
            height,
        } = self.region;
        let (x, y) = ((left + width / 2.0 - 0.5) * aspect, top + height / 2.0 - 0.5);
        let (sin, cos) = angle.sin_cos();
        let (x, y) = (x * cos + y * sin, y * cos - x * sin);
        Self {
            region: Region {
                left: x / aspect + 0.5 - width / 2.0,
                top: y + 0.5 - height / 2.0,
                width,
                height,
            },
            ..self
        }
    }

    /// The face in the mirrored picture.
    fn mirrored(self) -> Self {
        let Region { left, width, .. } = self.region;
        Self {
            region: Region {
                left: 1.0 - left - width,
                ..self.region
            },
            ..self
        }
    }

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

/// The face in a picture. `rgba` has four bytes per pixel, row by row.
pub(super) fn find(rgba: &[u8], width: usize, height: usize) -> Option<Face> {
    let coarse = Grey::coarse(rgba, width, height);
    upright(&coarse, u8::MAX)
        .or_else(|| tilted(&coarse))
        .or_else(|| profile(&coarse))
        .or_else(|| upright(&Grey::fine(rgba, width, height), SMALL))
}

/// An upright frontal face.
fn upright(picture: &Grey, octaves: u8) -> Option<Face> {
    strongest(picture, Cascade::frontal(), octaves, LEAST_HITS)
}

/// A frontal face that is tilted to the left or to the right.
fn tilted(picture: &Grey) -> Option<Face> {
    let faces = TILTS.into_iter().filter_map(|tilt| {
        let angle = tilt.to_radians();
        let face = strongest(&picture.rotated(angle), Cascade::frontal(), u8::MAX, LEAST_TILTED_HITS)
            .filter(|face| face.region.width >= LEAST_TILTED_WIDTH)?;
        Some(face.rotated_back(angle, picture.width() as f32 / picture.height() as f32))
    });
    faces.max_by_key(|face| face.hits)
}

/// A face in profile.
fn profile(picture: &Grey) -> Option<Face> {
    let find = |picture: &Grey| strongest(picture, Cascade::profile(), u8::MAX, LEAST_PROFILE_HITS);
    let mirrored = find(&picture.mirrored()).map(Face::mirrored);
    find(picture).into_iter().chain(mirrored).max_by_key(|face| face.hits)
}

/// The face with the most windows; if several tie, the largest. `None` if no spot has this number of windows.
fn strongest(picture: &Grey, cascade: &Cascade, octaves: u8, least: u32) -> Option<Face> {
    let faces = grouped(&hits(picture, cascade, octaves)).into_iter();
    let (face, hits) = faces
        .filter(|(_, hits)| *hits >= least)
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

/// The squares of all windows that pass the cascade, at every scale of so many doublings.
fn hits(picture: &Grey, cascade: &Cascade, octaves: u8) -> Vec<Square> {
    let (window_width, window_height) = cascade.window;
    let side = window_width.max(window_height) as f32 * (window_width as f32 / window_height as f32).sqrt();
    let mut hits = Vec::new();
    // Halving averages pixels. Shrinking by a large factor at once would skip some.
    let mut octave = picture.clone();
    let mut halved = 1.0;
    for _ in 0..octaves {
        if octave.width() < window_width || octave.height() < window_height {
            break;
        }
        for size in 0..SIZES_PER_OCTAVE {
            let factor = (f32::from(size) / f32::from(SIZES_PER_OCTAVE)).exp2();
            let level = octave.shrunk(factor);
            let scale = halved * factor;
            hits.extend(cascade.hits(&level).into_iter().map(|(x, y)| Square {
                // A window that is not square stands for the square of the same area and the same middle.
                left: (x as f32 + (window_width as f32 - side) / 2.0) * scale,
                top: (y as f32 + (window_height as f32 - side) / 2.0) * scale,
                side: side * scale,
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
