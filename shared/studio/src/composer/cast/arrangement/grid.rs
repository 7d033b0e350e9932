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
    pub(super) fn for_shapes(&self, room: Rect, shapes: &[f32]) -> Vec<Rect> {
        let shown = |rooms: &Vec<Rect>| -> f32 {
            let areas = rooms.iter().zip(shapes).map(|(room, shape)| {
                let width = room.width().min(room.height() * shape);
                width * width / shape
            });
            areas.sum()
        };
        (1..=shapes.len())
            .map(|rows| self.rows(room, shapes.len(), rows))
            .max_by(|a, b| shown(a).total_cmp(&shown(b)))
            .unwrap_or_default()
    }

    /// Divides the rectangle into rows of equal cells. A shorter last row is aligned like the others.
    pub(super) fn rows(&self, room: Rect, count: usize, rows: usize) -> Vec<Rect> {
        let columns = count.div_ceil(rows.max(1)).max(1);
        let rows = count.div_ceil(columns).max(1);
        let side = |length: f32, parts: usize| ((length - self.gap * (parts - 1) as f32) / parts as f32).max(1.0);
        let width = side(room.width(), columns).min(self.most.0);
        let height = side(room.height(), rows).min(self.most.1);
        let span = |side: f32, parts: usize| side * parts as f32 + self.gap * (parts - 1) as f32;
        let top = room.top() + (room.height() - span(height, rows)) / 2.0;
        (0..count)
            .filter_map(|index| {
                let (row, column) = (index / columns, index % columns);
                let members = (count - row * columns).min(columns);
                let spare = match self.align {
                    Align::Start => 0.0,
                    Align::Centre => (room.width() - span(width, members)) / 2.0,
                };
                let x = room.left() + spare + column as f32 * (width + self.gap);
                Rect::from_xywh(x, top + row as f32 * (height + self.gap), width, height)
            })
            .collect()
    }
}

/// Splits a rectangle in two with a gap between them: beside each other, or one above the other. `share` is the
/// first's.
pub(super) fn halves(room: Rect, share: f32, gap: f32, are_beside: bool) -> (Rect, Rect) {
    let (left, top, right, bottom) = (room.left(), room.top(), room.right(), room.bottom());
    let (x, y) = (left + room.width() * share, top + room.height() * share);
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
    (first.unwrap_or(room), second.unwrap_or(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_inside_and_do_not_overlap() {
        let room = Rect::from_xywh(40.0, 20.0, 500.0, 300.0).unwrap();
        for align in [Align::Start, Align::Centre] {
            let most = (200.0, 160.0);
            let grid = Grid { gap: 12.0, most, align };
            for count in 1..=8 {
                let rooms = grid.for_shapes(room, &vec![1.3; count]);
                assert_eq!(rooms.len(), count);
                for (index, one) in rooms.iter().enumerate() {
                    assert!(
                        one.left() >= room.left() - 0.1 && one.right() <= room.right() + 0.1,
                        "{one:?}"
                    );
                    assert!(
                        one.top() >= room.top() - 0.1 && one.bottom() <= room.bottom() + 0.1,
                        "{one:?}"
                    );
                    assert!(rooms.iter().skip(index + 1).all(|other| one.intersect(other).is_none()));
                }
            }
        }
    }
}
