//! The silhouette of a colour glyph.

use super::outline::{outline, push};
use harfrust::{
    Font, GlyphId,
    font::glyph::color::{Brush, CompositeMode, PaintSink},
};
use read_fonts::types::{BoundingBox, Matrix};
use tiny_skia::{PathBuilder, Transform};

/// Collects the outlines of everything that a glyph paints.
pub(super) struct Silhouette<'a> {
    font: &'a Font,
    pub(super) path: PathBuilder,
    stack: Vec<Transform>,
    clips: Vec<GlyphId>,
    layers: Vec<CompositeMode>,
}

impl<'a> Silhouette<'a> {
    pub(super) fn new(font: &'a Font) -> Self {
        Self {
            font,
            path: PathBuilder::new(),
            stack: vec![Transform::identity()],
            clips: Vec::new(),
            layers: Vec::new(),
        }
    }

    fn add(&mut self, glyph: GlyphId, brush: &Brush<'_>) {
        let is_faint = match brush {
            Brush::Solid { alpha, .. } => *alpha < 0.2,
            // A glow around a flame fades to nothing. A contour around it would be a ring with a hole.
            Brush::RadialGradient { color_stops, .. } => color_stops.last().is_some_and(|stop| stop.alpha < 0.1),
            _ => false,
        };
        // Layers with another mode than source-over only tint what is already painted.
        let is_tint = self.layers.iter().any(|mode| *mode != CompositeMode::SrcOver);
        if is_faint || is_tint {
            return;
        }
        let transform = self.stack.last().copied().unwrap_or_default();
        let path = outline(self.font, glyph).and_then(|path| path.transform(transform));
        if let Some(path) = path {
            self.path.push_path(&path);
        }
    }
}

impl PaintSink for Silhouette<'_> {
    fn push_transform(&mut self, transform: Matrix<f32>) {
        push(&mut self.stack, transform);
    }

    fn pop_transform(&mut self) {
        self.stack.pop();
    }

    fn push_clip_glyph(&mut self, glyph: GlyphId) {
        self.clips.push(glyph);
    }

    fn push_clip_box(&mut self, _: BoundingBox<f32>) {
        self.clips.push(GlyphId::NOTDEF);
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn fill(&mut self, brush: Brush<'_>) {
        if let Some(glyph) = self.clips.last().copied().filter(|glyph| *glyph != GlyphId::NOTDEF) {
            self.add(glyph, &brush);
        }
    }

    fn fill_glyph(&mut self, glyph: GlyphId, _: Option<Matrix<f32>>, brush: Brush<'_>) {
        self.add(glyph, &brush);
    }

    fn push_layer(&mut self, mode: CompositeMode) {
        self.layers.push(mode);
    }

    fn pop_layer(&mut self) {
        self.layers.pop();
    }
}
