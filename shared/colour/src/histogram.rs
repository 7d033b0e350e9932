//! A colour histogram of a picture.

use crate::{Oklab, Pixels, Rgb};

/// The alpha from which a pixel counts as visible.
const VISIBLE: u8 = 128;

/// Bits kept per channel. Five bits keep colours apart that look different.
const BITS: u32 = 5;

/// The number of bins from which the histogram is coarser by one bit per channel. Clean photos have fewer bins. More
/// bins come from noise; fewer bits then lose nothing and save most of the time.
const MANY: usize = 6_000;

/// Pixels of nearly the same colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bin {
    /// The mean colour of the pixels.
    pub(crate) colour: Oklab,
    /// The number of pixels, as a share of all visible pixels: 0 to 1.
    pub(crate) share: f32,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    count: u64,
    red: u64,
    green: u64,
    blue: u64,
}

/// Counts the visible pixels by colour. The order of the bins depends only on the colours.
pub(crate) fn histogram(pixels: &Pixels) -> Vec<Bin> {
    let mut sums = sums(pixels, BITS);
    if sums.len() > MANY {
        sums = self::sums(pixels, BITS - 1);
    }
    let visible: u64 = sums.iter().map(|sum| sum.count).sum();
    let bins = sums.iter().map(|sum| Bin {
        colour: sum.mean().oklab(),
        share: sum.count as f32 / visible as f32,
    });
    bins.collect()
}

fn sums(pixels: &Pixels, bits: u32) -> Vec<Sum> {
    let mut sums = vec![Sum::default(); 1 << (3 * bits)];
    for [red, green, blue, _] in pixels.iter().filter(|[.., alpha]| *alpha >= VISIBLE) {
        let place = [red, green, blue]
            .into_iter()
            .fold(0, |place, channel| place << bits | usize::from(channel >> (8 - bits)));
        if let Some(sum) = sums.get_mut(place) {
            sum.count += 1;
            sum.red += u64::from(red);
            sum.green += u64::from(green);
            sum.blue += u64::from(blue);
        }
    }
    sums.retain(|sum| sum.count > 0);
    sums
}

impl Sum {
    fn mean(self) -> Rgb {
        let mean = |total: u64| ((total + self.count / 2) / self.count.max(1)).min(255) as u8;
        Rgb(mean(self.red), mean(self.green), mean(self.blue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_pixels_are_not_counted() {
        let pixels = Pixels::new(2, 1, vec![10, 20, 30, 255, 200, 0, 0, 127]).unwrap();
        let bins = histogram(&pixels);
        assert_eq!(bins.len(), 1);
        assert_eq!(bins[0].colour.to_rgb(), Rgb(10, 20, 30));
        assert!((bins[0].share - 1.0).abs() < 1e-6);
    }
}
