//! A reduced greyscale copy of a picture, for face detection.

/// The area of the coarse copy, in pixels. A detection window is then a tenth of a wide photo's height and a twelfth
/// of a tall photo's, which is the face of a standing person.
const COARSE: f32 = 300.0 * 225.0;
/// The largest area of the fine copy, in pixels. A detection window is then 40 pixels of the largest photo.
const FINE: f32 = 1_000.0 * 750.0;
/// The colour of the corners of a rotated picture.
const CORNER: u8 = 128;
/// The colour of transparent pixels: a middle grey, so that they are neither dark nor light.
const CLEAR: [u8; 3] = [128; 3];
/// The alpha from which a pixel counts as visible.
const SOLID: u8 = 128;

/// A greyscale picture: rows of luma, 0 (black) to 255 (white).
#[derive(Clone, Debug)]
pub(crate) struct Grey {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Grey {
    /// A small copy, in which large faces are found quickly. `rgba` has four bytes per pixel, row by row.
    pub(crate) fn coarse(rgba: &[u8], width: usize, height: usize) -> Self {
        Self::sample(rgba, (width, height), COARSE)
    }

    /// A larger copy, in which small faces are found.
    pub(crate) fn fine(rgba: &[u8], width: usize, height: usize) -> Self {
        Self::sample(rgba, (width, height), FINE)
    }

    /// Reduces a picture to about this area, by averaging the pixels that fall on each target pixel.
    fn sample(rgba: &[u8], (width, height): (usize, usize), surface: f32) -> Self {
        let factor = (surface / (width * height).max(1) as f32).sqrt().min(1.0);
        let shrunk = |length: usize| ((length as f32 * factor).round() as usize).max(1);
        let (columns, rows) = (shrunk(width), shrunk(height));
        let edge = |place: usize, of: usize, length: usize| place * length / of;
        let mut pixels = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            let (top, bottom) = (edge(row, rows, height), edge(row + 1, rows, height));
            let lines = rgba.get(top * width * 4..bottom * width * 4).unwrap_or_default();
            // If several rows fall on a target row, every second one is accurate enough.
            let step = ((bottom - top) / 2).clamp(1, 2);
            let lines = lines.chunks_exact((width * 4).max(1)).step_by(step);
            for column in 0..columns {
                let (left, right) = (edge(column, columns, width), edge(column + 1, columns, width));
                let mut sum = [0; 3];
                for line in lines.clone() {
                    let part = line.get(left * 4..right * 4).unwrap_or_default();
                    for [colour @ .., alpha] in part.as_chunks::<4>().0 {
                        let colour = if *alpha < SOLID { &CLEAR } else { colour };
                        for (sum, channel) in sum.iter_mut().zip(colour) {
                            *sum += u32::from(*channel);
                        }
                    }
                }
                let count = ((right - left) * lines.len()).max(1) as u32;
                pixels.push(luma(sum.map(|sum| sum / count)));
            }
        }
        Self {
            width: columns,
            height: rows,
            pixels,
        }
    }

    pub(super) const fn width(&self) -> usize {
        self.width
    }

    pub(super) const fn height(&self) -> usize {
        self.height
    }

    /// The picture at half its width and height.
    pub(super) fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut pixels = Vec::with_capacity(width * height);
        for pair in self.pixels.chunks_exact((self.width * 2).max(1)) {
            let (upper, lower) = pair.split_at(self.width);
            let (upper, lower) = (upper.as_chunks::<2>().0, lower.as_chunks::<2>().0);
            pixels.extend(upper.iter().zip(lower).map(|([a, b], [c, d])| {
                let sum = [a, b, c, d].into_iter().map(|light| u16::from(*light)).sum::<u16>();
                ((sum + 2) / 4) as u8
            }));
        }
        Self { width, height, pixels }
    }

    /// The picture reduced by a factor from 1 to 2, by bilinear interpolation.
    pub(super) fn shrunk(&self, factor: f32) -> Self {
        if factor <= 1.0 {
            return self.clone();
        }
        let shrunk = |length: usize| (length as f32 / factor) as usize;
        let (width, height) = (shrunk(self.width), shrunk(self.height));
        // The source pixel before the centre of the target pixel, and the weight of the next source pixel in 256ths.
        let fall = |place: usize, length: usize| {
            let middle = ((place as f32 + 0.5) * factor - 0.5).clamp(0.0, length.saturating_sub(2) as f32);
            (middle as usize, ((middle.fract()) * 256.0) as u32)
        };
        let columns: Vec<(usize, u32)> = (0..width).map(|x| fall(x, self.width)).collect();
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let (top, down) = fall(y, self.height);
            let rows = self.pixels.get(top * self.width..).unwrap_or_default();
            let (upper, lower) = rows.split_at(self.width.min(rows.len()));
            pixels.extend(columns.iter().map(|(left, across)| {
                let between = |row: &[u8]| match row.get(*left..) {
                    Some([a, b, ..]) => u32::from(*a) * (256 - across) + u32::from(*b) * across,
                    _ => 0,
                };
                ((between(upper) * (256 - down) + between(lower) * down) >> 16) as u8
            }));
        }
        Self { width, height, pixels }
    }

    /// The picture mirrored from left to right.
    pub(super) fn mirrored(&self) -> Self {
        let rows = self.pixels.chunks_exact(self.width.max(1));
        Self {
            pixels: rows.flat_map(|row| row.iter().rev().copied()).collect(),
            ..*self
        }
    }

    /// The picture rotated clockwise around its middle, in radians. Corners that have no source are grey.
    pub(super) fn rotated(&self, angle: f32) -> Self {
        let (sin, cos) = angle.sin_cos();
        let (middle_x, middle_y) = (self.width as f32 / 2.0, self.height as f32 / 2.0);
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for y in 0..self.height {
            let down = y as f32 + 0.5 - middle_y;
            pixels.extend((0..self.width).map(|x| {
                let across = x as f32 + 0.5 - middle_x;
                self.between(
                    middle_x + across * cos + down * sin,
                    middle_y + down * cos - across * sin,
                )
            }));
        }
        Self { pixels, ..*self }
    }

    /// The luma at a position, by bilinear interpolation.
    fn between(&self, x: f32, y: f32) -> u8 {
        let (x, y) = (x - 0.5, y - 0.5);
        if x < 0.0 || y < 0.0 || x > (self.width - 1) as f32 || y > (self.height - 1) as f32 {
            return CORNER;
        }
        let (left, top) = (x as usize, y as usize);
        let (across, down) = (((x - left as f32) * 256.0) as u32, ((y - top as f32) * 256.0) as u32);
        let at = |x: usize, y: usize| {
            let place = y.min(self.height - 1) * self.width + x.min(self.width - 1);
            u32::from(self.pixels.get(place).copied().unwrap_or(CORNER))
        };
        let upper = at(left, top) * (256 - across) + at(left + 1, top) * across;
        let lower = at(left, top + 1) * (256 - across) + at(left + 1, top + 1) * across;
        ((upper * (256 - down) + lower * down) >> 16) as u8
    }

    /// The integral image: for every pixel corner the sum of all pixels above and left of it. A row has one more corner
    /// than pixels.
    pub(super) fn sums(&self) -> Vec<i32> {
        let mut sums = vec![0; self.width + 1];
        sums.reserve((self.width + 1) * self.height);
        for row in self.pixels.chunks_exact(self.width.max(1)) {
            let above = sums.len() - self.width;
            let mut sum = 0;
            sums.push(0);
            for (x, light) in row.iter().enumerate() {
                sum += i32::from(*light);
                sums.push(sum + sums.get(above + x).copied().unwrap_or_default());
            }
        }
        sums
    }
}

/// The luma of ITU-R BT.601, in integers.
const fn luma([red, green, blue]: [u32; 3]) -> u8 {
    ((red * 77 + green * 150 + blue * 29) >> 8) as u8
}
