//! Selects the layouts that suit a picture and orders them.

use super::{
    Layout, Layouts, Side,
    template::{CastName, KindName, Need},
};
use crate::composer::{chance::Chance, headline::Headline};
use contract::AspectRatio;
use lexicon::Place;
use std::sync::Arc;

/// Of this many orders of layouts, one begins with a layout for any kind of headline.
const TURNS: usize = 3;

/// The subjects of a picture, which decide what layouts can hold it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subjects {
    /// The number of references to persons.
    pub(crate) persons: usize,
    /// The number of references to objects.
    pub(crate) objects: usize,
    /// The number of motifs that the composer draws for the prompt.
    pub(crate) drawn: usize,
    /// Whether there is a drawn motif for each side of a comparison or a change.
    pub(crate) has_pair: bool,
    /// Whether a person is cut out and stands on the picture's lower edge.
    pub(crate) has_standing_person: bool,
    /// Whether the subject is a photo that reaches the picture's edges.
    pub(crate) bleeds: bool,
}

/// The requirements of a picture on its layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Requirements {
    shape: AspectRatio,
    kind: KindName,
    words: usize,
    subjects: Subjects,
    /// The requested side of the words for the subject.
    side: Option<Side>,
    /// Whether a background of one colour is requested; `None` if it does not matter.
    is_flat: Option<bool>,
    /// The place of the subject in the pictures of the same series. `Some(None)`: in the middle; `None`: no series.
    series: Option<Option<Place>>,
}

impl Requirements {
    pub(crate) fn new(shape: AspectRatio, headline: &Headline, subjects: Subjects) -> Self {
        Self {
            shape,
            kind: KindName::of(headline.kind),
            words: headline.words.len(),
            subjects,
            side: None,
            is_flat: None,
            series: None,
        }
    }

    /// The same requirements, with the subject on this side of the words, if it is beside them.
    pub(crate) const fn on_side(self, side: Option<Side>) -> Self {
        Self { side, ..self }
    }

    /// The same requirements, with or without a background of one colour where there is a choice.
    pub(crate) const fn flat(self, is_flat: Option<bool>) -> Self {
        Self { is_flat, ..self }
    }

    /// The same requirements, with the subject where the pictures of the same series have it.
    pub(crate) const fn in_series(self, place: Option<Place>) -> Self {
        Self {
            series: Some(place),
            ..self
        }
    }

    /// The same requirements without words.
    pub(crate) const fn wordless(self) -> Self {
        Self { words: 0, ..self }
    }

    /// Whether no subject is shown.
    pub(crate) fn has_only_words(&self) -> bool {
        self.cast() == CastName::Words
    }

    const fn shown(&self) -> usize {
        self.subjects.persons + self.subjects.objects
    }

    const fn cast(&self) -> CastName {
        match (self.subjects.persons, self.subjects.objects) {
            (0, 0) if self.subjects.drawn == 0 => CastName::Words,
            (0, 0) => CastName::Drawn,
            (0, _) => CastName::Objects,
            _ => CastName::Persons,
        }
    }

    /// The layouts that can hold the picture, in the groups and the order in which they are tried.
    ///
    /// The text divides the layouts into two halves. Even seeds try one half first, and odd seeds the other, so that
    /// pictures with consecutive seeds have different layouts. In each half, the seed determines where the order
    /// begins. Two of three orders begin with a layout for this kind of headline; with a motif for each of two sides,
    /// all do, and the seeds share these layouts. Layouts for fewer or more words are the last group, for titles that
    /// fit nowhere else.
    pub(crate) fn groups(&self, layouts: &Layouts, text: &str, seed: u32) -> Vec<Vec<Layout>> {
        let mut luck = Chance::new(text, 0);
        let is_asked_for = matches!(layouts, Layouts::Only(_));
        let held = layouts.templates().iter().filter_map(|template| {
            let place = luck.bits();
            let layout = Layout::new(Arc::clone(template), self.shape);
            let suits = is_asked_for || self.suits(&layout);
            (suits && self.can_be_held(&layout, is_asked_for)).then_some((place, layout))
        });
        let mut held: Vec<(u64, Layout)> = held.collect();
        held.sort_by_key(|(place, _)| *place);
        let held = held.into_iter().map(|(_, layout)| self.turned(layout, text, seed));
        let (fitting, others): (Vec<Layout>, Vec<Layout>) = held.partition(|layout| self.fits(layout));
        let (made, any): (Vec<Layout>, Vec<Layout>) = fitting
            .into_iter()
            .partition(|layout| layout.template.kinds.contains(&self.kind));
        let (seed, round) = (seed as usize, seed as usize / 2);
        let [(made, other_made), (any, other_any)] = if self.subjects.has_pair {
            [(rotated(made, seed), Vec::new()), halves(any, seed)]
        } else {
            [halves(made, seed), halves(any, seed)]
        };
        let begins_made = any.is_empty() || self.subjects.has_pair || round % TURNS + 1 < TURNS;
        let (first, second) = if begins_made { (made, any) } else { (any, made) };
        let groups = [[first, second].concat(), [other_made, other_any].concat(), others];
        let differs = |layout: &Layout| {
            self.side
                .zip(layout.subject_side())
                .is_some_and(|(wanted, own)| wanted != own)
        };
        let is_other = |layout: &Layout| self.is_flat.is_some_and(|wanted| wanted != layout.look().is_flat);
        let sorted = groups.map(|mut group| {
            group.sort_by_key(|layout| (differs(layout), is_other(layout)));
            group
        });
        sorted.into()
    }

    /// The layout with the subject where the series has it, or else at the side that is asked for or that the seed
    /// determines.
    fn turned(&self, layout: Layout, text: &str, seed: u32) -> Layout {
        let by_seed = side_by_seed(text, seed);
        // Drawings and standing persons have a place on the ground.
        let turns_over = self.shown() > 0 && !self.subjects.has_standing_person && by_seed == Side::Left;
        match (self.series, layout.subject_side()) {
            (Some(Some(place)), _) => layout.with_subject_near(place),
            (Some(None), _) => layout,
            (None, Some(_)) => layout.facing(self.side.unwrap_or(by_seed)),
            (None, None) if turns_over => layout.upside_down(),
            (None, None) => layout,
        }
    }

    /// The layout of a series, and the layouts that can take its place, the most similar first; each is a group. The
    /// layout of a series holds every kind of headline.
    pub(crate) fn like(&self, name: &str, layouts: &Layouts, text: &str, seed: u32) -> Vec<Vec<Layout>> {
        let templates = layouts.templates().iter();
        let turned = templates.map(|template| self.turned(Layout::new(Arc::clone(template), self.shape), text, seed));
        let (own, others): (Vec<Layout>, Vec<Layout>) = turned.partition(|layout| layout.name() == name);
        let mut others: Vec<Layout> = others.into_iter().filter(|layout| self.suits(layout)).collect();
        if let Some(own) = own.first() {
            others.sort_by(|one, other| {
                let by_words = self.fits(other).cmp(&self.fits(one));
                by_words.then(other.nearness(own).total_cmp(&one.nearness(own)))
            });
        }
        let own = own.into_iter().filter(|layout| self.has_subjects_for(layout));
        let held = own.chain(others).filter(|layout| self.can_be_held(layout, false));
        held.map(|layout| vec![layout]).collect()
    }

    /// The layouts of all groups.
    pub(crate) fn layouts(&self, layouts: &Layouts, text: &str, seed: u32) -> Vec<Layout> {
        self.groups(layouts, text, seed).concat()
    }

    /// Whether the layout is intended for this number of words.
    pub(crate) fn fits(&self, layout: &Layout) -> bool {
        layout.template.words.contains(&self.words)
    }

    /// Whether the layout is intended for this kind of headline and these subjects.
    fn suits(&self, layout: &Layout) -> bool {
        let template = &layout.template;
        let kind = template.kinds.is_empty() || template.kinds.contains(&self.kind);
        kind && self.has_subjects_for(layout)
    }

    /// Whether the layout is intended for these subjects.
    fn has_subjects_for(&self, layout: &Layout) -> bool {
        let template = &layout.template;
        let cast = match self.cast() {
            // Most layouts would leave the place of the subject empty.
            CastName::Words if self.words > 0 => template.casts.contains(&CastName::Words),
            cast => template.casts.is_empty() || template.casts.contains(&cast),
        };
        cast && (!self.subjects.bleeds || template.look.takes_bleeding_photo)
    }

    /// Whether the layout has slots for the words, persons and objects. If the layout `is_asked_for`, one of its two
    /// sides may stay without a picture.
    fn can_be_held(&self, layout: &Layout, is_asked_for: bool) -> bool {
        let (template, variant) = (&layout.template, layout.variant());
        let Subjects {
            persons,
            objects,
            drawn,
            has_pair,
            has_standing_person,
            ..
        } = self.subjects;
        let is_wordless = *template.words.end() == 0;
        let needs = match template.needs {
            None => true,
            Some(Need::Group) => self.shown() >= 2,
            Some(Need::Pair) => is_asked_for || has_pair || self.shown() == 2,
            // Exactly one object beside one subject.
            Some(Need::Object) => match (persons, objects) {
                (0, 0) => drawn >= 2,
                // A drawing beside a photo needs words that call for it.
                (1, 0) => drawn >= 1 && self.kind == KindName::Shock,
                (1, 1) => true,
                _ => false,
            },
        };
        let holds = match (variant.subjects.len(), persons, objects) {
            (2.., 0, 0) => true,
            (2.., persons, objects) => persons + objects == 2,
            (_, 0, objects) => objects < 3 || variant.group.is_some(),
            (subjects, persons, objects) => {
                (if persons > 1 {
                    variant.group.is_some()
                } else {
                    subjects > 0
                }) && (objects == 0 || variant.object.is_some())
            }
        };
        let stands = !has_standing_person || !variant.has_words_below();
        is_wordless == (self.words == 0) && needs && holds && (stands || is_wordless)
    }
}

/// The side of the subject: consecutive seeds have different sides.
fn side_by_seed(text: &str, seed: u32) -> Side {
    if Chance::new(text, 1).happens(0.5) == seed.is_multiple_of(2) {
        Side::Right
    } else {
        Side::Left
    }
}

/// The half of the layouts that a seed tries first, from the place where the seed begins, and the other half.
fn halves(layouts: Vec<Layout>, seed: usize) -> (Vec<Layout>, Vec<Layout>) {
    let placed = layouts.into_iter().enumerate();
    let (own, other): (Vec<_>, Vec<_>) = placed.partition(|(place, _)| place % 2 == seed % 2);
    let layouts = |half: Vec<(usize, Layout)>| half.into_iter().map(|(_, layout)| layout).collect();
    (rotated(layouts(own), seed / 2), layouts(other))
}

fn rotated(mut layouts: Vec<Layout>, by: usize) -> Vec<Layout> {
    if !layouts.is_empty() {
        let by = by % layouts.len();
        layouts.rotate_left(by);
    }
    layouts
}
