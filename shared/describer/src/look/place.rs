//! Finds the position of the subject.

use super::{
    Background,
    background::Ring,
    cells::{Cell, Cells, SIDE},
};
use colour::Oklab;

/// The position of the subject in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The subject reaches from border to border in both directions.
    Everywhere,
    At(Across, Down),
}

/// A horizontal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Across {
    Left,
    Middle,
    Right,
}

/// A vertical position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Down {
    Top,
    Middle,
    Bottom,
}

/// A side of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    Top,
    Bottom,
    /// Left and right.
    Both,
}

/// The part of the picture that stands out.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// The position; `None` if the subject is too scattered.
    pub(super) place: Option<Place>,
    /// The share of each cell that belongs to the subject, 0 to 1.
    weights: Vec<f32>,
}

/// The share of the picture below which a subject is too small to mention.
const SMALLEST: f32 = 0.004;

/// The share of the picture's length from which a subject fills that direction.
const FILLS: f32 = 0.92;

/// The smallest difference between a subject and the rest of the picture, in OKLab.
const STANDS_OUT: f32 = 0.15;

/// The same, as a multiple of the standard deviation of the rest.
const UNLIKE: f32 = 2.5;

/// The smallest share of the picture that a subject which reaches all borders covers.
const FULL: f32 = 0.2;

/// The mean change of luma between neighbouring pixels below which an area is calm.
const CALM: f32 = 0.02;

/// Finds the subject: the pixels in front of a known background, or else the cells that stand out.
pub(super) fn subject(cells: &Cells, background: Background, ring: &Ring) -> Option<Subject> {
    let weights: Vec<f32> = match background {
        Background::Transparent | Background::Plain(_) => cells.0.iter().map(|cell| cell.covered).collect(),
        Background::Other => salient(cells, ring)?,
    };
    let covered = weights.iter().sum::<f32>() / weights.len().max(1) as f32;
    if covered < SMALLEST {
        return None;
    }
    let spread = |along: fn(&Cell) -> f32| Spread::of(cells.0.iter().map(along).zip(weights.iter().copied()));
    let (across, down) = (spread(Cell::x), spread(Cell::y));
    let place = match (across.fills(), down.fills()) {
        (true, true) => (covered >= FULL).then_some(Place::Everywhere),
        (false, false) => at(across.third(), down.third()),
        // A subject that fills a direction is in its middle, which alone says nothing about its position.
        _ => at(across.third(), down.third()).filter(|place| *place != Place::At(Across::Middle, Down::Middle)),
    };
    Some(Subject { place, weights })
}

fn at(across: Option<Third>, down: Option<Third>) -> Option<Place> {
    let across = match across? {
        Third::First => Across::Left,
        Third::Middle => Across::Middle,
        Third::Last => Across::Right,
    };
    let down = match down? {
        Third::First => Down::Top,
        Third::Middle => Down::Middle,
        Third::Last => Down::Bottom,
    };
    Some(Place::At(across, down))
}

impl Cell {
    const fn x(&self) -> f32 {
        self.x
    }

    const fn y(&self) -> f32 {
        self.y
    }
}

/// The cells that differ most from the picture's border, as weights of 0 or 1; `None` unless they form one object.
fn salient(cells: &Cells, ring: &Ring) -> Option<Vec<f32>> {
    let edges: Vec<(Oklab, f32)> = ring
        .swatches
        .iter()
        .map(|swatch| (swatch.colour.oklab(), swatch.share))
        .collect();
    let differences = cells.0.iter().map(|cell| {
        let parts = edges.iter().map(|(colour, share)| colour.distance(cell.colour) * share);
        parts.sum::<f32>()
    });
    let differences: Vec<f32> = differences.collect();
    let count = differences.len().max(1) as f32;
    let mean = differences.iter().sum::<f32>() / count;
    let most = differences.iter().copied().fold(0.0, f32::max);
    let stands_out = |difference: &f32| *difference >= (mean + most) / 2.0;
    let (inside, outside): (Vec<f32>, Vec<f32>) = differences.iter().partition(|difference| stands_out(difference));
    let mean_of = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
    let usual = mean_of(&outside);
    let squares: Vec<f32> = outside.iter().map(|difference| (difference - usual).powi(2)).collect();
    let more = mean_of(&inside) - usual;
    let size = inside.len() as f32 / count;
    let is_clear = more >= STANDS_OUT.max(UNLIKE * mean_of(&squares).sqrt()) && (0.01..=0.35).contains(&size);
    let weights: Vec<f32> = differences
        .iter()
        .map(|difference| f32::from(u8::from(stands_out(difference))))
        .collect();
    let deviation =
        |along: fn(&Cell) -> f32| Spread::of(cells.0.iter().map(along).zip(weights.iter().copied())).deviation;
    let is_one = deviation(Cell::x) <= 0.19 && deviation(Cell::y) <= 0.25 && fills_its_box(cells, &weights);
    (is_clear && is_one).then_some(weights)
}

/// Whether the subject covers most of its bounding box. Words and dots scattered over a page do not.
fn fills_its_box(cells: &Cells, weights: &[f32]) -> bool {
    let taken = || cells.0.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
    let length = |along: fn(&Cell) -> f32| Spread::of(taken().map(|(cell, _)| (along(cell), 1.0))).length;
    let area = length(Cell::x) * length(Cell::y) * cells.0.len() as f32;
    taken().count() as f32 >= 0.4 * area
}

/// A third of a direction.
#[derive(Clone, Copy, Debug)]
enum Third {
    First,
    Middle,
    Last,
}

/// The distribution of weights along one direction, with positions of 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Spread {
    /// The midpoint between the first and the last position, as margins show it.
    centre: f32,
    deviation: f32,
    /// The distance from the first to the last position.
    length: f32,
    /// The shares of weight in the first half, in the half round the middle and in the last half.
    halves: [f32; 3],
}

impl Spread {
    /// Measures pairs of position and weight.
    fn of(pairs: impl Iterator<Item = (f32, f32)> + Clone) -> Self {
        let all = pairs
            .clone()
            .map(|(_, weight)| weight)
            .sum::<f32>()
            .max(f32::MIN_POSITIVE);
        let mean = |value: &dyn Fn(f32) -> f32| pairs.clone().map(|(at, weight)| value(at) * weight).sum::<f32>() / all;
        let average = mean(&|at| at);
        let taken = pairs.clone().filter(|(_, weight)| *weight > 0.1).map(|(at, _)| at);
        let (first, last) = taken.fold((1.0, 0.0), |(first, last): (f32, f32), at| {
            (first.min(at), last.max(at))
        });
        let share = |from: f32, until: f32| mean(&|at| f32::from(u8::from((from..until).contains(&at))));
        Self {
            centre: (first + last) / 2.0,
            deviation: mean(&|at| (at - average).powi(2)).sqrt(),
            // A position is the centre of a cell, so half a cell is added at both ends.
            length: last - first + 1.0 / SIDE as f32,
            halves: [share(0.0, 0.5), share(0.25, 0.75), share(0.5, 1.1)],
        }
    }

    fn fills(self) -> bool {
        self.length >= FILLS
    }

    /// The third that the weight is in; `None` if the weight is on several sides.
    fn third(self) -> Option<Third> {
        let [first, middle, last] = self.halves;
        match self.centre {
            ..0.4 => (first >= 0.7).then_some(Third::First),
            0.6.. => (last >= 0.7).then_some(Third::Last),
            _ => (middle >= 0.4).then_some(Third::Middle),
        }
    }
}

impl Subject {
    /// The calm side opposite the subject, which has room for text.
    pub(super) fn calm_beside(&self, cells: &Cells) -> Option<Side> {
        let Some(Place::At(across, down)) = self.place else {
            return None;
        };
        let calm = |is_there: fn(&Cell) -> bool| self.is_calm(cells, is_there);
        let (left, right) = (|cell: &Cell| cell.x < 0.33, |cell: &Cell| cell.x > 0.67);
        match (across, down) {
            (Across::Right, _) if calm(left) => Some(Side::Left),
            (Across::Left, _) if calm(right) => Some(Side::Right),
            (Across::Middle, _) if calm(left) && calm(right) => Some(Side::Both),
            (_, Down::Bottom) if calm(|cell| cell.y < 0.33) => Some(Side::Top),
            (_, Down::Top) if calm(|cell| cell.y > 0.67) => Some(Side::Bottom),
            _ => None,
        }
    }

    fn is_calm(&self, cells: &Cells, is_there: fn(&Cell) -> bool) -> bool {
        let there = || cells.0.iter().zip(&self.weights).filter(|(cell, _)| is_there(cell));
        let count = there().count().max(1) as f32;
        let unrest = there().map(|(cell, _)| cell.unrest).sum::<f32>() / count;
        let restless = there().filter(|(cell, _)| cell.unrest > 3.0 * CALM).count() as f32;
        let taken = there().map(|(_, weight)| weight).sum::<f32>() / count;
        unrest < CALM && restless <= 0.05 * count && taken <= 0.02
    }
}
