//! Draws a motif on the picture: shadow, contour, then its parts, lit from the upper left, or its emoji.

use crate::composer::{
    design::drawing::{CONTOUR, Drawing, Placement},
    motif::{Figure, sketch::Part},
    palette::Palette,
    raster::{
        alpha::Alpha,
        canvas::{Canvas, linear, solid},
    },
};
use tiny_skia::{PathBuilder, Shader, Transform};

/// Paints a drawing with its shadow on the ground, its shadow behind it, and its contour.
pub(super) fn paint(canvas: &mut Canvas, drawing: &Drawing, palette: &Palette) {
    let Drawing {
        figure,
        placement,
        on_ground,
    } = drawing;
    let place = placement.transform();
    if let Some(ground) = on_ground {
        let oval = PathBuilder::from_oval(*ground);
        canvas.lay_soft(4, placement.size * 0.016, |layer, scale| {
            layer.fill(&oval, solid(palette.ink, 0.8), scale);
        });
    }
    shadow(canvas, figure, palette, *placement);
    let contour = CONTOUR * 100.0;
    // A dark line outside the light contour keeps the contour visible on a light background.
    outline(canvas, figure, contour * 2.0 + 1.6, &solid(palette.ink, 0.30), place);
    outline(canvas, figure, contour * 2.0, &solid(palette.paper, 1.0), place);
    match figure {
        Figure::Sketch(sketch) => {
            for part in sketch.parts() {
                paint_part(canvas, part, place);
            }
        }
        Figure::Emoji(large) => large.paint(canvas, place),
    }
}

fn paint_part(canvas: &mut Canvas, part: &Part, place: Transform) {
    match part.line {
        Some(width) => canvas.stroke(&part.shape, width, solid(part.colour, part.opacity), place),
        None if part.is_body => canvas.fill(&part.shape, volume(part), place),
        None => canvas.fill(&part.shape, solid(part.colour, part.opacity), place),
    }
}

/// Draws a soft shadow, offset down and to the right.
fn shadow(canvas: &mut Canvas, figure: &Figure, palette: &Palette, placement: Placement) {
    let place = placement
        .transform()
        .post_translate(placement.size * 0.022, placement.size * 0.042);
    canvas.lay_soft(8, placement.size * 0.045, |layer, scale| {
        let (ink, place) = (solid(palette.ink, 0.75), place.post_concat(scale));
        outline(layer, figure, CONTOUR * 200.0, &ink, place);
        match figure {
            Figure::Sketch(sketch) => {
                for part in sketch.parts().iter().filter(|part| part.is_body && part.line.is_none()) {
                    layer.fill(&part.shape, ink.clone(), place);
                }
            }
            Figure::Emoji(large) => layer.fill(large.shape(), ink, place),
        }
    });
}

/// Strokes the silhouette without its small loose pieces. The inner half of the line is covered by the figure, which is
/// painted later.
fn outline(canvas: &mut Canvas, figure: &Figure, width: f32, shader: &Shader<'static>, place: Transform) {
    match figure {
        Figure::Sketch(sketch) => {
            for part in sketch.parts().iter().filter(|part| part.is_body) {
                canvas.stroke(&part.shape, part.line.unwrap_or(0.0) + width, shader.clone(), place);
            }
        }
        Figure::Emoji(large) => canvas.stroke(large.rim(), width, shader.clone(), place),
    }
}

/// A gradient from light (upper left) to dark, which gives the part volume.
fn volume(part: &Part) -> tiny_skia::Shader<'static> {
    let bounds = part.shape.bounds();
    let from = (bounds.left() + bounds.width() * 0.2, bounds.top());
    let to = (bounds.left() + bounds.width() * 0.8, bounds.bottom());
    linear(
        from,
        to,
        &[
            part.colour.lighter(0.20).alpha(1.0),
            part.colour.alpha(1.0),
            part.colour.darker(0.16).alpha(1.0),
        ],
    )
}
