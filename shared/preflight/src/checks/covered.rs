//! The parts of a thumbnail that platforms cover with the duration of the video and with the progress bar.

use colour::{Oklab, Rgb};
use contract::{CheckId, CheckResult, Measure, PixelBox};

use crate::scene::{Scene, area, common};

/// The width and the height of the corner at the lower right that the duration badge covers, as shares of the picture.
const BADGE: (f64, f64) = (0.20, 0.15);
/// The height of the progress bar, as a share of the picture.
const BAR: f64 = 0.04;
/// The largest share of a word, or of the subject, that may be covered.
const MOST_COVERED: f64 = 0.10;

pub(super) fn duration_badge(scene: &Scene) -> Option<CheckResult> {
    let badge = scene.part(1.0 - BADGE.0, 1.0 - BADGE.1, 1.0, 1.0);
    Some(covered_by(scene, CheckId::DurationBadge, badge))
}

pub(super) fn progress_bar(scene: &Scene) -> Option<CheckResult> {
    let bar = scene.part(0.0, 1.0 - BAR, 1.0, 1.0);
    Some(covered_by(scene, CheckId::ProgressBar, bar))
}

/// Measures the largest share of a word or of the subject that `cover` covers. If it is too large, the boxes are the
/// covered parts of words, or the cover itself.
fn covered_by(scene: &Scene, id: CheckId, cover: PixelBox) -> CheckResult {
    let of_word = |place: PixelBox| {
        let under = common(place, cover)?;
        Some((area(under) / area(place).max(1.0), under))
    };
    let words: Vec<(f64, PixelBox)> = scene.words.iter().filter_map(|word| of_word(word.place)).collect();
    let of_words = words.iter().map(|(share, _)| *share).fold(0.0, f64::max);
    let share = of_words.max(of_subject(scene, cover));
    let result = CheckResult::at_most(id, Measure::rounded(share), Measure::rounded(MOST_COVERED));
    if result.ok {
        return result;
    }
    let under = words.iter().filter(|(share, _)| *share > MOST_COVERED);
    let under: Vec<PixelBox> = under.map(|(_, under)| *under).collect();
    result.about(if under.is_empty() { vec![cover] } else { under })
}

/// The share of the subject that is under `cover`. The subject, with its faces, is where the colours differ most from
/// the picture's mean colour: each pixel counts by the square of its difference.
fn of_subject(scene: &Scene, cover: PixelBox) -> f64 {
    let colours: Vec<Oklab> = scene.feed.pixels().iter().copied().map(Rgb::oklab).collect();
    let count = colours.len().max(1) as f32;
    let mean = |part: fn(&Oklab) -> f32| colours.iter().map(part).sum::<f32>() / count;
    let mean = Oklab {
        lightness: mean(|colour| colour.lightness),
        a: mean(|colour| colour.a),
        b: mean(|colour| colour.b),
    };
    let weight = |colour: &Oklab| f64::from(colour.distance(mean)).powi(2);
    let [left, top, right, bottom] = scene.in_feed(cover);
    let (mut under, mut all) = (0.0, 0.0);
    for (y, row) in colours.chunks(scene.feed.width).enumerate() {
        for (x, colour) in row.iter().enumerate() {
            let weight = weight(colour);
            all += weight;
            if (left..right).contains(&x) && (top..bottom).contains(&y) {
                under += weight;
            }
        }
    }
    // In a picture of a single colour nothing is covered.
    if all < 1e-6 { 0.0 } else { under / all }
}
