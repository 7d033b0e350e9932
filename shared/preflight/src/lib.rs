//! Measures how a picture will fare where it is seen: small, on a light or a dark page, under the duration badge.
//!
//! Every check is a fact that is measured in the pixels; none predicts clicks. [`measure`] runs them. To add a check,
//! write a function like those in `checks` and add it to that list. The same picture always gets the same results.
//! Likeness to other pictures is not a property of one picture: [`Fingerprint`] compares two.

mod checks;
mod fingerprint;
mod letters;
mod raster;
mod scene;

use colour::Pixels;
use contract::{CheckResult, PixelBox, Size};

use self::checks::CHECKS;
pub use self::fingerprint::{Fingerprint, sameness};
use self::scene::Scene;

/// The longest side of the copy in which a picture is measured, in pixels. A larger copy is not refused, but takes
/// longer.
pub const LONGEST_SIDE: u32 = 640;

/// The picture to measure.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// A copy of the picture whose longer side has at most [`LONGEST_SIDE`] pixels.
    pub copy: &'a Pixels,
    /// The size of the picture.
    pub size: Size,
    /// The size of its file in bytes.
    pub file_bytes: u64,
    /// Its words, if they are known. Otherwise they are detected.
    pub words: Option<&'a [PrintedWord]>,
}

/// A word that is printed on a picture, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedWord {
    /// The bounding box of its letters.
    pub place: PixelBox,
    /// The height of a capital letter.
    pub letter: u32,
    /// Whether it is the rest of the word before it, which was broken at the end of a line.
    pub continues: bool,
}

/// The measurements of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The results of the checks.
    pub checks: Vec<CheckResult>,
    /// The fingerprint, which is compared with those of the other pictures of the generation.
    pub fingerprint: Fingerprint,
}

/// Measures a picture. `None` if the picture has no pixels.
pub fn measure(shown: &Shown<'_>) -> Option<Measured> {
    let scene = Scene::of(shown)?;
    Some(Measured {
        checks: CHECKS.iter().filter_map(|check| check(&scene)).collect(),
        fingerprint: Fingerprint::of(&scene),
    })
}

/// Whether a picture has the shape of a video's thumbnail: 16:9 within 1 %.
pub fn is_wide(size: Size) -> bool {
    let (across, down) = (u64::from(size.width) * 9, u64::from(size.height) * 16);
    down > 0 && across.abs_diff(down) * 100 <= down
}

#[cfg(test)]
mod tests;
