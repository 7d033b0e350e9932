//! Which layouts suit a picture, in the order in which they are tried.

use super::{
    Layout, Layouts, Template,
    template::{CastName, KindName, Need},
};
use crate::composer::{cast::Cast, chance::Chance, headline::Headline};
use contract::AspectRatio;
use std::sync::Arc;

/// A layout made for the kind of headline is chosen so much more often than one made for any.
const MADE_FOR: f32 = 2.0;

/// What a layout has to hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) shape: AspectRatio,
    kind: KindName,
    words: usize,
    persons: usize,
    objects: usize,
    /// Things that the composer can draw and that the prompt names.
    drawn: usize,
    has_standing_person: bool,
}

impl Wish {
    pub(crate) fn new(shape: AspectRatio, headline: &Headline, cast: &Cast, drawn: usize) -> Self {
        Self {
            shape,
            kind: KindName::of(headline.kind),
            words: headline.words.len(),
            persons: cast.persons.len(),
            objects: cast.objects.len(),
            drawn,
            has_standing_person: cast.has_standing_person(),
        }
    }

    /// The same without words.
    pub(crate) const fn wordless(self) -> Self {
        Self { words: 0, ..self }
    }

    const fn shown(&self) -> usize {
        self.persons + self.objects
    }

    const fn cast(&self) -> CastName {
        match (self.persons, self.objects) {
            (0, 0) => CastName::Drawn,
            (0, _) => CastName::Objects,
            _ => CastName::Persons,
        }
    }

    /// The layouts that can hold this, those first that chance prefers; those that are not made for as many words come
    /// last, for titles that fit nowhere else.
    pub(crate) fn layouts(&self, layouts: &Layouts, chance: &mut Chance) -> Vec<Layout> {
        let mut drawn: Vec<(bool, f32, Layout)> = layouts
            .templates()
            .iter()
            .filter_map(|template| {
                let layout = Layout::new(Arc::clone(template), self.shape);
                // The chance of each is drawn whether it suits or not, so that all seeds see the same sequence.
                let luck = chance.between(f32::MIN_POSITIVE, 1.0);
                let weight = template.weight * self.liking(template);
                let key = luck.powf(1.0 / weight.max(0.01));
                self.can_be_held(&layout)
                    .then_some((template.words.contains(&self.words), key, layout))
            })
            .collect();
        drawn.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        drawn.into_iter().map(|(_, _, layout)| layout).collect()
    }

    fn liking(&self, template: &Template) -> f32 {
        if template.kinds.contains(&self.kind) {
            MADE_FOR
        } else {
            1.0
        }
    }

    fn can_be_held(&self, layout: &Layout) -> bool {
        let (template, board) = (&layout.template, layout.board());
        let is_wordless = *template.words.end() == 0;
        let suits = template.kinds.is_empty() || template.kinds.contains(&self.kind);
        let casts = template.casts.is_empty() || template.casts.contains(&self.cast());
        let needs = match template.needs {
            None => true,
            Some(Need::Group) => self.shown() >= 2,
            // One thing, beside one subject.
            Some(Need::Object) => match (self.persons, self.objects) {
                (0, 0) => self.drawn >= 2,
                (1, 0) => self.drawn >= 1,
                (1, 1) => true,
                _ => false,
            },
        };
        let holds = match (board.subjects.len(), self.persons, self.objects) {
            (2.., 0, 0) => true,
            (2.., persons, objects) => matches!((persons, objects), (2, 0) | (0, 2)),
            (_, 0, objects) => objects < 3 || board.group.is_some(),
            (subjects, persons, objects) => {
                (if persons > 1 {
                    board.group.is_some()
                } else {
                    subjects > 0
                }) && (objects == 0 || board.object.is_some())
            }
        };
        let stands = !self.has_standing_person || !board.has_words_below();
        is_wordless == (self.words == 0) && suits && casts && needs && holds && (stands || is_wordless)
    }
}
