//! The words of a picture that is as small as in a list of videos. These checks apply only to pictures with words.

use colour::Rgb;
use contract::{CheckId, CheckResult, Measure, PixelBox};

use crate::{PrintedWord, scene::Scene};

/// The smallest height of a capital letter that can be read, in pixels.
const LEAST_HEIGHT: f64 = 7.0;
/// The smallest contrast ratio of large letters (WCAG 2.2, 1.4.3).
const LEAST_CONTRAST: f64 = 3.0;
/// The largest number of words that are read at a glance.
const MOST_WORDS: u64 = 6;
/// The share of a word's pixels that are darker than its dark tone, and of those that are lighter than its light tone.
const TAIL: f64 = 0.10;

pub(super) fn height(scene: &Scene) -> Option<CheckResult> {
    let height = |word: &PrintedWord| f64::from(word.letter) * scene.feed_scale;
    let least = lowest(scene, height)?;
    let result = CheckResult::at_least(
        CheckId::WordHeight,
        Measure::rounded(least),
        Measure::rounded(LEAST_HEIGHT),
    );
    Some(result.about(words(scene, |word| height(word) < LEAST_HEIGHT)))
}

pub(super) fn contrast(scene: &Scene) -> Option<CheckResult> {
    let contrast = |word: &PrintedWord| contrast_in(scene, word.place);
    let least = lowest(scene, contrast)?;
    let result = CheckResult::at_least(
        CheckId::WordContrast,
        Measure::rounded(least),
        Measure::rounded(LEAST_CONTRAST),
    );
    Some(result.about(words(scene, |word| contrast(word) < LEAST_CONTRAST)))
}

pub(super) fn count(scene: &Scene) -> Option<CheckResult> {
    let words = scene.words.iter().filter(|word| !word.continues);
    let count = Measure::whole(words.count() as u64);
    let result = CheckResult::at_most(CheckId::WordCount, count, Measure::whole(MOST_WORDS));
    (!scene.words.is_empty()).then_some(result)
}

/// The smallest value of all words; `None` without words.
fn lowest(scene: &Scene, value: impl Fn(&PrintedWord) -> f64) -> Option<f64> {
    scene.words.iter().map(value).reduce(f64::min)
}

/// The boxes of the words for which `is_bad` holds.
fn words(scene: &Scene, is_bad: impl Fn(&PrintedWord) -> bool) -> Vec<PixelBox> {
    let bad = scene.words.iter().filter(|word| is_bad(word));
    bad.map(|word| word.place).collect()
}

/// The contrast ratio between the dark and the light tones where a word is. A letter such as I fills its box, so the
/// ground beside a narrow word counts too.
fn contrast_in(scene: &Scene, place: PixelBox) -> f64 {
    let beside = place.height.saturating_sub(place.width) / 2;
    let left = place.x.saturating_sub(beside);
    let right = (place.x + place.width + beside).min(scene.size.width);
    let [left, top, right, bottom] = scene.in_feed(PixelBox {
        x: left,
        width: right - left,
        ..place
    });
    let inside = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let mut lights: Vec<f32> = inside.map(|(x, y)| Rgb::luminance(scene.feed.at(x, y))).collect();
    lights.sort_by(f32::total_cmp);
    let at = |share: f64| {
        let index = (share * lights.len().saturating_sub(1) as f64).round() as usize;
        f64::from(lights.get(index).copied().unwrap_or_default())
    };
    (at(1.0 - TAIL) + 0.05) / (at(TAIL) + 0.05)
}
