//! What tells a logo from other pictures: its traits, each as a number.

use super::{
    Background,
    areas::{Area, GROUND, Poster, Row},
    background::Ring,
    blends::Blends,
    mask::Mask,
    pixel::VISIBLE,
};
use colour::{Pixels, Rgb, Swatch};

/// The colour distance ([`Rgb::distance`]) below which a swatch counts as the ground.
const SAME: f32 = 45.0;

/// The number of cells along the longer side in which blocks are looked for.
const CELLS: u32 = 28;

/// The most areas that are compared with each other.
const MOST: usize = 300;

/// The smallest area that is compared with others, in pixels.
const LEAST: u32 = 20;

/// The largest change of a channel that is hardly visible between neighbouring pixels.
const SOFT: u8 = 5;
/// The largest change of a channel that is not hard.
const HARD: u8 = 60;

/// The measured traits. Numbers of things are given as binary logarithms, because one more matters less the more there
/// are; the rest are shares from 0 to 1 unless it says otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    /// The number of colours in front of the ground; no logarithm.
    pub(super) colours: f32,
    /// The number of areas of one colour in front of the ground.
    pub(super) areas: f32,
    /// The number of areas of the ground.
    pub(super) holes: f32,
    /// The share of the largest area in front of the ground.
    pub(super) largest: f32,
    /// The share of the picture that is in no area, because it falls into specks.
    pub(super) specks: f32,
    /// The share of the colour changes that are between two colours in front of the ground.
    pub(super) inner: f32,
    /// The number of letters.
    pub(super) letters: f32,
    /// The height of the highest letter.
    pub(super) letter_height: f32,
    /// The width of the widest row of letters.
    pub(super) row_width: f32,
    /// The share of the largest row of letters in all that is in front of the ground.
    pub(super) row_share: f32,
    /// The number of areas that resemble another.
    pub(super) twins: f32,
    /// The length of the straight level and upright edges, in sides of the picture, as a logarithm too.
    pub(super) straight: f32,
    /// The number of separate stretches in front of the ground in the middle one of all columns.
    pub(super) down: f32,
    /// The share of the largest block.
    pub(super) block: f32,
    /// The share of the ground in the border of the picture.
    pub(super) border: f32,
    /// The width of the box round everything in front of the ground.
    pub(super) box_width: f32,
    /// How far from square the box is: the natural logarithm of the longer side through the shorter.
    pub(super) stretch: f32,
    /// The share of the box that is not ground.
    pub(super) fill: f32,
    /// The share of the middle quarter of the box that is not ground.
    pub(super) middle: f32,
    /// How well the left half mirrors the right half.
    pub(super) symmetry: f32,
    /// The share of the foreground pixels that are not near the edge of the foreground.
    pub(super) solidity: f32,
    /// The share of the visible changes between neighbouring pixels that are hard.
    pub(super) sharp: f32,
    /// The share of rough pixels.
    pub(super) rough: f32,
    /// The share of the few colours and their blends with the ground.
    pub(super) few: f32,
    /// The share of the few colours and all their blends.
    pub(super) mixed: f32,
}

impl Traits {
    /// Measures the traits. If the picture has no even background, the main colour of its border counts as the ground.
    pub(super) fn of(
        pixels: &Pixels,
        background: Background,
        ring: &Ring,
        swatches: &[Swatch],
        blends: Blends,
    ) -> Self {
        let ground = match background {
            Background::Other => ring
                .swatches
                .first()
                .map_or(background, |swatch| Background::Plain(swatch.colour)),
            Background::Transparent | Background::Plain(_) => background,
        };
        let palette = palette(ground, swatches);
        let poster = Poster::of(pixels, colour_of(ground), &palette);
        let areas: Vec<Area> = poster.areas().into_iter().filter(|area| !area.is_speck()).collect();
        let subject: Vec<Area> = areas.iter().copied().filter(|area| !area.is_ground()).collect();
        let size_of = |areas: &[Area]| areas.iter().map(|area| area.size).sum::<u32>();
        let subject_size = size_of(&subject);
        let (width, height) = (pixels.width(), pixels.height());
        let rows = Row::among(&areas, width, height);
        let most = |measure: fn(&Row) -> u32| rows.iter().map(measure).max().unwrap_or_default();
        let mask = Mask::of(pixels, ground);
        let frame = mask.frame();
        Self {
            colours: palette.len() as f32,
            areas: logarithm(subject.len()),
            holes: logarithm(areas.len() - subject.len()),
            largest: ratio(subject.first().map_or(0, |area| area.size), subject_size),
            specks: 1.0 - ratio(size_of(&areas), width * height),
            inner: inner(&poster),
            letters: logarithm(rows.iter().map(|row| row.letters.len()).sum()),
            letter_height: ratio(most(Row::height), height),
            row_width: ratio(most(Row::width), width),
            row_share: ratio(most(Row::size), subject_size),
            twins: twins(&subject),
            straight: straight(&poster),
            down: logarithm(mask.stretches_down()),
            block: block(&mask, width.max(height)),
            border: ground.share_of(ring),
            box_width: ratio(frame.width() as u32, width),
            stretch: (frame.width() as f32 / frame.height() as f32).ln().abs(),
            fill: mask.fill(frame),
            middle: mask.fill_of_middle(frame),
            symmetry: mask.symmetry(frame),
            solidity: mask.solidity(),
            sharp: sharp(pixels, ground),
            rough: blends.rough,
            few: blends.few,
            mixed: blends.mixed,
        }
    }
}

fn logarithm(number: usize) -> f32 {
    (1.0 + number as f32).log2()
}

fn ratio(part: u32, all: u32) -> f32 {
    part as f32 / all.max(1) as f32
}

const fn colour_of(ground: Background) -> Option<Rgb> {
    match ground {
        Background::Plain(colour) => Some(colour),
        Background::Transparent | Background::Other => None,
    }
}

/// The colours in front of the ground.
fn palette(ground: Background, swatches: &[Swatch]) -> Vec<Rgb> {
    let is_before = |colour: &Rgb| colour_of(ground).is_none_or(|ground| ground.distance(*colour) >= SAME);
    swatches.iter().map(|swatch| swatch.colour).filter(is_before).collect()
}

/// The share of the colour changes in the rows that are between two colours in front of the ground.
fn inner(poster: &Poster) -> f32 {
    let (mut inner, mut all) = (0, 0);
    for row in poster.rows() {
        let changes = row.iter().zip(row.iter().skip(1)).filter(|(a, b)| a != b);
        for (a, b) in changes {
            all += 1;
            inner += u32::from(*a != GROUND && *b != GROUND);
        }
    }
    ratio(inner, all)
}

/// The number of areas that resemble another, as a logarithm.
fn twins(subject: &[Area]) -> f32 {
    let areas: Vec<&Area> = subject.iter().take(MOST).filter(|area| area.size >= LEAST).collect();
    let has_twin = |(own, area): &(usize, &&Area)| {
        let mut others = areas.iter().enumerate().filter(|(other, _)| other != own);
        others.any(|(_, other)| area.is_twin_of(other))
    };
    logarithm(areas.iter().enumerate().filter(has_twin).count())
}

/// The length of the straight edges, as a logarithm.
fn straight(poster: &Poster) -> f32 {
    let rows: Vec<&[u8]> = poster.rows().collect();
    let width = rows.first().map_or(0, |row| row.len());
    let level = rows
        .iter()
        .zip(rows.iter().skip(1))
        .map(|(above, below)| longest(above.iter().zip(*below).map(|(a, b)| a != b), width));
    let at = |x: usize, row: &&[u8]| row.get(x) != row.get(x + 1);
    let upright = (0..width.saturating_sub(1)).map(|x| longest(rows.iter().map(|row| at(x, row)), rows.len()));
    (1.0 + level.sum::<f32>() + upright.sum::<f32>()).log2()
}

/// The length of the longest edge in a line, as a share of the line; 0 if it is shorter than a fifth.
fn longest(line: impl Iterator<Item = bool>, length: usize) -> f32 {
    let runs = line.scan(0_usize, |run, is_edge| {
        *run = if is_edge { *run + 1 } else { 0 };
        Some(*run)
    });
    let longest = runs.max().unwrap_or_default();
    if longest * 5 >= length {
        longest as f32 / length.max(1) as f32
    } else {
        0.0
    }
}

/// The share of the largest block of connected cells.
fn block(mask: &Mask, side: u32) -> f32 {
    let cells = mask.cells((side / CELLS) as usize).areas();
    let blocks: Vec<u32> = cells
        .iter()
        .filter(|block| !block.is_ground())
        .map(|block| block.size)
        .collect();
    ratio(blocks.first().copied().unwrap_or_default(), blocks.iter().sum())
}

/// The share of the visible changes between neighbouring pixels that are hard.
fn sharp(pixels: &Pixels, ground: Background) -> f32 {
    let rows: Vec<&[[u8; 4]]> = pixels.rows().collect();
    let beside = rows.iter().flat_map(|row| row.iter().zip(row.iter().skip(1)));
    let below = rows
        .iter()
        .zip(rows.iter().skip(1))
        .flat_map(|(row, next)| row.iter().zip(*next));
    let (mut hard, mut visible) = (0, 0);
    for (a, b) in beside.chain(below).filter(|(a, b)| a[3] >= VISIBLE && b[3] >= VISIBLE) {
        let change = a
            .iter()
            .zip(b)
            .take(3)
            .map(|(a, b)| a.abs_diff(*b))
            .max()
            .unwrap_or_default();
        if change > SOFT && !(ground.shows_in(*a) && ground.shows_in(*b)) {
            visible += 1;
            hard += u32::from(change > HARD);
        }
    }
    ratio(hard, visible)
}
