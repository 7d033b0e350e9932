//! Draws pictures for tests.

use colour::{Pixels, Rgb};

/// A transparent pixel. It is red, as transparent pixels often have a colour; code under test must ignore the colour.
pub(crate) const CLEAR: [u8; 4] = [255, 0, 0, 0];

/// A bitmap font of five columns and seven rows per letter. The left column is in the highest bit.
const LETTERS: [(char, [u8; 7]); 7] = [
    ('A', [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11]),
    ('E', [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f]),
    ('H', [0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11]),
    ('L', [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f]),
    ('O', [0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e]),
    ('S', [0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e]),
    ('T', [0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04]),
];

/// A picture that is being drawn.
pub(crate) struct Sketch {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

impl Sketch {
    pub(crate) fn new(width: u32, height: u32, ground: [u8; 4]) -> Self {
        Self {
            width,
            height,
            pixels: vec![ground; (width * height) as usize],
        }
    }

    /// A sketch on a background of one colour, as `0xRRGGBB`.
    pub(crate) fn on(width: u32, height: u32, ground: u32) -> Self {
        Self::new(width, height, opaque(ground))
    }

    /// Sets every pixel to the colour that the function returns for its position; `None` keeps the pixel.
    pub(crate) fn paint(mut self, colour: impl Fn(u32, u32) -> Option<[u8; 4]>) -> Self {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        for (pixel, (x, y)) in self.pixels.iter_mut().zip(places) {
            *pixel = colour(x, y).unwrap_or(*pixel);
        }
        self
    }

    pub(crate) fn circle(self, (x, y): (u32, u32), radius: u32, colour: u32) -> Self {
        let is_inside = move |px: u32, py: u32| px.abs_diff(x).pow(2) + py.abs_diff(y).pow(2) <= radius.pow(2);
        self.paint(|px, py| is_inside(px, py).then(|| opaque(colour)))
    }

    pub(crate) fn rectangle(self, (x, y): (u32, u32), (width, height): (u32, u32), colour: u32) -> Self {
        let is_inside = move |px: u32, py: u32| (x..x + width).contains(&px) && (y..y + height).contains(&py);
        self.paint(|px, py| is_inside(px, py).then(|| opaque(colour)))
    }

    /// Draws text in a bitmap font, seven dots high; `dot` is the side of a dot in pixels.
    pub(crate) fn words(self, text: &str, (x, y): (u32, u32), dot: u32, colour: u32) -> Self {
        let letters: Vec<char> = text.chars().collect();
        self.paint(|px, py| {
            let (column, row) = (px.checked_sub(x)? / dot, py.checked_sub(y)? / dot);
            let letter = letters.get((column / 6) as usize)?;
            let (_, rows) = LETTERS.iter().find(|(known, _)| known == letter)?;
            let bits = rows.get(row as usize)?;
            let column = column % 6;
            (column < 5 && bits >> (4 - column) & 1 == 1).then(|| opaque(colour))
        })
    }

    /// Adds noise like a camera's: every channel changes by at most `most` in either direction.
    pub(crate) fn noisy(mut self, most: u8) -> Self {
        for (place, pixel) in self.pixels.iter_mut().enumerate() {
            for (channel, value) in pixel.iter_mut().take(3).enumerate() {
                let random = scrambled((place * 3 + channel) as u32) % (2 * u32::from(most) + 1);
                *value = value.saturating_add(random as u8).saturating_sub(most);
            }
        }
        self
    }

    pub(crate) fn pixels(self) -> Pixels {
        Pixels::new(self.width, self.height, self.pixels.concat()).unwrap()
    }
}

pub(crate) fn opaque(colour: u32) -> [u8; 4] {
    let Rgb(red, green, blue) = Rgb::hex(colour);
    [red, green, blue, 255]
}

/// Hashes a number, as a pseudorandom number that is the same in every run.
pub(crate) fn scrambled(number: u32) -> u32 {
    let mut state = number.wrapping_add(1).wrapping_mul(0x9e37_79b9);
    state = (state ^ state >> 16).wrapping_mul(0x85eb_ca6b);
    state = (state ^ state >> 13).wrapping_mul(0xc2b2_ae35);
    (state ^ state >> 16) >> 8
}
