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
//! consecutive seeds give different layouts ([`Requirements::layouts`]). The grain of the background is always the
//! same.

pub(super) mod background;
mod basis;
pub(super) mod drawing;
pub(super) mod explanation;
pub(super) mod headline;
mod hover;
pub(super) mod sparkles;

use self::{
    background::{Background, Backing},
    basis::Basis,
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
        scene::Scene,
    },
    motif::{
        Motif,
        chosen::{self, Chosen, Reason},
    },
    palette::{Palette, asked::Asked, mood::Mood},
    raster::scale::Scale,
    text::typeface::family::Family,
};
use crate::{brief::Brief, encode::DigitalSource};
use colour::Swatch;
use contract::PixelBox;
use lexicon::{Choice, Language, Reading, Topic};
use preflight::PrintedWord;

/// The number of layouts whose letters are compared if none of them has generous letters.
const COMPARED: usize = 4;

/// A planned picture. Painting it needs no further decision.
#[derive(Debug)]
pub(super) struct Design {
    /// The scale at which the picture is painted. No other decision depends on it.
    pub(super) scale: Scale,
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
    /// The seed of the random choices.
    pub(super) seed: u32,
    /// The requested changes that cannot be made, as the caller named them.
    pub(super) unchanged: Vec<String>,
}

impl Design {
    /// Where the picture comes from. Only visible pictures of the caller count.
    pub(super) fn source(&self) -> DigitalSource {
        match &self.photos {
            None => DigitalSource::Algorithmic,
            Some(photos) if photos.has_trained() => DigitalSource::CompositeWithTrained,
            Some(_) => DigitalSource::Composite,
        }
    }

    /// Plans a picture. `None` if no layout can hold the headline and the cast; with the built-in layouts that does not
    /// happen, but with a single layout it can.
    pub(super) fn new(brief: &Brief, layouts: &Layouts) -> Option<Self> {
        let before = Basis::before(brief).and_then(|before| Self::new(&before, layouts));
        let mut basis = Basis::of(brief, before.map(|before| before.layout.name().to_owned()));
        let (brief_text, seed) = (basis.text(), basis.seed);
        let mut chance = Chance::new(&brief_text, seed);
        let asked = Asked::of(basis.words);
        let choice = Choice::of(&asked.rest, basis.title);
        let reading = reading(&brief_text, &choice);
        let Chosen { motifs, reason } = Chosen::of(&choice);
        let hues = choice.main().and_then(Scene::hues_of);
        let palette = Palette::choose(&mut chance, reading, motifs.first().map(|motif| motif.hero), hues);
        let styles = cast::styles(&brief.references);
        let swatches: Vec<&[Swatch]> = styles.iter().map(|style| style.swatches.as_slice()).collect();
        let mood = Mood::of(&swatches);
        let cast = Cast::of(&brief.references);
        let motifs = basis.motifs(motifs, cast.is_empty());
        let mut words = Headline::about(&asked.rest, brief.title.as_deref(), choice.main());
        basis.emphasise(&mut words);
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
        let is_head = motifs.first().is_some_and(hover::is_head);
        let has_room = |layout: &Layout, headline: &PlacedHeadline| {
            if !cast.is_empty() {
                return true;
            }
            // A head without a body does not stand on a stage.
            let is_placed = !is_head || !layout.variant().has_stage();
            let in_front = || layout.clone().in_front_of(&headline.words(), extent);
            is_placed && (!layout.look().subject_in_front || in_front().has_large_subject())
        };
        let (layout, headline, refused) = choose(&requirements, layouts, &basis, set, has_room)?;
        basis.compare(&layout);
        let motifs = if layout.variant().subjects.len() > 1 && rivals.len() == 2 {
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
        // A photo that reaches the edges brings its colours, unless an inspiration or the prompt brings others.
        let followed = mood.or_else(|| match asked.palette() {
            Some(_) => None,
            None => Mood::of(&[&cast.swatches()]),
        });
        let palette = followed.map_or(asked.palette().unwrap_or(palette), |mood| mood.palette);
        let palette = basis.palette(palette);
        let (layout, photos) = if cast.is_empty() {
            let is_one = layout.variant().subjects.len() == 1;
            let layout = match (&headline, area.filter(|_| is_one)) {
                (Some(headline), Some(_)) if layout.look().subject_in_front => {
                    layout.in_front_of(&headline.words(), extent)
                }
                (_, Some(words)) if !layout.look().letters.are_large() => layout.clear_of(words).filling(words, extent),
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
        let emphasis = if followed.is_some_and(|mood| mood.is_accent_pale()) {
            Emphasis::Plate
        } else {
            layout.look().emphasis.unwrap_or(by_chance)
        };
        // On a photo, which has many colours, letters need their outline.
        let is_on_photo = photos.as_ref().is_some_and(|photos| photos.place.is_some());
        let is_bare = layout.look().letters == Letters::Bare && !is_on_photo;
        let bare = is_bare.then(|| palette.flat().1);
        let is_deep = layout.look().letters == Letters::Deep;
        let places = match (reason, choice.main()) {
            (Reason::Named, Some(subject)) => Scene::places_of(subject),
            (Reason::Emblem(niche), _) => Scene::places_of_niche(niche),
            _ => Vec::new(),
        };
        let background = Background::new(&layout, places, photos.as_ref(), &mut chance);
        let hovers = photos.is_none() && motifs.first().is_some_and(hover::hovers);
        let backing = Backing::new(&layout, &background, photos.as_ref(), hovers, &mut chance);
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
            scale: Scale::of(brief.resolution),
            palette,
            layout,
            background,
            backing,
            headline,
            letters: LetterStyle {
                emphasis,
                bare,
                is_deep,
            },
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
            seed,
            unchanged: basis.unchanged,
        })
    }

    /// The words that are printed, in pixels of the picture.
    pub(super) fn words(&self) -> Vec<PrintedWord> {
        let size = self.layout.shape().size();
        let (width, height) = (self.scale.pixels(size.width), self.scale.pixels(size.height));
        let parts = self.headline.iter().flat_map(|headline| &headline.parts);
        let words = parts.flat_map(|part| part.block.words.iter().map(move |word| (word, part.block.turn)));
        let placed = words.filter_map(|(word, turn)| {
            let bounds = word.bounds.transform(self.scale.to_pixels(turn))?;
            let pixel = |length: f32, most: u32| (length.round().max(0.0) as u32).min(most);
            let (x, y) = (pixel(bounds.left(), width), pixel(bounds.top(), height));
            Some(PrintedWord {
                place: PixelBox {
                    x,
                    y,
                    width: pixel(bounds.right(), width) - x,
                    height: pixel(bounds.bottom(), height) - y,
                },
                letter: (word.letter * self.scale.factor()).round() as u32,
                continues: word.continues,
            })
        });
        placed.collect()
    }
}

/// The topic and the temper by which colours and fonts are chosen. If the words name no topic, the niche of the chosen
/// concepts decides the topic.
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

/// Chooses the layout, and lists the names of the layouts that were refused.
///
/// A layout is good if its words are legible and its subject has room. A good layout is taken at once if it has
/// generous letters, is made for a single kind of headline, or is asked for. Otherwise the first [`COMPARED`] good
/// layouts are compared, and the one with the largest letters is taken. Without a good layout, the first layout with
/// legible words is taken, or else the layout with the largest letters.
fn choose(
    requirements: &Requirements,
    layouts: &Layouts,
    basis: &Basis<'_>,
    set: impl Fn(&Layout) -> Option<PlacedHeadline>,
    has_room: impl Fn(&Layout, &PlacedHeadline) -> bool,
) -> Option<(Layout, Option<PlacedHeadline>, Vec<String>)> {
    // The good layouts so far.
    let mut good: Vec<(Layout, PlacedHeadline)> = Vec::new();
    // The first layout with legible words and too little room for the subject, and the one with the largest words.
    let mut legible: Option<(Layout, PlacedHeadline)> = None;
    let mut largest: Option<(Layout, PlacedHeadline)> = None;
    let mut refused = Vec::new();
    let (brief_text, seed) = (basis.text(), basis.seed);
    for layout in basis.ordered(requirements, layouts) {
        // Layouts that are made for another number of words come last. They are used only if no other layout is good.
        if !good.is_empty() && !requirements.fits(&layout) {
            break;
        }
        let Some(headline) = set(&layout) else { continue };
        let is_legible = headline.is_legible(&layout);
        if is_legible && has_room(&layout, &headline) {
            if headline.is_generous(&layout) || layout.is_made_for_one_kind() || basis.is_wanted(&layout) {
                return Some((layout, Some(headline), refused));
            }
            good.push((layout, headline));
            if good.len() == COMPARED {
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
    if let Some((layout, headline)) = best.or(legible).or(largest) {
        return Some((layout, Some(headline), refused));
    }
    // No layout could set the words, for example because no font has their characters. Then a layout without words is
    // used.
    let wordless = requirements.wordless().layouts(layouts, &brief_text, seed);
    Some((wordless.into_iter().next()?, None, refused))
}
