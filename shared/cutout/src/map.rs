//! A number for each part of a photo.

use codecs::{resize_rgba, sharp};
use colour::Pixels;

/// The width and the height of maps.
pub(crate) const SIDE: usize = 256;

/// A number for each of [`SIDE`] × [`SIDE`] parts of a photo, row by row. The photo is stretched to a square.
pub(crate) struct Map(Vec<f32>);

impl Map {
    /// `None` unless there is a number for each part.
    pub(crate) fn new(values: Vec<f32>) -> Option<Self> {
        (values.len() == SIDE * SIDE).then_some(Self(values))
    }

    pub(crate) fn values(&self) -> &[f32] {
        &self.0
    }

    /// The number at a place, in shares of the photo's width and height. 0 outside the photo.
    pub(crate) fn at(&self, (x, y): (f32, f32)) -> f32 {
        let place = |share: f32| (share * SIDE as f32).floor();
        let (x, y) = (place(x), place(y));
        let is_inside = |place: f32| (0.0..SIDE as f32).contains(&place);
        let index = y as usize * SIDE + x as usize;
        let value = self.0.get(index).filter(|_| is_inside(x) && is_inside(y));
        value.copied().unwrap_or_default()
    }

    pub(crate) fn mean(&self) -> f32 {
        self.0.iter().sum::<f32>() / self.0.len() as f32
    }
}

/// A copy of a photo of [`SIDE`] × [`SIDE`] pixels, four bytes each. `None` if the photo has no pixels.
pub(crate) fn square(photo: &Pixels) -> Option<Vec<u8>> {
    let mut square = vec![0; SIDE * SIDE * 4];
    let (size, side) = ((photo.width(), photo.height()), SIDE as u32);
    let options = sharp().use_alpha(false);
    resize_rgba(photo.as_bytes(), size, &mut square, (side, side), &options)?;
    Some(square)
}

/// The mean of the numbers around each part, up to this distance in both directions.
pub(crate) fn blurred<const N: usize>(values: &[[f32; N]], distance: usize) -> Vec<[f32; N]> {
    let across = rows_blurred(values, distance);
    transposed(&rows_blurred(&transposed(&across), distance))
}

fn rows_blurred<const N: usize>(values: &[[f32; N]], distance: usize) -> Vec<[f32; N]> {
    let mut means = Vec::with_capacity(values.len());
    let mut sums = Vec::with_capacity(SIDE + 1);
    for row in values.chunks(SIDE) {
        // The sums of the first 0, 1, 2, … numbers of the row.
        sums.clear();
        sums.push([0.0; N]);
        let mut sum = [0.0; N];
        for value in row {
            sum.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
            sums.push(sum);
        }
        let ends = (0..row.len()).map(|at| (at.saturating_sub(distance), (at + distance + 1).min(row.len())));
        means.extend(ends.filter_map(|(from, to)| {
            let (before, until, count) = (sums.get(from)?, sums.get(to)?, (to - from) as f32);
            let mut mean = *until;
            mean.iter_mut()
                .zip(before)
                .for_each(|(mean, before)| *mean = (*mean - before) / count);
            Some(mean)
        }));
    }
    means
}

fn transposed<const N: usize>(values: &[[f32; N]]) -> Vec<[f32; N]> {
    let columns = (0..SIDE).flat_map(|column| values.iter().skip(column).step_by(SIDE));
    columns.copied().collect()
}
