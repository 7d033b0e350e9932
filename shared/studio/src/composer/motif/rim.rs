//! The part of an emoji that gets a contour: everything but small pieces that do not touch the rest, such as the stars
//! around a rocket. With contours of their own they would look like litter.

use crate::composer::raster::canvas::{Canvas, solid};
use colour::Rgb;
use tiny_skia::{Path, PathBuilder, PathSegment, Point, Transform};

/// The side of the mask on which pieces are told apart, in pixels. An emoji's square has 100 units.
const SIDE: usize = 100;
/// The alpha from which a pixel of the mask belongs to a piece.
const SOLID: u8 = 90;
/// The area of a piece, as a share of the largest piece's, below which the piece is small.
const SMALL: f32 = 0.12;

/// The outlines of all pieces but the small ones. `shape` is in a square of 100 units.
pub(super) fn rim(shape: &Path) -> Path {
    let Some(pieces) = Pieces::of(shape) else {
        return shape.clone();
    };
    let mut kept = PathBuilder::new();
    for outline in outlines(shape) {
        if !pieces.is_small(&outline) {
            kept.push_path(&outline);
        }
    }
    kept.finish().unwrap_or_else(|| shape.clone())
}

/// The pieces of a shape that do not touch one another.
struct Pieces {
    /// For each pixel of the mask the number of its piece; 0 outside of all pieces.
    numbers: Vec<usize>,
    /// The number of pixels of each piece. The first entry stands for the outside.
    areas: Vec<usize>,
}

impl Pieces {
    fn of(shape: &Path) -> Option<Self> {
        let side = u32::try_from(SIDE).ok()?;
        let mut mask = Canvas::new(side, side)?;
        mask.fill(shape, solid(Rgb::WHITE, 1.0), Transform::identity());
        let is_solid: Vec<bool> = mask
            .pixmap()
            .pixels()
            .iter()
            .map(|pixel| pixel.alpha() >= SOLID)
            .collect();
        let mut numbers = vec![0; is_solid.len()];
        let mut areas = vec![0];
        for start in 0..is_solid.len() {
            let number = areas.len();
            let mut area = 0;
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                let is_new = is_solid.get(at) == Some(&true);
                let Some(slot) = numbers.get_mut(at).filter(|slot| is_new && **slot == 0) else {
                    continue;
                };
                *slot = number;
                area += 1;
                let column = at % SIDE;
                open.extend((column > 0).then(|| at - 1));
                open.extend((column + 1 < SIDE).then_some(at + 1));
                open.extend(at.checked_sub(SIDE));
                open.push(at + SIDE);
            }
            if area > 0 {
                areas.push(area);
            }
        }
        Some(Self { numbers, areas })
    }

    /// Whether an outline belongs to a small piece, or to none that the mask shows.
    fn is_small(&self, outline: &Path) -> bool {
        let largest = self.areas.iter().copied().max().unwrap_or_default();
        let area = |point: &Point| {
            let middle = (
                outline.bounds().left() + outline.bounds().width() / 2.0,
                outline.bounds().top() + outline.bounds().height() / 2.0,
            );
            // Points of the outline are at the border of the mask, so the search goes a little inward.
            [0.0, 0.15, 0.3].map(|share| {
                let at =
                    |point: f32, middle: f32| (point + (middle - point) * share).clamp(0.0, (SIDE - 1) as f32) as usize;
                let number = self.numbers.get(at(point.y, middle.1) * SIDE + at(point.x, middle.0));
                number
                    .filter(|number| **number > 0)
                    .and_then(|number| self.areas.get(*number))
                    .copied()
                    .unwrap_or_default()
            })
        };
        let found = outline.points().iter().flat_map(area).max().unwrap_or_default();
        (found as f32) < largest as f32 * SMALL
    }
}

/// The closed outlines of a path, each as a path.
fn outlines(path: &Path) -> Vec<Path> {
    let mut found = Vec::new();
    let mut outline = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                found.extend(std::mem::take(&mut outline).finish());
                outline.move_to(to.x, to.y);
            }
            PathSegment::LineTo(to) => outline.line_to(to.x, to.y),
            PathSegment::QuadTo(by, to) => outline.quad_to(by.x, by.y, to.x, to.y),
            PathSegment::CubicTo(one, other, to) => outline.cubic_to(one.x, one.y, other.x, other.y, to.x, to.y),
            PathSegment::Close => outline.close(),
        }
    }
    found.extend(outline.finish());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::raster::canvas::circle;

    #[test]
    fn only_small_pieces_that_touch_nothing_lose_their_contour() {
        let shape = |circles: &[(f32, f32, f32)]| {
            let mut path = PathBuilder::new();
            for (x, y, radius) in circles {
                path.push_path(&circle(*x, *y, *radius).unwrap());
            }
            path.finish().unwrap()
        };
        let large = (40.0, 50.0, 35.0);
        let count = |circles: &[(f32, f32, f32)]| outlines(&rim(&shape(circles))).len();
        assert_eq!(count(&[large, (90.0, 10.0, 6.0)]), 1, "a star far from the rest");
        assert_eq!(count(&[large, (76.0, 50.0, 6.0)]), 2, "a piece that touches");
        assert_eq!(count(&[large, (40.0, 50.0, 4.0)]), 2, "a piece inside");
        assert_eq!(count(&[(25.0, 50.0, 20.0), (75.0, 50.0, 18.0)]), 2, "two large pieces");
    }
}
