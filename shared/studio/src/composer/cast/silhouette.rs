//! Finds the head of a cut-out person by the outline alone, for persons whose face is not visible.

use super::region::Region;
use std::ops::RangeInclusive;

/// The approximate number of rows that are examined.
const ROWS: usize = 240;
/// The alpha from which a pixel belongs to the silhouette.
const SOLID: u8 = 128;
/// The smallest width of shoulders, in head widths.
const SHOULDERS: f32 = 1.6;
/// The distance from the top of the head to the shoulders, in head widths. If it is shorter, the silhouette has no
/// neck; if longer, the top is an arm or a hat.
const REACH: RangeInclusive<f32> = 0.9..=2.4;
/// The smallest width of a head, as a share of the picture's height.
const LEAST: f32 = 0.09;
/// The height of a head with hair, in head widths.
const HEIGHT: f32 = 1.3;
/// The largest height of a head, as a share of the distance from its top to the shoulders.
const CHIN: f32 = 0.8;

/// A run of solid pixels in a row: first column, and the column after the last.
#[derive(Clone, Copy)]
struct Run {
    left: usize,
    right: usize,
}

impl Run {
    const fn width(self) -> f32 {
        (self.right - self.left) as f32
    }

    const fn middle(self) -> usize {
        (self.left + self.right) / 2
    }
}

/// The bounding box of the head in a cut-out picture; `None` if the silhouette does not widen from a head to shoulders.
/// `rgba` has four bytes per pixel, row by row.
pub(crate) fn head(rgba: &[u8], width: usize, height: usize) -> Option<Region> {
    let step = (height / ROWS).max(1);
    let rows = rgba.chunks_exact((width * 4).max(1)).enumerate().step_by(step);
    let mut top: Option<usize> = None;
    let mut middle = 0;
    let mut widest: Option<Run> = None;
    let mut is_below = false;
    for (y, row) in rows {
        let runs = runs(row);
        let Some(run) = (match top {
            None => runs.into_iter().max_by(|a, b| a.width().total_cmp(&b.width())),
            // Follow the head downward; arms beside it are other runs.
            Some(_) => runs.into_iter().find(|run| (run.left..run.right).contains(&middle)),
        }) else {
            if top.is_some() {
                return None;
            }
            continue;
        };
        middle = run.middle();
        let depth = (y - *top.get_or_insert(y)) as f32;
        let Some(head) = widest else {
            widest = Some(run);
            continue;
        };
        if is_below && run.width() >= SHOULDERS * head.width() {
            let least = LEAST * height as f32;
            let is_head = REACH.contains(&(depth / head.width())) && head.width() >= least;
            let high = (HEIGHT * head.width()).min(CHIN * depth);
            return is_head.then(|| Region {
                left: head.left as f32 / width as f32,
                top: top.unwrap_or_default() as f32 / height as f32,
                width: head.width() / width as f32,
                height: high / height as f32,
            });
        }
        // Below the depth that equals its width, a head does not become wider.
        is_below |= depth > 0.0 && depth >= run.width();
        if !is_below && run.width() >= head.width() {
            widest = Some(run);
        }
    }
    None
}

/// The runs of solid pixels in a row, from the left.
fn runs(row: &[u8]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let solid = row.as_chunks().0.iter().map(|[.., alpha]: &[u8; 4]| *alpha >= SOLID);
    for (x, _) in solid.enumerate().filter(|(_, is_solid)| *is_solid) {
        match runs.last_mut() {
            Some(run) if run.right == x => run.right = x + 1,
            _ => runs.push(Run { left: x, right: x + 1 }),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
