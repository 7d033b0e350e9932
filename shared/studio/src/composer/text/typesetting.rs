//! Fits a headline into a rectangle: breaks lines, sizes each line and positions each word.

mod hyphenation;
mod letterings;
mod line_breaks;
mod pieces;
pub(crate) mod placed;
mod stack;
mod word;

use super::typeface::{Lettering, family::Family};
use crate::composer::{headline::Headline, writing::is_closed};
pub(crate) use letterings::Letterings;

use letterings::SetText;
use line_breaks::{MAX_EXHAUSTIVE, MAX_LINES, candidates};
use pieces::breakable;
use placed::PlacedWord;
use stack::{overlap_of, stack_height};
use std::{ops::Range, rc::Rc};
use tiny_skia::{Rect, Transform};
use unicode_segmentation::UnicodeSegmentation;
use word::{Gap, SetWord, is_counted};

/// The width of the outline around a letter, in letter heights.
pub(crate) const OUTLINE: f32 = 0.08;
/// The padding around each line for outline, shadow or plate, in letter heights.
const PADDING: f32 = 0.15;
/// The largest letter height of a line with an emphasised word, as a multiple of the smallest line's.
const GROWTH: f32 = 1.75;
/// The same for other lines: lines of the same weight differ little in size.
const GROWTH_OF_PLAIN: f32 = 1.4;
/// The same for headlines of more than [`MAX_EXHAUSTIVE`] words: a large line in a long title would overemphasise its
/// words.
const GROWTH_OF_MANY: f32 = 1.2;
/// The number of characters from which a word is broken over lines, because it would be illegible on one. Shorter words
/// are never broken: a reader takes the pieces for words.
const MAX_UNBROKEN: usize = 19;
/// The largest number of characters of a word that is not even broken where the caller permits it.
const MAX_SHORT: usize = 11;
/// The factor of a layout's score for each line break where the caller permits it.
const PERMITTED: f32 = 0.55;
/// The same in a word that would be illegible on one line.
const HYPHENATED: f32 = 0.9;
/// The width of the widest piece of a broken word, as a multiple of their mean.
const UNEVEN: f32 = 1.2;
/// The letter height, as a share of the rectangle's shorter side, below which such a word is broken.
const LEAST_UNBROKEN: f32 = 0.11;
/// The largest letter height of a line without an emphasised word, as a multiple of the height of the line that has it.
const BESIDE_EMPHASIS: f32 = 1.12;
/// The factor of a layout's score for each line break behind a word that says nothing alone.
const SMALL_BROKEN: f32 = 0.7;
/// The largest number of words of a headline in which such a line break has this price.
const MAX_WHOLE: usize = 5;
/// The factor of a layout's score for each line of a single short word that says little.
const LONELY: f32 = 0.65;
/// The factor of a layout's score for each line break between a number and its noun or its unit, or between the words
/// of a name, if other words are on the lines.
const TIE_BROKEN: f32 = 0.36;
/// The same if both lines have no other words: "HARRY / POTTER".
const TIE_STACKED: f32 = 0.8;
/// The same for a line break between two phrases without a pause.
const THOUGHT_BROKEN: f32 = 0.94;

/// The horizontal alignment of lines of different width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// At the side where reading starts.
    Start,
    /// Centred.
    Centre,
}

/// The vertical alignment of a block in a higher rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Top,
    Middle,
    Bottom,
}

/// The constraints of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The rectangle in pixels, which contains the words with their outlines and plates.
    pub(crate) area: Rect,
    pub(crate) align: Align,
    pub(crate) anchor: Anchor,
    /// The rotation in degrees, clockwise.
    pub(crate) tilt: f32,
    /// The slant of the letters to the right, in letter heights.
    pub(crate) slant: f32,
    /// The largest letter height, in pixels.
    pub(crate) max_letter: f32,
    /// The smallest letter height that is legible in a feed, in pixels.
    pub(crate) legible: f32,
    pub(crate) family: Family,
}

/// A typeset and positioned headline.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) words: Vec<PlacedWord>,
    /// The transform that rotates, scales and moves the words to their final position.
    pub(crate) turn: Transform,
    /// The bounding box of the words with their outlines and plates after the transform, in pixels.
    pub(crate) bounds: Rect,
    /// The area of the words with their outlines and plates, in square pixels.
    pub(crate) area: f32,
}

impl Block {
    /// Moves the words down by this many pixels.
    pub(crate) fn lower(&mut self, by: f32) {
        let down = Transform::from_translate(0.0, by);
        self.turn = self.turn.post_concat(down);
        self.bounds = self.bounds.transform(down).unwrap_or(self.bounds);
    }
}

#[derive(Clone)]
struct Line {
    /// Indices into the words, from left to right. Shared, since a line is tried in many candidates.
    order: Rc<[usize]>,
    left: f32,
    top: f32,
    /// The width with padding, in letter heights.
    width: f32,
    height: f32,
    /// The height of a capital letter in pixels.
    letter: f32,
    /// Whether one of its words is emphasised.
    emphasised: bool,
    /// Whether all of its words say nothing alone.
    is_small: bool,
    /// Whether it has a single word that is short or says nothing alone.
    is_lonely: bool,
    /// Whether it begins with the rest of a word.
    is_rest: bool,
}

/// Fits the headline into the frame with the largest possible letters. `None` if no character of it can be drawn.
pub(crate) fn fit(headline: &Headline, frame: Frame, letterings: &Letterings) -> Option<Block> {
    let text = letterings.of(headline, frame.family);
    let words = set(headline, frame, &text);
    // Most lines occur in many candidates. The first index is the start of a line, the second one its end.
    let mut known: Vec<Vec<Option<Line>>> = vec![vec![None; words.len() + 1]; words.len()];
    let mut measured = |range: Range<usize>| {
        let line = known.get_mut(range.start)?.get_mut(range.end)?;
        if line.is_none() {
            *line = measure(&words, range, frame.slant, &text);
        }
        line.clone()
    };
    let lines = candidates(&words)
        .into_iter()
        .filter_map(|breaks| compose(&words, &breaks, frame, &mut measured))
        .max_by(|(a, _), (b, _)| a.total_cmp(b))?
        .1;
    place(&words, &lines, frame, text.is_right_to_left())
}

/// Typesets the words. Words that would be illegible on one line are broken.
fn set(headline: &Headline, frame: Frame, set: &SetText) -> Vec<SetWord> {
    let least = LEAST_UNBROKEN * frame.area.width().min(frame.area.height());
    let longest = frame.area.width() / least - 2.0 * PADDING;
    let mut words: Vec<SetWord> = Vec::new();
    // Where no word says anything alone, none is smaller than the others.
    let has_telling = headline.words.iter().any(|word| !word.is_small);
    for (index, word) in headline.words.iter().enumerate() {
        let emphasised = headline.emphasises(index);
        let is_small = word.is_small && has_telling;
        // More words have so many small ones among them that all letters would become small.
        let is_behind_small = index > 0
            && has_telling
            && headline.words.len() <= MAX_WHOLE
            && headline.words.get(index - 1).is_some_and(|before| before.is_small);
        let is_new_thought = words.last().is_none_or(|last| is_closed(&last.text));
        let mut gap = match (word.follows, is_new_thought) {
            (false, _) if word.is_tied || is_counted(headline, index) => Gap::Tied,
            (false, false) if is_behind_small => Gap::Space(SMALL_BROKEN),
            (false, _) => Gap::Space(1.0),
            (true, false) => Gap::Nothing(THOUGHT_BROKEN),
            (true, true) => Gap::Nothing(1.0),
        };
        let (pieces, price) = breakable(word);
        for piece in pieces {
            let Some(lettering) = set.letter(piece) else { continue };
            let length = piece.graphemes(true).count();
            let is_whole = piece.len() == word.text.len();
            let (breaks, price) = if length > MAX_SHORT && is_whole && !word.breaks.is_empty() {
                (word.breaks.clone(), PERMITTED)
            } else if length > MAX_UNBROKEN && lettering.bounds.width() > longest {
                let pieces = (UNEVEN * lettering.bounds.width() / longest.max(1.0)).ceil();
                let pieces = pieces.clamp(2.0, MAX_LINES as f32) as usize;
                (hyphenation::breaks(piece, pieces, headline.language.code()), HYPHENATED)
            } else {
                (Vec::new(), price)
            };
            let mut start = 0;
            for part in breaks.iter().map(Some).chain([None]) {
                let text = piece.get(start..part.map_or(piece.len(), |one| one.at));
                let text = text.unwrap_or_default();
                start += text.len();
                let hyphenated = part.filter(|one| one.is_hyphenated);
                let Some(lettering) = set.letter(text) else { continue };
                words.push(SetWord {
                    lettering,
                    hyphenated: hyphenated.and_then(|_| set.letter(&format!("{text}-"))),
                    text: text.to_owned(),
                    emphasised,
                    is_small,
                    gap,
                });
                gap = Gap::Same(price);
            }
        }
    }
    words
}

/// Sizes the lines for given line breaks (words per line) and rates the result; higher scores are better.
/// `measured` returns the line of some words.
fn compose(
    words: &[SetWord],
    breaks: &[usize],
    frame: Frame,
    measured: &mut impl FnMut(Range<usize>) -> Option<Line>,
) -> Option<(f32, Vec<Line>)> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut price = 1.0;
    for count in breaks {
        lines.push(measured(start..start + count)?);
        start += count;
        price *= words.get(start).map_or(1.0, |next| next.gap.price());
    }
    let ends = breaks.iter().scan(0, |end, count| {
        *end += count;
        Some(*end)
    });
    for (end, (before, after)) in ends.zip(breaks.iter().zip(breaks.iter().skip(1))) {
        if words.get(end).is_some_and(|next| next.gap == Gap::Tied) {
            price *= tie_price(words, end - before..end, end..end + after);
        }
    }
    let widest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
    let least = (frame.area.width() / widest).min(frame.max_letter);
    let count = words.iter().filter(|word| !matches!(word.gap, Gap::Same(_))).count();
    let is_long = count > MAX_EXHAUSTIVE;
    for line in &mut lines {
        let growth = match line.emphasised {
            _ if is_long => GROWTH_OF_MANY,
            true => GROWTH,
            false => GROWTH_OF_PLAIN,
        };
        line.letter = (frame.area.width() / line.width)
            .min(least * growth)
            .min(frame.max_letter);
    }
    stress(&mut lines);
    if is_long && stack_height(&lines) > frame.area.height() {
        // No line of a long headline is larger at the cost of another.
        for line in &mut lines {
            line.letter = line.letter.min(least);
        }
    }
    let shrink = (frame.area.height() / stack_height(&lines)).min(1.0);
    for line in &mut lines {
        line.letter *= shrink;
    }
    let smallest = lines.iter().map(|line| line.letter).fold(f32::MAX, f32::min);
    let mean = lines.iter().map(|line| line.letter).sum::<f32>() / lines.len() as f32;
    let block_width = lines.iter().map(|line| line.width * line.letter).fold(0.0, f32::max);
    let ragged = lines
        .iter()
        .filter(|line| line.width * line.letter < block_width * 0.55)
        .count();
    let lonely = lines.iter().filter(|line| line.is_lonely && lines.len() > 1).count();
    let surplus = lines.len().saturating_sub(3);
    let faults = 0.88_f32.powi(surplus as i32) * 0.86_f32.powi(ragged as i32) * LONELY.powi(lonely as i32);
    // In a long headline, letters that are hard to read are worse than any line break.
    let legibility = if is_long {
        (smallest / frame.legible).min(1.0).powi(2)
    } else {
        1.0
    };
    let score = smallest * mean.sqrt() * legibility * faults * price;
    score.is_finite().then_some((score, lines))
}

/// The factor of the score for a line break between words that belong together, given the lines before and after it.
fn tie_price(words: &[SetWord], before: Range<usize>, after: Range<usize>) -> f32 {
    let is_whole = |line: Range<usize>| {
        let inner = words.get(line.start + 1..line.end).unwrap_or_default();
        inner.iter().all(|word| matches!(word.gap, Gap::Tied | Gap::Same(_)))
    };
    let is_last = words.get(after.end).is_none_or(|next| next.gap != Gap::Tied);
    if is_last && is_whole(before) && is_whole(after) {
        TIE_STACKED
    } else {
        TIE_BROKEN
    }
}

/// Limits the letters of some lines, so that the emphasised words have one size and are among the largest, and words
/// that say nothing alone are never the largest. If all lines are emphasised, nothing is limited.
fn stress(lines: &mut [Line]) {
    if lines.iter().all(|line| line.emphasised && !line.is_rest) {
        return;
    }
    let letters = |is_meant: fn(&Line) -> bool| lines.iter().filter(move |line| is_meant(line)).map(|line| line.letter);
    let emphasised = letters(|line| line.emphasised).reduce(f32::min);
    let telling = emphasised.or_else(|| letters(|line| !line.is_small).reduce(f32::max));
    for line in lines {
        let limit = match (line.emphasised, line.is_small) {
            (true, _) => emphasised,
            (false, true) => telling,
            (false, false) => emphasised.map(|letter| letter * BESIDE_EMPHASIS),
        };
        line.letter = line.letter.min(limit.unwrap_or(f32::MAX));
    }
}

fn measure(words: &[SetWord], range: Range<usize>, slant: f32, set: &SetText) -> Option<Line> {
    let first = range.start;
    let members = words.get(range)?;
    let texts: Vec<&str> = members.iter().map(|word| word.text.as_str()).collect();
    let order = set.visual_order(&texts).into_iter();
    let order: Rc<[usize]> = order.map(|index| first + index).collect();
    let (mut x, mut bounds): (f32, Option<Rect>) = (0.0, None);
    for at in 0..order.len() {
        let lettering = lettering(words, &order, at)?;
        let here = lettering.bounds.transform(Transform::from_translate(x, 0.0))?;
        bounds = Some(bounds.map_or(Some(here), |so_far| so_far.join(&here))?);
        x += lettering.advance + gap_behind(words, &order, at).width();
    }
    let bounds = bounds?;
    Some(Line {
        order,
        left: bounds.left(),
        top: bounds.top(),
        width: bounds.width() + slant.abs() * bounds.height() + 2.0 * PADDING,
        height: bounds.height() + 2.0 * PADDING,
        letter: 0.0,
        emphasised: members.iter().any(|word| word.emphasised),
        is_small: members.iter().all(|word| word.is_small),
        is_lonely: matches!(members, [word] if word.is_lonely()),
        is_rest: members.first().is_some_and(|word| matches!(word.gap, Gap::Same(_))),
    })
}

/// The letters of the word at this position of a line: with a hyphen if the word goes on in the next line.
fn lettering<'a>(words: &'a [SetWord], order: &[usize], at: usize) -> Option<&'a Lettering> {
    let index = *order.get(at)?;
    let word = words.get(index)?;
    let is_last = order.iter().all(|other| *other <= index);
    let goes_on = is_last
        && words
            .get(index + 1)
            .is_some_and(|next| matches!(next.gap, Gap::Same(_)));
    word.hyphenated.as_deref().filter(|_| goes_on).or(Some(&word.lettering))
}

/// The gap between the word at this position of a line and the next word to its right.
fn gap_behind(words: &[SetWord], order: &[usize], at: usize) -> Gap {
    let neighbours = order.get(at).zip(order.get(at + 1));
    let later = neighbours.filter(|(a, b)| a.abs_diff(**b) == 1).map(|(a, b)| *a.max(b));
    later
        .and_then(|later| words.get(later))
        .map_or(Gap::Space(1.0), |word| word.gap)
}

fn place(words: &[SetWord], lines: &[Line], frame: Frame, right_to_left: bool) -> Option<Block> {
    let block_width = lines.iter().map(|line| line.width * line.letter).fold(0.0, f32::max);
    let block_height = stack_height(lines);
    let mut placed: Vec<PlacedWord> = Vec::new();
    // Which of the placed words are the rest of a word on the line before.
    let mut rests: Vec<usize> = Vec::new();
    let mut y = 0.0;
    for (index, line) in lines.iter().enumerate() {
        let spare = block_width - line.width * line.letter;
        let x = match frame.align {
            Align::Centre => spare / 2.0,
            Align::Start if right_to_left => spare,
            Align::Start => 0.0,
        };
        let baseline = y + (PADDING - line.top) * line.letter;
        // The slant moves everything above the baseline to the right, and descenders to the left.
        let below = (line.top + line.height - 2.0 * PADDING).max(0.0);
        let lean = frame.slant.abs() * below;
        let mut advance = PADDING - line.left + lean;
        let first = placed.len();
        let mut joins = false;
        for (at, word) in line
            .order
            .iter()
            .enumerate()
            .filter_map(|(at, i)| Some((at, words.get(*i)?)))
        {
            let to_pixels = Transform::from_row(
                line.letter,
                0.0,
                -frame.slant.abs() * line.letter,
                line.letter,
                x + advance * line.letter,
                baseline,
            );
            let lettering = lettering(words, &line.order, at)?;
            let piece = PlacedWord {
                continues: matches!(word.gap, Gap::Same(_)),
                ..PlacedWord::new(lettering, word.emphasised, line.letter, to_pixels, frame.slant.abs())?
            };
            match placed.last_mut() {
                Some(so_far) if joins => PlacedWord::join(so_far, piece)?,
                _ => placed.push(piece),
            }
            let gap = gap_behind(words, &line.order, at);
            joins = matches!(gap, Gap::Same(_));
            advance += lettering.advance + gap.width();
        }
        let start = line.order.iter().min().and_then(|index| words.get(*index));
        if first > 0 && start.is_some_and(|word| matches!(word.gap, Gap::Same(_))) {
            rests.push(first);
        }
        let alone = placed.len() == first + 1;
        for word in placed.iter_mut().skip(first) {
            word.alone = alone;
        }
        let overlap = lines.get(index + 1).map_or(0.0, |next| overlap_of(line, next));
        y += line.height * line.letter - overlap;
    }
    // All pieces of a word look the same.
    for rest in rests.iter().chain(rests.iter().rev()) {
        if let Some([before, piece]) = placed.get_mut(rest - 1..=*rest) {
            let alone = before.alone && piece.alone;
            (before.alone, piece.alone) = (alone, alone);
        }
    }
    let block = Rect::from_xywh(0.0, 0.0, block_width, block_height)?;
    let turn = seat(block, frame, right_to_left)?;
    Some(Block {
        words: placed,
        turn,
        bounds: block.transform(turn)?,
        area: block_width * block_height * (turn.sx * turn.sy - turn.kx * turn.ky),
    })
}

/// The transform of a block: rotates it, scales it down if it is then too large, and aligns it in the rectangle.
fn seat(block: Rect, frame: Frame, right_to_left: bool) -> Option<Transform> {
    let area = frame.area;
    let turned = Transform::from_rotate(frame.tilt);
    let bounds = block.transform(turned)?;
    let scale = (area.width() / bounds.width())
        .min(area.height() / bounds.height())
        .min(1.0);
    let turned = turned.post_scale(scale, scale);
    let bounds = block.transform(turned)?;
    let spare = area.width() - bounds.width();
    let x = match frame.align {
        Align::Centre => spare / 2.0,
        Align::Start if right_to_left => spare,
        Align::Start => 0.0,
    };
    let y = (area.height() - bounds.height())
        * match frame.anchor {
            Anchor::Top => 0.0,
            Anchor::Middle => 0.5,
            Anchor::Bottom => 1.0,
        };
    Some(turned.post_translate(area.left() + x - bounds.left(), area.top() + y - bounds.top()))
}

#[cfg(test)]
mod tests;
