//! The start of a picture. A new picture starts from its brief. A picture that is changed starts from the brief of the
//! picture before the changes, so that the random choices are the same again, and everything that the changes do not
//! name stays.

use crate::{
    brief::Brief,
    composer::{
        headline::Headline,
        layout::{Layout, Layouts, requirements::Requirements},
        motif::{Motif, chosen::Chosen},
        palette::Palette,
    },
};
use edits::Changes;
use lexicon::Choice;

/// The start of a picture.
pub(super) struct Basis<'a> {
    /// The prompt that determines the subject, and a headline without title.
    pub(super) words: &'a str,
    /// The prompt that determines the colours and the random choices. It may be a rewritten one.
    prompt: &'a str,
    /// The title that determines the subject and the colours. It is not necessarily the title that is printed.
    pub(super) title: Option<&'a str>,
    /// The seed of the random choices.
    pub(super) seed: u32,
    /// The layout of the picture before the changes.
    layout: Option<String>,
    changes: Changes,
    /// The requested changes that cannot be made, as the caller named them.
    pub(super) unchanged: Vec<String>,
}

impl<'a> Basis<'a> {
    /// The brief of the picture before the changes; `None` for a new picture.
    pub(super) fn before(brief: &Brief) -> Option<Brief> {
        let original = brief.original.as_ref()?;
        Some(Brief {
            prompt: original.prompt.clone(),
            own_prompt: original.own_prompt.clone(),
            title: original.title.clone(),
            seed: original.seed,
            original: None,
            ..brief.clone()
        })
    }

    /// The start of a picture, given the name of the layout before the changes.
    pub(super) fn of(brief: &'a Brief, layout: Option<String>) -> Self {
        let Some(original) = &brief.original else {
            return Self {
                words: brief.own_prompt.as_deref().unwrap_or(&brief.prompt),
                prompt: &brief.prompt,
                title: brief.title.as_deref(),
                seed: brief.seed,
                layout: None,
                changes: Changes::default(),
                unchanged: Vec::new(),
            };
        };
        Self {
            words: original.own_prompt.as_deref().unwrap_or(&original.prompt),
            prompt: &original.prompt,
            title: original.title.as_deref(),
            seed: original.seed,
            layout,
            changes: Changes::read(original.changes.iter().map(String::as_str)),
            unchanged: Vec::new(),
        }
    }

    /// The text that determines the random choices.
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.prompt, self.title.unwrap_or_default())
    }

    /// The motifs: those of the new subject, or else those that the prompt names. If there are photos, they are the
    /// subject, and it cannot be changed.
    pub(super) fn motifs(&mut self, motifs: Vec<Motif>, has_no_photos: bool) -> Vec<Motif> {
        let Some(subject) = &self.changes.subject else {
            return motifs;
        };
        let named = Chosen::of(&Choice::of(subject, None));
        if has_no_photos && named.is_named() {
            return named.motifs;
        }
        self.unchanged.push(subject.clone());
        motifs
    }

    /// Moves the emphasis to the word that the changes name.
    pub(super) fn emphasise(&mut self, headline: &mut Headline) {
        let Some(emphasis) = &self.changes.emphasis else {
            return;
        };
        if !headline.emphasise(emphasis) {
            self.unchanged.push(emphasis.clone());
        }
    }

    /// The palette with the colours that the changes name.
    pub(super) fn palette(&self, palette: Palette) -> Palette {
        match self.changes.colours.as_slice() {
            [] => palette,
            [ground, rest @ ..] => Palette::around(*ground, rest.first().copied()),
        }
    }

    /// The layouts that can hold the picture, in the order in which they are tried: first the layout that the changes
    /// name, or else the layout before the changes.
    pub(super) fn ordered(&self, requirements: &Requirements, layouts: &Layouts) -> Vec<Layout> {
        let mut all = requirements.layouts(layouts, &self.text(), self.seed);
        let before = self.layout.as_deref();
        match self.changes.layout {
            None => all.sort_by_key(|layout| Some(layout.name()) != before),
            Some(edits::Layout::Another(requests)) => {
                all.retain(|layout| Some(layout.name()) != before);
                let start = requests.saturating_sub(1) % all.len().max(1);
                all.rotate_left(start);
            }
            Some(edits::Layout::Named(name)) => {
                let named = Layouts::named(name).map(|named| requirements.layouts(&named, &self.text(), self.seed));
                all.retain(|layout| layout.name() != name);
                all.sort_by_key(|layout| Some(layout.name()) != before);
                all.splice(..0, named.unwrap_or_default());
            }
        }
        all
    }

    /// Whether the changes ask for this layout. Changes that name no layout ask for the layout of the picture that they
    /// change.
    pub(super) fn is_wanted(&self, layout: &Layout) -> bool {
        match self.changes.layout {
            Some(edits::Layout::Named(name)) => layout.name() == name,
            Some(edits::Layout::Another(_)) => true,
            None => self.layout.as_deref() == Some(layout.name()),
        }
    }

    /// Notes that a layout which the changes name cannot hold the picture, if another one was chosen.
    pub(super) fn compare(&mut self, chosen: &Layout) {
        if let Some(edits::Layout::Named(name)) = self.changes.layout
            && chosen.name() != name
        {
            self.unchanged.push(name.to_owned());
        }
    }
}
