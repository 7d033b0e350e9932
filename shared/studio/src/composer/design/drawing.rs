//! Decides where motifs are drawn, how large, and in which colours.

use crate::composer::{
    layout::{self, BADGE, Layout, template::Room},
    motif::{Figure, Motif},
    palette::mood::Mood,
};
use contract::Size;
use tiny_skia::Rect;

/// The size of the second subject, as a share of the first subject's size.
const SECOND: f32 = 0.42;
/// The share of its chroma that a faded subject keeps (the “before” of a change).
const FADED: f32 = 0.12;

/// A motif with its colours and its place.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) figure: Figure,
    pub(crate) placement: Placement,
}

/// The position, size and tilt of a drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(crate) centre: (f32, f32),
    /// The side of the drawing's square, in pixels.
    pub(crate) size: f32,
    /// The rotation in degrees, clockwise.
    pub(crate) tilt: f32,
}

/// The drawn subjects: one for each side if the layout has two sides, or else the first motif large and the second
/// small in front of it. `words` is the bounding box of the words.
pub(super) fn subjects(motifs: &[Motif], layout: &Layout, words: Option<Rect>, mood: Option<&Mood>) -> Vec<Drawing> {
    match layout.board().subjects.as_slice() {
        rooms @ [_, _, ..] => opposed(motifs, rooms, mood),
        rooms => stacked(motifs, rooms.first(), layout, words, mood),
    }
}

/// The drawing beside the subject, if the layout has a slot for it. `has_object` tells whether a photo of an object is
/// shown; `None` if there are no photos.
pub(super) fn companion(
    motifs: &[Motif],
    layout: &Layout,
    has_object: Option<bool>,
    mood: Option<&Mood>,
) -> Option<Drawing> {
    let room = layout.board().object.filter(|_| layout.shows_object())?;
    let motif = match has_object {
        None => motifs.get(1),
        Some(has_object) => motifs.first().filter(|_| !has_object),
    };
    Some(in_room(motif?, &room, mood))
}

fn opposed(motifs: &[Motif], rooms: &[Room], mood: Option<&Mood>) -> Vec<Drawing> {
    let is_change = rooms.iter().any(|room| room.is_faded);
    let pair = match motifs {
        [one, other] if !is_change => [one, other],
        // A change shows the same motif before and after.
        [one, ..] if is_change => [one, one],
        _ => return Vec::new(),
    };
    rooms
        .iter()
        .zip(pair)
        .map(|(room, motif)| in_room(motif, room, mood))
        .collect()
}

fn in_room(motif: &Motif, room: &Room, mood: Option<&Mood>) -> Drawing {
    Drawing {
        figure: figure(motif, room.is_faded, mood),
        placement: Placement {
            centre: layout::centre(room.area),
            size: room.area.width().min(room.area.height()) * layout::SUBJECT,
            tilt: motif.tilt + room.tilt,
        },
    }
}

/// The first motif at the layout's focus. The second motif gets a small place beside it where it covers neither the
/// words nor the corner of the badge; if there is none, the second motif is left out.
fn stacked(
    motifs: &[Motif],
    room: Option<&Room>,
    layout: &Layout,
    words: Option<Rect>,
    mood: Option<&Mood>,
) -> Vec<Drawing> {
    let (x, y) = layout.focus;
    let size = layout.size * layout::SUBJECT;
    let Size { width, height } = layout.shape().size();
    let (width, height) = (width as f32, height as f32);
    let first = motifs.first().map(|motif| Drawing {
        figure: figure(motif, false, mood),
        placement: Placement {
            centre: (x, y),
            size,
            tilt: motif.tilt + room.map_or(0.0, |room| room.tilt),
        },
    });
    let side = size * SECOND;
    let is_free = |centre: &(f32, f32)| {
        let square = Rect::from_xywh(centre.0 - side * 0.68, centre.1 - side * 0.68, side * 1.36, side * 1.36);
        let collides = square
            .zip(words)
            .is_some_and(|(square, words)| square.intersect(&words).is_some());
        let is_under_badge = centre.0 > width * (1.0 - BADGE.0) && centre.1 > height * (1.0 - BADGE.1);
        !is_under_badge && centre.0 > side * 0.6 && centre.0 + side * 0.6 < width && !collides
    };
    let places = [
        (x - size * 0.40, y + size * 0.33),
        (x + size * 0.38, y + size * 0.30),
        (x + size * 0.40, y - size * 0.33),
    ];
    // A layout with a slot for an object shows the second motif there.
    let second = motifs.get(1).filter(|_| !layout.shows_object());
    let second = second
        .zip(places.into_iter().find(is_free))
        .map(|(motif, centre)| Drawing {
            figure: figure(motif, false, mood),
            placement: Placement {
                centre,
                size: side,
                tilt: motif.tilt - 6.0,
            },
        });
    first.into_iter().chain(second).collect()
}

/// The figure of a motif, recoloured by the mood and faded if asked.
fn figure(motif: &Motif, is_faded: bool, mood: Option<&Mood>) -> Figure {
    let vividness = mood.map_or(1.0, Mood::vividness);
    let (chroma, lightness) = if is_faded {
        (vividness * FADED, 0.75)
    } else {
        (vividness, 1.0)
    };
    motif.figure().recoloured(chroma, lightness)
}
