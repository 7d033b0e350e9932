//! Decides where the ornaments are that a caller adds: an arrow, quotation marks, a frame.

use super::{drawing::Drawing, headline::PlacedHeadline};
use crate::composer::{
    layout::{BADGE, Layout, centre, overlap},
    raster::canvas::Shape,
};
use contract::Size;
use tiny_skia::{PathBuilder, Rect, Transform};

/// The width of a frame, as a share of the picture's shorter side.
const FRAME: f32 = 0.022;
/// The length of an arrow and the width of its shaft, as shares of the picture's shorter side.
const ARROW: (f32, f32) = (0.30, 0.05);
/// The height of quotation marks, as a share of the picture's shorter side.
const QUOTES: f32 = 0.15;
/// The free space between the edge of the picture and an ornament, as a share of the shorter side.
const EDGE: f32 = 0.03;

/// An ornament, in pixels.
#[derive(Clone, Debug)]
pub(crate) enum OrnamentShape {
    /// A line along the picture's edges.
    Frame { inner: Rect, width: f32 },
    /// A shape in the accent colour with a dark outline.
    Sign { shape: Shape, outline: f32 },
}

/// A frame around the whole picture.
pub(super) fn frame(layout: &Layout) -> Option<OrnamentShape> {
    let Size { width, height } = layout.shape().size();
    let line = width.min(height) as f32 * FRAME;
    let half = line / 2.0;
    Some(OrnamentShape::Frame {
        inner: Rect::from_ltrb(half, half, width as f32 - half, height as f32 - half)?,
        width: line,
    })
}

/// A curved arrow that points at the subject from the side where the words are.
pub(super) fn arrow(layout: &Layout, headline: Option<&PlacedHeadline>, drawings: &[Drawing]) -> Option<OrnamentShape> {
    let Size { width, height } = layout.shape().size();
    let (width, height) = (width as f32, height as f32);
    let short = width.min(height);
    let subject = drawings.first().and_then(Drawing::bounds).or_else(|| {
        Rect::from_xywh(
            layout.focus.0 - layout.size / 2.0,
            layout.focus.1 - layout.size / 2.0,
            layout.size,
            layout.size,
        )
    })?;
    let words = headline.map(|headline| headline.words()).unwrap_or_default();
    let (length, shaft) = (short * ARROW.0, short * ARROW.1);
    let (x, y) = centre(subject);
    // The point is a little inside the subject's bounding box, which has empty corners.
    let reach = (subject.width() * 0.42, subject.height() * 0.42);
    let inner = Rect::from_ltrb(0.0, 0.0, width, height)?.inset(short * EDGE, short * EDGE)?;
    let badge = Rect::from_ltrb(width * (1.0 - BADGE.0), height * (1.0 - BADGE.1), width, height)?;
    let towards_words = headline.map_or(-1.0, |headline| (centre(headline.bounds).0 - x).signum());
    let cost = |(head, tail): &((f32, f32), (f32, f32))| -> Option<f32> {
        let around = bounds(*head, *tail)?.outset(shaft * 0.9, shaft * 0.9)?;
        let covered: f32 = words.iter().chain([&badge]).map(|other| overlap(around, *other)).sum();
        let seen = overlap(around, inner) / (around.width() * around.height());
        let (across, down) = ((tail.0 - head.0) / length, (tail.1 - head.1) / length);
        // A free place counts first, then one on the side of the words, above the subject.
        Some(covered * 4.0 / (length * shaft) + (1.0 - seen) * 8.0 - across * towards_words * 0.5 + down * 0.3)
    };
    let places = (0..360_u16).step_by(15).map(|degrees| {
        let (sin, cos) = f32::from(degrees).to_radians().sin_cos();
        let head = (x + reach.0 * cos, y + reach.1 * sin);
        (head, (head.0 + length * cos, head.1 + length * sin))
    });
    let costs = places.filter_map(|place| Some((cost(&place)?, place)));
    let (_, (head, tail)) = costs.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
    Some(OrnamentShape::Sign {
        shape: arrow_shape(head, tail, shaft),
        outline: shaft * 0.32,
    })
}

/// Quotation marks at the beginning of the words.
pub(super) fn quotes(layout: &Layout, headline: Option<&PlacedHeadline>) -> Option<OrnamentShape> {
    let Size { width, height } = layout.shape().size();
    let short = width.min(height) as f32;
    let tall = short * QUOTES;
    let words = headline?.bounds;
    // Two marks are as wide as high. They stand above the first word, or over its corner if there is no room.
    let left = (words.left() - tall * 0.25).max(short * EDGE);
    let top = (words.top() - tall * 0.95).max(short * EDGE);
    let mut path = PathBuilder::new();
    for mark in [0.0, 0.56] {
        let (x, y) = (left + mark * tall, top);
        let unit = tall / 100.0;
        let to = |at: (f32, f32)| (x + at.0 * unit, y + at.1 * unit);
        let mut line = |points: [(f32, f32); 8]| {
            for (index, point) in points.into_iter().enumerate() {
                let (px, py) = to(point);
                if index == 0 {
                    path.move_to(px, py)
                } else {
                    path.line_to(px, py)
                }
            }
            path.close();
        };
        line([
            (0.0, 100.0),
            (0.0, 48.0),
            (8.0, 22.0),
            (38.0, 0.0),
            (46.0, 12.0),
            (28.0, 28.0),
            (24.0, 50.0),
            (48.0, 50.0),
        ]);
        let ((ax, ay), (bx, by)) = (to((0.0, 50.0)), to((48.0, 100.0)));
        if let Some(block) = Rect::from_ltrb(ax, ay, bx, by) {
            path.push_rect(block);
        }
    }
    Some(OrnamentShape::Sign {
        shape: path.finish(),
        outline: tall * 0.09,
    })
}

/// An arrow with a bent shaft from `tail` to `head`.
fn arrow_shape(head: (f32, f32), tail: (f32, f32), shaft: f32) -> Shape {
    let (dx, dy) = (head.0 - tail.0, head.1 - tail.1);
    let length = dx.hypot(dy);
    let half = shaft / 2.0;
    let (tip, barb) = (shaft * 2.1, shaft * 1.5);
    let bend = length * 0.16;
    let neck = length - tip;
    // Drawn from the left to the right, then turned.
    let mut path = PathBuilder::new();
    path.move_to(0.0, -half * 0.6);
    path.quad_to(neck * 0.55, -half - bend, neck, -half);
    path.line_to(neck, -barb);
    path.line_to(length, 0.0);
    path.line_to(neck, barb);
    path.line_to(neck, half);
    path.quad_to(neck * 0.55, half - bend, 0.0, half * 0.6);
    path.close();
    let turn = Transform::from_rotate(dy.atan2(dx).to_degrees()).post_translate(tail.0, tail.1);
    path.finish().and_then(|path| path.transform(turn))
}

fn bounds(one: (f32, f32), other: (f32, f32)) -> Option<Rect> {
    Rect::from_ltrb(
        one.0.min(other.0),
        one.1.min(other.1),
        one.0.max(other.0) + 1.0,
        one.1.max(other.1) + 1.0,
    )
}
