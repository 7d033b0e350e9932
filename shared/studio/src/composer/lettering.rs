//! Paints a set headline: shadow, outline or plate, letters.

use super::{
    alpha::Alpha,
    canvas::{self, Canvas, linear, polygon, solid},
    palette::Palette,
    typesetting::{Block, OUTLINE, Placed},
};
use tiny_skia::Transform;

/// How the emphasised word differs from the others. One way at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Emphasis {
    /// In the accent's colour.
    Colour,
    /// In dark letters on a plate of the accent's colour.
    Plate,
}

/// Paints the headline. A plate needs the line for itself; on a shared line the emphasis is the colour.
pub(crate) fn paint(canvas: &mut Canvas, block: &Block, palette: &Palette, emphasis: Emphasis) {
    let on_plate = |word: &Placed| word.emphasised && word.alone && emphasis == Emphasis::Plate;
    let tallest = block.words.iter().map(|word| word.letter).fold(0.0, f32::max);
    canvas.lay_soft(6, tallest * 0.10, |layer, scale| {
        let cast = block
            .turn
            .post_translate(tallest * 0.03, tallest * 0.07)
            .post_concat(scale);
        for word in &block.words {
            layer.stroke(
                &Some(word.path.clone()),
                word.letter * OUTLINE * 2.0,
                solid(palette.ink, 0.65),
                cast,
            );
        }
    });
    for word in block.words.iter().filter(|word| on_plate(word)) {
        plate(canvas, word, palette, block.turn);
    }
    let outlined = || block.words.iter().filter(|word| !on_plate(word));
    for word in outlined() {
        let shape = Some(word.path.clone());
        let drop = Transform::from_translate(0.0, word.letter * 0.035).post_concat(block.turn);
        canvas.stroke(&shape, word.letter * OUTLINE * 1.9, solid(palette.ink, 1.0), drop);
        canvas.stroke(&shape, word.letter * OUTLINE * 2.0, solid(palette.ink, 1.0), block.turn);
    }
    for word in outlined() {
        let colour = if word.emphasised { palette.accent } else { palette.paper };
        let bounds = word.path.bounds();
        let (top, bottom) = ((0.0, bounds.top()), (0.0, bounds.bottom()));
        // The foot of the letters stays far above 4.5:1 against the outline.
        let foot = colour.mix(palette.glow, 0.16);
        canvas.fill(
            &Some(word.path.clone()),
            linear(top, bottom, &[colour.alpha(1.0), colour.alpha(1.0), foot.alpha(1.0)]),
            block.turn,
        );
    }
}

/// A slightly slanted plate, no larger than the padding that was set aside for it.
fn plate(canvas: &mut Canvas, word: &Placed, palette: &Palette, turn: Transform) {
    let bounds = word.path.bounds();
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
    canvas.fill(&Some(word.path.clone()), canvas::solid(palette.ink, 1.0), turn);
}
