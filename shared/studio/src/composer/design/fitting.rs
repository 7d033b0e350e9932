//! The layout of a picture with its headline.

use super::{
    basis::Basis,
    content::Content,
    headline::{PlacedHeadline, around_drawing},
    logos::{self, Logos, Obstacles},
};
use crate::composer::{
    cast::plate::Plate,
    layout::{Layout, Layouts, Side, overlap},
    text::{
        typeface::family::Family,
        typesetting::{Align, Anchor},
    },
};
use contract::{AspectRatio, Size};
use lexicon::Place;
use tiny_skia::Rect;

/// The number of layouts of a group that are compared if none of them is full.
const COMPARED: usize = 4;
/// The part of a full picture from which no other group of layouts is tried.
const NEARLY_FULL: f32 = 0.65;
/// The height of the smallest letters in a full picture, as a share of its shorter side.
const FULL_LETTERS: f32 = 0.12;
/// The share of a full picture that the words and the subject cover.
const FULL_AREA: f32 = 0.5;
/// The share of a full picture that the words alone cover.
const FULL_WORDS: f32 = 0.17;
/// The longer side of the subject of a full picture, as a share of the picture's shorter side.
const FULL_SUBJECT: f32 = 0.6;
/// The largest part of a full picture that holds nothing but ground, in one rectangle.
const FULL_EMPTY: f32 = 0.28;
/// The height of large letters on a plate, as a share of its shorter side.
const LARGE_LETTERS: f32 = 0.16;
/// The cost of letters on a plate that are half as high. It grows faster than they shrink.
const SMALL_LETTERS: f32 = 2.5;
/// The cost of letters on a plate that are not legible in a feed.
const ILLEGIBLE: f32 = 8.0;
/// The cost of a layout on a plate for each layout that comes before it.
const LATER: f32 = 0.01;
/// By how much a layout on a plate may cost more if it is the one of the series, or of the picture that is changed.
const WANTED: f32 = 2.0;
/// By how much larger the letters must become if the words are wider and the subject is narrower.
const LARGER: f32 = 1.06;
/// The part of a slot for persons in which their heads are, as a share of its height.
const HEADS: f32 = 0.6;

/// A layout in which the headline is set.
pub(super) struct Fitted {
    pub(super) layout: Layout,
    /// `None` if no layout could set the words.
    pub(super) headline: Option<PlacedHeadline>,
    /// Where the words are, if they are elsewhere than the layout has them.
    pub(super) place: Option<Place>,
    /// The names of the layouts that were refused.
    pub(super) refused: Vec<String>,
}

impl Fitted {
    /// Chooses the layout.
    ///
    /// A layout is good if its words are legible and its subject has room. The first good layout that is full, or asked
    /// for, is taken. If none of the first [`COMPARED`] good layouts of a group is, the fullest of them is taken if it
    /// is nearly full, and otherwise the fullest of this group and the next. Without a good layout, the first layout
    /// with legible words is taken, or else the layout with the largest letters.
    pub(super) fn of(content: &Content, basis: &Basis<'_>, layouts: &Layouts) -> Option<Self> {
        if let Some(plate) = &content.cast.plate
            && let Some(fitted) = Self::on_plate(content, basis, layouts, plate)
        {
            return Some(fitted);
        }
        // The fullest good layout, the first layout with legible words and too little room for the subject, and the one
        // with the largest words.
        let mut fullest: Option<(f32, Layout, PlacedHeadline)> = None;
        let mut legible: Option<(Layout, PlacedHeadline)> = None;
        let mut largest: Option<(Layout, PlacedHeadline)> = None;
        let mut refused = Vec::new();
        for (number, group) in basis.ordered(&content.requirements, layouts).into_iter().enumerate() {
            let mut compared = 0;
            for layout in group {
                let Some((layout, headline, lacking)) = set_as_large(content, layout) else {
                    continue;
                };
                let is_wanted = basis.is_wanted(&layout);
                let is_legible = headline.is_legible(&layout);
                if is_legible && has_room(content, &layout, &headline) && (lacking == 0 || is_wanted) {
                    let fullness = if is_wanted {
                        f32::MAX
                    } else {
                        fullness(content, &layout, &headline)
                    };
                    let is_made = layout.is_made_for_one_kind();
                    if fullest.as_ref().is_none_or(|(most, ..)| fullness > *most) {
                        fullest = Some((fullness, layout, headline));
                    }
                    compared += 1;
                    let enough = if is_made { NEARLY_FULL } else { 1.0 };
                    if fullness >= enough || compared == COMPARED {
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
            let most = fullest.as_ref().map_or(0.0, |(fullness, ..)| *fullness);
            if most >= NEARLY_FULL || number > 0 && most > 0.0 {
                break;
            }
        }
        let good = fullest.map(|(_, layout, headline)| (layout, headline));
        if let Some((layout, headline)) = good.or(legible).or(largest) {
            return Some(Self {
                layout,
                headline: Some(headline),
                place: None,
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
            place: None,
            refused,
        })
    }

    /// Chooses the layout whose words cover least of a plate. If several cover little, the first is taken. Outside of a
    /// series, words may also stand in calm places where no layout has them.
    fn on_plate(content: &Content, basis: &Basis<'_>, layouts: &Layouts, plate: &Plate) -> Option<Self> {
        let ordered = basis.ordered(&content.requirements, layouts).into_iter().flatten();
        let bare = ordered.filter(|layout| layout.variant().under.is_empty() && layout.variant().over.is_empty());
        let bare: Vec<Layout> = bare.collect();
        let first = bare.first().filter(|_| content.recipe.is_none());
        let elsewhere = first.into_iter().flat_map(|layout| {
            let places = plate.calm_places(layout.shape().size());
            places.map(|place| (layout.with_words_in(place, Align::Start, Anchor::Middle), 0, true))
        });
        let ways = bare.iter().cloned().zip(0_u8..).flat_map(|(layout, number)| {
            let ways = match layout.subject_side() {
                Some(_) => [layout.clone().facing(Side::Left), layout.facing(Side::Right)],
                None => [layout.clone(), layout.upside_down()],
            };
            let ways = ways.into_iter().flat_map(|layout| plate.ways(layout));
            ways.map(move |layout| (layout, number, false))
        });
        let set = ways.chain(elsewhere).filter_map(|(layout, number, is_elsewhere)| {
            let (layout, headline, lacking) = set_beside_logos(content, layout)?;
            let letters = (headline.smallest() / layout.shorter_side() / LARGE_LETTERS).min(1.0);
            let illegible = if headline.is_legible(&layout) { 0.0 } else { ILLEGIBLE };
            let wanted = if basis.is_wanted(&layout) { WANTED } else { 0.0 };
            let cost = plate.cost(&headline.words(), layout.shape().size())
                + illegible
                + SMALL_LETTERS * (1.0 / letters - 1.0)
                + LATER * f32::from(number)
                + lacking as f32
                - wanted;
            Some((cost, layout, headline, is_elsewhere))
        });
        let (_, layout, headline, is_elsewhere) = set.min_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
        Some(Self {
            place: layout.place_of(headline.bounds).filter(|_| is_elsewhere),
            layout,
            headline: Some(headline),
            refused: Vec::new(),
        })
    }
}

/// The layout with the headline, as [`set_beside_logos`] returns it. The words are wider if that makes them larger and
/// the picture fuller. Only a wide picture has room beside them if the letters are not small anyway.
fn set_as_large(content: &Content, layout: Layout) -> Option<(Layout, PlacedHeadline, usize)> {
    let letters = |set: &(Layout, PlacedHeadline, usize)| set.1.smallest() / set.0.shorter_side();
    let full = |(layout, headline, _): &(Layout, PlacedHeadline, usize)| fullness(content, layout, headline);
    let set = set_beside_logos(content, layout.clone())?;
    let has_room = layout.shape() == AspectRatio::Wide || letters(&set) < FULL_LETTERS;
    if !has_room || !content.cast.is_empty() || content.recipe.is_some() || full(&set) >= 1.0 {
        return Some(set);
    }
    let wider = layout.with_wider_words();
    let wider = wider.and_then(|wider| set_beside_logos(content, wider));
    let is_better = |wider: &(Layout, PlacedHeadline, usize)| {
        wider.2 <= set.2 && letters(wider) > letters(&set) * LARGER && full(wider) > full(&set)
    };
    Some(wider.filter(is_better).unwrap_or(set))
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
            let room = best.1.with_words_off(taken)?;
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

/// How full the picture is, from 0 to 1 and above. The smallest of these ratios: letters, area of the words, covered
/// area and subject, each divided by its value in a full picture; and the largest empty rectangle of a full picture,
/// divided by that of this one. Photos fill their slots, and the two sides of a comparison or a change say what the
/// headline says.
fn fullness(content: &Content, layout: &Layout, headline: &PlacedHeadline) -> f32 {
    let Size { width, height } = layout.shape().size();
    let shorter = layout.shorter_side();
    let letters = headline.smallest() / shorter / FULL_LETTERS;
    if layout.variant().subjects.len() > 1 {
        return 1.0;
    }
    if !content.cast.is_empty() || content.requirements.has_only_words() {
        return letters;
    }
    let extent = content.extent();
    let around = around_drawing(layout.clone(), Some(headline), extent, content.recipe.is_none());
    let Some(subject) = around.bounds(extent) else {
        return letters;
    };
    let size = |area: Rect| area.width() * area.height();
    let words = headline.area();
    let area = words + size(subject) - overlap(headline.bounds, subject);
    let longer = subject.width().max(subject.height());
    let whole = (width * height) as f32;
    let empty = largest_empty(&[headline.bounds, subject], width as f32, height as f32);
    letters
        .min(words / whole / FULL_WORDS)
        .min(area / whole / FULL_AREA)
        .min(longer / shorter / FULL_SUBJECT)
        .min(FULL_EMPTY * whole / empty.max(1.0))
}

/// The area of the largest rectangle in a picture that touches none of the taken rectangles, in pixels.
fn largest_empty(taken: &[Rect], width: f32, height: f32) -> f32 {
    let edges = |of: fn(&Rect) -> [f32; 2], end: f32| {
        let mut edges: Vec<f32> = taken.iter().flat_map(of).map(|edge| edge.clamp(0.0, end)).collect();
        edges.extend([0.0, end]);
        edges
    };
    let across = edges(|rect| [rect.left(), rect.right()], width);
    let down = edges(|rect| [rect.top(), rect.bottom()], height);
    let pairs = |edges: &[f32]| -> Vec<(f32, f32)> {
        edges
            .iter()
            .flat_map(|from| edges.iter().map(move |to| (*from, *to)))
            .filter(|(from, to)| from < to)
            .collect()
    };
    let (across, down) = (pairs(&across), pairs(&down));
    let rectangles = across.iter().flat_map(|(left, right)| {
        down.iter()
            .filter_map(|(top, bottom)| Rect::from_ltrb(*left, *top, *right, *bottom))
    });
    let is_free = |rect: &Rect| taken.iter().all(|other| overlap(*rect, *other) <= 0.0);
    rectangles
        .filter(is_free)
        .map(|rect| rect.width() * rect.height())
        .fold(0.0, f32::max)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_empty_rectangle_touches_nothing() {
        let words = Rect::from_xywh(0.0, 0.0, 50.0, 20.0).unwrap();
        let subject = Rect::from_xywh(60.0, 0.0, 40.0, 60.0).unwrap();
        assert!((largest_empty(&[words, subject], 100.0, 60.0) - 60.0 * 40.0).abs() < 0.1);
        assert!((largest_empty(&[words], 100.0, 60.0) - 100.0 * 40.0).abs() < 0.1);
        assert!((largest_empty(&[], 100.0, 60.0) - 100.0 * 60.0).abs() < 0.1);
    }
}
