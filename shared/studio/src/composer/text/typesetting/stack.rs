//! How close the lines of a block stand.

use super::Line;

/// The overlap of the paddings of neighbouring lines, in letter heights. The remaining gap is a little wider than two
/// outlines.
const OVERLAP: f32 = 0.12;
/// The same beside a line that may have a plate, which keeps off the letters of the other line.
const OVERLAP_OF_PLATE: f32 = 0.05;

/// The height of lines that stand on each other, in pixels.
pub(super) fn stack_height(lines: &[Line]) -> f32 {
    let heights: f32 = lines.iter().map(|line| line.height * line.letter).sum();
    let overlaps = lines.iter().zip(lines.iter().skip(1)).map(|(a, b)| overlap_of(a, b));
    heights - overlaps.sum::<f32>()
}

/// By how much the paddings of two lines overlap, in pixels.
pub(super) fn overlap_of(one: &Line, next: &Line) -> f32 {
    let has_plate = |line: &Line| line.emphasised && line.order.len() == 1;
    let share = if has_plate(one) || has_plate(next) {
        OVERLAP_OF_PLATE
    } else {
        OVERLAP
    };
    share * one.letter.min(next.letter)
}
