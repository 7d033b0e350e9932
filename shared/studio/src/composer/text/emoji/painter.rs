//! Paints the fills and gradients of a colour glyph (COLRv1).

use super::outline::{outline, push, transform_of};
use colour::Rgb;
use harfrust::{
    Font, GlyphId,
    font::glyph::color::{Brush, ColorStop, CompositeMode, Extend, PaintSink},
};
use read_fonts::types::{BoundingBox, Matrix};
use tiny_skia::{
    BlendMode, Color, FillRule, GradientStop, LinearGradient, Paint, Pixmap, PixmapPaint, Point, RadialGradient,
    Shader, SpreadMode, Transform,
};

/// Paints onto a canvas. Clip boxes are ignored, because no glyph of the font paints outside its clip box.
pub(super) struct Painter<'a> {
    font: &'a Font,
    canvas: &'a mut Pixmap,
    layers: Vec<(Pixmap, CompositeMode)>,
    stack: Vec<Transform>,
    clips: Vec<GlyphId>,
    /// Replaces each colour of the font.
    recolour: &'a dyn Fn(Rgb) -> Rgb,
}

impl<'a> Painter<'a> {
    /// A painter whose transform `place` maps font units to pixels.
    pub(super) fn new(
        font: &'a Font,
        canvas: &'a mut Pixmap,
        place: Transform,
        recolour: &'a dyn Fn(Rgb) -> Rgb,
    ) -> Self {
        Self {
            font,
            canvas,
            layers: Vec::new(),
            stack: vec![place],
            clips: Vec::new(),
            recolour,
        }
    }

    fn shader(&self, brush: &Brush<'_>, transform: Transform) -> Option<Shader<'static>> {
        let point = |p: read_fonts::types::Point<f32>| Point::from_xy(p.x, p.y);
        match brush {
            Brush::Solid { palette_index, alpha } => Some(Shader::SolidColor(self.colour(*palette_index, *alpha)?)),
            Brush::LinearGradient {
                p0,
                p1,
                color_stops,
                extend,
            } => LinearGradient::new(
                point(*p0),
                point(*p1),
                self.stops(color_stops),
                mode(*extend),
                transform,
            ),
            Brush::RadialGradient {
                c0,
                r0,
                c1,
                r1,
                color_stops,
                extend,
            } => RadialGradient::new(
                point(*c0),
                r0.max(0.0),
                point(*c1),
                r1.max(0.0),
                self.stops(color_stops),
                mode(*extend),
                transform,
            ),
            // The font has no sweep gradients; if it gets some, they are painted in their first colour.
            Brush::SweepGradient { color_stops, .. } => {
                let stop = color_stops.first()?;
                Some(Shader::SolidColor(self.colour(stop.palette_index, stop.alpha)?))
            }
        }
    }

    fn stops(&self, stops: &[ColorStop]) -> Vec<GradientStop> {
        stops
            .iter()
            .filter_map(|stop| {
                Some(GradientStop::new(
                    stop.offset,
                    self.colour(stop.palette_index, stop.alpha)?,
                ))
            })
            .collect()
    }

    fn colour(&self, index: u16, alpha: f32) -> Option<Color> {
        let colour = *self.font.palettes().get(0)?.colors().get(usize::from(index))?;
        let Rgb(red, green, blue) = (self.recolour)(Rgb(colour.red, colour.green, colour.blue));
        let mut shade = Color::from_rgba8(red, green, blue, colour.alpha);
        shade.apply_opacity(alpha.clamp(0.0, 1.0));
        Some(shade)
    }

    fn target(&mut self) -> &mut Pixmap {
        match self.layers.last_mut() {
            Some((layer, _)) => layer,
            None => self.canvas,
        }
    }
}

impl PaintSink for Painter<'_> {
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
            self.fill_glyph(glyph, None, brush);
        }
    }

    fn fill_glyph(&mut self, glyph: GlyphId, brush_transform: Option<Matrix<f32>>, brush: Brush<'_>) {
        let transform = self.stack.last().copied().unwrap_or_default();
        let of_brush = brush_transform.map_or(Transform::identity(), transform_of);
        if let Some((path, shader)) = outline(self.font, glyph).zip(self.shader(&brush, of_brush)) {
            let paint = Paint {
                shader,
                anti_alias: true,
                ..Paint::default()
            };
            self.target()
                .fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
    }

    fn push_layer(&mut self, mode: CompositeMode) {
        let (width, height) = (self.canvas.width(), self.canvas.height());
        // The allocation cannot fail for its size, because a canvas of the same size exists.
        if let Some(layer) = Pixmap::new(width, height) {
            self.layers.push((layer, mode));
        }
    }

    fn pop_layer(&mut self) {
        if let Some((layer, mode)) = self.layers.pop() {
            let blend = PixmapPaint {
                blend_mode: blending(mode),
                ..PixmapPaint::default()
            };
            self.target()
                .draw_pixmap(0, 0, layer.as_ref(), &blend, Transform::identity(), None);
        }
    }
}

fn mode(extend: Extend) -> SpreadMode {
    match extend {
        Extend::Repeat => SpreadMode::Repeat,
        Extend::Reflect => SpreadMode::Reflect,
        Extend::Pad | Extend::Unknown => SpreadMode::Pad,
    }
}

/// Maps the composite modes that the font uses; others become source-over.
fn blending(mode: CompositeMode) -> BlendMode {
    match mode {
        CompositeMode::SrcIn => BlendMode::SourceIn,
        CompositeMode::SoftLight => BlendMode::SoftLight,
        _ => BlendMode::SourceOver,
    }
}
