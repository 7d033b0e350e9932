//! Sets words in type: selects fonts, shapes text and collects glyph outlines.

mod face;
mod faces;
pub(crate) mod family;
mod marks;

pub(crate) use faces::Faces;

use super::emoji::{self, Sticker};
use crate::composer::writing::{Writing, composed};
use capabilities::printable::is_printable;
use face::Face;
use faces::is_cyrillic;
use harfrust::{
    Buffer, ClusterLevel, Direction, Feature, Script, ShapeOptions, ShaperFont, Tag,
    font::glyph::outline::{DrawMemory, DrawOptions, OutlineGlyph, PathSink},
    shape,
};
use std::{cmp::Ordering, sync::LazyLock};
use tiny_skia::{Path, PathBuilder, Rect, Transform};
use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};
use unicode_segmentation::UnicodeSegmentation;

/// A typeset word as outlines. The unit is the height of a capital letter. The baseline is y = 0, and y grows downward.
#[derive(Clone, Debug)]
pub(crate) struct Lettering {
    /// The outline of the letters; `None` for a word of emoji only.
    pub(crate) path: Option<Path>,
    pub(crate) stickers: Vec<Sticker>,
    /// The bounding box of the letters and emoji.
    pub(crate) bounds: Rect,
    /// The advance width: the x coordinate of the end of the word, without a space.
    pub(crate) advance: f32,
}

/// Whether the text is read from right to left, as most of its words are. If as many are read from left to right, the
/// first word decides.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    let direction = |word: &str| {
        // A character that is left out has no direction.
        let strong = word.chars().filter(|c| is_printable(*c)).map(bidi_class);
        let mut strong = strong.filter(|class| matches!(class, BidiClass::L | BidiClass::R | BidiClass::AL));
        strong.next().map(|class| class != BidiClass::L)
    };
    let directions: Vec<bool> = text.split_whitespace().filter_map(direction).collect();
    let leftward = directions.iter().filter(|is_leftward| **is_leftward).count();
    match (2 * leftward).cmp(&directions.len()) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => directions.first().is_some_and(|is_leftward| *is_leftward),
    }
}

/// Whether a part of the text is read from right to left.
pub(crate) fn has_right_to_left(text: &str) -> bool {
    ParagraphBidiInfo::new(text, Some(Level::ltr())).has_rtl()
}

/// The indexes of the words of a line in visual order, from left to right.
pub(crate) fn visual_order(words: &[&str], right_to_left: bool) -> Vec<usize> {
    let line = words.join(" ");
    let base = if right_to_left { Level::rtl() } else { Level::ltr() };
    let info = ParagraphBidiInfo::new(&line, Some(base));
    let mut at = 0;
    let mut levels = Vec::new();
    for word in words {
        levels.push(info.levels.get(at).copied().unwrap_or(base));
        at += word.len() + 1;
    }
    ParagraphBidiInfo::reorder_visual(&levels)
}

/// Typesets a word in its language, in the fonts of the text that it belongs to. Characters that no font has are left
/// out; `None` if no character is left.
pub(crate) fn letter(word: &str, right_to_left: bool, writing: Writing, faces: &Faces) -> Option<Lettering> {
    let word = &composed(word);
    // An empty text has no runs, and the bidi implementation does not accept it.
    let base = if right_to_left { Level::rtl() } else { Level::ltr() };
    let info = ParagraphBidiInfo::new(Some(word).filter(|word| !word.is_empty())?, Some(base));
    let (levels, runs) = info.visual_runs(0..word.len());
    let mut pen = Pen {
        path: PathBuilder::new(),
        glyph: PathBuilder::new(),
        x: 0.0,
        y: 0.0,
        scale: 1.0,
    };
    let mut stickers: Vec<Sticker> = Vec::new();
    let mut advance = 0.0;
    for run in runs {
        let rtl = levels.get(run.start).is_some_and(Level::is_rtl);
        let mut pieces = pieces(word.get(run).unwrap_or_default(), faces);
        if rtl {
            pieces.reverse();
        }
        for piece in pieces {
            match piece {
                Piece::Text(face, text) => advance = set(face, &text, rtl, writing, advance, &mut pen),
                Piece::Sticker(sticker, width) => {
                    stickers.extend(sticker.transform(Transform::from_translate(advance, 0.0)));
                    advance += width;
                }
            }
        }
    }
    let path = pen.path.finish();
    let bounds = path.iter().chain(stickers.iter().map(|sticker| &sticker.shape));
    let bounds = bounds.map(Path::bounds).reduce(|a, b| a.join(&b).unwrap_or(a))?;
    Some(Lettering {
        path,
        stickers,
        bounds,
        advance,
    })
}

enum Piece {
    Text(&'static Face, String),
    /// An emoji and its advance width.
    Sticker(Sticker, f32),
}

/// Splits a run of one direction where the font changes.
fn pieces(run: &str, faces: &Faces) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let members = |grapheme| emoji::family(grapheme).unwrap_or_else(|| vec![grapheme]);
    for grapheme in run.graphemes(true).flat_map(members) {
        let stuck = || emoji::sticker(grapheme).map(|(sticker, width)| Piece::Sticker(sticker, width));
        if emoji::is_asked_for(grapheme)
            && let Some(piece) = stuck()
        {
            pieces.push(piece);
            continue;
        }
        let (face, text) = if let Some(face) = faces.find(grapheme) {
            (face, grapheme.to_owned())
        } else if let Some(piece) = stuck() {
            pieces.push(piece);
            continue;
        } else {
            let letters = emoji::flag_letters(grapheme).filter(|letters| !letters.is_empty());
            // A letter is printed without a mark that no face has.
            let letters = letters.unwrap_or_else(|| grapheme.chars().filter(|c| is_printable(*c)).collect());
            let Some(face) = faces.find(&letters).filter(|_| !letters.is_empty()) else {
                continue;
            };
            (face, letters)
        };
        match pieces.last_mut() {
            Some(Piece::Text(last, so_far)) if std::ptr::eq(*last, face) => so_far.push_str(&text),
            _ => pieces.push(Piece::Text(face, text)),
        }
    }
    pieces
}

/// Shapes the text, adds its outlines at `x`, and returns the x coordinate of its end.
fn set(face: &Face, text: &str, rtl: bool, writing: Writing, mut x: f32, pen: &mut Pen) -> f32 {
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    // With this level, the cluster of a glyph is the place of its character in the text.
    buffer.set_cluster_level(ClusterLevel::MonotoneCharacters);
    let mut features: &[Feature] = &[];
    if text.chars().any(is_cyrillic) {
        // Without a language the fallback face draws Bulgarian letterforms; most readers expect the Russian ones.
        buffer.set_language("ru".parse().ok());
    } else if face.lift > 0.0 {
        buffer.set_script(Some(Script::HAN));
        buffer.set_language(writing.tag().and_then(|tag| tag.parse().ok()));
        features = PROPORTIONAL.as_slice();
    }
    buffer.set_direction(if rtl {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    let options = ShapeOptions::new().features(features);
    if shape(&ShaperFont::new(&face.font), &mut buffer, options).is_err() {
        return x;
    }
    let outlines = face.font.outline_glyphs();
    pen.scale = face.scale;
    // The bounding box of the last letter with its marks so far.
    let mut letter: Option<Rect> = None;
    for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
        pen.x = x + position.x_offset as f32 * face.scale;
        pen.y = -(position.y_offset as f32) * face.scale - face.lift;
        let path = outlines.get(info.glyph_id.into()).filter(|_| info.glyph_id != 0);
        let path = path.and_then(|outline| pen.drawn(&outline));
        let c = usize::try_from(info.cluster)
            .ok()
            .and_then(|at| text.get(at..)?.chars().next());
        let mark = c.filter(|c| marks::is_mark(*c));
        let is_placed = position.x_offset != 0 || position.y_offset != 0;
        let path = match (path, mark, letter) {
            (Some(path), Some(c), Some(letter)) if !is_placed => {
                let (right, down) = marks::shift(c, path.bounds(), letter);
                path.transform(Transform::from_translate(right, down))
            }
            (path, ..) => path,
        };
        if let Some(path) = path {
            let bounds = path.bounds();
            letter = Some(match letter.filter(|_| mark.is_some()) {
                Some(letter) => letter.join(&bounds).unwrap_or(letter),
                None => bounds,
            });
            pen.path.push_path(&path);
        }
        // Combining marks have no advance and get no letter-spacing.
        if position.x_advance != 0 && mark.is_none() {
            x += position.x_advance as f32 * face.scale + face.tracking;
        }
    }
    x
}

/// OpenType features that set kana and punctuation proportionally instead of in full-width cells.
static PROPORTIONAL: LazyLock<[Feature; 2]> =
    LazyLock::new(|| [b"palt", b"kern"].map(|tag| Feature::new(Tag::new(tag), 1, ..)));

struct Pen {
    /// The outlines so far.
    path: PathBuilder,
    /// The outline of the glyph that is drawn.
    glyph: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    /// Draws a glyph. `None` for a glyph without a picture, and for a damaged one, which the embedded fonts do not
    /// have.
    fn drawn(&mut self, outline: &OutlineGlyph<'_>) -> Option<Path> {
        let drawn = outline.draw(&DrawOptions::new(), DrawMemory::default(), self);
        let glyph = std::mem::take(&mut self.glyph).finish();
        drawn.ok().and(glyph)
    }

    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.glyph.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.glyph.line_to(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.at(cx0, cy0), self.at(x, y));
        self.glyph.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.at(cx0, cy0), self.at(cx1, cy1), self.at(x, y));
        self.glyph.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.glyph.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use family::Family;

    fn display(text: &str) -> Faces {
        Faces::of(text, Family::Display)
    }

    fn set_word(word: &str) -> Option<Lettering> {
        letter(word, false, Writing::of(&[word]), &display(word))
    }

    #[test]
    fn letters_have_the_same_height_in_every_script() {
        for word in ["H", "Ж", "Ω", "ש", "ا", "国", "語", "한", "맛", "뷁", "ア", "😀"] {
            let bounds = set_word(word).unwrap().bounds;
            assert!(
                (0.85..1.25).contains(&bounds.height()),
                "{word} is {} high",
                bounds.height()
            );
        }
        for word in ["国", "語", "한", "田", "😀"] {
            let bounds = set_word(word).unwrap().bounds;
            let middle = (bounds.top() + bounds.bottom()) / 2.0;
            assert!((middle + 0.5).abs() < 0.06, "{word} is off by {}", middle + 0.5);
        }
    }

    #[test]
    fn characters_without_a_font_are_skipped() {
        assert!(set_word("ᏣᎳᎩ").is_none());
        assert!(set_word("\u{e000}").is_none());
        assert!(set_word("").is_none());
        let (with, without) = (set_word("GOᏣ").unwrap(), set_word("GO").unwrap());
        assert!((with.advance - without.advance).abs() < 1e-4);
    }

    #[test]
    fn ideographs_have_the_glyphs_of_their_language() {
        let drawn = |text: &str, writing| letter(text, false, writing, &display(text)).unwrap().path.unwrap();
        let all = [
            Writing::Japanese,
            Writing::Simplified,
            Writing::Traditional,
            Writing::Korean,
        ];
        for (text, writings) in [
            ("令", &all[..3]),
            ("骨", &all[..3]),
            ("曜", &all[..2]),
            ("今", &all[..2]),
        ] {
            let mut seen: Vec<Path> = Vec::new();
            for writing in writings {
                let path = drawn(text, *writing);
                assert!(!seen.contains(&path), "{text} in {writing:?}");
                seen.push(path);
            }
        }
        assert!(all.iter().all(|writing| drawn("一", *writing) == drawn("一", all[0])));
    }

    #[test]
    fn a_family_emoji_is_drawn_as_separate_persons() {
        assert_eq!(set_word("👨‍👩‍👧‍👦").unwrap().stickers.len(), 4);
    }

    #[test]
    fn a_word_can_mix_letters_and_emoji() {
        let (word, alone) = (set_word("GO🚀").unwrap(), set_word("GO").unwrap());
        assert_eq!(word.path, alone.path);
        assert_eq!(word.stickers.len(), 1);
        assert!(word.bounds.right() > alone.bounds.right() + 0.8);
        assert_eq!(set_word("🇦🇶").unwrap().path, set_word("AQ").unwrap().path);
    }

    #[test]
    fn a_letter_is_printed_without_a_mark_that_no_face_has() {
        let width = |text: &str| set_word(text).map(|word| word.advance);
        assert_eq!(width("L\u{338}ove"), width("Love"));
        assert_eq!(width("\u{338}"), None);
    }

    #[test]
    fn a_mark_stands_at_its_letter_even_if_the_font_does_not_place_it() {
        for family in Family::ALL {
            for text in ["я́", "ю̄", "Э̄", "T̈", "Q̃", "G̃", "ŋ́", "ɔ̀", "Ɛ̃"] {
                let whole = letter(text, false, Writing::Other, &Faces::of(text, family)).unwrap();
                let base = text.chars().next().unwrap().to_string();
                let bare = letter(&base, false, Writing::Other, &Faces::of(text, family)).unwrap();
                // The middles are compared, because a mark may be wider than its letter. Where the font itself places
                // the mark, it may be a little beside the middle.
                let middle = |rect: Rect| (rect.left() + rect.right()) / 2.0;
                let off = (middle(whole.bounds) - middle(bare.bounds)).abs();
                assert!(off < 0.15, "{text} in {family:?}: {off}");
                assert!((whole.advance - bare.advance).abs() < 1e-3, "{text} in {family:?}");
                assert_ne!(whole.path, bare.path, "{text} in {family:?}");
            }
        }
    }

    #[test]
    fn a_character_that_is_left_out_has_no_direction() {
        assert!(!is_right_to_left("100 ﷼ = $2 + €3"));
    }

    #[test]
    fn words_are_ordered_by_reading_direction() {
        assert_eq!(visual_order(&["one", "two"], false), [0, 1]);
        assert_eq!(visual_order(&["שלום", "עולם"], true), [1, 0]);
        assert_eq!(visual_order(&["שלום", "big", "world"], true), [1, 2, 0]);
        for text in [
            "مرحبا",
            "GPT-5 משנה הכל?",
            "iPhone 17 Pro: هل يستحق الشراء فعلا الآن؟",
            "שלום world",
            "10 ‏טיפים",
        ] {
            assert!(is_right_to_left(text), "{text}");
        }
        for text in ["hello مرحبا", "What does שלום mean?", "", "2026 🔥", "GO 日本"] {
            assert!(!is_right_to_left(text), "{text}");
        }
    }

    #[test]
    fn joined_scripts_are_shaped() {
        let joined = letter("مرحبا", true, Writing::Other, &display("مرحبا"))
            .unwrap()
            .advance;
        let apart: f32 = "مرحبا"
            .chars()
            .map(|c| {
                letter(&c.to_string(), true, Writing::Other, &display("مرحبا"))
                    .unwrap()
                    .advance
            })
            .sum();
        assert!(joined < apart * 0.98, "{joined} against {apart}");
    }
}
