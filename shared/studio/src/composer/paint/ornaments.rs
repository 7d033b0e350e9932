//! Paints the ornaments that a caller has added.

use crate::composer::{
    design::ornaments::OrnamentShape,
    palette::Palette,
    raster::{
        alpha::Alpha,
        canvas::{Canvas, linear, rectangle, solid},
    },
};
use tiny_skia::{Path, Transform};

/// Paints an ornament in the accent colour.
pub(super) fn paint(canvas: &mut Canvas, ornaments: &[OrnamentShape], palette: &Palette) {
    let upright = Transform::identity();
    for ornament in ornaments {
        match ornament {
            OrnamentShape::Frame { inner, width } => {
                let shape = rectangle(inner.left(), inner.top(), inner.width(), inner.height());
                canvas.stroke(&shape, width * 1.5, solid(palette.ink, 1.0), upright);
                canvas.stroke(&shape, *width, solid(palette.accent, 1.0), upright);
            }
            OrnamentShape::Sign { shape, outline } => {
                let Some(bounds) = shape.as_ref().map(Path::bounds) else {
                    continue;
                };
                canvas.lay_soft(6, outline * 0.8, |layer, scale| {
                    let cast = Transform::from_translate(outline * 0.3, outline * 0.8).post_concat(scale);
                    layer.stroke(shape, outline * 2.0, solid(palette.ink, 0.6), cast);
                });
                canvas.stroke(shape, outline * 2.0, solid(palette.ink, 1.0), upright);
                let colours = [palette.accent.lighter(0.15).alpha(1.0), palette.accent.alpha(1.0)];
                let (top, bottom) = ((bounds.left(), bounds.top()), (bounds.left(), bounds.bottom()));
                canvas.fill(shape, linear(top, bottom, &colours), upright);
            }
        }
    }
}
