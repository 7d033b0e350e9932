//! Paints the small stars and dots around the subject.

use crate::composer::{
    design::sparkles::Sparkle,
    palette::Palette,
    raster::canvas::{Canvas, circle, solid, star},
};
use tiny_skia::Transform;

/// Paints the sparkles, each with a small shadow.
pub(super) fn paint(canvas: &mut Canvas, sparkles: &[Sparkle], palette: &Palette) {
    for Sparkle {
        centre: (x, y),
        radius,
        is_accent,
        is_dot,
    } in sparkles.iter().copied()
    {
        let colour = if is_accent { palette.accent } else { palette.paper };
        let shape = if is_dot {
            circle(x, y, radius * 0.55)
        } else {
            star(x, y, 4, radius * 0.36, radius * 1.3, 0.0)
        };
        let shadow = Transform::from_translate(radius * 0.14, radius * 0.22);
        canvas.fill(&shape, solid(palette.ink, 0.35), shadow);
        canvas.fill(&shape, solid(colour, 1.0), Transform::identity());
    }
}
