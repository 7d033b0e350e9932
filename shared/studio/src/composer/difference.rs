//! Where two pictures of the same size differ.

use contract::{PixelBox, Size};

/// The side of the squares that are compared, in pixels.
const CELL: usize = 16;
/// More boxes than this say less than one box around them all.
const MOST: usize = 12;

/// The boxes in which the pictures differ. Pixels are three bytes each. Empty if the pictures are the same.
pub(super) fn boxes(one: &[u8], other: &[u8], size: Size) -> Vec<PixelBox> {
    let (width, height) = (size.width as usize, size.height as usize);
    let (columns, rows) = (width.div_ceil(CELL), height.div_ceil(CELL));
    // The bounds of the differing pixels of each cell: left, top, right, bottom.
    let mut cells: Vec<Option<[usize; 4]>> = vec![None; columns * rows];
    let pixels = one.as_chunks::<3>().0.iter().zip(other.as_chunks::<3>().0);
    for (at, _) in pixels.enumerate().filter(|(_, (one, other))| one != other) {
        let (x, y) = (at % width.max(1), at / width.max(1));
        if let Some(cell) = cells.get_mut(y / CELL * columns + x / CELL) {
            *cell = Some(joined(*cell, [x, y, x + 1, y + 1]));
        }
    }
    let mut boxes = Vec::new();
    for at in 0..cells.len() {
        if let Some(bounds) = region(&mut cells, at, columns) {
            boxes.push(bounds);
        }
    }
    while let Some((at, into)) = overlapping(&boxes) {
        let bounds = boxes.swap_remove(at);
        if let Some(other) = boxes.get_mut(into) {
            *other = joined(Some(*other), bounds);
        }
    }
    if boxes.len() > MOST {
        let all = boxes.iter().copied().reduce(|all, one| joined(Some(all), one));
        boxes = all.into_iter().collect();
    }
    boxes.sort_by_key(|[left, top, ..]| (*top, *left));
    boxes.into_iter().map(pixel_box).collect()
}

/// The bounds of all differing cells that touch each other from `start` on. Empties them.
fn region(cells: &mut [Option<[usize; 4]>], start: usize, columns: usize) -> Option<[usize; 4]> {
    let mut bounds = None;
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let Some(cell) = cells.get_mut(at).and_then(Option::take) else {
            continue;
        };
        bounds = Some(joined(bounds, cell));
        let (column, row) = (at % columns, at / columns);
        for near_row in row.saturating_sub(1)..=row + 1 {
            for near in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
                open.push(near_row * columns + near);
            }
        }
    }
    bounds
}

/// The indexes of two boxes that overlap.
fn overlapping(boxes: &[[usize; 4]]) -> Option<(usize, usize)> {
    let pairs = boxes.iter().enumerate().flat_map(|(at, one)| {
        let before = boxes.iter().enumerate().take(at);
        before.map(move |(into, other)| (at, into, one, other))
    });
    let mut overlapping = pairs
        .filter(|(.., one, other)| one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]);
    overlapping.next().map(|(at, into, ..)| (at, into))
}

fn joined(all: Option<[usize; 4]>, one: [usize; 4]) -> [usize; 4] {
    let Some(all) = all else { return one };
    [
        all[0].min(one[0]),
        all[1].min(one[1]),
        all[2].max(one[2]),
        all[3].max(one[3]),
    ]
}

fn pixel_box([left, top, right, bottom]: [usize; 4]) -> PixelBox {
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    PixelBox {
        x: number(left),
        y: number(top),
        width: number(right - left),
        height: number(bottom - top),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 100, height: 70 };

    fn picture(dots: &[(usize, usize)]) -> Vec<u8> {
        let mut pixels = vec![0; 100 * 70 * 3];
        for (x, y) in dots {
            pixels[(y * 100 + x) * 3 + 1] = 9;
        }
        pixels
    }

    #[test]
    fn boxes_hold_exactly_the_pixels_that_differ() {
        let even = picture(&[]);
        assert!(boxes(&even, &even, SIZE).is_empty());
        let of = |x, y, width, height| PixelBox { x, y, width, height };
        assert_eq!(boxes(&even, &picture(&[(99, 69)]), SIZE), [of(99, 69, 1, 1)]);
        assert_eq!(boxes(&even, &picture(&[(3, 4), (20, 9)]), SIZE), [of(3, 4, 18, 6)]);
        assert_eq!(
            boxes(&picture(&[(0, 0)]), &picture(&[(80, 60)]), SIZE),
            [of(0, 0, 1, 1), of(80, 60, 1, 1)]
        );
    }
}
