//! Decides where logos stand: each whole and small in a corner of its own.

use crate::composer::{
    cast::{arrangement::PlacedPhoto, photo::Photo},
    layout::{BADGE, overlap},
};
use contract::Size;
use lexicon::Place;
use tiny_skia::Rect;

/// The largest width of a logo with its rim, as a share of the picture's width.
const WIDEST: f32 = 0.2;
/// The largest height of a logo with its rim, as a share of the picture's shorter side.
const HIGHEST: f32 = 0.2;
/// The width of the rim and its shadow, as a share of the picture's shorter side.
const RIM: f32 = 0.016;
/// The free space between the rim and the picture's edge, as a share of the shorter side.
const EDGE: f32 = 0.035;
/// The free space between the rim and words, faces and other logos, as a share of the shorter side.
const GAP: f32 = 0.02;
/// The sizes that are tried, as shares of the largest one.
const SIZES: [f32; 3] = [1.0, 0.8, 0.62];
/// The corners that a logo may have without an order, the best first. Sites put buttons over the upper right one, and
/// the duration over the lower right one.
const CORNERS: [Place; 3] = [Place::TopLeft, Place::TopRight, Place::BottomLeft];
/// The costs by which places for a logo are compared. The first counts if the logo covers the subject completely, the
/// second for the share by which the logo is smaller than the largest size, and the third for each better corner.
const COSTS: (f32, f32, f32) = (1.5, 1.0, 0.05);

/// A logo in its corner.
#[derive(Debug)]
pub(crate) struct PlacedLogo {
    pub(crate) photo: PlacedPhoto,
    pub(super) corner: Place,
}

/// What stands in the way of logos.
#[derive(Default)]
pub(super) struct Obstacles {
    /// Words and faces, which no logo covers.
    pub(super) kept: Vec<Rect>,
    /// Subjects, which a logo covers if no corner is free of them.
    pub(super) subjects: Vec<Rect>,
}

/// The logos of a picture.
#[derive(Debug, Default)]
pub(super) struct Logos {
    pub(super) placed: Vec<PlacedLogo>,
    /// The names of the logos that have no corner.
    pub(super) left_out: Vec<String>,
    /// Whether the first logo could not have the corner that was asked for.
    pub(super) is_elsewhere: bool,
}

impl Logos {
    /// Gives each logo a corner. The first logo gets the `wanted` corner. If no corner is wanted or something is in the
    /// way, a logo keeps the place that it had `before`. If that is not free either, it gets the cheapest free place.
    pub(super) fn of(
        logos: &[(Photo, String)],
        wanted: Option<Place>,
        before: &[PlacedLogo],
        obstacles: &Obstacles,
        size: Size,
    ) -> Self {
        let short = size.width.min(size.height) as f32;
        let mut all = Self::default();
        for (at, (photo, name)) in logos.iter().enumerate() {
            let around = (RIM + GAP) * short;
            let is_free = |area: &Rect| {
                let taken = all.placed.iter().map(|logo| logo.photo.place);
                let mut others = obstacles.kept.iter().copied().chain(taken);
                let outer = area.outset(around, around);
                outer.is_some_and(|outer| !others.any(|other| outer.intersect(&other).is_some()))
            };
            let cheapest = |corners: &[Place]| {
                let costs = corners.iter().enumerate().flat_map(|(rank, corner)| {
                    SIZES.iter().filter_map(move |factor| {
                        let area = area(photo, *corner, *factor, size)?;
                        let subjects = obstacles.subjects.iter();
                        let covered: f32 = subjects.map(|subject| overlap(area, *subject)).sum();
                        let share = covered / (area.width() * area.height());
                        let cost = share * COSTS.0 + (1.0 - factor) * COSTS.1 + rank as f32 * COSTS.2;
                        Some((cost, *corner, area))
                    })
                });
                let free = costs.filter(|(.., area)| is_free(area));
                let best = free.min_by(|(one, ..), (other, ..)| one.total_cmp(other));
                best.map(|(_, corner, area)| (corner, area))
            };
            let wanted = wanted.filter(|_| at == 0);
            let kept = || {
                let logo = before.get(at)?;
                Some((logo.corner, logo.photo.place)).filter(|(_, area)| is_free(area))
            };
            let asked = wanted.and_then(|corner| cheapest(&[corner]));
            all.is_elsewhere |= wanted.is_some() && asked.is_none();
            match asked.or_else(kept).or_else(|| cheapest(&CORNERS)) {
                Some((corner, area)) => all.placed.push(PlacedLogo {
                    photo: PlacedPhoto::whole(photo.clone(), area),
                    corner,
                }),
                None => all.left_out.push(name.clone()),
            }
        }
        all
    }

    /// How many logos are not where they should be.
    pub(super) fn lacking(&self) -> usize {
        self.left_out.len() + usize::from(self.is_elsewhere)
    }
}

/// The rectangles that words leave free for one of the logos, with the space around it: one for each corner that it may
/// have.
pub(super) fn rooms(logos: &[(Photo, String)], wanted: Option<Place>, size: Size) -> Vec<Rect> {
    let around = (RIM + GAP) * size.width.min(size.height) as f32 + 1.0;
    let rooms = logos.iter().enumerate().flat_map(|(at, (photo, _))| {
        let wanted = wanted.filter(|_| at == 0);
        let corners = wanted.map_or(CORNERS.to_vec(), |corner| vec![corner]);
        corners
            .into_iter()
            .filter_map(move |corner| area(photo, corner, SIZES[1], size)?.outset(around, around))
    });
    rooms.collect()
}

/// The rectangle of a logo in a corner.
fn area(photo: &Photo, corner: Place, factor: f32, Size { width, height }: Size) -> Option<Rect> {
    let (width, height) = (width as f32, height as f32);
    let short = width.min(height);
    let (rim, edge) = (RIM * short, (EDGE + RIM) * short);
    let most = (
        (width * WIDEST * factor) - 2.0 * rim,
        (short * HIGHEST * factor) - 2.0 * rim,
    );
    let high = most.1.min(most.0 / photo.aspect());
    let wide = high * photo.aspect();
    let (right, bottom) = (width - edge - wide, height - edge - high);
    let (x, y) = match corner {
        Place::TopRight => (right, edge),
        Place::BottomLeft => (edge, bottom),
        // The duration is below.
        Place::BottomRight => (right, bottom.min(height * (1.0 - BADGE.1) - rim - high)),
        _ => (edge, edge),
    };
    Rect::from_xywh(x, y, wide, high)
}
