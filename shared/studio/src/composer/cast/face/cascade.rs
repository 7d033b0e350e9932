//! The cascade classifier: stages of features of the luma in a window.
//!
//! Source: S. Liao et al., “Learning multi-scale block local binary patterns for face recognition”, 2007. The order of
//! the bits and the tolerance are those of OpenCV's `cascadedetect`.

use super::grey::Grey;
use std::{collections::BTreeSet, sync::LazyLock};

/// The step between windows in pixels, before a promising window is found.
const STEP: usize = 2;
/// The number of passed stages from which a window is promising: all its neighbours are examined.
const PROMISING: usize = 8;
/// Subtracted from thresholds, because the numbers in the text are rounded.
const TOLERANCE: f32 = 1e-5;

static FRONTAL: LazyLock<Cascade> = LazyLock::new(|| Cascade::read(include_str!("../../../../faces/frontal.txt")));
static PROFILE: LazyLock<Cascade> = LazyLock::new(|| Cascade::read(include_str!("../../../../faces/profile.txt")));

#[derive(Debug, Default)]
pub(super) struct Cascade {
    /// The width and height of the window, in pixels.
    pub(super) window: (usize, usize),
    stages: Vec<Slots>,
}

#[derive(Debug)]
struct Slots {
    /// The threshold: the smallest sum of answers with which a window passes.
    least: f32,
    questions: Vec<Question>,
}

/// A local binary pattern feature: which of the eight outer blocks are at least as light as the middle block.
#[derive(Debug)]
struct Question {
    /// Left, top, width and height of the upper left block, in pixels of the window.
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    /// The answer if the pattern is in the set, and the answer if it is not.
    answers: [f32; 2],
    /// The set of patterns, one bit for each of 256.
    set: [u32; 8],
}

/// A feature with its offsets for pictures of one width.
struct Placed<'a> {
    /// The offsets of the block corners in the integral image, row by row.
    corners: [usize; 16],
    question: &'a Question,
}

impl Cascade {
    /// The cascade for upright frontal faces.
    pub(super) fn frontal() -> &'static Self {
        &FRONTAL
    }

    /// The cascade for upright faces in profile that look to the right.
    pub(super) fn profile() -> &'static Self {
        &PROFILE
    }

    fn read(text: &str) -> Self {
        let mut stages: Vec<Slots> = Vec::new();
        let mut window = (0, 0);
        for line in text.lines() {
            let side = |text: &str| text.parse::<usize>().ok();
            if let Some((width, height)) = line.strip_prefix("window ").and_then(|sides| sides.split_once(' ')) {
                window = side(width).zip(side(height)).unwrap_or_default();
            } else if let Some(least) = line.strip_prefix("stage ").and_then(|least| least.parse::<f32>().ok()) {
                stages.push(Slots {
                    least: least - TOLERANCE,
                    questions: Vec::new(),
                });
            } else if let (Some(stage), Some(question)) = (stages.last_mut(), Question::read(line)) {
                stage.questions.push(question);
            }
        }
        Self { window, stages }
    }

    /// The upper left corners of all windows that pass, in pixels.
    pub(super) fn hits(&self, picture: &Grey) -> Vec<(usize, usize)> {
        let (width, height) = (picture.width(), picture.height());
        let (sums, stride) = (picture.sums(), width + 1);
        let stages: Vec<(f32, Vec<Placed>)> = self
            .stages
            .iter()
            .map(|stage| {
                (
                    stage.least,
                    stage.questions.iter().map(|one| one.placed(stride)).collect(),
                )
            })
            .collect();
        let passed = |x: usize, y: usize| -> usize {
            let window = sums.get(y * stride + x..).unwrap_or_default();
            let passes = |(least, questions): &(f32, Vec<Placed>)| {
                questions.iter().map(|question| question.answer(window)).sum::<f32>() >= *least
            };
            stages.iter().take_while(|stage| passes(stage)).count()
        };
        let (window_width, window_height) = self.window;
        let (across, down) = (
            (width + 1).saturating_sub(window_width),
            (height + 1).saturating_sub(window_height),
        );
        let mut near = BTreeSet::new();
        for y in (0..down).step_by(STEP) {
            let mut x = 0;
            while x < across {
                match passed(x, y) {
                    // If a window fails in the first stage, its right neighbour hardly passes either and is skipped.
                    0 => x += STEP,
                    PROMISING.. => {
                        let beside = |place: usize| place.saturating_sub(1)..=place + 1;
                        near.extend(beside(y).flat_map(|y| beside(x).map(move |x| (x, y))));
                    }
                    _ => {}
                }
                x += STEP;
            }
        }
        near.retain(|(x, y)| *x < across && *y < down && passed(*x, *y) == stages.len());
        near.into_iter().collect()
    }
}

impl Question {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let mut place = || words.next()?.parse().ok();
        let (left, top, width, height) = (place()?, place()?, place()?, place()?);
        let mut answer = || words.next()?.parse().ok();
        let answers = [answer()?, answer()?];
        let mut set = [0; 8];
        for word in &mut set {
            *word = u32::from_str_radix(words.next()?, 16).ok()?;
        }
        Some(Self {
            left,
            top,
            width,
            height,
            answers,
            set,
        })
    }

    fn placed(&self, stride: usize) -> Placed<'_> {
        let mut corners = [0; 16];
        let places = (0..4).flat_map(|down| (0..4).map(move |across| (across, down)));
        for (corner, (across, down)) in corners.iter_mut().zip(places) {
            *corner = (self.top + down * self.height) * stride + self.left + across * self.width;
        }
        Placed {
            corners,
            question: self,
        }
    }
}

impl Placed<'_> {
    /// The answer for a window, given as the integral image from the window's upper left corner on.
    fn answer(&self, window: &[i32]) -> f32 {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self
            .corners
            .map(|corner| window.get(corner).copied().unwrap_or_default());
        let middle = f - g - j + k;
        // Clockwise, from the upper left block.
        let around = [
            a - b - e + f,
            b - c - f + g,
            c - d - g + h,
            g - h - k + l,
            k - l - o + p,
            j - k - n + o,
            i - j - m + n,
            e - f - i + j,
        ];
        let pattern = around
            .map(|block| usize::from(block >= middle))
            .iter()
            .fold(0, |bits, bit| bits << 1 | bit);
        let word = self.question.set.get(pattern >> 5).copied().unwrap_or_default();
        let [inside, outside] = self.question.answers;
        if word >> (pattern & 31) & 1 == 1 {
            inside
        } else {
            outside
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cascades_are_read_completely() {
        for (cascade, window, stages, features) in [(&*FRONTAL, (24, 24), 20, 139), (&*PROFILE, (20, 34), 16, 130)] {
            let questions: Vec<usize> = cascade.stages.iter().map(|stage| stage.questions.len()).collect();
            assert_eq!(
                (cascade.window, questions.len(), questions.iter().sum()),
                (window, stages, features)
            );
            for one in cascade.stages.iter().flat_map(|stage| &stage.questions) {
                assert!(one.left + 3 * one.width <= window.0 && one.top + 3 * one.height <= window.1);
            }
        }
    }
}
