//! Moves and restyles the words and the subject of a layout, because the caller wants them elsewhere or otherwise.

use super::{
    basis::{Basis, factor},
    content::Content,
    fitting::set_beside_logos,
    headline::{PlacedHeadline, Setting},
};
use crate::composer::layout::Layout;
use lexicon::Place;

/// The factor from which larger letters are seen to be larger.
const SEEN: f32 = 1.04;

/// The layout with the words and the subject at the places that the changes name. A place that the layout does not have
/// is refused. The place is that of the words, if they are elsewhere than the layout has them.
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
        let placed = other.and_then(|other| {
            let Some((other, words, _)) = set_beside_logos(content, other.clone()) else {
                return headline.is_none().then_some((other, None));
            };
            words.is_legible(&other).then_some((other, Some(words)))
        });
        match placed {
            Some(placed) => {
                (layout, headline) = placed;
                words_place = Some(place).filter(|_| part == "title");
            }
            None if !is_wished => {}
            None => basis.refuse(&format!("the {part} at “{}”", place.name())),
        }
    }
    (layout, headline, words_place)
}

/// The words in the letters that the changes name. Letters that the layout cannot have are refused.
pub(super) fn lettered(
    content: &Content,
    basis: &mut Basis<'_>,
    layout: &Layout,
    headline: Option<PlacedHeadline>,
) -> Option<PlacedHeadline> {
    let mut placed = headline?;
    let own = content.family_on(layout);
    let family = basis.family(own);
    if family != own {
        match PlacedHeadline::set(&content.words, layout, content.setting(family)).filter(|set| set.is_legible(layout))
        {
            Some(set) => placed = set,
            None => basis.refuse("another typeface"),
        }
    }
    let steps = basis.wishes().title.steps;
    if steps != 0 {
        let setting = Setting {
            max_letter: Some(placed.largest() * factor(steps)),
            ..content.setting(family)
        };
        let room = if steps > 0 {
            layout.with_larger_slots(factor(steps))
        } else {
            layout.clone()
        };
        let set = PlacedHeadline::set(&content.words, &room, setting);
        let is_seen = |set: &PlacedHeadline| match steps > 0 {
            true => set.largest() >= placed.largest() * SEEN,
            false => set.largest() * SEEN <= placed.largest(),
        };
        match set.filter(is_seen) {
            Some(set) => placed = set,
            None if steps > 0 => basis.refuse("a larger title"),
            None => basis.refuse("a smaller title"),
        }
    }
    Some(placed)
}
