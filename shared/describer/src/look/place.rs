//! Where the subject is.

use super::{
    Background,
    background::Ring,
    cells::{Cell, Cells, SIDE},
};
use colour::Oklab;

/// Where the subject is in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// It reaches from edge to edge in both directions.
    Everywhere,
    At(Across, Down),
}

/// From left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Across {
    Left,
    Middle,
    Right,
}

/// From the top down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Down {
    Top,
    Middle,
    Bottom,
}

/// A part of the picture along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    Top,
    Bottom,
    /// Left and right.
    Both,
}

/// What stands out.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// `None` when it is too scattered to say.
    pub(super) place: Option<Place>,
    /// How much of each cell belongs to it.
    weights: Vec<f32>,
}

/// The share of the picture below which a subject is too small to speak of.
const SMALLEST: f32 = 0.004;

/// How much of its length a subject that fills the picture takes.
const FILLS: f32 = 0.92;

/// How much what stands out must differ from the rest, in OKLab.
const STANDS_OUT: f32 = 0.15;

/// How many times as much as the rest differs in itself.
const UNLIKE: f32 = 2.5;

/// The share of the picture from which something that reaches everywhere fills it.
const FULL: f32 = 0.2;

/// The change from pixel to pixel below which a place is calm.
const CALM: f32 = 0.02;

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
        // What reaches from edge to edge is in the middle of that direction, which says nothing.
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

/// What differs from the edges of the picture, if it is one thing.
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

/// Whether most of the box round what stands out stands out itself. Words and dots scattered over a page do not.
fn fills_its_box(cells: &Cells, weights: &[f32]) -> bool {
    let taken = || cells.0.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
    let length = |along: fn(&Cell) -> f32| Spread::of(taken().map(|(cell, _)| (along(cell), 1.0))).length;
    let area = length(Cell::x) * length(Cell::y) * cells.0.len() as f32;
    taken().count() as f32 >= 0.4 * area
}

/// A part of a direction.
#[derive(Clone, Copy, Debug)]
enum Third {
    First,
    Middle,
    Last,
}

/// How weights are spread along one direction.
#[derive(Clone, Copy, Debug)]
struct Spread {
    /// Half-way between the first and the last, which is what margins show.
    centre: f32,
    deviation: f32,
    /// From the first to the last.
    length: f32,
    /// The shares in the first half, in the half round the middle, and in the last half.
    halves: [f32; 3],
}

impl Spread {
    /// Of places, 0 to 1, and their weights.
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
            // Cells are known by their centres.
            length: last - first + 1.0 / SIDE as f32,
            halves: [share(0.0, 0.5), share(0.25, 0.75), share(0.5, 1.1)],
        }
    }

    fn fills(self) -> bool {
        self.length >= FILLS
    }

    /// Where it is; `None` when it is on several sides.
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
    /// The side that is calm because the subject is elsewhere.
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
