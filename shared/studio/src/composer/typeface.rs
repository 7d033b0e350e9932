//! Letters: which font has them, how they join, and their outlines.

use harfrust::{
    Buffer, Direction, ShapeOptions, ShaperFont,
    font::{
        Font,
        glyph::outline::{DrawMemory, DrawOptions, PathSink},
    },
    shape,
};
use std::sync::LazyLock;
use tiny_skia::{Path, PathBuilder};
use unicode_bidi::{Level, ParagraphBidiInfo};
use unicode_segmentation::UnicodeSegmentation;

/// The display face first; each next one is asked for what those before it lack. Beside each its capitals' (or, where
/// a script has none, its letters') height in parts of the em, so that all of them look equally large.
static FACES: LazyLock<Vec<Face>> = LazyLock::new(|| {
    let files: [(&'static [u8], f32); 5] = [
        (include_bytes!("../../fonts/Anton-Regular.ttf"), 0.86),
        (include_bytes!("../../fonts/SofiaSansExtraCondensed-Black.ttf"), 0.70),
        (include_bytes!("../../fonts/Heebo-Black.ttf"), 0.64),
        (include_bytes!("../../fonts/Cairo-Black.ttf"), 0.62),
        (include_bytes!("../../fonts/Khand-Bold.ttf"), 0.62),
    ];
    files
        .into_iter()
        .filter_map(|(bytes, height)| Face::new(bytes, height))
        .collect()
});

struct Face {
    font: Font,
    /// From font units to letter heights.
    scale: f32,
}

impl Face {
    fn new(bytes: &'static [u8], letter_height: f32) -> Option<Self> {
        let font = Font::new(bytes, 0)?;
        let scale = 1.0 / (f32::from(font.units_per_em()).max(1.0) * letter_height);
        Some(Self { font, scale })
    }

    fn has(&self, grapheme: &str) -> bool {
        let charmap = self.font.charmap();
        grapheme
            .chars()
            .all(|c| is_joiner(c) || charmap.map_unicode(c).is_some_and(|glyph| glyph.to_u32() != 0))
    }
}

/// Joiners and variation selectors change how their neighbours look and need no glyph.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// A word as outlines. Unit: the height of a capital letter; the baseline is y = 0 and y grows downward.
#[derive(Clone, Debug)]
pub(crate) struct Lettering {
    pub(crate) path: Path,
    /// Where the next word may begin, before the space.
    pub(crate) advance: f32,
}

/// Whether the text is read from right to left: what its first letter with a direction says.
pub(crate) fn is_right_to_left(text: &str) -> bool {
    ParagraphBidiInfo::new(text, None).paragraph_level.is_rtl()
}

/// The order in which the words of a line stand from left to right.
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

/// Sets one word. Letters that no font has are left out; `None` if nothing is left.
pub(crate) fn letter(word: &str, right_to_left: bool) -> Option<Lettering> {
    // Where there is no text there are no runs either; the algorithm's implementation does not expect to be asked.
    let base = if right_to_left { Level::rtl() } else { Level::ltr() };
    let info = ParagraphBidiInfo::new(Some(word).filter(|word| !word.is_empty())?, Some(base));
    let (levels, runs) = info.visual_runs(0..word.len());
    let mut pen = Pen {
        path: PathBuilder::new(),
        x: 0.0,
        y: 0.0,
        scale: 1.0,
    };
    let mut advance = 0.0;
    for run in runs {
        let rtl = levels.get(run.start).is_some_and(Level::is_rtl);
        let mut pieces = pieces(word.get(run).unwrap_or_default());
        if rtl {
            pieces.reverse();
        }
        for (face, text) in pieces {
            advance = set(face, &text, rtl, advance, &mut pen);
        }
    }
    Some(Lettering {
        path: pen.path.finish()?,
        advance,
    })
}

/// Cuts a run of one direction where the font changes.
fn pieces(run: &str) -> Vec<(&'static Face, String)> {
    let mut pieces: Vec<(&'static Face, String)> = Vec::new();
    for grapheme in run.graphemes(true) {
        let Some(face) = FACES.iter().find(|face| face.has(grapheme)) else {
            continue;
        };
        match pieces.last_mut() {
            Some((last, text)) if std::ptr::eq(*last, face) => text.push_str(grapheme),
            _ => pieces.push((face, grapheme.to_owned())),
        }
    }
    pieces
}

/// Adds the text's outlines at `x` and returns where it ends.
fn set(face: &Face, text: &str, rtl: bool, mut x: f32, pen: &mut Pen) -> f32 {
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    if text.chars().any(|c| ('\u{400}'..='\u{4ff}').contains(&c)) {
        // The fallback face draws Bulgarian letterforms unless told otherwise; most readers know the Russian ones.
        buffer.set_language("ru".parse().ok());
    }
    buffer.set_direction(if rtl {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    if shape(&ShaperFont::new(&face.font), &mut buffer, ShapeOptions::new()).is_err() {
        return x;
    }
    let outlines = face.font.outline_glyphs();
    pen.scale = face.scale;
    for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
        pen.x = x + position.x_offset as f32 * face.scale;
        pen.y = -(position.y_offset as f32) * face.scale;
        if let Some(outline) = outlines.get(info.glyph_id.into()).filter(|_| info.glyph_id != 0) {
            // A damaged outline leaves a gap; the fonts are our own, so it does not happen.
            if outline.draw(&DrawOptions::new(), DrawMemory::default(), pen).is_err() {
                continue;
            }
        }
        x += position.x_advance as f32 * face.scale;
    }
    x
}

struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.at(cx0, cy0), self.at(x, y));
        self.path.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.at(cx0, cy0), self.at(cx1, cy1), self.at(x, y));
        self.path.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fonts_load() {
        assert_eq!(FACES.len(), 5);
    }

    #[test]
    fn capitals_are_one_unit_high_in_every_alphabet() {
        for word in ["H", "Ж", "Ω", "ש", "ا"] {
            let bounds = letter(word, false).unwrap().path.bounds();
            assert!(
                (0.85..1.25).contains(&bounds.height()),
                "{word} is {} high",
                bounds.height()
            );
        }
    }

    #[test]
    fn letters_without_a_font_are_skipped() {
        assert!(letter("日本語", false).is_none());
        assert!(letter("🚀🔥", false).is_none());
        assert!(letter("", false).is_none());
        let (with, without) = (letter("GO🚀", false).unwrap(), letter("GO", false).unwrap());
        assert!((with.advance - without.advance).abs() < 1e-4);
    }

    #[test]
    fn words_stand_in_reading_direction() {
        assert_eq!(visual_order(&["one", "two"], false), [0, 1]);
        assert_eq!(visual_order(&["שלום", "עולם"], true), [1, 0]);
        assert_eq!(visual_order(&["שלום", "big", "world"], true), [1, 2, 0]);
        assert!(is_right_to_left("مرحبا"));
        assert!(!is_right_to_left("hello مرحبا"));
    }

    #[test]
    fn joined_scripts_are_shaped() {
        let joined = letter("مرحبا", true).unwrap().advance;
        let apart: f32 = "مرحبا"
            .chars()
            .map(|c| letter(&c.to_string(), true).unwrap().advance)
            .sum();
        assert!(joined < apart * 0.98, "{joined} against {apart}");
    }
}
