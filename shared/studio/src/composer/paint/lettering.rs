//! Paints a set headline: shadow, outline or plate, and letters.

use crate::composer::{
    design::headline::{HeadlinePart, LetterStyle, PartStyle, PlacedHeadline},
    layout::look::Emphasis,
    palette::Palette,
    raster::{
        alpha::Alpha,
        canvas::{Canvas, linear, polygon, solid},
    },
    text::typesetting::{Block, OUTLINE, placed::PlacedWord},
};
use colour::Rgb;
use tiny_skia::{Path, Rect, Transform};

/// The width of the light rim around an emoji, inside the dark outline, in letter heights.
const RIM: f32 = 0.04;

/// How far the sides of deep letters reach down, in letter heights.
const DEPTH: f32 = 0.14;
/// The number of copies of the letters that make up the sides.
const STEPS: u8 = 5;
/// The share of the dark neutral in the colour of the sides.
const SHADE_OF_SIDES: f32 = 0.35;

/// The smallest contrast ratio of letters: a little more than WCAG 2.2 (1.4.3) requires.
const READABLE: f32 = 5.0;

/// Paints all words.
pub(super) fn paint(canvas: &mut Canvas, headline: &PlacedHeadline, palette: &Palette, letters: LetterStyle) {
    for HeadlinePart { block, style } in &headline.parts {
        match (style, letters.bare) {
            (PartStyle::Headline, None) => {
                if letters.is_deep {
                    sides(canvas, block, palette);
                }
                outlined(
                    canvas,
                    block,
                    palette,
                    letters.emphasis,
                    letters.fill.unwrap_or(palette.paper),
                    letters.fill,
                );
            }
            (PartStyle::Headline, Some(colour)) => bare(canvas, block, palette, letters.emphasis, colour, letters.fill),
            (PartStyle::Accent, _) => {
                let colour = letters.fill.unwrap_or(palette.accent);
                outlined(canvas, block, palette, Emphasis::Colour, colour, letters.fill);
            }
            (PartStyle::OnAccent, _) => bare(canvas, block, palette, Emphasis::Colour, palette.ink, None),
        }
        stickers(canvas, block, palette);
    }
}

/// Paints letters with a dark outline and a shadow. An emphasised word gets its plate only if it is alone on its line;
/// otherwise it gets the accent colour. Emoji get the outline too, but keep their colours. A colour that a caller has
/// named is the colour of all letters, with the outline that contrasts with it.
fn outlined(
    canvas: &mut Canvas,
    block: &Block,
    palette: &Palette,
    emphasis: Emphasis,
    colour: Rgb,
    named: Option<Rgb>,
) {
    let edge = match named {
        Some(colour) if colour.contrast(palette.ink) < colour.contrast(palette.paper) => palette.paper,
        _ => palette.ink,
    };
    let has_plate =
        |word: &PlacedWord| word.emphasised && word.alone && word.path.is_some() && emphasis == Emphasis::Plate;
    let tallest = block.words.iter().map(|word| word.letter).fold(0.0, f32::max);
    canvas.lay_soft(6, tallest * 0.10, |layer, scale| {
        let cast = block
            .turn
            .post_translate(tallest * 0.03, tallest * 0.07)
            .post_concat(scale);
        for word in &block.words {
            for shape in shapes(word) {
                layer.stroke(shape, word.letter * OUTLINE * 2.0, solid(palette.ink, 0.65), cast);
            }
        }
    });
    for word in block.words.iter().filter(|word| has_plate(word)) {
        plate(canvas, word.bounds, word.letter, palette, block.turn);
        canvas.fill(&word.path, solid(palette.ink, 1.0), block.turn);
    }
    let outlined = || block.words.iter().filter(|word| !has_plate(word));
    let edges = outlined().flat_map(|word| {
        let drop = Transform::from_translate(0.0, word.letter * 0.035).post_concat(block.turn);
        let width = word.letter * OUTLINE;
        shapes(word).flat_map(move |shape| [(shape, width * 1.9, drop), (shape, width * 2.0, block.turn)])
    });
    canvas.stroke_all(edges, edge);
    for word in outlined() {
        let colour = if word.emphasised && named.is_none() {
            palette.accent
        } else {
            colour
        };
        let Some(bounds) = word.path.as_ref().map(Path::bounds) else {
            continue;
        };
        let (top, bottom) = ((0.0, bounds.top()), (0.0, bounds.bottom()));
        // Mixed this little, the foot keeps a contrast ratio far above 4.5:1 to the outline.
        let foot = if named.is_none() {
            colour.mix(palette.glow, 0.16)
        } else {
            colour
        };
        canvas.fill(
            &word.path,
            linear(top, bottom, &[colour.alpha(1.0), colour.alpha(1.0), foot.alpha(1.0)]),
            block.turn,
        );
    }
}

/// Paints the sides of letters that look like blocks: below and to the right of the letters, in a shade of the accent
/// with a dark edge.
fn sides(canvas: &mut Canvas, block: &Block, palette: &Palette) {
    let shade = palette.accent.mix(palette.ink, SHADE_OF_SIDES);
    for (width, colour) in [(2.0, palette.ink), (1.1, shade)] {
        let copies = (1..=STEPS).flat_map(|step| {
            let share = DEPTH * f32::from(step) / f32::from(STEPS);
            block.words.iter().flat_map(move |word| {
                let (across, down) = (word.letter * share * 0.6, word.letter * share);
                let moved = Transform::from_translate(across, down).post_concat(block.turn);
                shapes(word).map(move |shape| (shape, word.letter * OUTLINE * width, moved))
            })
        });
        canvas.stroke_all(copies, colour);
    }
}

/// Paints letters in one colour. The emphasised word gets the accent colour, if that is readable, or a plate.
fn bare(canvas: &mut Canvas, block: &Block, palette: &Palette, emphasis: Emphasis, colour: Rgb, named: Option<Rgb>) {
    for word in &block.words {
        let fill = match (word.emphasised, emphasis) {
            (false, _) | (true, Emphasis::Colour) if named.is_some() => named.unwrap_or(colour),
            (true, Emphasis::Plate) if word.alone && word.path.is_some() => {
                plate(canvas, word.bounds, word.letter, palette, block.turn);
                palette.ink
            }
            (true, Emphasis::Colour) if palette.accent.contrast(palette.flat().0) >= READABLE => palette.accent,
            _ => colour,
        };
        canvas.fill(&word.path, solid(fill, 1.0), block.turn);
    }
}

fn stickers(canvas: &mut Canvas, block: &Block, palette: &Palette) {
    for word in &block.words {
        for sticker in &word.stickers {
            let shape = Some(sticker.shape.clone());
            canvas.stroke(&shape, word.letter * RIM * 2.0, solid(palette.paper, 1.0), block.turn);
            sticker.paint(canvas, block.turn);
        }
    }
}

/// The outlines of the letters and emoji of a word.
fn shapes(word: &PlacedWord) -> impl Iterator<Item = &Path> {
    let stickers = word.stickers.iter().map(|sticker| &sticker.shape);
    word.path.iter().chain(stickers)
}

/// Paints a slightly slanted plate, within the padding that typesetting has reserved.
fn plate(canvas: &mut Canvas, bounds: Rect, letter: f32, palette: &Palette, turn: Transform) {
    let (pad_x, pad_y) = (letter * 0.14, letter * 0.115);
    let (left, right) = (bounds.left() - pad_x, bounds.right() + pad_x);
    let (top, bottom) = (bounds.top() - pad_y, bounds.bottom() + pad_y);
    let lean = letter * 0.035;
    let shape = polygon([(left + lean, top), (right, top), (right - lean, bottom), (left, bottom)]);
    let colours = [palette.accent.lighter(0.12).alpha(1.0), palette.accent.alpha(1.0)];
    canvas.lay_soft(6, letter * 0.06, |layer, scale| {
        let cast = turn.post_translate(letter * 0.02, letter * 0.05).post_concat(scale);
        layer.fill(&shape, solid(palette.ink, 0.6), cast);
    });
    canvas.fill(&shape, linear((left, top), (left, bottom), &colours), turn);
}
