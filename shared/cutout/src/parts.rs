//! The connected parts of a photo that show persons.

use crate::{
    faces::Face,
    map::{Map, SIDE},
};

/// The probability from which a place belongs to a person.
const SOLID: f32 = 0.5;
/// A part that is smaller than this share of the largest part is no person.
const LEAST_PERSON: f32 = 0.05;
/// A hole of at most this number of places is filled.
const LEAST_HOLE: usize = 150;
/// A larger hole, such as that between an arm and the body, is filled if its mean probability is larger than this.
const DOUBTFUL: f32 = 0.12;
/// The share of a face's box, around its middle, that surely shows the face. The model does not see dark glasses.
const SURE_FACE: f32 = 0.35;

/// The places of persons without specks and holes.
pub(crate) fn outlined(likely: &Map, faces: &[Face]) -> Vec<bool> {
    let middle = |place: usize| (place as f32 + 0.5) / SIDE as f32;
    let in_face = |(place, _): &(usize, &f32)| {
        let (x, y) = (middle(place % SIDE), middle(place / SIDE));
        faces.iter().any(|face| {
            let across = (x - face.middle.0) / (face.size.0 * SURE_FACE);
            let down = (y - face.middle.1) / (face.size.1 * SURE_FACE);
            across.hypot(down) <= 1.0
        })
    };
    let places = likely.values().iter().enumerate();
    let mut solid: Vec<bool> = places.map(|place| *place.1 >= SOLID || in_face(&place)).collect();
    let parts = parts(&solid);
    let largest = parts
        .iter()
        .filter(|part| part.is_solid)
        .map(|part| part.places.len())
        .max();
    let least = largest.unwrap_or_default() as f32 * LEAST_PERSON;
    for part in &parts {
        let likelihood = part
            .places
            .iter()
            .filter_map(|place| likely.values().get(*place))
            .sum::<f32>();
        let is_flipped = if part.is_solid {
            (part.places.len() as f32) < least
        } else {
            let is_hole = !part.reaches_edge();
            is_hole && (part.places.len() <= LEAST_HOLE || likelihood > DOUBTFUL * part.places.len() as f32)
        };
        for place in part.places.iter().filter(|_| is_flipped) {
            if let Some(is_solid) = solid.get_mut(*place) {
                *is_solid = !*is_solid;
            }
        }
    }
    solid
}

/// The length of the outline around all persons, in places.
pub(crate) fn outline_length(likely: &Map) -> usize {
    let is_solid = |place: usize| likely.values().get(place).is_some_and(|value| *value >= SOLID);
    let is_at_outline = |place: &usize| {
        let differs = |other: usize| is_solid(*place) != is_solid(other);
        let (is_last, is_lowest) = (place % SIDE == SIDE - 1, place / SIDE == SIDE - 1);
        (!is_last && differs(place + 1)) || (!is_lowest && differs(place + SIDE))
    };
    (0..SIDE * SIDE).filter(is_at_outline).count()
}

/// The number of places that belong to a person in one of two maps only.
pub(crate) fn differing(one: &Map, other: &Map) -> usize {
    let pairs = one.values().iter().zip(other.values());
    pairs
        .filter(|(one, other)| (**one >= SOLID) != (**other >= SOLID))
        .count()
}

/// Connected places that all belong to persons, or all do not.
pub(crate) struct ConnectedPart {
    pub(crate) is_solid: bool,
    pub(crate) places: Vec<usize>,
}

impl ConnectedPart {
    pub(crate) fn reaches_edge(&self) -> bool {
        let is_outer = |position: usize| position == 0 || position == SIDE - 1;
        let is_edge = |place: &usize| is_outer(place % SIDE) || is_outer(place / SIDE);
        self.places.iter().any(is_edge)
    }
}

pub(crate) fn parts(solid: &[bool]) -> Vec<ConnectedPart> {
    let mut is_open = vec![true; solid.len()];
    let mut parts = Vec::new();
    for (start, is_solid) in solid.iter().copied().enumerate() {
        let mut places = Vec::new();
        let mut next = vec![start];
        while let Some(place) = next.pop() {
            let Some(open @ true) = is_open.get_mut(place).filter(|_| solid.get(place) == Some(&is_solid)) else {
                continue;
            };
            *open = false;
            places.push(place);
            let (x, y) = (place % SIDE, place / SIDE);
            next.extend((x > 0).then(|| place - 1));
            next.extend((x + 1 < SIDE).then_some(place + 1));
            next.extend((y > 0).then(|| place - SIDE));
            next.extend((y + 1 < SIDE).then_some(place + SIDE));
        }
        if !places.is_empty() {
            parts.push(ConnectedPart { is_solid, places });
        }
    }
    parts
}
