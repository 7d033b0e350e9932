//! The first frame of an animation, which may be smaller than the picture that it is part of.

use super::shrink::Shrink;
use contract::Size;

/// How many rows are painted before they are handed on.
pub(super) const STRIP: u32 = 64;

/// Where a frame lies, in pixels from the upper left corner.
pub(super) struct Place {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) height: u32,
}

/// Lays a frame on a canvas that is otherwise transparent. `paint` is given the frame's row and where its RGBA pixels
/// begin; what it does not paint stays transparent, and what lies beyond the canvas is not asked for.
pub(super) fn lay(
    shrink: &mut Shrink,
    canvas: Size,
    place: &Place,
    mut paint: impl FnMut(u32, &mut [u8]) -> Option<()>,
) -> Option<()> {
    let row_bytes = shrink.row_bytes();
    let start = (place.left as usize).saturating_mul(4).min(row_bytes);
    for first in (0..canvas.height).step_by(STRIP as usize) {
        let rows = STRIP.min(canvas.height - first);
        let mut strip = vec![0; row_bytes * rows as usize];
        for (y, row) in (first..).zip(strip.chunks_exact_mut(row_bytes)) {
            if let Some(y) = y.checked_sub(place.top).filter(|y| *y < place.height) {
                paint(y, row.get_mut(start..)?)?;
            }
        }
        shrink.push(&strip)?;
    }
    Some(())
}
