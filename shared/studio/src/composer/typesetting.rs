//! Fits a headline into an area: where lines break, how large each line is, where each word stands.

use super::{
    headline::{Headline, broken},
    typeface::{self, Lettering},
};
use tiny_skia::{Path, Rect, Transform};

/// The outline's width around a letter, in letter heights.
pub(crate) const OUTLINE: f32 = 0.08;
/// Room around each line for the outline, the shadow or a plate, in letter heights.
const PADDING: f32 = 0.15;
/// Between two words, in letter heights.
const SPACE: f32 = 0.27;
/// How much the lines' paddings overlap, in letter heights: leaves a gap a little wider than two outlines.
const OVERLAP: f32 = 0.12;
/// A short line may grow to this many times the smallest line.
const GROWTH: f32 = 1.75;
/// The same for more words than [`MAX_EXHAUSTIVE`]: in a long title a large line of small words misleads.
const GROWTH_OF_MANY: f32 = 1.2;
/// A word that would stay below this share of the area's shorter side is broken over lines instead.
const LEGIBLE: f32 = 0.11;
/// Up to this many words every way of breaking lines is tried; that is 2⁷ ways.
const MAX_EXHAUSTIVE: usize = 8;
const MAX_LINES: usize = 7;

/// Where lines of different width stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// At the side where reading starts.
    Start,
    /// In the middle.
    Centre,
}

/// What the words have to keep to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Nothing of the words, their outline or a plate leaves this, in pixels.
    pub(crate) area: Rect,
    pub(crate) align: Align,
    /// Degrees, clockwise.
    pub(crate) tilt: f32,
    /// How far letters lean to the right, in parts of their height.
    pub(crate) slant: f32,
    /// The tallest letters allowed, in pixels.
    pub(crate) max_letter: f32,
}

/// A word in its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Outlines in pixels, before the block's tilt.
    pub(crate) path: Path,
    /// The height of a capital letter in pixels.
    pub(crate) letter: f32,
    pub(crate) emphasised: bool,
    /// Whether no other word stands on its line.
    pub(crate) alone: bool,
}

/// A headline in its place.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) words: Vec<Placed>,
    /// Turns the words into place.
    pub(crate) turn: Transform,
    /// What the words, their outlines and plates cover after the turn, in pixels.
    pub(crate) bounds: Rect,
}

struct Word {
    lettering: Lettering,
    text: String,
    emphasised: bool,
}

struct Line {
    /// Indices into the words, from left to right.
    order: Vec<usize>,
    left: f32,
    top: f32,
    /// With padding, in letter heights.
    width: f32,
    height: f32,
    /// The height of a capital letter in pixels.
    letter: f32,
}

/// Fits the headline into the frame as large as it goes. `None` if nothing of it can be drawn.
pub(crate) fn fit(headline: &Headline, frame: Frame) -> Option<Block> {
    let right_to_left = typeface::is_right_to_left(&headline.words.join(" "));
    let words = set(headline, frame, right_to_left);
    let lines = candidates(&words)
        .into_iter()
        .filter_map(|breaks| compose(&words, &breaks, frame, right_to_left))
        .max_by(|(a, _), (b, _)| a.total_cmp(b))?
        .1;
    place(&words, &lines, frame, right_to_left)
}

/// The words as outlines; those too long to be legible on one line are broken.
fn set(headline: &Headline, frame: Frame, right_to_left: bool) -> Vec<Word> {
    let legible = LEGIBLE * frame.area.width().min(frame.area.height());
    let mut words = Vec::new();
    for (index, text) in headline.words.iter().enumerate() {
        let emphasised = index == headline.emphasis;
        let Some(lettering) = typeface::letter(text, right_to_left) else {
            continue;
        };
        let longest = frame.area.width() / legible - 2.0 * PADDING;
        let parts = (lettering.path.bounds().width() / longest.max(1.0))
            .ceil()
            .clamp(1.0, MAX_LINES as f32) as usize;
        if parts == 1 {
            words.push(Word {
                lettering,
                text: text.clone(),
                emphasised,
            });
            continue;
        }
        for range in broken(text, parts) {
            let piece = text.get(range).unwrap_or_default();
            if let Some(lettering) = typeface::letter(piece, right_to_left) {
                words.push(Word {
                    lettering,
                    text: piece.to_owned(),
                    emphasised,
                });
            }
        }
    }
    words
}

/// Ways to break the words into lines, each as the number of words per line.
fn candidates(words: &[Word]) -> Vec<Vec<usize>> {
    let count = words.len();
    if count == 0 {
        return Vec::new();
    }
    if count <= MAX_EXHAUSTIVE {
        return (0..1_u32 << (count - 1)).map(|mask| breaks_of(mask, count)).collect();
    }
    let widths: Vec<f32> = words.iter().map(|word| word.lettering.advance + SPACE).collect();
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let total: f32 = widths.iter().sum();
    (1..=MAX_LINES * 4)
        .map(|step| {
            // Greedy filling at growing limits passes through every well balanced way.
            let limit = widest.max(total / MAX_LINES as f32 * (0.9 + step as f32 * 0.12));
            filled(&widths, limit)
        })
        .collect()
}

fn breaks_of(mask: u32, count: usize) -> Vec<usize> {
    let mut lines = vec![1];
    for gap in 0..count - 1 {
        match lines.last_mut() {
            Some(line) if mask >> gap & 1 == 0 => *line += 1,
            _ => lines.push(1),
        }
    }
    lines
}

fn filled(widths: &[f32], limit: f32) -> Vec<usize> {
    let (mut lines, mut count, mut used) = (Vec::new(), 0, 0.0);
    for width in widths {
        if count > 0 && used + width > limit {
            lines.push(count);
            (count, used) = (0, 0.0);
        }
        count += 1;
        used += width;
    }
    lines.push(count);
    lines
}

/// Measures one way to break lines, sizes the lines and says how good the result is.
fn compose(words: &[Word], breaks: &[usize], frame: Frame, right_to_left: bool) -> Option<(f32, Vec<Line>)> {
    let mut lines = Vec::new();
    let mut start = 0;
    for count in breaks {
        lines.push(measure(words, start..start + count, frame.slant, right_to_left)?);
        start += count;
    }
    let widest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
    let least = (frame.area.width() / widest).min(frame.max_letter);
    let growth = if words.len() > MAX_EXHAUSTIVE {
        GROWTH_OF_MANY
    } else {
        GROWTH
    };
    for line in &mut lines {
        line.letter = (frame.area.width() / line.width)
            .min(least * growth)
            .min(frame.max_letter);
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
    let surplus = lines.len().saturating_sub(3);
    let score = smallest * mean.sqrt() * 0.88_f32.powi(surplus as i32) * 0.86_f32.powi(ragged as i32);
    score.is_finite().then_some((score, lines))
}

fn measure(words: &[Word], range: std::ops::Range<usize>, slant: f32, right_to_left: bool) -> Option<Line> {
    let first = range.start;
    let members = words.get(range)?;
    let texts: Vec<&str> = members.iter().map(|word| word.text.as_str()).collect();
    let order: Vec<usize> = typeface::visual_order(&texts, right_to_left)
        .into_iter()
        .map(|i| first + i)
        .collect();
    let (mut x, mut bounds): (f32, Option<Rect>) = (0.0, None);
    for word in order.iter().filter_map(|i| words.get(*i)) {
        let here = word
            .lettering
            .path
            .bounds()
            .transform(Transform::from_translate(x, 0.0))?;
        bounds = Some(bounds.map_or(Some(here), |so_far| so_far.join(&here))?);
        x += word.lettering.advance + SPACE;
    }
    let bounds = bounds?;
    Some(Line {
        order,
        left: bounds.left(),
        top: bounds.top(),
        width: bounds.width() + slant.abs() * bounds.height() + 2.0 * PADDING,
        height: bounds.height() + 2.0 * PADDING,
        letter: 0.0,
    })
}

fn stack_height(lines: &[Line]) -> f32 {
    let heights: f32 = lines.iter().map(|line| line.height * line.letter).sum();
    let overlaps: f32 = lines
        .iter()
        .zip(lines.iter().skip(1))
        .map(|(a, b)| OVERLAP * a.letter.min(b.letter))
        .sum();
    heights - overlaps
}

fn place(words: &[Word], lines: &[Line], frame: Frame, right_to_left: bool) -> Option<Block> {
    let block_width = lines.iter().map(|line| line.width * line.letter).fold(0.0, f32::max);
    let block_height = stack_height(lines);
    let mut placed = Vec::new();
    let mut y = 0.0;
    for (index, line) in lines.iter().enumerate() {
        let spare = block_width - line.width * line.letter;
        let x = match frame.align {
            Align::Centre => spare / 2.0,
            Align::Start if right_to_left => spare,
            Align::Start => 0.0,
        };
        let baseline = y + (PADDING - line.top) * line.letter;
        // Leaning moves what is above the baseline to the right and what hangs below it to the left.
        let below = (line.top + line.height - 2.0 * PADDING).max(0.0);
        let lean = frame.slant.abs() * below;
        let mut advance = PADDING - line.left + lean;
        for word in line.order.iter().filter_map(|i| words.get(*i)) {
            let to_pixels = Transform::from_row(
                line.letter,
                0.0,
                -frame.slant.abs() * line.letter,
                line.letter,
                x + advance * line.letter,
                baseline,
            );
            placed.push(Placed {
                path: word.lettering.path.clone().transform(to_pixels)?,
                letter: line.letter,
                emphasised: word.emphasised,
                alone: line.order.len() == 1,
            });
            advance += word.lettering.advance + SPACE;
        }
        let overlap = lines
            .get(index + 1)
            .map_or(0.0, |next| OVERLAP * next.letter.min(line.letter));
        y += line.height * line.letter - overlap;
    }
    let block = Rect::from_xywh(0.0, 0.0, block_width, block_height)?;
    let turn = seat(block, frame, right_to_left)?;
    Some(Block {
        words: placed,
        turn,
        bounds: block.transform(turn)?,
    })
}

/// Turns the block and, where that makes it too large, scales it down; then moves it to its side of the area.
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
    let y = (area.height() - bounds.height()) / 2.0;
    Some(turned.post_translate(area.left() + x - bounds.left(), area.top() + y - bounds.top()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        let area = Rect::from_xywh(100.0, 60.0, 600.0, 560.0).unwrap();
        Frame {
            area,
            align: Align::Start,
            tilt: -4.0,
            slant: 0.08,
            max_letter: 230.0,
        }
    }

    fn headline(text: &str) -> Headline {
        Headline::new("", Some(text))
    }

    #[test]
    fn words_and_their_outlines_stay_inside_the_area_whatever_they_are() {
        let long = "W".repeat(100);
        let many = "a ".repeat(50);
        let stacked = format!("Z{}algo", "\u{301}".repeat(40));
        for text in [
            "GO",
            "I BUILT A ROCKET",
            &long,
            &many,
            &stacked,
            "gjpqy ÅÄÖ",
            "שלום big world 2026",
            "नमस्ते दुनिया",
            "مرحبا بالعالم",
            "$10,000 IN 30 DAYS",
        ] {
            let frame = frame();
            let block = fit(&headline(text), frame).unwrap();
            let inside = |bounds: Rect| {
                bounds.left() >= frame.area.left() - 0.5
                    && bounds.top() >= frame.area.top() - 0.5
                    && bounds.right() <= frame.area.right() + 0.5
                    && bounds.bottom() <= frame.area.bottom() + 0.5
            };
            assert!(inside(block.bounds), "{text}: {:?}", block.bounds);
            for word in &block.words {
                let outline = OUTLINE * word.letter * block.turn.get_scale().0;
                let bounds = word
                    .path
                    .clone()
                    .transform(block.turn)
                    .unwrap()
                    .bounds()
                    .outset(outline, outline)
                    .unwrap();
                assert!(inside(bounds), "{text}: {bounds:?}");
            }
        }
    }

    #[test]
    fn nothing_drawable_gives_no_block() {
        assert!(fit(&headline("日本語"), frame()).is_none());
        assert!(fit(&Headline::default(), frame()).is_none());
    }

    #[test]
    fn a_short_headline_gets_tall_letters() {
        let block = fit(&headline("I BUILT A ROCKET"), frame()).unwrap();
        assert!(
            block.words.iter().all(|word| word.letter > 100.0),
            "{:?}",
            block.words.iter().map(|w| w.letter).collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_longest_title_stays_legible() {
        let title =
            "The complete and honest guide to learning a language while working full time and raising kids today";
        let block = fit(&headline(title), frame()).unwrap();
        assert!(
            block.words.iter().all(|word| word.letter > 36.0),
            "{:?}",
            block.words.iter().map(|w| w.letter).collect::<Vec<_>>()
        );
    }
}
