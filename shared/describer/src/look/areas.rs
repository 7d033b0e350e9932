//! The connected areas of one colour in a picture, and the rows of letters among them.

use super::pixel::{Answers, VISIBLE};
use colour::{Pixels, Rgb};
use std::{cmp::Reverse, mem::replace};

/// The value of the ground in a [`Poster`]. The colours of the palette follow.
pub(super) const GROUND: u8 = 0;

/// The smallest area, in pixels. Smaller ones are bits of antialiased edges.
const LEAST: u32 = 8;

/// The most areas in which letters are looked for, the largest first: photos fall into thousands.
const MOST: usize = 500;

/// The fewest letters of a row.
const LETTERS: usize = 3;

/// A grid of small numbers, such as a picture in few colours.
pub(super) struct Poster {
    width: usize,
    values: Vec<u8>,
}

/// A connected area of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) value: u8,
    /// The number of pixels.
    pub(super) size: u32,
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

impl Poster {
    pub(super) fn new(width: usize, values: Vec<u8>) -> Self {
        let width = width.max(1);
        Self { width, values }
    }

    /// Gives every pixel the nearest colour of the palette or of the ground, which is `None` if it is transparent.
    pub(super) fn of(pixels: &Pixels, ground: Option<Rgb>, palette: &[Rgb]) -> Self {
        let of_palette = palette.iter().zip(GROUND + 1..).map(|(colour, value)| (*colour, value));
        let colours: Vec<(Rgb, u8)> = ground
            .map(|ground| (ground, GROUND))
            .into_iter()
            .chain(of_palette)
            .collect();
        let mut answers = Answers::new();
        let nearest = |[red, green, blue, alpha]: [u8; 4]| {
            if alpha < VISIBLE {
                return GROUND;
            }
            let own = Rgb(red, green, blue);
            answers.of(own, || {
                let distance = |(colour, _): &&(Rgb, u8)| colour.distance(own);
                let nearest = colours.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
                nearest.map_or(GROUND, |(_, value)| *value)
            })
        };
        let values = pixels.iter().map(nearest).collect();
        Self::new(pixels.width() as usize, values)
    }

    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.values.chunks(self.width)
    }

    /// The connected areas, the largest first.
    pub(super) fn areas(&self) -> Vec<Area> {
        let mut seen = vec![false; self.values.len()];
        let mut found: Vec<Area> = (0..self.values.len())
            .filter_map(|at| self.area_at(at, &mut seen))
            .collect();
        found.sort_by_key(|area| Reverse(area.size));
        found
    }

    /// The area at a place, unless it was seen before.
    fn area_at(&self, start: usize, seen: &mut [bool]) -> Option<Area> {
        let value = *self.values.get(start)?;
        let mut open = Vec::new();
        let visit = |at: usize, seen: &mut [bool], open: &mut Vec<usize>| {
            let is_new =
                self.values.get(at) == Some(&value) && seen.get_mut(at).is_some_and(|seen| !replace(seen, true));
            if is_new {
                open.push(at);
            }
        };
        visit(start, seen, &mut open);
        let mut area: Option<Area> = None;
        while let Some(at) = open.pop() {
            let (x, y) = (at % self.width, at / self.width);
            let spot = Area::at(x as u32, y as u32, value);
            area = Some(area.map_or(spot, |area| area.with(spot)));
            if x > 0 {
                visit(at - 1, seen, &mut open);
            }
            if x + 1 < self.width {
                visit(at + 1, seen, &mut open);
            }
            if y > 0 {
                visit(at - self.width, seen, &mut open);
            }
            visit(at + self.width, seen, &mut open);
        }
        area
    }
}

impl Area {
    /// A single pixel.
    const fn at(x: u32, y: u32, value: u8) -> Self {
        Self {
            value,
            size: 1,
            left: x,
            right: x,
            top: y,
            bottom: y,
        }
    }

    fn with(self, other: Self) -> Self {
        Self {
            value: self.value,
            size: self.size + other.size,
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) const fn width(&self) -> u32 {
        self.right - self.left + 1
    }

    pub(super) const fn height(&self) -> u32 {
        self.bottom - self.top + 1
    }

    pub(super) const fn is_ground(&self) -> bool {
        self.value == GROUND
    }

    pub(super) const fn is_speck(&self) -> bool {
        self.size < LEAST
    }

    /// Whether the other area has the same colour, size and form.
    pub(super) const fn is_twin_of(&self, other: &Self) -> bool {
        self.value == other.value
            && self.width().abs_diff(other.width()) <= 1
            && self.height().abs_diff(other.height()) <= 1
            && self.size.abs_diff(other.size) * 12 <= self.size
    }

    /// Whether the area could be a letter in a picture of this size.
    const fn is_letter(&self, width: u32, height: u32) -> bool {
        let (wide, high) = (self.width(), self.height());
        !self.is_ground()
            && high >= 5
            && high * 5 <= height * 4
            && wide * 2 <= width
            && wide <= high * 3
            && high <= wide * 12
    }

    /// Whether the area stands beside the letter on its left in the same line.
    fn follows(&self, letter: &Self) -> bool {
        let (low, high) = (letter.height().min(self.height()), letter.height().max(self.height()));
        let common = (letter.bottom.min(self.bottom) + 1).saturating_sub(letter.top.max(self.top));
        let gap = self.left.saturating_sub(letter.right + 1);
        letter.value == self.value
            && high <= low * 2
            && common * 10 >= low * 7
            && gap * 10 <= high * 8
            && self.left * 2 >= letter.left + letter.right
    }
}

/// A row of letters: areas of one colour beside each other that are about as high as each other.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) letters: Vec<Area>,
}

impl Row {
    /// The rows of letters among the areas of a picture.
    pub(super) fn among(areas: &[Area], width: u32, height: u32) -> Vec<Self> {
        let letters = areas.iter().take(MOST).filter(|area| area.is_letter(width, height));
        let mut letters: Vec<Area> = letters.copied().collect();
        letters.sort_by_key(|letter| letter.left);
        let mut rows: Vec<Self> = Vec::new();
        for letter in letters {
            let is_continued = |row: &&mut Self| row.letters.last().is_some_and(|last| letter.follows(last));
            let nearest = rows.iter_mut().filter(is_continued).max_by_key(|row| row.right());
            match nearest {
                Some(row) => row.letters.push(letter),
                None => rows.push(Self { letters: vec![letter] }),
            }
        }
        rows.retain(|row| row.letters.len() >= LETTERS);
        rows
    }

    fn right(&self) -> u32 {
        self.letters.iter().map(|letter| letter.right).max().unwrap_or_default()
    }

    pub(super) fn width(&self) -> u32 {
        let left = self.letters.iter().map(|letter| letter.left).min();
        self.right() - left.unwrap_or_default()
    }

    pub(super) fn height(&self) -> u32 {
        self.letters.iter().map(Area::height).max().unwrap_or_default()
    }

    /// The number of pixels of the letters.
    pub(super) fn size(&self) -> u32 {
        self.letters.iter().map(|letter| letter.size).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_connected_and_the_largest_is_first() {
        let poster = Poster::new(4, vec![1, 0, 2, 2, 1, 0, 0, 2, 0, 0, 1, 2]);
        let found = poster.areas();
        let sizes: Vec<(u8, u32)> = found.iter().map(|area| (area.value, area.size)).collect();
        assert_eq!(sizes, [(0, 5), (2, 4), (1, 2), (1, 1)]);
        assert_eq!((found[1].width(), found[1].height()), (2, 3));
    }

    #[test]
    fn letters_beside_each_other_are_a_row() {
        let letter = |left: u32, top: u32, high: u32| Area {
            value: 1,
            size: 6 * high,
            left,
            right: left + 5,
            top,
            bottom: top + high - 1,
        };
        let near = [letter(10, 10, 12), letter(30, 10, 9), letter(20, 10, 12)];
        let rows = Row::among(&near, 100, 50);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].letters.len(), rows[0].width(), rows[0].height()), (3, 25, 12));
        let others = [
            [letter(10, 10, 12), letter(50, 10, 12), letter(90, 10, 12)],
            [letter(10, 10, 12), letter(20, 30, 12), letter(30, 10, 12)],
            [letter(10, 10, 12), letter(20, 10, 30), letter(30, 10, 12)],
        ];
        for apart in others {
            assert!(Row::among(&apart, 100, 50).is_empty(), "{apart:?}");
        }
    }
}
