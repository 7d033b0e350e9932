//! Opaque pictures in memory, and scaling them down.

use colour::{Pixels, Rgb};

/// An opaque picture as rows of pixels from the top.
#[derive(Clone, Debug)]
pub(crate) struct Raster {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pixels: Vec<Rgb>,
}

impl Raster {
    /// The pixels on white, because platforms show transparent pictures on it. `None` if there are none.
    pub(crate) fn on_white(pixels: &Pixels) -> Option<Self> {
        let over_white = |channel: u8, alpha: u8| {
            let (channel, alpha) = (u32::from(channel), u32::from(alpha));
            ((channel * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let opaque = |[red, green, blue, alpha]: [u8; 4]| {
            let channel = |channel| over_white(channel, alpha);
            Rgb(channel(red), channel(green), channel(blue))
        };
        (width > 0 && height > 0).then(|| Self {
            width,
            height,
            pixels: pixels.iter().map(opaque).collect(),
        })
    }

    /// The colour at a place; that of the nearest pixel outside the picture.
    pub(crate) fn at(&self, x: usize, y: usize) -> Rgb {
        let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
        self.pixels.get(y * self.width + x).copied().unwrap_or(Rgb::BLACK)
    }

    /// The pixels, row by row.
    pub(crate) fn pixels(&self) -> &[Rgb] {
        &self.pixels
    }

    /// The picture in this size, each pixel the mean of those that it covers.
    pub(crate) fn scaled(&self, width: usize, height: usize) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let span = |place: usize, to: usize, from: usize| {
            let start = place * from / to;
            start..((place + 1) * from).div_ceil(to).min(from).max(start + 1)
        };
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let rows = span(y, height, self.height);
            for x in 0..width {
                let (mut sums, mut count) = ([0_u32; 3], 0_u32);
                for row in rows.clone() {
                    for column in span(x, width, self.width) {
                        let Rgb(red, green, blue) = self.at(column, row);
                        for (sum, channel) in sums.iter_mut().zip([red, green, blue]) {
                            *sum += u32::from(channel);
                        }
                        count += 1;
                    }
                }
                let [red, green, blue] = sums.map(|sum| (sum / count.max(1)) as u8);
                pixels.push(Rgb(red, green, blue));
            }
        }
        Self { width, height, pixels }
    }
}
