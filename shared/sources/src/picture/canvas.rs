//! Places the first frame of an animation on its canvas, which may be larger.

use super::shrink::Shrink;
use contract::Size;

/// How many rows are painted at once.
pub(super) const STRIP: u32 = 64;

/// The position of a frame, in pixels from the upper left corner.
pub(super) struct Place {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) height: u32,
}

/// Places a frame on a transparent canvas. `paint` gets the number of a row of the frame and the slice for its RGBA
/// pixels. Pixels that it does not paint stay transparent. Rows beyond the canvas are skipped.
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
