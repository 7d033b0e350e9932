//! Decides everything about a picture before the first pixel is painted. [`paint`](super::paint) carries it out.
//!
//! # The order of random numbers
//!
//! The random choices of a picture come from one generator, which starts from the prompt, the title and the seed. The
//! same brief must give the same picture, so these choices are made in this order and no other. A new choice goes to
//! the end of the list, or it changes the pictures of every brief.
//!
//! 1. The palette: the stray of the background, then the accent ([`Palette::choose`]). The backgrounds take turns from
//!    seed to seed.
//! 2. The font family ([`Content::of`]).
//! 3. Whether a plate or a colour emphasises a word.
//! 4. The background ([`Background::new`]): whether a photo fills it; or else the size of the light, whether there is a
//!    scene, and then either the scene, or the pattern and its details.
//! 5. The shape behind the subject, and the rotation of a burst ([`Backing::new`]).
//! 6. The sparkles, if the subject is drawn ([`sparkles::around`]).
//!
//! Two more generators are independent of this one. The order of the layouts depends on the text alone, so that
//! consecutive seeds give different layouts
//! ([`Requirements::groups`](super::layout::requirements::Requirements::groups)). The grain of the background is
//! always the same. The side and the framing of photos depend on the seed, without a generator.

pub(super) mod background;
mod basis;
mod content;
pub(super) mod drawing;
pub(super) mod explanation;
mod fitting;
pub(super) mod headline;
mod hover;
pub(super) mod logos;
mod orders;
pub(super) mod ornaments;
mod rearranged;
pub(super) mod sparkles;
mod wishes;

use self::{
    background::{Background, Backing},
    basis::{Basis, is_blank},
    content::Content,
    drawing::Drawing,
    explanation::Story,
    fitting::Fitted,
    headline::{LetterStyle, PlacedHeadline, around_drawing},
    logos::{Obstacles, PlacedLogo},
    ornaments::OrnamentShape,
    sparkles::Sparkle,
};
use super::{
    cast::{
        Cast,
        arrangement::{Arrangement, PlacedPhoto},
        framing::Framing,
        plate::Plate,
        slots::Slots,
    },
    chance::Chance,
    layout::{
        Layout, Layouts,
        look::{Emphasis, Letters},
    },
    palette::{Palette, mood::Mood},
    raster::scale::Scale,
    recipe::{self, Recipe},
};
use crate::{
    brief::{Brief, Calm},
    encode::DigitalSource,
};
use contract::PixelBox;
use lexicon::Ornament;
use preflight::PrintedWord;
use tiny_skia::Rect;

/// The smallest contrast of letters without an outline to their background (WCAG 2.2, 1.4.3, for large letters).
const READABLE: f32 = 3.0;
/// The most words of a headline in block letters. The sides of more letters would clutter the picture.
const MOST_DEEP: usize = 4;

/// Words that take a larger share of a picture's width have no subject beside them.
const WIDE_WORDS: f32 = 0.62;

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
    /// The ornaments that the caller has added.
    pub(super) ornaments: Vec<OrnamentShape>,
    /// The logos in the corners.
    pub(super) logos: Vec<PlacedLogo>,
    /// The names of the logos that no corner has room for.
    pub(super) left_out: Vec<String>,
    /// The rectangle of the words where the background is darkened; `None` without words.
    pub(super) calmed: Option<Rect>,
    /// What was read and chosen, to explain the picture.
    pub(super) story: Story,
    /// How other pictures look like this one.
    pub(super) recipe: Recipe,
    /// The layout of the recipe that the picture follows, if another one had to be chosen.
    pub(super) other_layout: Option<String>,
    /// The seed of the random choices.
    pub(super) seed: u32,
    /// The requested changes that cannot be made, as the caller named them.
    pub(super) unchanged: Vec<String>,
}

impl Design {
    /// Whether the picture is a plate with words.
    pub(super) fn has_plate(&self) -> bool {
        self.photos.as_ref().is_some_and(|photos| photos.is_plate)
    }

    /// The part of the picture where the words stand. Words that are nearly as wide as the picture stand above or below
    /// the subject. `None` without words.
    pub(super) fn calm(&self) -> Option<Calm> {
        let (words, size) = (self.headline.as_ref()?.bounds, self.layout.shape().size());
        let (width, height) = (size.width as f32, size.height as f32);
        let middle = (
            (words.left() + words.right()) / 2.0,
            (words.top() + words.bottom()) / 2.0,
        );
        let is_beside = width > height && words.width() < width * WIDE_WORDS;
        Some(match is_beside {
            true if middle.0 < width / 2.0 => Calm::Left,
            true => Calm::Right,
            false if middle.1 < height / 2.0 => Calm::Top,
            false => Calm::Bottom,
        })
    }

    /// Where the picture comes from. Only visible pictures of the caller count.
    pub(super) fn source(&self) -> DigitalSource {
        let has_photos = self.photos.is_some() || !self.logos.is_empty();
        let is_trained = |logo: &PlacedLogo| logo.photo.photo.has_trained();
        let has_trained =
            self.photos.as_ref().is_some_and(Arrangement::has_trained) || self.logos.iter().any(is_trained);
        match (has_photos, has_trained) {
            (false, _) => DigitalSource::Algorithmic,
            (true, true) => DigitalSource::CompositeWithTrained,
            (true, false) => DigitalSource::Composite,
        }
    }

    /// Plans a picture. `None` if no layout can hold the headline and the cast; with the built-in layouts that does not
    /// happen, but with a single layout it can.
    pub(super) fn new(brief: &Brief, layouts: &Layouts) -> Option<Self> {
        let mut before = Basis::before(brief).and_then(|before| Self::new(&before, layouts));
        let mut basis = Basis::of(brief, before.as_ref().map(|before| before.layout.name().to_owned()));
        let mut chance = Chance::new(&basis.text(), basis.seed);
        let content = Content::of(brief, &mut basis, &mut chance);
        let Fitted {
            layout,
            headline,
            place,
            refused,
        } = Fitted::of(&content, &basis, layouts)?;
        basis.compare(&layout);
        let other_layout = basis.other_layout(&layout);
        let layout = match basis.scene() {
            Some(_) => layout.without_covers(),
            None => layout,
        };
        let (layout, headline, words_place) = rearranged::moved(&content, &mut basis, layout, headline);
        let layout = match &headline {
            Some(headline) => layout.with_signs_on(headline.bounds),
            None => layout,
        };
        let motifs = content.motifs_on(&layout, headline.is_some());
        let extent = content.extent();
        let places = content.scenes();
        let followed = content.followed();
        let logos_before = before.as_mut().map(|before| std::mem::take(&mut before.logos));
        // If only the look of the words changes, the rest is placed as for the old words.
        let around = before
            .filter(|_| basis.keeps_places())
            .map_or(headline.clone(), |before| before.headline);
        let printed = rearranged::lettered(&content, &mut basis, &layout, headline);
        let printed = printed.filter(|_| !is_blank(brief.title.as_deref()));
        let palette = content.palette(followed, basis.seed);
        let family = content.family_on(&layout);
        let Content {
            mut cast,
            corner,
            recipe,
            mood,
            choice,
            is_named,
            reading,
            words,
            ..
        } = content;
        let logos = std::mem::take(&mut cast.logos);
        let words_on_plate = printed.as_ref().map(PlacedHeadline::words).unwrap_or_default();
        let is_busy = |plate: &Plate| plate.is_busy(&words_on_plate, layout.shape().size());
        let needs_shade = cast.plate.as_ref().is_none_or(is_busy);
        let area = around.as_ref().map(|around| around.bounds);
        let framing = Framing::of(basis.seed);
        let factors = (basis.subject_factor(&cast), basis.beside_factor());
        let (layout, photos) = if cast.is_empty() {
            // Pictures of a series share their layout, so their drawings differ in size.
            let is_fixed = around.is_some() && recipe.is_none();
            let by_seed = if is_fixed { 1.0 } else { framing.size };
            let layout = around_drawing(layout, around.as_ref(), extent, recipe.is_none());
            (layout.scaled(factors.0 * by_seed), None)
        } else {
            around_photos(layout, cast, area, framing, factors)
        };
        let is_filled = photos.as_ref().is_some_and(Arrangement::reaches_edges);
        basis.place_scene(is_filled);
        let palette = basis.palette(palette, reading);
        let emphasis = recipe.as_ref().map(|recipe| recipe.emphasis);
        let letters = letter_style(
            &layout,
            photos.as_ref(),
            (emphasis, followed),
            palette,
            &basis,
            &mut chance,
        );
        let letters = LetterStyle {
            is_deep: letters.is_deep && words.words.len() <= MOST_DEEP,
            ..letters
        };
        let background = Background::new(&layout, places, photos.as_ref(), recipe.as_ref(), &mut chance);
        let background = basis.background(background);
        let (kind, pattern) = background.kind();
        let hovers = photos.is_none() && motifs.first().is_some_and(hover::hovers);
        let backing = Backing::new(
            &layout,
            &background,
            photos.as_ref(),
            hovers,
            recipe.as_ref(),
            &mut chance,
        );
        let (drawings, sparkles) = match &photos {
            Some(_) => (Vec::new(), Vec::new()),
            None => {
                let sparkles = sparkles::around(&layout, area, &mut chance);
                let drawings = drawing::subjects(&motifs, &layout, &background, area, mood.as_ref());
                (drawings, sparkles)
            }
        };
        let has_object = photos.as_ref().map(|photos| !photos.has_no_objects());
        let sparkles = match basis.wishes().ornament(Ornament::Sparks) {
            None => sparkles,
            Some(false) => Vec::new(),
            Some(true) => sparkles::added(&layout, area, sparkles, &basis.text(), basis.seed),
        };
        let ornaments = basis.ornaments(&layout, printed.as_ref(), &drawings);
        let obstacles = obstacles(&layout, printed.as_ref(), photos.as_ref(), &drawings);
        let size = layout.shape().size();
        let before = logos_before.unwrap_or_default();
        let logos = basis.logos(&logos, corner, &before, &obstacles, size);
        let wishes = basis.wishes();
        let recipe = Recipe {
            version: recipe::VERSION,
            layout: layout.name().to_owned(),
            subject: layout.subject_place(),
            words: words_place.or(place),
            family: printed.as_ref().map_or(family, |printed| printed.family),
            letter: printed.as_ref().map(|printed| printed.share(&layout)),
            case: wishes.title.case,
            emphasis: letters.emphasis,
            fill: letters.fill,
            palette,
            vividness: mood.map_or(1.0, |mood| mood.vividness()),
            background: kind,
            pattern,
            lift: backing.lift,
            ornaments: wishes.ornaments.clone(),
            logo: logos
                .placed
                .first()
                .map(|logo| logo.corner)
                .or(recipe.and_then(|recipe| recipe.logo)),
        };
        let companion = drawing::companion(&motifs, &layout, has_object, mood.as_ref());
        Some(Self {
            scale: Scale::of(brief.resolution),
            palette,
            layout,
            background,
            backing,
            calmed: area.filter(|_| printed.is_some() && needs_shade),
            headline: printed,
            letters,
            photos,
            drawings,
            companion,
            sparkles,
            ornaments,
            logos: logos.placed,
            left_out: logos.left_out,
            story: Story {
                choice,
                is_named,
                reading,
                words,
                refused,
            },
            recipe,
            other_layout,
            seed: basis.seed,
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

/// What stands in the way of logos.
fn obstacles(
    layout: &Layout,
    headline: Option<&PlacedHeadline>,
    photos: Option<&Arrangement>,
    drawings: &[Drawing],
) -> Obstacles {
    let photos = || photos.into_iter().flat_map(Arrangement::shown);
    let words = headline.map(PlacedHeadline::words).unwrap_or_default();
    let stickers = photos().filter(|placed| placed.fade.is_none());
    let drawn = drawings.iter().filter_map(Drawing::bounds);
    Obstacles {
        kept: photos().filter_map(PlacedPhoto::head).chain(words).collect(),
        subjects: stickers
            .filter_map(PlacedPhoto::bounds)
            .chain(drawn)
            .chain(layout.signs())
            .collect(),
    }
}

/// The layout with the photos in its slots.
fn around_photos(
    mut layout: Layout,
    cast: Cast,
    area: Option<Rect>,
    framing: Framing,
    (subject, beside): (f32, f32),
) -> (Layout, Option<Arrangement>) {
    layout.is_lifted = cast.persons.len() == 1 && cast.has_standing_person() && cast.place.is_none();
    let size = layout.shape().size();
    let slots = Slots::of(&layout, &cast, area)
        .scaled((subject * framing.size, beside), size)
        .framed(framing);
    let photos = Arrangement::new(cast, &slots, size);
    (photos.lit(layout), Some(photos))
}

/// How letters look. Chance decides where neither the series nor the layout nor the colours do.
fn letter_style(
    layout: &Layout,
    photos: Option<&Arrangement>,
    (series, followed): (Option<Emphasis>, Option<Mood>),
    palette: Palette,
    basis: &Basis<'_>,
    chance: &mut Chance,
) -> LetterStyle {
    let by_chance = if chance.happens(0.5) {
        Emphasis::Plate
    } else {
        Emphasis::Colour
    };
    let fill = basis.wishes().title.colour;
    // All words have the colour that a caller names, so none has a plate.
    let emphasis = if fill.is_some() {
        Emphasis::Colour
    } else if let Some(series) = series {
        series
    } else if followed.is_some_and(|mood| mood.is_accent_pale()) {
        Emphasis::Plate
    } else {
        layout.look().emphasis.unwrap_or(by_chance)
    };
    // On a photo, which has many colours, letters need their outline.
    let is_on_photo = photos.is_some_and(|photos| photos.place.is_some());
    let is_readable = fill.is_none_or(|fill| fill.contrast(palette.flat().0) >= READABLE);
    let is_bare = layout.look().letters == Letters::Bare && !is_on_photo && basis.scene().is_none() && is_readable;
    LetterStyle {
        emphasis,
        bare: is_bare.then(|| palette.flat().1),
        is_deep: layout.look().letters == Letters::Deep,
        fill,
    }
}
