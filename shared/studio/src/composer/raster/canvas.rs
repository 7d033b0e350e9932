//! A thin layer over the rasterizer: shapes that may be empty, shaders and soft layers.

use super::{alpha::Alpha, blit, blur, enlarge, scale::Scale};
use colour::Rgb;
use tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder,
    PathStroker, Pattern, Pixmap, Point, RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

/// A path, or `None` if the coordinates give no valid path. Drawing `None` does nothing.
pub(crate) type Shape = Option<Path>;

/// A picture being drawn. All lengths are in units of its [`Scale`].
#[derive(Clone)]
pub(crate) struct Canvas {
    pixmap: Pixmap,
    scale: Scale,
}

impl Canvas {
    /// A transparent canvas of this size in pixels, whose units are pixels. `None` only if the size overflows the
    /// rasterizer's limits.
    pub(crate) fn new(width: u32, height: u32) -> Option<Self> {
        Some(Self {
            pixmap: Pixmap::new(width.max(1), height.max(1))?,
            scale: Scale::ONE,
        })
    }

    /// A transparent canvas of this size in units. `None` only if the size overflows the rasterizer's limits.
    pub(crate) fn scaled(width: u32, height: u32, scale: Scale) -> Option<Self> {
        Some(Self {
            scale,
            ..Self::new(scale.pixels(width), scale.pixels(height))?
        })
    }

    /// The width in units.
    pub(crate) fn width(&self) -> f32 {
        self.pixmap.width() as f32 / self.scale.factor()
    }

    /// The height in units.
    pub(crate) fn height(&self) -> f32 {
        self.pixmap.height() as f32 / self.scale.factor()
    }

    pub(crate) const fn scale(&self) -> Scale {
        self.scale
    }

    pub(crate) fn pixmap(&self) -> &Pixmap {
        &self.pixmap
    }

    pub(crate) fn pixmap_mut(&mut self) -> &mut Pixmap {
        &mut self.pixmap
    }

    /// The pixels as three bytes each. A finished canvas is opaque, so premultiplied colours equal straight ones.
    pub(crate) fn to_rgb(&self) -> Vec<u8> {
        let (pixels, _) = self.pixmap.data().as_chunks::<4>();
        let mut rgb = vec![0; pixels.len() * 3];
        let (triples, _) = rgb.as_chunks_mut::<3>();
        for (triple, [red, green, blue, _]) in triples.iter_mut().zip(pixels) {
            *triple = [*red, *green, *blue];
        }
        rgb
    }

    /// Fills the whole canvas; `scale` transforms the shader's coordinates.
    pub(crate) fn flood(&mut self, mut shader: Shader<'_>, scale: Transform) {
        let all = rectangle(0.0, 0.0, self.width(), self.height());
        shader.transform(scale);
        self.fill(&all, shader, Transform::identity());
    }

    /// Fills a shape with the non-zero winding rule.
    pub(crate) fn fill<'a>(&mut self, shape: impl Into<Option<&'a Path>>, shader: Shader<'_>, transform: Transform) {
        if let Some(path) = shape.into() {
            let transform = self.scale.to_pixels(transform);
            self.pixmap
                .fill_path(path, &paint(shader), FillRule::Winding, transform, None);
        }
    }

    /// Strokes a shape with round joins and caps. The width is in the shape's units, before the transform.
    pub(crate) fn stroke<'a>(
        &mut self,
        shape: impl Into<Option<&'a Path>>,
        width: f32,
        shader: Shader<'_>,
        transform: Transform,
    ) {
        if let Some(path) = shape.into() {
            let transform = self.scale.to_pixels(transform);
            self.pixmap
                .stroke_path(path, &paint(shader), &round(width), transform, None);
        }
    }

    /// Strokes shapes in one colour, each with its width and its transform, as [`Self::stroke`] does, but all at once,
    /// which is faster where they overlap. Lines must not be thinner than a pixel.
    pub(crate) fn stroke_all<'a>(&mut self, strokes: impl Iterator<Item = (&'a Path, f32, Transform)>, colour: Rgb) {
        let mut outlines = PathBuilder::new();
        for (path, width, transform) in strokes {
            let transform = self.scale.to_pixels(transform);
            let detail = PathStroker::compute_resolution_scale(&transform);
            let outline = path.stroke(&round(width), detail);
            if let Some(outline) = outline.and_then(|outline| outline.transform(transform)) {
                outlines.push_path(&outline);
            }
        }
        if let Some(outlines) = outlines.finish() {
            let paint = paint(solid(colour, 1.0));
            let all = Transform::identity();
            self.pixmap.fill_path(&outlines, &paint, FillRule::Winding, all, None);
        }
    }

    /// Draws blurred light or shadow over this canvas. `draw` paints a canvas with one pixel for every `units` units,
    /// which is then blurred and enlarged. Blurs and gradients at full size would cost more than the rest of a picture.
    pub(crate) fn lay_soft(&mut self, units: u32, radius: f32, draw: impl FnOnce(&mut Self, Transform)) {
        let pixels = self.scale.pixels(units.max(1));
        let (width, height) = (
            self.pixmap.width().div_ceil(pixels),
            self.pixmap.height().div_ceil(pixels),
        );
        let Some(mut layer) = Self::new(width, height) else {
            return;
        };
        let factor = pixels as f32 / self.scale.factor();
        draw(&mut layer, Transform::from_scale(1.0 / factor, 1.0 / factor));
        if radius > 0.0 {
            layer.blur(radius / factor);
        }
        enlarge::lay(&layer.pixmap, &mut self.pixmap, pixels);
    }

    /// Draws only inside a shape. `draw` paints a transparent canvas of the same size.
    pub(crate) fn lay_within(&mut self, shape: &Shape, draw: impl FnOnce(&mut Self)) {
        let Some(layer) = Self::new(self.pixmap.width(), self.pixmap.height()) else {
            return;
        };
        let mut layer = Self {
            scale: self.scale,
            ..layer
        };
        draw(&mut layer);
        let units = 1.0 / self.scale.factor();
        let pixels = Transform::from_scale(units, units);
        let pattern = Pattern::new(
            layer.pixmap.as_ref(),
            SpreadMode::Pad,
            FilterQuality::Nearest,
            1.0,
            pixels,
        );
        self.fill(shape, pattern, Transform::identity());
    }

    /// Draws a picture that has one pixel for every `units` units, enlarged.
    pub(crate) fn lay_enlarged(&mut self, picture: &Self, units: u32) {
        enlarge::lay(&picture.pixmap, &mut self.pixmap, self.scale.pixels(units.max(1)));
    }

    /// Draws a picture at its own size in pixels, with its upper left corner at this place.
    pub(crate) fn draw_upright(&mut self, picture: &Pixmap, left: f32, top: f32) {
        let pixel = |units: f32| (units * self.scale.factor()).round() as i32;
        let (left, top) = (pixel(left), pixel(top));
        blit::upright(&mut self.pixmap, picture, left, top);
    }

    /// Draws a picture into the rectangle `place`, transformed by `turn`, with rounded corners of this radius. The
    /// rectangle has about as many pixels as the picture.
    pub(crate) fn draw_turned(&mut self, picture: &Pixmap, place: Rect, turn: Transform, radius: f32) {
        let turn = self.scale.to_pixels(turn);
        blit::turned(&mut self.pixmap, picture, place, turn, radius);
    }

    /// Blurs with three box blurs, which approximate a Gaussian of this radius in pixels.
    pub(crate) fn blur(&mut self, radius: f32) {
        blur::blur(&mut self.pixmap, radius);
    }
}

fn round(width: f32) -> Stroke {
    Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

fn paint(shader: Shader<'_>) -> Paint<'_> {
    Paint {
        shader,
        anti_alias: true,
        ..Paint::default()
    }
}

/// A shader of a single colour.
pub(crate) fn solid(colour: Rgb, opacity: f32) -> Shader<'static> {
    Shader::SolidColor(colour.alpha(opacity))
}

/// A linear gradient with evenly spaced colours.
pub(crate) fn linear(from: (f32, f32), to: (f32, f32), colours: &[Color]) -> Shader<'static> {
    let (start, end) = (Point::from_xy(from.0, from.1), Point::from_xy(to.0, to.1));
    LinearGradient::new(start, end, stops(colours), SpreadMode::Pad, Transform::identity())
        .unwrap_or_else(|| first(colours))
}

/// A radial gradient from the centre outward, with evenly spaced colours.
pub(crate) fn radial(centre: (f32, f32), radius: f32, colours: &[Color]) -> Shader<'static> {
    let centre = Point::from_xy(centre.0, centre.1);
    RadialGradient::new(
        centre,
        0.0,
        centre,
        radius,
        stops(colours),
        SpreadMode::Pad,
        Transform::identity(),
    )
    .unwrap_or_else(|| first(colours))
}

fn stops(colours: &[Color]) -> Vec<GradientStop> {
    let last = colours.len().saturating_sub(1).max(1) as f32;
    colours
        .iter()
        .enumerate()
        .map(|(i, colour)| GradientStop::new(i as f32 / last, *colour))
        .collect()
}

fn first(colours: &[Color]) -> Shader<'static> {
    Shader::SolidColor(colours.first().copied().unwrap_or(Color::TRANSPARENT))
}

/// An axis-aligned rectangle.
pub(crate) fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Shape {
    Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
}

/// A rectangle with rounded corners.
pub(crate) fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Shape {
    let r = radius.min(width / 2.0).min(height / 2.0);
    // The distance of a Bézier control point from the corner, so that the cubic approximates a quarter circle.
    let k = r * 0.447_715;
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - k, y, right, y + k, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + k, x + k, y, x + r, y);
    path.close();
    path.finish()
}

/// A circle.
pub(crate) fn circle(x: f32, y: f32, radius: f32) -> Shape {
    PathBuilder::from_circle(x, y, radius)
}

/// A closed polygon.
pub(crate) fn polygon(points: impl IntoIterator<Item = (f32, f32)>) -> Shape {
    let mut path = PathBuilder::new();
    for (x, y) in points {
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.close();
    path.finish()
}

/// A star with `rays` points; `inner` and `outer` are radii, `turn` is in radians.
pub(crate) fn star(x: f32, y: f32, rays: usize, inner: f32, outer: f32, turn: f32) -> Shape {
    let step = std::f32::consts::PI / rays.max(2) as f32;
    polygon((0..rays.max(2) * 2).map(|i| {
        let (sin, cos) = (turn + step * i as f32).sin_cos();
        let radius = if i % 2 == 0 { outer } else { inner };
        (x + radius * sin, y - radius * cos)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blur_spreads_light_and_keeps_most_of_it() {
        let mut canvas = Canvas::new(60, 60).unwrap();
        canvas.fill(
            &rectangle(25.0, 25.0, 10.0, 10.0),
            solid(Rgb::WHITE, 1.0),
            Transform::identity(),
        );
        let light = |canvas: &Canvas| {
            canvas
                .pixmap()
                .pixels()
                .iter()
                .map(|p| u32::from(p.alpha()))
                .sum::<u32>()
        };
        let before = light(&canvas);
        canvas.blur(6.0);
        assert!(canvas.pixmap().pixel(21, 30).unwrap().alpha() > 0);
        assert!(canvas.pixmap().pixel(30, 30).unwrap().alpha() < 255);
        assert!(light(&canvas) * 10 > before * 8);
    }

    #[test]
    fn impossible_shapes_draw_nothing() {
        assert!(rectangle(0.0, 0.0, f32::NAN, 1.0).is_none());
        assert!(circle(0.0, 0.0, -1.0).is_none());
        let mut canvas = Canvas::new(4, 4).unwrap();
        canvas.fill(&None, solid(Rgb::WHITE, 1.0), Transform::identity());
        assert!(canvas.pixmap().data().iter().all(|byte| *byte == 0));
    }
}
