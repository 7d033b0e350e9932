//! Detects words by the shapes of their letters.
//!
//! A letter is a connected shape of about one colour, neither very wide nor very thin. At least three letters of the
//! same colour and of similar height beside each other are text, unless all of them have the same shape, as windows
//! have. Wide gaps separate words.
//!
//! Bold letters are shapes whose colour changes only slowly. Small and faint letters have no such colour in a copy,
//! because their edges are blurred. They are shapes of [`Ink`](ink::Ink) instead. Surfaces and patterns have many such
//! shapes, so more is required of small and faint words.
//!
//! Words of one colour are found in scripts whose letters stand apart. Handwriting, joined scripts, and letters of many
//! colours are mostly missed, and a word may be found in two parts.

mod ink;
mod regions;

use contract::{PixelBox, Size};

use self::{
    ink::Lightness,
    regions::{Region, even_regions, regions_of},
};
use crate::{PrintedWord, raster::Raster};

/// How large and how many the letters of a word must be, so that the word counts as found.
struct Rule {
    /// The smallest height of a letter, as a share of the picture's height.
    height: f32,
    /// The smallest number of letters of a line.
    letters: usize,
    /// The smallest share of a letter's pixels that are inside it. The edge of a letter is as high as the letter, and
    /// has no inside.
    inner: f32,
}

/// For bold words.
const BOLD: Rule = Rule {
    height: 0.035,
    letters: 3,
    inner: 0.08,
};
/// For small and faint words.
const FINE: Rule = Rule {
    height: 0.016,
    letters: 4,
    inner: 0.0,
};
/// The smallest number of letters of a small or faint word.
const FINE_WORD: usize = 2;
/// The largest height of a letter, as a share of the picture's height.
const HIGHEST: f32 = 0.6;
/// The smallest height of a letter, in pixels of the copy.
const LOWEST: usize = 5;
/// The largest width of a letter, in letter heights.
const WIDEST: f32 = 1.6;
/// The share of its bounding box that a letter covers.
const FILLED: (f32, f32) = (0.15, 0.93);
/// A letter that is narrower than this, in letter heights, may fill its bounding box.
const BAR: f32 = 0.4;
/// The largest difference of the colours of two letters of a line, in OKLab.
const SAME_COLOUR: f32 = 0.10;
/// The smallest ratio of the heights of two letters of a line.
const SAME_HEIGHT: f32 = 0.62;
/// The smallest common part of the heights of two letters of a line, as a share of the lower one.
const SAME_LINE: f32 = 0.6;
/// The widest gap between two letters of a line, in letter heights.
const GAP: f32 = 0.7;
/// The narrowest gap between two words, in letter heights, and as a multiple of the line's median gap: small letters
/// are wider apart than capitals, in their heights.
const WORD_GAP: (f32, f32) = (0.22, 2.0);
/// Where the gaps of a line fall in two groups, the wider ones are between words even if they are narrower: some
/// typefaces have wide gaps between letters. The narrowest gap between two words, the smallest difference of the
/// groups, both in letter heights, and this difference in pixels and as a multiple of the narrower gap.
const GROUPS: (f32, f32, f32, f32) = (0.28, 0.08, 2.0, 1.35);
/// The smallest deviation of the letters' areas from their mean, as a share of the mean.
const UNEVEN: f32 = 0.08;

/// The words of a picture of this size, in the order of their upper edges, given a copy of the picture.
pub(crate) fn words(copy: &Raster, size: Size) -> Vec<PrintedWord> {
    let bold = lines(even_regions(copy), copy, &BOLD);
    let mut found = without_holes(bold.into_iter().flat_map(split).collect());
    let lightness = Lightness::of(copy);
    for ink in lightness.inks() {
        let mut fine = lines(regions_of(copy, &ink.chosen), copy, &FINE);
        fine.retain(|line| ink.stands_off(bounds(line)));
        let mut words = without_holes(fine.into_iter().flat_map(split).collect());
        let is_known = |word: &Word| found.iter().any(|other| overlap(word.bounds(), other.bounds()));
        words.retain(|word| word.letters.len() >= FINE_WORD && !is_known(word));
        found.append(&mut words);
    }
    let mut words: Vec<PrintedWord> = found.iter().map(|word| word.printed(copy, size)).collect();
    words.sort_by_key(|word| (word.place.y, word.place.x));
    words
}

/// A word of the copy.
struct Word {
    letters: Vec<Region>,
    /// The height of a capital letter: that of the highest letter of the word's line, because a word may have only low
    /// letters, as "some" has.
    capital: usize,
}

/// The words that are not inside another one. The holes of letters look like smaller letters.
fn without_holes(mut words: Vec<Word>) -> Vec<Word> {
    let boxes: Vec<[usize; 4]> = words.iter().map(Word::bounds).collect();
    let is_inside = |[left, top, right, bottom]: [usize; 4]| {
        let around = |other: &&[usize; 4]| {
            let [outer_left, outer_top, outer_right, outer_bottom] = **other;
            outer_left < left && outer_top < top && right < outer_right && bottom < outer_bottom
        };
        boxes.iter().any(|other| around(&other))
    };
    words.retain(|word| !is_inside(word.bounds()));
    words
}

fn is_letter(region: &Region, copy: &Raster, rule: &Rule) -> bool {
    let (width, height) = (region.width() as f32, region.height() as f32);
    let share = height / copy.height as f32;
    let filled = region.area as f32 / (width * height);
    let most_filled = if width < BAR * height { 1.0 } else { FILLED.1 };
    let touches_border =
        region.left == 0 || region.top == 0 || region.right >= copy.width || region.bottom >= copy.height;
    region.height() >= LOWEST
        && (rule.height..=HIGHEST).contains(&share)
        && width <= WIDEST * height
        && (FILLED.0..=most_filled).contains(&filled)
        && region.inner as f32 >= rule.inner * region.area as f32
        && !touches_border
}

/// The lines of text among these regions.
fn lines(mut letters: Vec<Region>, copy: &Raster, rule: &Rule) -> Vec<Vec<Region>> {
    letters.retain(|region| is_letter(region, copy, rule));
    let mut lines = joined(letters);
    lines.retain(|line| line.len() >= rule.letters && is_uneven(line));
    lines
}

/// Joins letters to lines: each letter to the nearest one on its right that belongs to it.
fn joined(mut letters: Vec<Region>) -> Vec<Vec<Region>> {
    letters.sort_by_key(|letter| (letter.left, letter.top));
    let mut lines: Vec<Vec<Region>> = Vec::new();
    for letter in letters {
        let fits = |line: &&mut Vec<Region>| line.last().is_some_and(|last| follows(last, &letter));
        let nearest = lines
            .iter_mut()
            .filter(fits)
            .min_by_key(|line| line.last().map_or(usize::MAX, |last| letter.left.abs_diff(last.right)));
        match nearest {
            Some(line) => line.push(letter),
            None => lines.push(vec![letter]),
        }
    }
    lines
}

/// Whether `next` may be the letter after `last`.
fn follows(last: &Region, next: &Region) -> bool {
    let (lower, higher) = (last.height().min(next.height()), last.height().max(next.height()));
    let common = last.bottom.min(next.bottom).saturating_sub(last.top.max(next.top));
    let gap = next.left as f32 - last.right as f32;
    let letter = higher as f32;
    lower as f32 >= SAME_HEIGHT * letter
        && common as f32 >= SAME_LINE * lower as f32
        && (-0.25 * letter..=GAP * letter).contains(&gap)
        && last.colour.distance(next.colour) <= SAME_COLOUR
}

/// Whether the letters differ in size. Windows and tiles do not.
fn is_uneven(line: &[Region]) -> bool {
    let count = line.len().max(1) as f32;
    let mean = line.iter().map(|letter| letter.area as f32).sum::<f32>() / count;
    let square = |letter: &Region| (letter.area as f32 - mean).powi(2);
    let deviation = (line.iter().map(square).sum::<f32>() / count).sqrt();
    deviation >= UNEVEN * mean
}

/// Splits a line at the gaps between words.
fn split(line: Vec<Region>) -> Vec<Word> {
    let gap = |last: &Region, next: &Region| next.left as f32 - last.right as f32;
    let mut gaps: Vec<f32> = line
        .windows(2)
        .filter_map(|pair| Some(gap(pair.first()?, pair.last()?)))
        .collect();
    let widest = widest_in_word(&mut gaps, median_height(&line) as f32);
    let is_joined = |last: &Region, next: &Region| gap(last, next) <= widest;
    let capital = line.iter().map(Region::height).max().unwrap_or_default();
    let words = line.chunk_by(is_joined);
    words
        .map(|letters| Word {
            letters: letters.to_vec(),
            capital,
        })
        .collect()
}

/// The widest gap between two letters of a word, given all gaps of its line and the height of its letters.
fn widest_in_word(gaps: &mut [f32], height: f32) -> f32 {
    gaps.sort_by(f32::total_cmp);
    let median = gaps.get(gaps.len() / 2).copied().unwrap_or_default();
    let usual = (WORD_GAP.0 * height).max(WORD_GAP.1 * median);
    let (narrowest, difference, pixels, ratio) = GROUPS;
    let steps = gaps.windows(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    let between_groups = steps
        .filter(|(inner, outer)| {
            let step = outer - inner;
            *outer >= narrowest * height && step >= (difference * height).max(pixels) && *outer >= ratio * inner
        })
        .max_by(|(inner, outer), (inner2, outer2)| (outer - inner).total_cmp(&(outer2 - inner2)));
    between_groups.map_or(usual, |(inner, _)| inner.max(WORD_GAP.0 * height).min(usual))
}

fn median_height(letters: &[Region]) -> usize {
    let mut heights: Vec<usize> = letters.iter().map(Region::height).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).copied().unwrap_or_default()
}

/// The bounding box of letters: left, top, right and bottom, the last two exclusive.
fn bounds(letters: &[Region]) -> [usize; 4] {
    let least = |edge: fn(&Region) -> usize| letters.iter().map(edge).min().unwrap_or_default();
    let most = |edge: fn(&Region) -> usize| letters.iter().map(edge).max().unwrap_or_default();
    [
        least(|letter| letter.left),
        least(|letter| letter.top),
        most(|letter| letter.right),
        most(|letter| letter.bottom),
    ]
}

/// Whether two boxes have pixels in common.
fn overlap(
    [left, top, right, bottom]: [usize; 4],
    [other_left, other_top, other_right, other_bottom]: [usize; 4],
) -> bool {
    left < other_right && other_left < right && top < other_bottom && other_top < bottom
}

impl Word {
    fn bounds(&self) -> [usize; 4] {
        bounds(&self.letters)
    }

    /// The word in pixels of the picture.
    fn printed(&self, copy: &Raster, size: Size) -> PrintedWord {
        let (across, down) = (
            f64::from(size.width) / copy.width as f64,
            f64::from(size.height) / copy.height as f64,
        );
        let scaled = |length: usize, scale: f64| (length as f64 * scale).round() as u32;
        let [left, top, right, bottom] = self.bounds();
        let (x, y) = (scaled(left, across), scaled(top, down));
        PrintedWord {
            place: PixelBox {
                x,
                y,
                width: scaled(right, across) - x,
                height: scaled(bottom, down) - y,
            },
            letter: scaled(self.capital, down),
            continues: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_letters_by_the_gaps_of_their_line() {
        // Gaps in letter heights, as some typefaces have them, and the number of words.
        for (gaps, words) in [
            // Wide letters: "I TRIED EVERY DIET".
            (
                &[
                    0.45, 0.15, 0.15, 0.22, 0.2, 0.48, 0.07, 0.09, 0.2, 0.41, 0.18, 0.22, 0.12,
                ][..],
                4,
            ),
            (
                &[0.09, 0.22, 0.49, 0.15, 0.36, 0.13, 0.2, 0.15, 0.37, 0.13, 0.2, 0.18],
                4,
            ),
            // Usual letters.
            (&[0.1, 0.12, 0.35, 0.08, 0.16, 0.33, 0.1], 3),
            // A single word.
            (&[0.05, 0.12, 0.2, 0.22, 0.1], 1),
            (&[0.4, 0.42, 0.38, 0.45], 1),
            (&[], 1),
        ] {
            for height in [58.0, 29.0] {
                let mut pixels: Vec<f32> = gaps.iter().map(|gap| gap * height).collect();
                let widest = widest_in_word(&mut pixels, height);
                let found = 1 + pixels.iter().filter(|gap| **gap > widest).count();
                assert_eq!(found, words, "{gaps:?}");
            }
        }
    }
}
