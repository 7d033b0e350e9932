//! The head of a person who is cut out, from the outline alone: who looks aside shows no face to the cascade.

use super::Part;
use std::ops::RangeInclusive;

/// How many rows of the picture are looked at.
const ROWS: usize = 240;
/// The opacity from which a pixel belongs to the shape.
const SOLID: u8 = 128;
/// Shoulders are this many times as wide as the head.
const SHOULDERS: f32 = 1.6;
/// How far below its top the shoulders begin, in widths of the head. Nearer it is a neckless thing, farther an arm or a
/// hat.
const REACH: RangeInclusive<f32> = 0.9..=2.4;
/// A head is at least this share of the figure's height.
const LEAST: f32 = 0.09;
/// Heads with their hair are this many times as high as wide, but end above the shoulders.
const HEIGHT: f32 = 1.3;
const CHIN: f32 = 0.8;

/// What is solid in a row, in pixels.
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

/// The head's part of a picture, whose pixels are rows of four bytes, red to alpha. `None` where the outline does not
/// grow from a head to shoulders.
pub(crate) fn head(rgba: &[u8], width: usize, height: usize) -> Option<Part> {
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
            // Arms beside the head do not count.
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
            return is_head.then(|| Part {
                left: head.left as f32 / width as f32,
                top: top.unwrap_or_default() as f32 / height as f32,
                width: head.width() / width as f32,
                height: high / height as f32,
            });
        }
        // From where it is as deep as wide, a head gets no wider.
        is_below |= depth > 0.0 && depth >= run.width();
        if !is_below && run.width() >= head.width() {
            widest = Some(run);
        }
    }
    None
}

/// The runs of solid pixels of a row, from the left.
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
