//! Paints the shapes of a layout in the colours of a palette.

use crate::composer::{
    layout::template::{Piece, Tone},
    palette::Palette,
    raster::{
        alpha::Alpha,
        canvas::{Canvas, linear, solid},
    },
};
use colour::Rgb;
use tiny_skia::{Path, Shader, Transform};

/// The opacity of the shadows.
const SHADOW: f32 = 0.6;

/// Paints the shapes in document order.
pub(crate) fn paint(canvas: &mut Canvas, pieces: &[Piece], palette: &Palette) {
    for piece in pieces {
        if let Some(radius) = piece.shadow {
            canvas.lay_soft(8, radius, |layer, scale| {
                let cast = Transform::from_translate(radius * 0.2, radius * 0.4).post_concat(scale);
                draw_in(layer, piece, solid(palette.ink, SHADOW), cast);
            });
        }
        match piece.soft {
            Some(radius) => canvas.lay_soft(8, radius, |layer, scale| draw(layer, piece, palette, scale)),
            None => draw(canvas, piece, palette, Transform::identity()),
        }
    }
}

/// Draws a shape in its colours, without its shadow and with a hard edge.
pub(super) fn draw(canvas: &mut Canvas, piece: &Piece, palette: &Palette, transform: Transform) {
    draw_in(canvas, piece, fill(piece, palette), transform);
}

fn draw_in(canvas: &mut Canvas, piece: &Piece, shader: Shader<'_>, transform: Transform) {
    match piece.line {
        Some(width) => canvas.stroke(&piece.shape, width, shader, transform),
        None => canvas.fill(&piece.shape, shader, transform),
    }
}

fn fill(piece: &Piece, palette: &Palette) -> Shader<'static> {
    let colour = |tone: Tone| tone.of(palette).mix(palette.ink, piece.shade);
    let from = colour(piece.tone);
    match (piece.to, piece.shape.as_ref().map(Path::bounds)) {
        (Some(to), Some(bounds)) => {
            let (top, bottom) = ((bounds.left(), bounds.top()), (bounds.left(), bounds.bottom()));
            // A gradient over the whole range of the palette would draw too much attention, so it covers about half.
            let to = from.mix(colour(to), 0.55);
            linear(top, bottom, &[from.alpha(piece.opacity), to.alpha(piece.opacity)])
        }
        _ => solid(from, piece.opacity),
    }
}

impl Tone {
    fn of(self, palette: &Palette) -> Rgb {
        match self {
            Self::Deep => palette.deep,
            Self::Ground => palette.ground,
            Self::Glow => palette.glow,
            Self::Accent => palette.accent,
            Self::Paper => palette.paper,
            Self::Ink => palette.ink,
        }
    }
}
