//! The values that a clause names.

use super::{
    change::Action,
    cue::{Cue, Meaning, Value},
    names::{Case, Place},
};
use crate::colours::Shade;

/// A value or an order, at its place among the cues.
pub(super) type Placed<T> = (usize, T);

/// The values of the cues as actions, at their places. A shade belongs to the colour beside it, and two sides make a
/// corner. "Not red" has no value.
pub(super) fn values(cues: &[Cue]) -> Vec<Placed<Action>> {
    let removes = cues.iter().any(|cue| cue.is(Meaning::Remove));
    let mut actions: Vec<Placed<Action>> = Vec::new();
    let mut shade: Option<Shade> = None;
    let all = cues.iter().enumerate();
    for (at, value) in all.flat_map(|(at, cue)| cue.values().map(move |value| (at, value))) {
        let action = match value {
            Value::Colour(_) | Value::Shade(_) if is_denied(cues, at) => continue,
            Value::Colour(colour) => Action::Colour(shade.take().map_or(colour, |shade| shade.of(colour))),
            Value::Shade(next) => {
                match actions.last_mut() {
                    Some((_, Action::Colour(last))) if next.is_behind => *last = next.of(*last),
                    _ => shade = Some(next),
                }
                continue;
            }
            Value::Size(extent) => Action::Size(extent),
            Value::Place(place) => match actions.last_mut() {
                // "Down to the bottom left".
                Some((_, Action::Place(last))) if *last == place || has_side(*last, place) => continue,
                Some((_, Action::Place(last))) if joined(*last, place).is_some() => {
                    *last = joined(*last, place).unwrap_or(place);
                    continue;
                }
                _ => Action::Place(place),
            },
            Value::Typeface(typeface) => Action::Typeface(Some(typeface)),
            // "No capitals".
            Value::Case(Case::Upper) if removes => Action::Case(Case::Normal),
            Value::Case(case) => Action::Case(case),
            Value::Scene(scene) => Action::Scene(scene),
            Value::Layout(name) => Action::Replace(Some(name.to_owned())),
        };
        actions.push((at, action));
    }
    // In some languages a shade stands on either side of its colour.
    if let (Some(shade), Some((_, Action::Colour(last)))) = (shade, actions.last_mut()) {
        *last = shade.of(*last);
    }
    actions
}

/// Whether a removal stands directly before this cue.
pub(super) fn is_denied(cues: &[Cue], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| cues.get(before));
    before.is_some_and(|before| before.is(Meaning::Remove) && before.part().is_none())
}

/// Whether the corner is at this side.
const fn has_side(corner: Place, side: Place) -> bool {
    match corner {
        Place::TopLeft => matches!(side, Place::Top | Place::Left),
        Place::TopRight => matches!(side, Place::Top | Place::Right),
        Place::BottomLeft => matches!(side, Place::Bottom | Place::Left),
        Place::BottomRight => matches!(side, Place::Bottom | Place::Right),
        _ => false,
    }
}

/// The corner between two sides.
const fn joined(one: Place, other: Place) -> Option<Place> {
    Some(match (one, other) {
        (Place::Top, Place::Left) | (Place::Left, Place::Top) => Place::TopLeft,
        (Place::Top, Place::Right) | (Place::Right, Place::Top) => Place::TopRight,
        (Place::Bottom, Place::Left) | (Place::Left, Place::Bottom) => Place::BottomLeft,
        (Place::Bottom, Place::Right) | (Place::Right, Place::Bottom) => Place::BottomRight,
        _ => return None,
    })
}

/// Whether the words name a colour or its shade.
pub(super) fn is_colour(cue: &Cue) -> bool {
    cue.values()
        .any(|value| matches!(value, Value::Colour(_) | Value::Shade(_)))
}
