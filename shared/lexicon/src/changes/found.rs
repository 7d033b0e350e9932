//! What the words of a clause say one by one: parts, values and orders.

use super::{
    change::{Action, Change, can},
    clause::{Clause, Context},
    cue::{Cue, Meaning},
    names::{Case, Part, Place},
    token::is_unspaced,
    values::{Placed, is_colour, is_denied, values},
};
use crate::language::feature::Feature;
use std::ops::Range;

/// The most words of the name of a thing. In scripts without spaces a character counts as a word.
const MOST_TARGET_WORDS: usize = 4;
const MOST_TARGET_CHARACTERS: usize = 10;
/// The most words without a meaning beside a part and its value: "I find the red title nicer".
const MOST_UNKNOWN: usize = 2;

impl Clause<'_> {
    /// The changes that the words name one by one, and the number of words without a meaning.
    pub(super) fn by_cues(&self, context: &mut Context) -> Option<(Vec<Change>, usize)> {
        let mut found = Found::new(self, context);
        found.quoted()?;
        found.values()?;
        found.orders()?;
        found.finish()
    }
}

/// The parts and changes of a clause. Its cues are read one after another.
struct Found<'c, 'a> {
    clause: &'c Clause<'a>,
    context: &'c mut Context,
    parts: Vec<Placed<Part>>,
    /// The tokens of the thing that the clause names.
    thing: Option<Range<usize>>,
    /// Whether the thing is the target of a change.
    is_thing_used: bool,
    /// The parts that have got a value.
    used: Vec<Part>,
    made: Vec<Placed<Change>>,
}

impl<'c, 'a> Found<'c, 'a> {
    fn new(clause: &'c Clause<'a>, context: &'c mut Context) -> Self {
        let parts = clause.cues.iter().enumerate();
        let parts = parts.filter_map(|(at, cue)| Some((at, cue.part()?))).collect();
        Self {
            thing: thing(clause),
            clause,
            context,
            parts,
            is_thing_used: false,
            used: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Makes quoted text the title's.
    fn quoted(&mut self) -> Option<()> {
        let Some(quoted) = self.clause.quoted() else {
            return Some(());
        };
        let text = self.clause.named(&quoted)?;
        self.push(0, Part::Title, Action::Text(text), None);
        if self.parts.is_empty() {
            self.parts.push((0, Part::Title));
        }
        Some(())
    }

    /// Gives each value to a part. `None` if no part can have one of them.
    fn values(&mut self) -> Option<()> {
        let orders = self
            .clause
            .cues
            .iter()
            .any(|cue| cue.is(Meaning::Add) || cue.is(Meaning::Remove));
        for (at, action) in values(&self.clause.cues) {
            let Some((part, target)) = self.part_for(at, &action) else {
                // "Add a big red arrow": an ornament has one size and one colour.
                let is_look = matches!(action, Action::Size(_) | Action::Colour(_));
                let is_bare = self
                    .clause
                    .cues
                    .iter()
                    .all(|cue| cue.part().is_some() || cue.values().next().is_some());
                let is_ornament = |(_, part): &Placed<Part>| matches!(part, Part::Ornament(_));
                if is_look && (orders || is_bare) && !self.parts.is_empty() && self.parts.iter().all(is_ornament) {
                    continue;
                }
                return None;
            };
            let action = match (part, action) {
                (Part::Logo, Action::Place(place)) => Action::Place(corner(place)),
                (_, action) => action,
            };
            self.used.push(part);
            self.push(at, part, action, target);
        }
        Some(())
    }

    /// The part that gets the value at this place, and the thing that is meant.
    fn part_for(&mut self, at: usize, action: &Action) -> Option<(Part, Option<String>)> {
        let able = self.parts.iter().filter(|(_, part)| can(*part, action));
        if let Some(part) = nearest(able, at, self.prefers_before()) {
            return Some((part, None));
        }
        match action {
            Action::Case(_) | Action::Typeface(_) if self.parts.is_empty() => return Some((Part::Title, None)),
            // "Put me on a beach".
            Action::Scene(_) if self.parts.iter().all(|(_, part)| is_shown(*part)) => {
                return Some((Part::Background, None));
            }
            Action::Replace(_) => return Some((Part::Layout, None)),
            _ if !self.parts.is_empty() => return None,
            Action::Size(_) | Action::Place(_) if self.thing.is_some() => return self.target(),
            _ if self.thing.is_some() => return None,
            _ => {}
        }
        self.inherited(action).or_else(|| {
            let is_colour = matches!(action, Action::Colour(_));
            is_colour.then_some((Part::Background, None))
        })
    }

    /// The subject, with the thing that the clause names.
    fn target(&mut self) -> Option<(Part, Option<String>)> {
        let name = self.clause.thing_named(self.thing.as_ref()?)?;
        self.is_thing_used = true;
        Some((Part::Subject, Some(name)))
    }

    /// The part of the clause before.
    fn inherited(&mut self, action: &Action) -> Option<(Part, Option<String>)> {
        let part = self.context.part.filter(|part| can(*part, action))?;
        self.context.has_inherited = true;
        Some((part, self.context.target.clone()))
    }

    /// Adds what orders without a value ask for: to add, to remove, to choose another typeface or layout.
    fn orders(&mut self) -> Option<()> {
        let cues = &self.clause.cues;
        let position = |meaning| cues.iter().position(|cue| cue.is(meaning));
        let has = |meaning| position(meaning).is_some();
        let is_changed = has(Meaning::Another) || has(Meaning::Set);
        if let Some(at) = position(Meaning::TypefaceWord).filter(|_| is_changed && self.made.is_empty()) {
            self.push(at, Part::Title, Action::Typeface(None), None);
            return Some(());
        }
        let layout = self.parts.iter().find(|(_, part)| *part == Part::Layout).copied();
        if let Some((at, _)) =
            layout.filter(|_| !self.used.contains(&Part::Layout) && (is_changed || has(Meaning::Add)))
        {
            self.push(at, Part::Layout, Action::Replace(None), None);
        }
        let has_case = self
            .made
            .iter()
            .any(|(_, change)| change.action == Action::Case(Case::Normal));
        if let Some(at) = position(Meaning::Remove).filter(|_| !has_case) {
            // "Not red" takes nothing away.
            let denies = cues
                .iter()
                .enumerate()
                .any(|(at, cue)| is_colour(cue) && is_denied(cues, at));
            return if denies { Some(()) } else { self.removed(at) };
        }
        let ornaments: Vec<_> = self
            .parts
            .iter()
            .filter(|(_, part)| matches!(part, Part::Ornament(_)))
            .copied()
            .collect();
        // "No arrow and frame", "remove the logo and the arrow".
        let goes_on = self.clause.is_joined && self.context.has_removed && self.made.is_empty() && !has(Meaning::Add);
        if goes_on
            && cues
                .iter()
                .all(|cue| cue.part().is_some() || cue.is_around() || cue.is_unknown())
        {
            return self.removed(0);
        }
        for (at, part) in ornaments {
            self.push(at, part, Action::Add, None);
        }
        Some(())
    }

    /// Adds the removal that is ordered at this place.
    fn removed(&mut self, at: usize) -> Option<()> {
        let is_free = |part: &Part| can(*part, &Action::Remove) && !self.used.contains(part);
        let free: Vec<_> = self.parts.iter().filter(|(_, part)| is_free(part)).copied().collect();
        if !free.is_empty() {
            let only = if self.made.is_empty() {
                free.clone()
            } else {
                let part = nearest(free.iter(), at, self.prefers_before())?;
                vec![(at, part)]
            };
            for (at, part) in only {
                self.push(at, part, Action::Remove, None);
            }
            return Some(());
        }
        if !self.parts.is_empty() {
            return None;
        }
        let (part, target) = match self.thing {
            Some(_) => self.target()?,
            None => self.inherited(&Action::Remove)?,
        };
        self.push(at, part, Action::Remove, target);
        Some(())
    }

    /// The changes in the order of the text. `None` if there is no change, or if the clause has too many unknown words.
    fn finish(mut self) -> Option<(Vec<Change>, usize)> {
        let unknown = self.clause.cues.iter().filter(|cue| cue.is_unknown());
        let in_thing = |cue: &&Cue| {
            let thing = self.thing.as_ref().filter(|_| self.is_thing_used);
            thing.is_some_and(|thing| thing.contains(&cue.start))
        };
        let lost = unknown.filter(|cue| !in_thing(cue)).count();
        let most = match self.parts.is_empty() {
            false => MOST_UNKNOWN,
            true if self
                .made
                .iter()
                .any(|(_, change)| matches!(change.action, Action::Scene(_))) =>
            {
                1
            }
            true => 0,
        };
        if self.made.is_empty() || lost > most {
            return None;
        }
        self.made.sort_by_key(|(at, _)| *at);
        Some((self.made.into_iter().map(|(_, change)| change).collect(), lost))
    }

    fn push(&mut self, at: usize, part: Part, action: Action, target: Option<String>) {
        let change = Change { part, action, target };
        if !self.made.iter().any(|(_, known)| *known == change) {
            self.made.push((at, change));
        }
    }

    /// Whether verbs and adjectives usually follow the part that they belong to.
    fn prefers_before(&self) -> bool {
        let language = self.clause.line.words.language;
        language.has(Feature::VerbIsLast) || language.has(Feature::AdjectivesFollow)
    }
}

/// The part whose name is nearest to a place.
fn nearest<'p>(parts: impl Iterator<Item = &'p Placed<Part>>, at: usize, prefers_before: bool) -> Option<Part> {
    let nearest = parts.min_by_key(|(place, _)| (place.abs_diff(at), (*place < at) != prefers_before));
    nearest.map(|(_, part)| *part)
}

/// Whether the part is something that stands in a scene.
const fn is_shown(part: Part) -> bool {
    matches!(part, Part::Subject | Part::Person | Part::Image)
}

/// A logo stands in a corner.
const fn corner(place: Place) -> Place {
    match place {
        Place::Left | Place::Top => Place::TopLeft,
        Place::Right => Place::TopRight,
        Place::Bottom => Place::BottomLeft,
        other => other,
    }
}

/// The longest run of words without a meaning. A word such as "of" may be between them.
fn thing(clause: &Clause<'_>) -> Option<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut is_broken = true;
    for cue in &clause.cues {
        if cue.is_unknown() {
            match runs.last_mut().filter(|_| !is_broken) {
                Some(run) => run.end = cue.end,
                None => runs.push(cue.start..cue.end),
            }
            is_broken = false;
        } else if !cue.is(Meaning::Filler) {
            is_broken = true;
        }
    }
    let run = runs.into_iter().max_by_key(|run| run.len())?;
    let text = clause.line.text_of(&run);
    let most = if text.chars().all(is_unspaced) {
        MOST_TARGET_CHARACTERS
    } else {
        MOST_TARGET_WORDS
    };
    (run.len() <= most).then_some(run)
}
