//! The drawing functions of motifs. A motif is a list of parts in a square of 100 units, painted from back to front.

use crate::composer::raster::canvas::{self, Shape};
use colour::Rgb;
use kurbo::{BezPath, PathEl};
use tiny_skia::PathBuilder;

/// One shape of a motif.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) shape: Shape,
    pub(crate) colour: Rgb,
    pub(crate) opacity: f32,
    /// The line width, if the shape is drawn as a line instead of filled.
    pub(crate) line: Option<f32>,
    /// Whether the part belongs to the silhouette, which has the shadow and the contour and is shaded from light to
    /// dark.
    pub(crate) is_body: bool,
}

/// The drawing of a motif. Paths are SVG path data in a square from 0 to 100. Light comes from the upper left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    parts: Vec<Part>,
}

impl Sketch {
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The same drawing with every colour replaced.
    pub(crate) fn recoloured(mut self, colour: impl Fn(Rgb) -> Rgb) -> Self {
        for part in &mut self.parts {
            part.colour = colour(part.colour);
        }
        self
    }

    fn add(&mut self, shape: Shape, colour: Rgb, opacity: f32, line: Option<f32>, is_body: bool) {
        self.parts.push(Part {
            shape,
            colour,
            opacity,
            line,
            is_body,
        });
    }

    /// Adds a filled path to the silhouette.
    pub(crate) fn body(&mut self, path: &str, colour: u32) {
        self.add(parsed(path), Rgb::hex(colour), 1.0, None, true);
    }

    /// Adds a filled path inside the silhouette.
    pub(crate) fn mark(&mut self, path: &str, colour: u32) {
        self.add(parsed(path), Rgb::hex(colour), 1.0, None, false);
    }

    /// Adds a darker area.
    pub(crate) fn shade(&mut self, path: &str, opacity: f32) {
        self.add(parsed(path), Rgb::hex(0x150a2e), opacity, None, false);
    }

    /// Adds a lighter area.
    pub(crate) fn shine(&mut self, path: &str, opacity: f32) {
        self.add(parsed(path), Rgb::WHITE, opacity, None, false);
    }

    /// Adds a line to the silhouette.
    pub(crate) fn wire(&mut self, path: &str, width: f32, colour: u32) {
        self.add(parsed(path), Rgb::hex(colour), 1.0, Some(width), true);
    }

    /// Adds a line inside the silhouette.
    pub(crate) fn line(&mut self, path: &str, width: f32, colour: u32) {
        self.add(parsed(path), Rgb::hex(colour), 1.0, Some(width), false);
    }

    /// Adds a highlight as a white line.
    pub(crate) fn gleam(&mut self, path: &str, width: f32, opacity: f32) {
        self.add(parsed(path), Rgb::WHITE, opacity, Some(width), false);
    }

    /// Adds a disc to the silhouette.
    pub(crate) fn disc(&mut self, x: f32, y: f32, radius: f32, colour: u32) {
        self.add(canvas::circle(x, y, radius), Rgb::hex(colour), 1.0, None, true);
    }

    /// Adds a disc inside the silhouette.
    pub(crate) fn dot(&mut self, x: f32, y: f32, radius: f32, colour: u32) {
        self.add(canvas::circle(x, y, radius), Rgb::hex(colour), 1.0, None, false);
    }

    /// Adds a rounded rectangle to the silhouette: x, y, width, height, corner radius.
    pub(crate) fn slab(&mut self, [x, y, width, height, radius]: [f32; 5], colour: u32) {
        self.add(
            canvas::rounded(x, y, width, height, radius),
            Rgb::hex(colour),
            1.0,
            None,
            true,
        );
    }

    /// Adds a rounded rectangle inside the silhouette: x, y, width, height, corner radius.
    pub(crate) fn tile(&mut self, [x, y, width, height, radius]: [f32; 5], colour: u32) {
        self.add(
            canvas::rounded(x, y, width, height, radius),
            Rgb::hex(colour),
            1.0,
            None,
            false,
        );
    }

    /// Adds any shape, to the silhouette or inside it.
    pub(crate) fn shape(&mut self, shape: Shape, colour: u32, is_body: bool) {
        self.add(shape, Rgb::hex(colour), 1.0, None, is_body);
    }
}

/// Parses SVG path data; `None` if it is invalid. All data are constants, and a test draws every motif.
fn parsed(path: &str) -> Shape {
    let mut builder = PathBuilder::new();
    let at = |point: kurbo::Point| (point.x as f32, point.y as f32);
    for element in BezPath::from_svg(path).ok()? {
        match element {
            PathEl::MoveTo(p) => {
                let (x, y) = at(p);
                builder.move_to(x, y);
            }
            PathEl::LineTo(p) => {
                let (x, y) = at(p);
                builder.line_to(x, y);
            }
            PathEl::QuadTo(c, p) => {
                let ((cx, cy), (x, y)) = (at(c), at(p));
                builder.quad_to(cx, cy, x, y);
            }
            PathEl::CurveTo(a, b, p) => {
                let ((ax, ay), (bx, by), (x, y)) = (at(a), at(b), at(p));
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}
