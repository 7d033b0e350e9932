//! Moves and restyles the words and the subject of a layout, because the caller wants them elsewhere or otherwise.

use super::{
    basis::{Basis, factor},
    content::Content,
    fitting::set_beside_logos,
    headline::{PlacedHeadline, Setting},
};
use crate::composer::{layout::Layout, text::typeface::family::Family};
use lexicon::Place;

/// The factor from which larger letters are seen to be larger.
const SEEN: f32 = 1.04;

/// The layout with the words and the subject at the places that the changes name. A place that the layout does not have
/// is refused, and so is one where the words would hide more of the faces of a plate than they do. The place is that of
/// the words, if they are elsewhere than the layout has them.
pub(super) fn moved(
    content: &Content,
    basis: &mut Basis<'_>,
    layout: Layout,
    headline: Option<PlacedHeadline>,
) -> (Layout, Option<PlacedHeadline>, Option<Place>) {
    let (mut layout, mut headline, mut words_place) = (layout, headline, None);
    let wished = basis.wishes().title.place;
    let wanted = [
        ("subject", basis.subject_place(&content.cast), true),
        ("title", wished.or_else(|| basis.words_of_series()), wished.is_some()),
    ];
    for (part, place, is_wished) in wanted {
        let Some(place) = place else { continue };
        let other = match part {
            "subject" => layout.with_subject_at(place),
            _ => layout.with_words_at(place),
        };
        let before = headline.as_ref();
        let hidden_so_far = before.map_or(0.0, |before| hidden_faces(content, &layout, before));
        let placed = ways(content, other).filter_map(|way| {
            let Some((way, words, _)) = set_beside_logos(content, way.clone()) else {
                return headline.is_none().then_some((0.0, way, None));
            };
            let plate = content.cast.plate.as_ref();
            let is_there = plate.is_none() || way.has_at(place, words.bounds);
            let keeps_faces = hidden_faces(content, &way, &words) <= hidden_so_far;
            let cost = plate.map_or(0.0, |plate| plate.cost(&words.words(), way.shape().size()));
            (is_there && keeps_faces && words.is_legible(&way)).then_some((cost, way, Some(words)))
        });
        match placed.min_by(|(one, ..), (other, ..)| one.total_cmp(other)) {
            Some((_, placed, words)) => {
                (layout, headline) = (placed, words);
                words_place = Some(place).filter(|_| part == "title");
            }
            None if !is_wished => {}
            None => basis.refuse(&format!("the {part} at “{}”", place.name())),
        }
    }
    (layout, headline, words_place)
}

/// The layout, and on a plate also the layout with its words off the faces.
fn ways(content: &Content, layout: Option<Layout>) -> impl Iterator<Item = Layout> {
    layout.into_iter().flat_map(|layout| match &content.cast.plate {
        Some(plate) => plate.ways(layout).collect(),
        None => vec![layout],
    })
}

/// The shares of the faces of a plate that the words hide, added up; 0 without a plate.
fn hidden_faces(content: &Content, layout: &Layout, words: &PlacedHeadline) -> f32 {
    let plate = content.cast.plate.as_ref();
    plate.map_or(0.0, |plate| plate.hidden_faces(&words.words(), layout.shape().size()))
}

/// The words in the letters that the changes name. Letters that the layout cannot have are refused, and so are those
/// that would hide more of the faces of a plate.
pub(super) fn lettered(
    content: &Content,
    basis: &mut Basis<'_>,
    layout: &Layout,
    headline: Option<PlacedHeadline>,
) -> Option<PlacedHeadline> {
    let mut placed = headline?;
    let own = content.family_on(layout);
    let family = basis.family(own);
    let hidden_so_far = hidden_faces(content, layout, &placed);
    let set_in = |room: Layout, family: Family, max_letter: Option<f32>| {
        let setting = Setting {
            max_letter,
            ..content.setting(family)
        };
        let set = ways(content, Some(room)).filter_map(move |way| PlacedHeadline::set(&content.words, &way, setting));
        set.filter(move |set| hidden_faces(content, layout, set) <= hidden_so_far)
    };
    if family != own {
        match set_in(layout.clone(), family, None).find(|set| set.is_legible(layout)) {
            Some(set) => placed = set,
            None => basis.refuse("another typeface"),
        }
    }
    let steps = basis.wishes().title.steps;
    if steps != 0 {
        let room = if steps > 0 {
            layout.with_larger_slots(factor(steps))
        } else {
            layout.clone()
        };
        let is_seen = |set: &PlacedHeadline| match steps > 0 {
            true => set.largest() >= placed.largest() * SEEN,
            false => set.largest() * SEEN <= placed.largest(),
        };
        match set_in(room, family, Some(placed.largest() * factor(steps))).find(is_seen) {
            Some(set) => placed = set,
            None if steps > 0 => basis.refuse("a larger title"),
            None => basis.refuse("a smaller title"),
        }
    }
    Some(placed)
}
