//! What a template says with the words in its gaps.

use super::{
    change::{Action, Change, can},
    clause::{Clause, printable},
    cue::Cue,
    names::Part,
    template::{Gaps, Purpose},
    values::is_colour,
};
use std::ops::Range;

impl Clause<'_> {
    /// The changes of a template whose gaps are filled with these tokens; `None` if the tokens suit none.
    pub(super) fn filled(&self, purpose: Purpose, gaps: &Gaps) -> Option<Vec<Change>> {
        let one = |part, action, target| Some(vec![Change { part, action, target }]);
        let a = self.bare(&gaps.a);
        match purpose {
            Purpose::Emphasise => {
                // "Highlight the title in bold" names no words.
                let mut cues = self.cues_in(&gaps.a);
                let is_of_parts = cues.clone().any(|cue| cue.part().is_some());
                if is_of_parts || cues.clone().count() > 0 && cues.all(|cue| cue.values().next().is_some()) {
                    return None;
                }
                let words = self.named(&self.without_polite(&gaps.a))?;
                let words = if self.has_quoted(&gaps.a) {
                    words
                } else {
                    self.line.words.without_particle(&words).to_owned()
                };
                one(Part::Title, Action::Emphasis(words), None)
            }
            // Beside a quoted title there may be values.
            Purpose::Write if self.has_quoted(&gaps.a) => None,
            Purpose::Write => {
                // Words without a meaning alone may be a title, but beside a value they are a part of the order.
                let cues: Vec<&Cue> = self.cues_in(&gaps.a).collect();
                let is_text = cues.iter().any(|cue| cue.is_unknown())
                    || cues.len() > 1 && !cues.iter().any(|cue| cue.is_telling());
                let text = printable(self.line.text_of(&self.without_polite(&gaps.a)))?;
                is_text.then(|| one(Part::Title, Action::Text(text), None))?
            }
            Purpose::Omit => {
                let part = self.cues_in(&a).find_map(Cue::part);
                let target = if part.is_some() {
                    None
                } else {
                    Some(self.thing_named(&a)?)
                };
                let part = part.unwrap_or(Part::Subject);
                can(part, &Action::Remove).then(|| one(part, Action::Remove, target))?
            }
            Purpose::Show => {
                let mut cues = self.cues_in(&a);
                if let Some(scene) = self.scene(&a) {
                    return one(Part::Background, Action::Scene(scene), None);
                }
                let is_thing =
                    cues.clone().any(Cue::is_unknown) && !cues.any(|cue| cue.is_telling() && !is_colour(cue));
                is_thing.then(|| one(Part::Subject, Action::Replace(Some(self.thing_named(&a)?)), None))?
            }
            Purpose::Replace => self.replaced(&a, &self.bare(&gaps.b), &gaps.b),
        }
    }

    /// The changes of "replace A with B".
    fn replaced(&self, a: &Range<usize>, b: &Range<usize>, b_whole: &Range<usize>) -> Option<Vec<Change>> {
        let change = |part, action, target| Change { part, action, target };
        let part_of = |range| self.cues_in(range).find_map(Cue::part);
        let only_values = |range| {
            self.cues_in(range)
                .all(|cue| cue.values().next().is_some() || cue.is_around())
        };
        let part = part_of(a).filter(|_| !self.cues_in(a).any(Cue::is_unknown));
        if self.has_quoted(b) && (part.is_none() || part == Some(Part::Title)) {
            return Some(vec![change(Part::Title, Action::Text(self.named(b)?), None)]);
        }
        match part {
            Some(Part::Title) if !only_values(b) && part_of(b).is_none() => {
                let text = self.named(&self.without_polite(b_whole))?;
                Some(vec![change(Part::Title, Action::Text(text), None)])
            }
            Some(Part::Background) => Some(vec![change(Part::Background, Action::Scene(self.scene(b)?), None)]),
            Some(Part::Subject) if !only_values(b) => Some(vec![change(
                Part::Subject,
                Action::Replace(Some(self.thing_named(b)?)),
                None,
            )]),
            Some(from @ Part::Ornament(_)) => match part_of(b) {
                Some(to @ Part::Ornament(_)) => {
                    Some(vec![change(from, Action::Remove, None), change(to, Action::Add, None)])
                }
                _ => None,
            },
            None if self.cues_in(a).any(Cue::is_unknown) && part_of(b).is_none() && !only_values(b) => {
                let target = Some(self.thing_named(a)?);
                Some(vec![change(
                    Part::Subject,
                    Action::Replace(Some(self.thing_named(b)?)),
                    target,
                )])
            }
            None => {
                let scene = self.scene(a).and_then(|_| self.scene(b))?;
                Some(vec![change(Part::Background, Action::Scene(scene), None)])
            }
            Some(_) => None,
        }
    }
}
