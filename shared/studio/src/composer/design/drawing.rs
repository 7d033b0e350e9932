//! Decides where motifs are drawn, how large, and in which colours.

use crate::composer::{
    design::{background::Background, hover::hovers},
    layout::{self, BADGE, Layout, template::SubjectSlot},
    motif::{Figure, Motif},
    palette::mood::Mood,
};
use contract::Size;
use tiny_skia::{Path, Rect, Transform};

/// The size of the second subject, as a share of the first subject's size.
const SECOND: f32 = 0.42;
/// The share of its chroma that a faded subject keeps (the “before” of a change).
const FADED: f32 = 0.12;

/// The contour's width as a share of the subject's size. It is about 1 % of the picture's width.
pub(crate) const CONTOUR: f32 = 0.026;
/// The free space between a drawing's contour and the picture's edge, as a share of the picture's shorter side.
const EDGE: f32 = 0.02;
/// The part of a drawing's height, from below, that belongs to its foot.
const FOOT: f32 = 0.12;
/// The smallest width of a shadow on the ground, as a share of the drawing's width.
const LEAST_SHADOW: f32 = 0.5;

/// A motif with its colours and its place.
#[derive(Debug)]
pub(crate) struct Drawing {
    pub(crate) figure: Figure,
    pub(crate) placement: Placement,
    /// The oval of its shadow on the ground; `None` if it does not stand.
    pub(crate) on_ground: Option<Rect>,
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

impl Placement {
    /// The transform from the drawing's square of 100 units.
    pub(crate) fn transform(self) -> Transform {
        let unit = self.size / 100.0;
        Transform::from_translate(-50.0, -50.0)
            .post_scale(unit, unit)
            .post_rotate(self.tilt)
            .post_translate(self.centre.0, self.centre.1)
    }
}

impl Drawing {
    fn new(figure: Figure, placement: Placement) -> Self {
        Self {
            figure,
            placement,
            on_ground: None,
        }
    }

    /// Its outlines in the picture, in pixels.
    fn outlines(&self) -> Vec<Path> {
        let place = self.placement.transform();
        let outlines = self.figure.outlines().into_iter();
        outlines.filter_map(|path| path.clone().transform(place)).collect()
    }

    /// The bounding box of everything that is seen of it, in pixels.
    pub(crate) fn bounds(&self) -> Option<Rect> {
        let bounds = self
            .outlines()
            .iter()
            .map(Path::bounds)
            .reduce(|all, one| all.join(&one).unwrap_or(all))?;
        let contour = self.placement.size * CONTOUR;
        bounds.outset(contour, contour)
    }

    /// The same drawing, upright, with its foot on the ground at this height and with a shadow there.
    fn standing(mut self, ground: f32) -> Self {
        self.placement.tilt = 0.0;
        let Some(bounds) = self.bounds() else { return self };
        self.placement.centre.1 += ground - bounds.bottom();
        let size = self.placement.size;
        let upper = ground - size * CONTOUR - bounds.height() * FOOT;
        let outlines = self.outlines();
        let points = outlines.iter().flat_map(|path| path.points());
        let foot = points.filter(|point| point.y >= upper).map(|point| point.x);
        let (left, right) = foot.fold((f32::MAX, f32::MIN), |(left, right), x| (left.min(x), right.max(x)));
        let width = ((right - left) * 1.15).max(bounds.width() * LEAST_SHADOW);
        let middle = (left + right) / 2.0;
        self.on_ground = Rect::from_xywh(middle - width / 2.0, ground - size * 0.05, width, size * 0.09);
        self
    }

    /// The same drawing, reduced until it keeps a distance from the picture's edges.
    fn inside(mut self, Size { width, height }: Size) -> Self {
        let (width, height) = (width as f32, height as f32);
        let edge = width.min(height) * EDGE;
        let Some(bounds) = self.bounds() else { return self };
        let (x, y) = self.placement.centre;
        let fitting = [
            (x - edge) / (x - bounds.left()),
            (width - edge - x) / (bounds.right() - x),
            (y - edge) / (y - bounds.top()),
            (height - edge - y) / (bounds.bottom() - y),
        ];
        let scale = fitting.into_iter().fold(1.0, f32::min);
        self.placement.size *= scale.max(0.5);
        self
    }
}

/// Half the width and half the height of a motif, as shares of its square.
pub(super) fn half_extent(motif: &Motif) -> (f32, f32) {
    let bounds = motif.figure().outlines().into_iter().map(Path::bounds);
    let bounds = bounds.reduce(|all, one| all.join(&one).unwrap_or(all));
    bounds.map_or((0.5, 0.5), |bounds| (bounds.width() / 200.0, bounds.height() / 200.0))
}

/// The height of the ground on which the subject of a slot stands. The layout says it, or it is at the foot of the
/// subject's square if the background has a ground there. `None` for a subject that stands on no ground. `centre` and
/// `size` are those of the square, in pixels.
fn ground(
    motif: &Motif,
    subject_slot: &SubjectSlot,
    layout: &Layout,
    background: &Background,
    centre: (f32, f32),
    size: f32,
) -> Option<f32> {
    if subject_slot.stands {
        return Some(subject_slot.area.bottom() + centre.1 - layout::centre(subject_slot.area).1);
    }
    if hovers(motif) {
        return None;
    }
    // The shadow reaches a little below the foot.
    let lowest = layout.shape().size().height as f32 - size * 0.06;
    let foot = (centre.1 + size / 2.0).min(lowest);
    background
        .horizon(layout)
        .is_some_and(|horizon| foot >= horizon)
        .then_some(foot)
}

/// The drawn subjects: one for each side if the layout has two sides, or else the first motif large and the second
/// small in front of it. `words` is the bounding box of the words.
pub(super) fn subjects(
    motifs: &[Motif],
    layout: &Layout,
    background: &Background,
    words: Option<Rect>,
    mood: Option<&Mood>,
) -> Vec<Drawing> {
    match layout.variant().subjects.as_slice() {
        subject_slots @ [_, _, ..] => opposed(motifs, subject_slots, layout, background, mood),
        subject_slots => stacked(motifs, subject_slots.first(), (layout, background), words, mood),
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
    let subject_slot = layout.variant().object.filter(|_| layout.shows_object())?;
    let motif = match has_object {
        None => motifs.get(1),
        Some(has_object) => motifs.first().filter(|_| !has_object),
    };
    Some(in_slot(motif?, &subject_slot, mood))
}

fn opposed(
    motifs: &[Motif],
    subject_slots: &[SubjectSlot],
    layout: &Layout,
    background: &Background,
    mood: Option<&Mood>,
) -> Vec<Drawing> {
    let is_change = subject_slots.iter().any(|slot| slot.is_faded);
    let pair = match motifs {
        [one, other] if !is_change => [one, other],
        // A change shows the same motif before and after.
        [one, ..] if is_change => [one, one],
        _ => return Vec::new(),
    };
    subject_slots
        .iter()
        .zip(pair)
        .map(|(subject_slot, motif)| {
            let drawing = in_slot(motif, subject_slot, mood);
            let Placement { centre, size, .. } = drawing.placement;
            match ground(motif, subject_slot, layout, background, centre, size) {
                Some(ground) => drawing.standing(ground),
                None => drawing,
            }
        })
        .collect()
}

fn in_slot(motif: &Motif, subject_slot: &SubjectSlot, mood: Option<&Mood>) -> Drawing {
    let placement = Placement {
        centre: layout::centre(subject_slot.area),
        size: layout::size_in(subject_slot, half_extent(motif)) * layout::SUBJECT,
        tilt: motif.tilt + subject_slot.tilt,
    };
    Drawing::new(figure(motif, subject_slot.is_faded, mood), placement)
}

/// The first motif at the layout's focus. The second motif gets a small place beside it where it covers neither the
/// words nor the corner of the badge; if there is none, the second motif is left out.
fn stacked(
    motifs: &[Motif],
    subject_slot: Option<&SubjectSlot>,
    (layout, background): (&Layout, &Background),
    words: Option<Rect>,
    mood: Option<&Mood>,
) -> Vec<Drawing> {
    let (x, y) = layout.focus;
    let size = layout.size * layout::SUBJECT;
    let picture = layout.shape().size();
    let (width, height) = (picture.width as f32, picture.height as f32);
    let main = motifs.first().zip(subject_slot);
    let ground = main.and_then(|(motif, slot)| ground(motif, slot, layout, background, (x, y), size));
    let first = motifs.first().map(|motif| {
        let placement = Placement {
            centre: (x, y),
            size,
            tilt: motif.tilt + subject_slot.map_or(0.0, |slot| slot.tilt),
        };
        let drawing = Drawing::new(figure(motif, false, mood), placement);
        match ground {
            Some(ground) => drawing.standing(ground),
            None => drawing.inside(picture),
        }
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
    // On a ground, the second motif stands a little nearer than the first.
    let near = ground.map(|ground| (ground + size * 0.04).min(height * (1.0 - EDGE)));
    let places = match near {
        Some(near) => vec![
            (x - size * 0.42, near - side / 2.0),
            (x + size * 0.42, near - side / 2.0),
        ],
        None => vec![
            (x - size * 0.40, y + size * 0.33),
            (x + size * 0.38, y + size * 0.30),
            (x + size * 0.40, y - size * 0.33),
        ],
    };
    // A layout with a slot for an object shows the second motif there.
    let second = motifs.get(1).filter(|_| !layout.shows_object());
    let second = second.zip(places.into_iter().find(is_free)).map(|(motif, centre)| {
        let placement = Placement {
            centre,
            size: side,
            tilt: motif.tilt - 6.0,
        };
        let drawing = Drawing::new(figure(motif, false, mood), placement);
        match near {
            Some(near) => drawing.standing(near),
            None => drawing.inside(picture),
        }
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
    motif.figure().clone().recoloured(chroma, lightness)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::AspectRatio;
    use lexicon::Depiction;

    fn drawing(emoji: &str, size: f32) -> Drawing {
        let motif = Motif::of(&Depiction::Emoji(emoji.to_owned())).unwrap();
        let placement = Placement {
            centre: (640.0, 300.0),
            size,
            tilt: 8.0,
        };
        Drawing::new(motif.figure().clone(), placement)
    }

    #[test]
    fn the_foot_of_a_standing_drawing_touches_the_ground_and_its_shadow() {
        for emoji in ["🚗", "🦩", "🎻", "🌳", "🐪"] {
            let standing = drawing(emoji, 400.0).standing(520.0);
            let bounds = standing.bounds().unwrap();
            assert!((bounds.bottom() - 520.0).abs() < 0.5, "{emoji}: {bounds:?}");
            let shadow = standing.on_ground.unwrap();
            assert!(
                shadow.top() < bounds.bottom() && shadow.bottom() > bounds.bottom(),
                "{emoji}: {shadow:?}"
            );
            assert!(
                shadow.left() < bounds.right() && shadow.right() > bounds.left(),
                "{emoji}: {shadow:?}"
            );
        }
    }

    #[test]
    fn a_drawing_keeps_away_from_the_edges() {
        for emoji in ["🎻", "🚗", "📄"] {
            let inside = drawing(emoji, 680.0).inside(AspectRatio::Wide.size());
            let bounds = inside.bounds().unwrap();
            assert!(bounds.top() >= 14.0 && bounds.bottom() <= 706.0, "{emoji}: {bounds:?}");
        }
    }
}
