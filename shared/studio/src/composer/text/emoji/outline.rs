//! Outlines of glyphs, and the transforms on the way to them.

use harfrust::{
    Font, GlyphId,
    font::glyph::outline::{DrawMemory, DrawOptions, PathSink},
};
use read_fonts::types::Matrix;
use tiny_skia::{Path, PathBuilder, Transform};

/// Collects an outline in font units.
#[derive(Default)]
struct Outline(PathBuilder);

impl PathSink for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.0.quad_to(cx0, cy0, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// The outline of a glyph in font units. `None` if it has none.
pub(super) fn outline(font: &Font, glyph: GlyphId) -> Option<Path> {
    let mut outline = Outline::default();
    let drawn = font.outline_glyphs().get(glyph)?;
    drawn
        .draw(&DrawOptions::new(), DrawMemory::default(), &mut outline)
        .ok()?;
    outline.0.finish()
}

/// The transform of a font's matrix.
pub(super) fn transform_of(matrix: Matrix<f32>) -> Transform {
    Transform::from_row(matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.dx, matrix.dy)
}

/// Puts a transform on the stack that applies the matrix first, then the transform on top.
pub(super) fn push(stack: &mut Vec<Transform>, matrix: Matrix<f32>) {
    let current = stack.last().copied().unwrap_or_default();
    stack.push(current.pre_concat(transform_of(matrix)));
}
