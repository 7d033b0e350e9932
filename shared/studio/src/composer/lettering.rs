//! Paints a set headline: shadow, outline or plate, letters.

use super::{
    alpha::Alpha,
    canvas::{self, Canvas, Shape, linear, polygon, solid},
    palette::Palette,
    typesetting::{Block, OUTLINE, Placed},
};
use tiny_skia::{Path, Transform};

/// The light edge that cuts an emoji out, inside the dark outline that it shares with the letters, in letter heights.
const RIM: f32 = 0.04;

/// How the emphasised word differs from the others. One way at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// In the accent's colour.
    Colour,
    /// In dark letters on a plate of the accent's colour.
    Plate,
}

/// Paints the headline. A plate needs the line for itself; on a shared line the emphasis is the colour. Emoji have
/// colours of their own and need neither.
pub(crate) fn paint(canvas: &mut Canvas, block: &Block, palette: &Palette, emphasis: Emphasis) {
    let on_plate = |word: &Placed| word.emphasised && word.alone && word.path.is_some() && emphasis == Emphasis::Plate;
    let tallest = block.words.iter().map(|word| word.letter).fold(0.0, f32::max);
    canvas.lay_soft(6, tallest * 0.10, |layer, scale| {
        let cast = block
            .turn
            .post_translate(tallest * 0.03, tallest * 0.07)
            .post_concat(scale);
        for word in &block.words {
            for shape in shapes(word) {
                layer.stroke(&shape, word.letter * OUTLINE * 2.0, solid(palette.ink, 0.65), cast);
            }
        }
    });
    for word in block.words.iter().filter(|word| on_plate(word)) {
        plate(canvas, word, palette, block.turn);
    }
    let outlined = || block.words.iter().filter(|word| !on_plate(word));
    for word in outlined() {
        let drop = Transform::from_translate(0.0, word.letter * 0.035).post_concat(block.turn);
        for shape in shapes(word) {
            canvas.stroke(&shape, word.letter * OUTLINE * 1.9, solid(palette.ink, 1.0), drop);
            canvas.stroke(&shape, word.letter * OUTLINE * 2.0, solid(palette.ink, 1.0), block.turn);
        }
    }
    for word in outlined() {
        let colour = if word.emphasised { palette.accent } else { palette.paper };
        let Some(bounds) = word.path.as_ref().map(Path::bounds) else {
            continue;
        };
        let (top, bottom) = ((0.0, bounds.top()), (0.0, bounds.bottom()));
        // The foot of the letters stays far above 4.5:1 against the outline.
        let foot = colour.mix(palette.glow, 0.16);
        canvas.fill(
            &word.path,
            linear(top, bottom, &[colour.alpha(1.0), colour.alpha(1.0), foot.alpha(1.0)]),
            block.turn,
        );
    }
    for word in &block.words {
        for sticker in &word.stickers {
            let shape = Some(sticker.shape.clone());
            canvas.stroke(&shape, word.letter * RIM * 2.0, solid(palette.paper, 1.0), block.turn);
            sticker.paint(canvas, block.turn);
        }
    }
}

/// The letters and the emoji of a word.
fn shapes(word: &Placed) -> impl Iterator<Item = Shape> {
    let stickers = word.stickers.iter().map(|sticker| sticker.shape.clone());
    word.path.iter().cloned().chain(stickers).map(Some)
}

/// A slightly slanted plate, no larger than the padding that was set aside for it.
fn plate(canvas: &mut Canvas, word: &Placed, palette: &Palette, turn: Transform) {
    let bounds = word.bounds;
    let (pad_x, pad_y) = (word.letter * 0.14, word.letter * 0.125);
    let (left, right) = (bounds.left() - pad_x, bounds.right() + pad_x);
    let (top, bottom) = (bounds.top() - pad_y, bounds.bottom() + pad_y);
    let lean = word.letter * 0.035;
    let shape = polygon([(left + lean, top), (right, top), (right - lean, bottom), (left, bottom)]);
    let colours = [palette.accent.lighter(0.12).alpha(1.0), palette.accent.alpha(1.0)];
    canvas.lay_soft(6, word.letter * 0.06, |layer, scale| {
        let cast = turn
            .post_translate(word.letter * 0.02, word.letter * 0.05)
            .post_concat(scale);
        layer.fill(&shape, solid(palette.ink, 0.6), cast);
    });
    canvas.fill(&shape, linear((left, top), (left, bottom), &colours), turn);
    canvas.fill(&word.path, canvas::solid(palette.ink, 1.0), turn);
}
