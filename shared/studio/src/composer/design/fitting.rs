//! The layout of a picture with its headline.

use super::{
    basis::Basis,
    content::Content,
    headline::PlacedHeadline,
    logos::{self, Logos, Obstacles},
};
use crate::composer::{
    layout::{Layout, Layouts},
    text::typeface::family::Family,
};
use tiny_skia::Rect;

/// The number of layouts whose letters are compared if none of them has generous letters.
const COMPARED: usize = 4;
/// The part of a slot for persons in which their heads are, as a share of its height.
const HEADS: f32 = 0.6;

/// A layout in which the headline is set.
pub(super) struct Fitted {
    pub(super) layout: Layout,
    /// `None` if no layout could set the words.
    pub(super) headline: Option<PlacedHeadline>,
    /// The names of the layouts that were refused.
    pub(super) refused: Vec<String>,
}

impl Fitted {
    /// Chooses the layout.
    ///
    /// A layout is good if its words are legible and its subject has room. A good layout is taken at once if it has
    /// generous letters, is made for a single kind of headline, or is asked for. Otherwise the first [`COMPARED`] good
    /// layouts of the first group that has any are compared, and the one with the largest letters is taken. Without a
    /// good layout, the first layout with legible words is taken, or else the layout with the largest letters.
    pub(super) fn of(content: &Content, basis: &Basis<'_>, layouts: &Layouts) -> Option<Self> {
        // The first layout with legible words and too little room for the subject, and the one with the largest words.
        let mut legible: Option<(Layout, PlacedHeadline)> = None;
        let mut largest: Option<(Layout, PlacedHeadline)> = None;
        let mut refused = Vec::new();
        for group in basis.ordered(&content.requirements, layouts) {
            let mut good: Vec<(Layout, PlacedHeadline)> = Vec::new();
            for layout in group {
                let Some((layout, headline, lacking)) = set_beside_logos(content, layout) else {
                    continue;
                };
                let is_legible = headline.is_legible(&layout);
                let has_room = has_room(content, &layout, &headline) && (lacking == 0 || basis.is_wanted(&layout));
                if is_legible && has_room {
                    let is_taken =
                        headline.is_generous(&layout) || layout.is_made_for_one_kind() || basis.is_wanted(&layout);
                    if is_taken {
                        good.clear();
                    }
                    good.push((layout, headline));
                    if is_taken || good.len() == COMPARED {
                        break;
                    }
                    continue;
                }
                refused.push(layout.name().to_owned());
                let is_larger = largest
                    .as_ref()
                    .is_none_or(|(_, so_far)| so_far.smallest() < headline.smallest());
                if is_legible {
                    legible.get_or_insert((layout, headline));
                } else if is_larger {
                    largest = Some((layout, headline));
                }
            }
            // Of layouts with equally large letters, the first is taken.
            let best = good
                .into_iter()
                .rev()
                .max_by(|(_, a), (_, b)| a.smallest().total_cmp(&b.smallest()));
            if let Some((layout, headline)) = best {
                return Some(Self {
                    layout,
                    headline: Some(headline),
                    refused,
                });
            }
        }
        if let Some((layout, headline)) = legible.or(largest) {
            return Some(Self {
                layout,
                headline: Some(headline),
                refused,
            });
        }
        // No layout could set the words, for example because no font has their characters. Then a layout without words
        // is used.
        let wordless = content
            .requirements
            .wordless()
            .layouts(layouts, &basis.text(), basis.seed);
        Some(Self {
            layout: wordless.into_iter().next()?,
            headline: None,
            refused,
        })
    }
}

/// The layout with the headline, set beside the logos, and the number of logos that lack room. If no room can be made
/// for a logo, the words stay where they are. `None` if the layout cannot set the headline.
pub(super) fn set_beside_logos(content: &Content, layout: Layout) -> Option<(Layout, PlacedHeadline, usize)> {
    let size = layout.shape().size();
    let (logos, corner) = (content.cast.logos.as_slice(), content.logo_corner());
    let lacking = |layout: &Layout, headline: &PlacedHeadline| {
        let obstacles = Obstacles {
            kept: headline.words().into_iter().chain(heads(content, layout)).collect(),
            ..Obstacles::default()
        };
        Logos::of(logos, corner, &[], &obstacles, size).lacking()
    };
    let headline = set(content, &layout)?;
    let mut best = (lacking(&layout, &headline), layout, headline);
    while best.0 > 0 {
        let rooms = logos::rooms(logos, corner, size).into_iter().filter_map(|taken| {
            let room = best.1.with_words_off(taken);
            let words = set(content, &room).filter(|words| words.is_legible(&room))?;
            Some((lacking(&room, &words), room, words))
        });
        let better = rooms.filter(|(lacking, ..)| *lacking < best.0);
        let better = better.min_by(|(one, _, words), (other, _, others)| {
            let by_letters = others.smallest().total_cmp(&words.smallest());
            one.cmp(other).then(by_letters)
        });
        let Some(better) = better else { break };
        best = better;
    }
    let (lacking, layout, headline) = best;
    Some((layout, headline, lacking))
}

/// Where the heads of persons will be, before the photos have their places.
fn heads(content: &Content, layout: &Layout) -> Vec<Rect> {
    let variant = layout.variant();
    let slots = variant.subjects.iter().chain(&variant.group);
    let heads = slots.filter_map(|slot| {
        let area = slot.area;
        Rect::from_xywh(area.left(), area.top(), area.width(), area.height() * HEADS)
    });
    heads.filter(|_| !content.cast.persons.is_empty()).collect()
}

/// Sets the headline in the layout. `None` if the layout cannot set it.
fn set(content: &Content, layout: &Layout) -> Option<PlacedHeadline> {
    let placed = |family| PlacedHeadline::set(&content.words, layout, content.setting(family));
    let wanted = content.family_on(layout);
    // A series keeps its family, but a very long title has to be legible.
    let is_kept = content.recipe.is_some() && !layout.is_for_long_titles();
    if wanted == Family::Display || is_kept {
        return placed(wanted);
    }
    let suited = placed(wanted).filter(|headline| headline.is_legible(layout));
    // Most families are wide. If their letters become too small, the narrow letters of the display family may fit.
    suited.or_else(|| placed(Family::Display))
}

/// Whether the layout has room for the drawn subject. Photos always have room.
fn has_room(content: &Content, layout: &Layout, headline: &PlacedHeadline) -> bool {
    if !content.cast.is_empty() {
        return true;
    }
    // A head without a body does not stand on a stage.
    let is_placed = !content.is_head() || !layout.variant().has_stage();
    let in_front = || layout.clone().in_front_of(&headline.words(), content.extent());
    is_placed && (!layout.look().subject_in_front || in_front().has_large_subject())
}
