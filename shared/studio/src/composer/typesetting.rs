//! Fits a headline into an area: where lines break, how large each line is, where each word stands.

mod placed;
mod ways;

pub(crate) use placed::Placed;

use super::{
    headline::{self, Headline, broken},
    typeface::{self, Family, Lettering},
    writing::{clusters, is_closed, is_hangul, is_unspaced},
};
use tiny_skia::{Rect, Transform};
use ways::{MAX_EXHAUSTIVE, candidates};

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
const MAX_LINES: usize = 7;
/// What a line break inside a phrase costs a way of breaking lines, as a factor of its score.
const PHRASE_BROKEN: f32 = 0.62;
/// The same between two phrases of one thought.
const THOUGHT_BROKEN: f32 = 0.94;
/// The same inside a phrase of more pieces than [`MAX_PIECES`], which would keep all letters small.
const LONG_PHRASE_BROKEN: f32 = 0.74;
const MAX_PIECES: usize = 6;
/// The same inside a Korean word: Korean has spaces to break at.
const WORD_BROKEN: f32 = 0.55;
/// A Korean word of more syllables may be broken.
const MAX_SYLLABLES: usize = 5;

/// Where lines of different width stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// At the side where reading starts.
    Start,
    /// In the middle.
    Centre,
}

/// Where a block stands in an area that is higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Top,
    Middle,
    Bottom,
}

/// What the words have to keep to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Nothing of the words, their outline or a plate leaves this, in pixels.
    pub(crate) area: Rect,
    pub(crate) align: Align,
    pub(crate) anchor: Anchor,
    /// Degrees, clockwise.
    pub(crate) tilt: f32,
    /// How far letters lean to the right, in parts of their height.
    pub(crate) slant: f32,
    /// The tallest letters allowed, in pixels.
    pub(crate) max_letter: f32,
    pub(crate) family: Family,
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

/// A word or, where words may be broken, a piece of one.
struct Word {
    lettering: Lettering,
    text: String,
    emphasised: bool,
    gap: Gap,
}

/// What parts a word from the one before it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gap {
    Space,
    /// Nothing. What a line break here costs as a factor of the score.
    Nothing(f32),
    /// Nothing: a piece of the same word, and what parting the two by a line break costs.
    Same(f32),
}

impl Gap {
    fn width(self) -> f32 {
        match self {
            Self::Space => SPACE,
            Self::Nothing(_) | Self::Same(_) => 0.0,
        }
    }

    fn price(self) -> f32 {
        match self {
            Self::Space => 1.0,
            Self::Nothing(price) | Self::Same(price) => price,
        }
    }
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
    let texts: Vec<&str> = headline.words.iter().map(|word| word.text.as_str()).collect();
    let right_to_left = typeface::is_right_to_left(&texts.join(" "));
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
    let longest = frame.area.width() / legible - 2.0 * PADDING;
    let mut words: Vec<Word> = Vec::new();
    for (index, word) in headline.words.iter().enumerate() {
        let emphasised = index == headline.emphasis;
        let is_new_thought = words.last().is_none_or(|last| is_closed(&last.text));
        let mut gap = match (word.follows, is_new_thought) {
            (false, _) => Gap::Space,
            (true, false) => Gap::Nothing(THOUGHT_BROKEN),
            (true, true) => Gap::Nothing(1.0),
        };
        let (pieces, price) = breakable(word);
        for piece in pieces {
            let Some(lettering) = typeface::letter(piece, right_to_left, headline.writing, frame.family) else {
                continue;
            };
            let parts = (lettering.bounds.width() / longest.max(1.0))
                .ceil()
                .clamp(1.0, MAX_LINES as f32) as usize;
            if parts == 1 {
                words.push(Word {
                    lettering,
                    text: piece.to_owned(),
                    emphasised,
                    gap,
                });
                gap = Gap::Same(price);
                continue;
            }
            for range in broken(piece, parts) {
                let part = piece.get(range).unwrap_or_default();
                if let Some(lettering) = typeface::letter(part, right_to_left, headline.writing, frame.family) {
                    words.push(Word {
                        lettering,
                        text: part.to_owned(),
                        emphasised,
                        gap,
                    });
                    gap = if price < 1.0 { Gap::Same(price) } else { Gap::Space };
                }
            }
        }
    }
    words
}

/// The pieces into which lines may break a word, and at what price.
fn breakable(word: &headline::Word) -> (Vec<&str>, f32) {
    let text = word.text.as_str();
    if is_unspaced(text) || word.follows {
        let pieces = clusters(text);
        let is_long = pieces.len() > MAX_PIECES;
        (pieces, if is_long { LONG_PHRASE_BROKEN } else { PHRASE_BROKEN })
    } else if text.chars().filter(|c| is_hangul(*c)).count() > MAX_SYLLABLES {
        (clusters(text), WORD_BROKEN)
    } else {
        (vec![text], 1.0)
    }
}

/// Measures one way to break lines, sizes the lines and says how good the result is.
fn compose(words: &[Word], breaks: &[usize], frame: Frame, right_to_left: bool) -> Option<(f32, Vec<Line>)> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut price = 1.0;
    for count in breaks {
        lines.push(measure(words, start..start + count, frame.slant, right_to_left)?);
        start += count;
        price *= words.get(start).map_or(1.0, |next| next.gap.price());
    }
    let widest = lines.iter().map(|line| line.width).fold(0.0, f32::max);
    let least = (frame.area.width() / widest).min(frame.max_letter);
    let count = words.iter().filter(|word| !matches!(word.gap, Gap::Same(_))).count();
    let growth = if count > MAX_EXHAUSTIVE { GROWTH_OF_MANY } else { GROWTH };
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
    let score = smallest * mean.sqrt() * 0.88_f32.powi(surplus as i32) * 0.86_f32.powi(ragged as i32) * price;
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
    for (at, word) in order
        .iter()
        .enumerate()
        .filter_map(|(at, i)| Some((at, words.get(*i)?)))
    {
        let here = word.lettering.bounds.transform(Transform::from_translate(x, 0.0))?;
        bounds = Some(bounds.map_or(Some(here), |so_far| so_far.join(&here))?);
        x += word.lettering.advance + gap_behind(words, &order, at).width();
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

/// What parts the word at this place of a line from the next one to its right.
fn gap_behind(words: &[Word], order: &[usize], at: usize) -> Gap {
    let neighbours = order.get(at).zip(order.get(at + 1));
    let later = neighbours.filter(|(a, b)| a.abs_diff(**b) == 1).map(|(a, b)| *a.max(b));
    later
        .and_then(|later| words.get(later))
        .map_or(Gap::Space, |word| word.gap)
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
    let mut placed: Vec<Placed> = Vec::new();
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
            let piece = Placed::new(word, line.letter, to_pixels, frame.slant.abs())?;
            match placed.last_mut() {
                Some(so_far) if joins => Placed::join(so_far, piece)?,
                _ => placed.push(piece),
            }
            let gap = gap_behind(words, &line.order, at);
            joins = matches!(gap, Gap::Same(_));
            advance += word.lettering.advance + gap.width();
        }
        let alone = placed.len() == first + 1;
        for word in placed.iter_mut().skip(first) {
            word.alone = alone;
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
    let y = (area.height() - bounds.height())
        * match frame.anchor {
            Anchor::Top => 0.0,
            Anchor::Middle => 0.5,
            Anchor::Bottom => 1.0,
        };
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
            anchor: Anchor::Middle,
            tilt: -4.0,
            slant: 0.08,
            max_letter: 230.0,
            family: Family::Display,
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
            "最強の節約術を10分で解説！！",
            "三天学会做菜",
            "台灣夜市必吃美食TOP10",
            "서울 맛집 완전정복",
            "스타트업성공전략대공개",
            "🔥🔥🔥",
            "GO🚀 日本🇯🇵へ",
            "「」、。ー",
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
                let stickers = word.stickers.iter().map(|sticker| &sticker.shape);
                for shape in word.path.iter().chain(stickers) {
                    let turned = shape.clone().transform(block.turn).unwrap();
                    let bounds = turned.bounds().outset(outline, outline).unwrap();
                    assert!(inside(bounds), "{text}: {bounds:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_drawable_gives_no_block() {
        assert!(fit(&headline("ภาษาไทย"), frame()).is_none());
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
