//! What a brief asks for, before a layout is chosen.

use super::{basis::Basis, drawing, headline::Setting, hover, orders::without_looks};
use crate::{
    brief::Brief,
    composer::{
        cast::{self, Cast},
        chance::Chance,
        headline::{Headline, kind::Kind, word::Word},
        layout::{Layout, requirements::Requirements, scene::Scene},
        motif::{Motif, chosen},
        palette::{Palette, asked::Asked, mood::Mood},
        recipe::Recipe,
        text::{typeface::family::Family, typesetting::Letterings},
    },
};
use colour::Swatch;
use lexicon::{Choice, Language, Place, Reading, Topic, is_about_logo};

/// The subjects, the words, the photos and the colours that a brief asks for.
pub(super) struct Content {
    asked: Asked,
    pub(super) choice: Choice,
    pub(super) reading: Reading,
    /// Whether the words name a subject that a picture can show.
    pub(super) is_named: bool,
    motifs: Vec<Motif>,
    /// One motif for each side of an “X vs Y” headline; empty if a side names no motif.
    rivals: Vec<Motif>,
    /// The words to print.
    pub(super) words: Headline,
    pub(super) cast: Cast,
    /// The corner that the prompt names for the logo.
    pub(super) corner: Option<Place>,
    /// The colours of the inspirations.
    pub(super) mood: Option<Mood>,
    /// The palette by chance, if nothing else decides the colours.
    palette: Palette,
    family: Family,
    /// The recipe that the picture follows.
    pub(super) recipe: Option<Recipe>,
    pub(super) requirements: Requirements,
    letterings: Letterings,
}

impl Content {
    /// Reads a brief. Chance decides the palette, then the font family.
    pub(super) fn of(brief: &Brief, basis: &mut Basis<'_>, chance: &mut Chance) -> Self {
        let mut cast = Cast::of(&brief.references);
        let mut asked = Asked::of(&basis.orders.rest);
        let (rest, looks) = without_looks(&asked.rest);
        asked.rest = rest;
        basis.refuse_looks(looks);
        let choice = Choice::of(&asked.rest, basis.title);
        let reading = reading(&basis.text(), &choice);
        // On a plate nothing is drawn.
        let motifs = match cast.plate {
            Some(_) => Vec::new(),
            None => chosen::motifs_of(&choice),
        };
        let is_named = !motifs.is_empty();
        let hues = choice.main().and_then(Scene::hues_of);
        let palette = Palette::choose(chance, reading, motifs.first().map(|motif| motif.hero), hues);
        let styles = cast::styles(&brief.references);
        let swatches: Vec<&[Swatch]> = styles.iter().map(|style| style.swatches.as_slice()).collect();
        let recipe = brief.recipe();
        let of_recipe = |recipe: &Recipe| Mood::new(recipe.palette, recipe.vividness);
        let mood = Mood::of(&swatches).or_else(|| recipe.map(of_recipe));
        let has_nothing_else = !is_named && cast.is_empty() && cast.place.is_none();
        let is_about = |text: &str| is_about_logo(text, choice.language);
        let is_about_logo = || is_about(&asked.rest) || basis.title.is_some_and(is_about);
        let is_subject = || has_nothing_else && !basis.orders.has_logo || is_about_logo();
        let may_be_subject = cast.plate.is_none() && !cast.logos.is_empty();
        if basis.orders.corner.is_none() && may_be_subject && is_subject() {
            cast.show_logos();
        }
        let cast = basis.cast(cast);
        let motifs = basis.motifs(motifs, &choice, cast.is_empty());
        let title = basis.placed_title(brief.title.as_deref());
        let mut words = Headline::about(&asked.rest, title, choice.main());
        basis.edit(&mut words);
        let rivals = rivals(&words, choice.language);
        let subjects = cast.subjects(motifs.len(), rivals.len() == 2);
        let style = styles.first().filter(|_| recipe.is_none());
        let requirements = Requirements::new(brief.aspect_ratio, &words, subjects)
            .on_side(style.and_then(|style| style.side))
            .flat(style.map(|style| style.is_flat));
        let requirements = match recipe {
            Some(recipe) => requirements.in_series(recipe.subject),
            None => requirements,
        };
        Self {
            family: Family::choose(reading, chance),
            asked,
            choice,
            reading,
            is_named,
            motifs,
            rivals,
            words,
            cast,
            corner: basis.orders.corner,
            mood,
            palette,
            recipe: recipe.cloned(),
            requirements,
            letterings: Letterings::default(),
        }
    }

    /// Whether the picture shows subjects, drawn or photographed, that the words belong to.
    pub(super) fn has_subjects(&self) -> bool {
        let is_change = matches!(self.words.kind, Kind::Change { .. });
        is_change || self.rivals.len() == 2 || !self.cast.is_empty()
    }

    /// The font family of the layout's words.
    pub(super) fn family_on(&self, layout: &Layout) -> Family {
        let of_recipe = self.recipe.as_ref().map(|recipe| recipe.family);
        of_recipe.or(layout.look().family).unwrap_or(self.family)
    }

    /// The corner that the prompt names for the logo, or else that of the series.
    pub(super) fn logo_corner(&self) -> Option<Place> {
        self.corner.or_else(|| self.recipe.as_ref()?.logo)
    }

    /// How the words are set in letters of this family.
    pub(super) fn setting(&self, family: Family) -> Setting<'_> {
        Setting {
            letterings: &self.letterings,
            family,
            has_subjects: self.has_subjects(),
            has_object: !self.cast.persons.is_empty() && !self.cast.objects.is_empty(),
            max_letter: None,
            series: self.recipe.as_ref().and_then(|recipe| recipe.letter),
        }
    }

    /// Half of the width and of the height of the main motif.
    pub(super) fn extent(&self) -> (f32, f32) {
        self.motifs.first().map_or((0.5, 0.5), drawing::half_extent)
    }

    /// Whether the main motif is a head without a body.
    pub(super) fn is_head(&self) -> bool {
        self.motifs.first().is_some_and(hover::is_head)
    }

    /// The motifs that are drawn on the layout.
    pub(super) fn motifs_on(&self, layout: &Layout, has_words: bool) -> Vec<Motif> {
        let motifs = if layout.variant().subjects.len() > 1 && self.rivals.len() == 2 {
            &self.rivals
        } else {
            &self.motifs
        };
        if motifs.is_empty() && !has_words {
            chosen::without_words()
        } else {
            motifs.clone()
        }
    }

    /// The colours that the picture follows: those of the inspirations, or else those of a photo that reaches the
    /// edges, unless the prompt names others.
    pub(super) fn followed(&self) -> Option<Mood> {
        self.mood.or_else(|| match self.asked.palette() {
            Some(_) => None,
            None => Mood::of_photo(&self.cast.swatches()),
        })
    }

    /// The palette of the colours that the picture follows, or else that of the prompt, or else that of chance. The
    /// colours that several pictures follow are varied a little from seed to seed, but not in a series.
    pub(super) fn palette(&self, followed: Option<Mood>, seed: u32) -> Palette {
        let own = self.asked.palette().unwrap_or(self.palette);
        followed.map_or(own, |mood| match self.recipe {
            Some(_) => mood.palette,
            None => mood.palette.variant(seed as usize),
        })
    }

    /// The scenes that suit the subject.
    pub(super) fn scenes(&self) -> Vec<&'static Scene> {
        let main = self.choice.main().filter(|_| self.is_named);
        main.map_or_else(Vec::new, Scene::places_of)
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

/// One motif for each side of an “X vs Y” headline; empty if a side names no motif, or if both name the same: two equal
/// pictures compare nothing.
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
        .filter(|(first, second)| first.name != second.name)
        .map_or_else(Vec::new, |(first, second)| vec![first, second])
}
