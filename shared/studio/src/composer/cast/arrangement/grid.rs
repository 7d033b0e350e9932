//! Divides a rectangle into equal cells.

use crate::composer::text::typesetting::Align;
use tiny_skia::Rect;

/// How cells are arranged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// The gap between neighbouring cells, in pixels.
    pub(super) gap: f32,
    /// The largest size of a cell, width and height in pixels.
    pub(super) most: (f32, f32),
    /// The horizontal alignment of rows that are narrower than the rectangle.
    pub(super) align: Align,
}

impl Grid {
    /// Divides the rectangle into the number of rows that shows pictures of these aspect ratios (width by height)
    /// largest.
    pub(super) fn for_shapes(&self, whole: Rect, shapes: &[f32]) -> Vec<Rect> {
        let shown = |cells: &Vec<Rect>| -> f32 {
            let areas = cells.iter().zip(shapes).map(|(whole, shape)| {
                let width = whole.width().min(whole.height() * shape);
                width * width / shape
            });
            areas.sum()
        };
        (1..=shapes.len())
            .map(|rows| self.rows(whole, shapes.len(), rows))
            .max_by(|a, b| shown(a).total_cmp(&shown(b)))
            .unwrap_or_default()
    }

    /// Divides the rectangle into rows of equal cells. A shorter last row is aligned like the others.
    pub(super) fn rows(&self, whole: Rect, count: usize, rows: usize) -> Vec<Rect> {
        let columns = count.div_ceil(rows.max(1)).max(1);
        let rows = count.div_ceil(columns).max(1);
        let side = |length: f32, parts: usize| ((length - self.gap * (parts - 1) as f32) / parts as f32).max(1.0);
        let width = side(whole.width(), columns).min(self.most.0);
        let height = side(whole.height(), rows).min(self.most.1);
        let span = |side: f32, parts: usize| side * parts as f32 + self.gap * (parts - 1) as f32;
        let top = whole.top() + (whole.height() - span(height, rows)) / 2.0;
        (0..count)
            .filter_map(|index| {
                let (row, column) = (index / columns, index % columns);
                let members = (count - row * columns).min(columns);
                let spare = match self.align {
                    Align::Start => 0.0,
                    Align::Centre => (whole.width() - span(width, members)) / 2.0,
                };
                let x = whole.left() + spare + column as f32 * (width + self.gap);
                Rect::from_xywh(x, top + row as f32 * (height + self.gap), width, height)
            })
            .collect()
    }
}

/// Splits a rectangle in two with a gap between them: beside each other, or one above the other. `share` is the
/// first's.
pub(super) fn halves(whole: Rect, share: f32, gap: f32, are_beside: bool) -> (Rect, Rect) {
    let (left, top, right, bottom) = (whole.left(), whole.top(), whole.right(), whole.bottom());
    let (x, y) = (left + whole.width() * share, top + whole.height() * share);
    let (first, second) = if are_beside {
        (
            Rect::from_ltrb(left, top, x - gap / 2.0, bottom),
            Rect::from_ltrb(x + gap / 2.0, top, right, bottom),
        )
    } else {
        (
            Rect::from_ltrb(left, top, right, y - gap / 2.0),
            Rect::from_ltrb(left, y + gap / 2.0, right, bottom),
        )
    };
    (first.unwrap_or(whole), second.unwrap_or(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_inside_and_do_not_overlap() {
        let whole = Rect::from_xywh(40.0, 20.0, 500.0, 300.0).unwrap();
        for align in [Align::Start, Align::Centre] {
            let most = (200.0, 160.0);
            let grid = Grid { gap: 12.0, most, align };
            for count in 1..=8 {
                let cells = grid.for_shapes(whole, &vec![1.3; count]);
                assert_eq!(cells.len(), count);
                for (index, one) in cells.iter().enumerate() {
                    assert!(
                        one.left() >= whole.left() - 0.1 && one.right() <= whole.right() + 0.1,
                        "{one:?}"
                    );
                    assert!(
                        one.top() >= whole.top() - 0.1 && one.bottom() <= whole.bottom() + 0.1,
                        "{one:?}"
                    );
                    assert!(cells.iter().skip(index + 1).all(|other| one.intersect(other).is_none()));
                }
            }
        }
    }
}
