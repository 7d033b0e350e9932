//! Decides everything about a picture before the first pixel is painted. [`paint`](super::paint) carries it out.
//!
//! # The order of random numbers
//!
//! The random choices of a picture come from one generator, which starts from the prompt, the title and the seed. The
//! same brief must give the same picture, so these choices are made in this order and no other. A new choice goes to
//! the end of the list, or it changes the pictures of every brief.
//!
//! 1. The palette: the stray of each candidate background, then the background, then the accent ([`Palette::choose`]).
//! 2. The font family ([`Family::choose`]).
//! 3. Whether a plate or a colour emphasises a word.
//! 4. The background ([`Background::new`]): whether a photo fills it; or else the size of the light, whether there is a
//!    scene, and then either the scene, or the pattern and its details.
//! 5. The shape behind the subject, and the rotation of a burst ([`Backing::new`]).
//! 6. The sparkles, if the subject is drawn ([`sparkles::around`]).
//!
//! Two more generators are independent of this one. The order of the layouts depends on the text alone, so that
//! consecutive seeds give different layouts ([`Requirements::layouts`]). The grain of the background is always the same.

pub(super) mod background;
pub(super) mod drawing;
pub(super) mod explanation;
pub(super) mod headline;
pub(super) mod sparkles;

use self::{
    background::{Background, Backing},
    drawing::Drawing,
    explanation::Story,
    headline::{LetterStyle, PlacedHeadline},
    sparkles::Sparkle,
};
use super::{
    cast::{self, Cast, arrangement::Arrangement, slots::Slots},
    chance::Chance,
    headline::{Headline, kind::Kind, word::Word},
    layout::{
        Layout, Layouts,
        look::{Emphasis, Letters},
        requirements::Requirements,
    },
    motif::{
        Motif,
        chosen::{self, Chosen, Reason},
    },
    palette::{Palette, asked::Asked, mood::Mood},
    text::typeface::family::Family,
};
use crate::brief::Brief;
use colour::Swatch;
use lexicon::{Choice, Language};
use topic::{Reading, Topic};

/// A planned picture. Painting it needs no further decision.
#[derive(Debug)]
pub(super) struct Design {
    pub(super) palette: Palette,
    pub(super) layout: Layout,
    pub(super) background: Background,
    pub(super) backing: Backing,
    /// `None` if the picture has no words.
    pub(super) headline: Option<PlacedHeadline>,
    pub(super) letters: LetterStyle,
    /// The photos of persons and objects; `None` if there are none and the subject is drawn.
    pub(super) photos: Option<Arrangement>,
    /// The drawn subjects; empty if there are photos.
    pub(super) drawings: Vec<Drawing>,
    /// The drawing beside the subject.
    pub(super) companion: Option<Drawing>,
    pub(super) sparkles: Vec<Sparkle>,
    /// What was read and chosen, to explain the picture.
    pub(super) story: Story,
}

impl Design {
    /// Plans a picture. `None` if no layout can hold the headline and the cast; with the built-in layouts that does not
    /// happen, but with a single layout it can.
    pub(super) fn new(brief: &Brief, layouts: &Layouts) -> Option<Self> {
        let title = brief.title.as_deref();
        let brief_text = format!("{} {}", brief.prompt, title.unwrap_or_default());
        let mut chance = Chance::new(&brief_text, brief.seed);
        let asked = Asked::of(&brief.prompt);
        let choice = Choice::of(&asked.rest, title);
        let reading = reading(&brief_text, &choice);
        let Chosen { motifs, reason } = Chosen::of(&choice);
        let palette = Palette::choose(&mut chance, reading, motifs.first().map(|motif| motif.hero));
        let styles = cast::styles(&brief.references);
        let swatches: Vec<&[Swatch]> = styles.iter().map(|style| style.swatches.as_slice()).collect();
        let mood = Mood::of(&swatches);
        let words = Headline::about(&asked.rest, title, choice.main());
        let cast = Cast::of(&brief.references);
        let rivals = rivals(&words, choice.language);
        let subjects = cast.subjects(motifs.len(), rivals.len() == 2);
        let style = styles.first();
        let requirements = Requirements::new(brief.aspect_ratio, &words, subjects)
            .on_side(style.and_then(|style| style.side))
            .flat(style.map(|style| style.is_flat));
        let family = Family::choose(reading, &mut chance);
        let has_object = !cast.persons.is_empty() && !cast.objects.is_empty();
        let is_change = matches!(words.kind, Kind::Change { .. });
        let has_subjects = is_change || rivals.len() == 2 || !cast.is_empty();
        let set = |layout: &Layout| {
            let wanted = layout.look().family.unwrap_or(family);
            let placed = |family| PlacedHeadline::set(&words, layout, family, has_subjects, has_object);
            if wanted == Family::Display {
                return placed(wanted);
            }
            let suited = placed(wanted).filter(|headline| headline.is_legible(layout));
            // Most families are wide. If their letters become too small, the narrow letters of the display family may
            // fit.
            suited.or_else(|| placed(Family::Display))
        };
        let extent = motifs.first().map_or((0.5, 0.5), drawing::half_extent);
        let has_room = |layout: &Layout, headline: &PlacedHeadline| {
            !cast.is_empty()
                || !layout.look().subject_in_front
                || layout
                    .clone()
                    .in_front_of(&headline.words(), extent)
                    .has_large_subject()
        };
        let (layout, headline, refused) = choose(&requirements, layouts, (&brief_text, brief.seed), set, has_room)?;
        let motifs = if layout.board().subjects.len() > 1 && rivals.len() == 2 {
            rivals
        } else {
            motifs
        };
        let motifs = if motifs.is_empty() && headline.is_none() {
            chosen::without_words()
        } else {
            motifs
        };
        let area = headline.as_ref().map(|headline| headline.bounds);
        let palette = mood.map_or(asked.palette().unwrap_or(palette), |mood| mood.palette);
        let (layout, photos) = if cast.is_empty() {
            let is_one = layout.board().subjects.len() == 1;
            let layout = match (&headline, area.filter(|_| is_one)) {
                (Some(headline), Some(_)) if layout.look().subject_in_front => {
                    layout.in_front_of(&headline.words(), extent)
                }
                (_, Some(words)) if layout.look().letters != Letters::Huge => layout.clear_of(words),
                _ => layout,
            };
            (layout, None)
        } else {
            let mut layout = layout;
            layout.is_lifted = cast.persons.len() == 1 && cast.has_standing_person() && cast.place.is_none();
            let slots = Slots::of(&layout, &cast, area);
            let photos = Arrangement::new(cast, &slots, brief.aspect_ratio.size());
            (photos.lit(layout), Some(photos))
        };
        let by_chance = if chance.happens(0.5) {
            Emphasis::Plate
        } else {
            Emphasis::Colour
        };
        let emphasis = if mood.is_some_and(|mood| mood.is_accent_pale()) {
            Emphasis::Plate
        } else {
            layout.look().emphasis.unwrap_or(by_chance)
        };
        // On a photo, which has many colours, letters need their outline.
        let is_on_photo = photos.as_ref().is_some_and(|photos| photos.place.is_some());
        let is_bare = layout.look().letters == Letters::Bare && !is_on_photo;
        let bare = is_bare.then(|| palette.flat().1);
        let background = Background::new(
            &layout,
            choice.main().filter(|_| reason == Reason::Named),
            photos.as_ref(),
            &mut chance,
        );
        let backing = Backing::new(&layout, &background, photos.as_ref(), &mut chance);
        let (drawings, sparkles) = match &photos {
            Some(_) => (Vec::new(), Vec::new()),
            None => {
                let sparkles = sparkles::around(&layout, area, &mut chance);
                let drawings = drawing::subjects(&motifs, &layout, &background, area, mood.as_ref());
                (drawings, sparkles)
            }
        };
        let has_object = photos.as_ref().map(|photos| !photos.has_no_objects());
        let companion = drawing::companion(&motifs, &layout, has_object, mood.as_ref());
        Some(Self {
            palette,
            layout,
            background,
            backing,
            headline,
            letters: LetterStyle { emphasis, bare },
            photos,
            drawings,
            companion,
            sparkles,
            story: Story {
                choice,
                reason,
                reading,
                words,
                refused,
            },
        })
    }
}

/// What colours and fonts should suit. The niche of the chosen concepts stands in for a topic that the words do not tell.
fn reading(text: &str, choice: &Choice) -> Reading {
    let reading = Reading::of(text);
    let by_niche = || choice.niche.and_then(Topic::of_niche).and_then(Topic::colours);
    Reading {
        topic: reading.topic.or_else(by_niche),
        ..reading
    }
}

/// One motif for each side of an “X vs Y” headline; empty if a side names no motif.
fn rivals(headline: &Headline, language: Language) -> Vec<Motif> {
    let Kind::Versus { joint } = headline.kind else {
        return Vec::new();
    };
    let named = |words: &[Word]| {
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        chosen::named(&text.join(" "), language)
    };
    let (first, second) = headline.words.split_at_checked(joint).unwrap_or_default();
    let second = second.get(1..).unwrap_or_default();
    named(first)
        .zip(named(second))
        .map_or_else(Vec::new, |(first, second)| vec![first, second])
}

/// The first suitable layout in which the words are legible and the subject has room, or else the first in which the words
/// are legible, or else the one with the largest letters; and the names of the layouts that were refused.
fn choose(
    requirements: &Requirements,
    layouts: &Layouts,
    (brief_text, seed): (&str, u32),
    set: impl Fn(&Layout) -> Option<PlacedHeadline>,
    has_room: impl Fn(&Layout, &PlacedHeadline) -> bool,
) -> Option<(Layout, Option<PlacedHeadline>, Vec<String>)> {
    // The first layout with legible words and too little room for the subject, and the one with the largest words.
    let mut legible: Option<(Layout, PlacedHeadline)> = None;
    let mut largest: Option<(Layout, PlacedHeadline)> = None;
    let mut refused = Vec::new();
    for layout in requirements.layouts(layouts, brief_text, seed) {
        let Some(headline) = set(&layout) else { continue };
        let is_legible = headline.is_legible(&layout);
        if is_legible && has_room(&layout, &headline) {
            return Some((layout, Some(headline), refused));
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
    if let Some((layout, headline)) = legible.or(largest) {
        return Some((layout, Some(headline), refused));
    }
    // No layout could set the words, for example because no font has their characters. Then a layout without words is
    // used.
    let wordless = requirements.wordless().layouts(layouts, brief_text, seed);
    Some((wordless.into_iter().next()?, None, refused))
}
