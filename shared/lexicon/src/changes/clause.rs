//! A clause of a line: one order, with all that it says about its parts.

use super::{
    Action, Change,
    cue::{Cue, Meaning, Value},
    names::{Case, Part, Place},
    reader::Line,
    template::{Gaps, Purpose},
    token::TokenKind,
};
use crate::{colours::Shade, language::feature::Feature};
use std::ops::Range;

/// The longest title, subject or emphasis, in characters.
const LONGEST: usize = 100;
/// The most words of the name of a thing. In scripts without spaces a character counts as a word.
const MOST_TARGET_WORDS: usize = 4;
const MOST_TARGET_CHARACTERS: usize = 10;
/// The most words without a meaning beside a part and its value: "I find the red title nicer".
const MOST_UNKNOWN: usize = 2;

/// What the clauses before said, for a clause that only goes on: "… and make it larger".
#[derive(Debug, Default)]
pub(super) struct Context {
    part: Option<Part>,
    target: Option<String>,
    has_removed: bool,
    /// Whether the clause that was read last has taken its part from here.
    pub(super) has_inherited: bool,
}

impl Context {
    /// Whether a clause before has named a part.
    pub(super) const fn is_set(&self) -> bool {
        self.part.is_some()
    }
}

/// What a clause asks for.
#[derive(Debug)]
pub(super) enum Outcome {
    /// These changes. The number is that of words that have no meaning.
    Made(Vec<Change>, usize),
    /// Nothing: it only says "please".
    Ignored,
    /// It only names a part.
    Named(Part),
    /// No change: it praises, asks or tells something.
    NoOrder,
    /// It is not understood.
    Failed,
}

/// A clause of a line.
pub(super) struct Clause<'a> {
    line: &'a Line<'a>,
    tokens: Range<usize>,
    /// Whether a comma or "and" joins it to the clause before.
    is_joined: bool,
    cues: Vec<Cue>,
}

/// The change of a label: `None` if the part has no label or the value is no text.
pub(super) fn labelled(part: Part, value: &str) -> Option<Change> {
    let text = printable(unquoted(value))?;
    let action = match part {
        Part::Title => Action::Text(text),
        Part::Subject => Action::Replace(Some(text)),
        _ => return None,
    };
    Some(Change {
        part,
        action,
        target: None,
    })
}

impl Change {
    /// Whether another part can change in the same way.
    pub(super) fn suits(&self, part: Part) -> bool {
        let is_shared = match self.action {
            Action::Colour(_) | Action::Size(_) | Action::Place(_) | Action::Add => true,
            Action::Remove => self.target.is_none(),
            _ => false,
        };
        is_shared && self.part != part && can(part, &self.action)
    }
}

impl<'a> Clause<'a> {
    pub(super) fn new(line: &'a Line<'a>, tokens: Range<usize>, is_joined: bool) -> Self {
        let mut cues: Vec<Cue> = line.cues_in(&tokens).cloned().collect();
        let has = |part| cues.iter().any(|cue: &Cue| cue.part() == Some(part));
        let (has_layout, has_background) = (has(Part::Layout), has(Part::Background));
        let is_about_things = cues.iter().any(|cue| {
            let is_size_or_place = |value| matches!(value, Value::Size(_) | Value::Place(_));
            cue.is(Meaning::Remove) || cue.values().any(is_size_or_place)
        });
        for cue in &mut cues {
            let is_order = cue.is(Meaning::Set) || cue.is_around();
            cue.meanings.retain(|meaning| match meaning {
                // The names of layouts are everyday words.
                Meaning::Value(Value::Layout(_)) => has_layout && !is_order,
                // "Remove the castle" is about a thing.
                Meaning::Value(Value::Scene(_)) => has_background || !is_about_things,
                _ => true,
            });
        }
        Self {
            line,
            tokens,
            is_joined,
            cues,
        }
    }

    /// The clause, as the caller wrote it.
    pub(super) fn text(&self) -> &'a str {
        self.line.text_of(&self.tokens)
    }

    /// The number of words.
    pub(super) fn words(&self) -> usize {
        self.tokens.len()
    }

    /// Whether the clause is only an order, which something separates from what it is about.
    pub(super) fn is_unfinished(&self) -> bool {
        let orders = [Meaning::Remove, Meaning::Add, Meaning::Set];
        let is_order = |cue: &Cue| orders.into_iter().any(|order| cue.is(order));
        let is_about_nothing = |cue: &Cue| cue.part().is_none() && cue.values().next().is_none() && !cue.is_unknown();
        let is_bare = self.quoted().is_none() && self.cues.iter().all(is_about_nothing);
        is_bare && self.cues.iter().any(is_order)
    }

    /// Whether the clause only says "please".
    pub(super) fn is_polite(&self) -> bool {
        self.quoted().is_none() && self.cues.iter().all(|cue| cue.is(Meaning::Polite))
    }

    /// Whether the clause only names parts.
    pub(super) fn is_name(&self) -> bool {
        let is_name = |cue: &Cue| cue.part().is_some() && cue.meanings.len() == 1 || cue.is_around();
        self.quoted().is_none() && self.has_part() && self.cues.iter().all(is_name)
    }

    /// Whether the clause has only values, and nothing that says for what.
    pub(super) fn is_value(&self) -> bool {
        let is_value = |cue: &Cue| cue.part().is_none() && cue.values().next().is_some();
        self.quoted().is_none() && !self.cues.is_empty() && self.cues.iter().all(is_value)
    }

    /// Whether the clause names a part.
    pub(super) fn has_part(&self) -> bool {
        self.cues.iter().any(|cue| cue.part().is_some())
    }

    /// Whether the clause is one replacement whose gaps stand on both sides of this token: "not A, but B".
    pub(super) fn replaces_across(&self, middle: usize) -> bool {
        self.template().is_some_and(|(purpose, gaps, _)| {
            let is_across = |one: &Range<usize>, other: &Range<usize>| one.end <= middle && other.start >= middle;
            purpose == Purpose::Replace && (is_across(&gaps.a, &gaps.b) || is_across(&gaps.b, &gaps.a))
        })
    }

    /// Whether the clause has a gap at its end that further text may fill.
    pub(super) fn is_open(&self) -> bool {
        self.template()
            .is_some_and(|(purpose, _, is_open)| is_open && purpose != Purpose::Emphasise)
    }

    /// The first template that fits.
    fn template(&self) -> Option<(Purpose, Gaps, bool)> {
        let shifted: Vec<Cue> = self
            .cues
            .iter()
            .map(|cue| Cue {
                start: cue.start - self.tokens.start,
                end: cue.end - self.tokens.start,
                meanings: cue.meanings.clone(),
            })
            .collect();
        let tokens = self.line.tokens.get(self.tokens.clone())?;
        self.line.words.templates.iter().find_map(|template| {
            let gaps = template.fit(tokens, &shifted)?;
            let moved = |range: &Range<usize>| range.start + self.tokens.start..range.end + self.tokens.start;
            let gaps = Gaps {
                a: moved(&gaps.a),
                b: moved(&gaps.b),
            };
            self.filled(template.purpose, &gaps)?;
            Some((template.purpose, gaps, template.ends_with_gap()))
        })
    }

    pub(super) fn read(&self, context: &mut Context) -> Outcome {
        context.has_inherited = false;
        let template = self.template();
        // A title may say anything.
        let is_in_title = |cue: &Cue| {
            let title = template
                .as_ref()
                .filter(|(purpose, ..)| matches!(purpose, Purpose::Write | Purpose::Emphasise));
            title.is_some_and(|(_, gaps, _)| gaps.a.contains(&cue.start))
        };
        if self
            .cues
            .iter()
            .any(|cue| cue.is(Meaning::Nothing) && !is_in_title(cue))
        {
            context.part = self.cues.iter().rev().find_map(Cue::part);
            return Outcome::NoOrder;
        }
        let has_quoted = self.quoted().is_some();
        if !has_quoted && self.cues.iter().all(Cue::is_around) {
            return Outcome::Ignored;
        }
        let made = template
            .and_then(|(purpose, gaps, _)| Some((self.filled(purpose, &gaps)?, 0)))
            .or_else(|| self.by_cues(context));
        let part = self.cues.iter().rev().find_map(Cue::part);
        match made {
            Some((made, lost)) => {
                if let Some(last) = made.last() {
                    context.part = Some(last.part);
                    context.target.clone_from(&last.target);
                    context.has_removed = matches!(last.action, Action::Remove);
                }
                Outcome::Made(made, lost)
            }
            None => {
                (context.part, context.target) = (part, None);
                let is_name = self.cues.iter().all(|cue| cue.is_around() || cue.part().is_some());
                part.filter(|_| is_name && !has_quoted)
                    .map_or(Outcome::Failed, Outcome::Named)
            }
        }
    }

    /// The changes of a template whose gaps are filled with these tokens; `None` if the tokens suit none.
    fn filled(&self, purpose: Purpose, gaps: &Gaps) -> Option<Vec<Change>> {
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
                let words = self.thing_named(&self.without_polite(&gaps.a))?;
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

    /// The changes that the words name one by one, and the number of words without a meaning.
    fn by_cues(&self, context: &mut Context) -> Option<(Vec<Change>, usize)> {
        let mut found = Found::new(self, context);
        found.quoted()?;
        found.values()?;
        found.orders()?;
        found.finish()
    }

    fn quoted(&self) -> Option<Range<usize>> {
        let mut tokens = self.tokens.clone();
        let at = tokens.find(|at| {
            self.line
                .tokens
                .get(*at)
                .is_some_and(|token| token.kind == TokenKind::Quoted)
        })?;
        Some(at..at + 1)
    }

    fn has_quoted(&self, range: &Range<usize>) -> bool {
        self.quoted().is_some_and(|quoted| range.contains(&quoted.start))
    }

    fn cues_in(&self, range: &Range<usize>) -> impl Iterator<Item = &Cue> + Clone {
        let range = range.clone();
        self.cues
            .iter()
            .filter(move |cue| cue.start >= range.start && cue.end <= range.end)
    }

    /// The scene that these tokens name, if they name nothing else.
    fn scene(&self, range: &Range<usize>) -> Option<&'static str> {
        let cues: Vec<&Cue> = self.line.cues_in(range).filter(|cue| !cue.is_around()).collect();
        let scene = |cue: &&Cue| {
            cue.values().find_map(|value| match value {
                Value::Scene(scene) => Some(scene),
                _ => None,
            })
        };
        let is_scene = cues.iter().all(|cue| scene(cue).is_some());
        is_scene.then(|| cues.first().and_then(scene))?
    }

    /// The tokens without words around them that have no meaning of their own.
    fn bare(&self, range: &Range<usize>) -> Range<usize> {
        self.trimmed(range, Cue::is_around)
    }

    fn without_polite(&self, range: &Range<usize>) -> Range<usize> {
        self.trimmed(range, |cue| cue.is(Meaning::Polite))
    }

    /// The tokens without those at the ends that are trimmed; all of them if nothing would be left.
    fn trimmed(&self, range: &Range<usize>, is_trimmed: impl Fn(&Cue) -> bool) -> Range<usize> {
        if self.has_quoted(range) {
            return self.quoted().unwrap_or_default();
        }
        let (mut start, mut end) = (range.start, range.end);
        for cue in self.cues_in(range) {
            if cue.start != start || !is_trimmed(cue) {
                break;
            }
            start = cue.end;
        }
        let cues: Vec<&Cue> = self.cues_in(range).collect();
        for cue in cues.into_iter().rev() {
            if cue.end != end || !is_trimmed(cue) {
                break;
            }
            end = cue.start;
        }
        if start < end { start..end } else { range.clone() }
    }

    /// The text of these tokens, if it can be printed.
    fn named(&self, range: &Range<usize>) -> Option<String> {
        printable(self.line.text_of(range))
    }

    /// The name of the thing that these tokens are, without an article that is written as a part of it.
    fn thing_named(&self, range: &Range<usize>) -> Option<String> {
        let words = self.line.words;
        let name = self.named(range)?;
        let name = words.without_article(&name).to_owned();
        let is_possessor = words.language.has(Feature::PossessiveS);
        let owner = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s"));
        Some(owner.filter(|_| is_possessor).map_or(name.clone(), str::to_owned))
    }
}

fn is_colour(cue: &Cue) -> bool {
    cue.values()
        .any(|value| matches!(value, Value::Colour(_) | Value::Shade(_)))
}

/// The text, if it can be printed.
fn printable(text: &str) -> Option<String> {
    let is_apart = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、' | '،');
    let text = text.trim_matches(is_apart);
    let is_printable = (1..=LONGEST).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    is_printable.then(|| text.to_owned())
}

/// The text without quotation marks around it.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 8] = [
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('「', '」'),
        ('『', '』'),
        ('‘', '’'),
    ];
    let text = text.trim();
    let inside = |&(open, close): &(char, char)| text.strip_prefix(open)?.strip_suffix(close);
    PAIRS.iter().find_map(inside).unwrap_or(text).trim()
}

/// A value or an order, at its place among the cues.
type Placed<T> = (usize, T);

/// What is found in a clause, cue by cue.
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

    /// The changes in the order of the text. `None` if there is none, or if too much is not understood.
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

    /// Whether what is ordered stands behind the part.
    fn prefers_before(&self) -> bool {
        let language = self.clause.line.words.language;
        language.has(Feature::VerbIsLast) || language.has(Feature::AdjectivesFollow)
    }
}

/// Whether the part can change in this way.
const fn can(part: Part, action: &Action) -> bool {
    use Part::{Background, Image, Layout, Logo, Ornament, Person, Subject, Title};
    match action {
        Action::Text(_) | Action::Typeface(_) | Action::Case(_) | Action::Emphasis(_) => matches!(part, Title),
        Action::Colour(_) => matches!(part, Title | Background),
        Action::Size(_) => matches!(part, Title | Subject | Person | Image),
        Action::Place(_) => matches!(part, Title | Subject | Person | Image | Logo),
        Action::Scene(_) => matches!(part, Background),
        Action::Add => matches!(part, Ornament(_)),
        Action::Remove => !matches!(part, Background | Layout),
        Action::Replace(_) => matches!(part, Subject | Layout),
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
    let most = if text.chars().all(super::token::is_unspaced) {
        MOST_TARGET_CHARACTERS
    } else {
        MOST_TARGET_WORDS
    };
    (run.len() <= most).then_some(run)
}

/// The values of the cues as actions, at their places. A shade belongs to the colour beside it, and two places are a
/// corner. A value that is denied, as in "not red", is none.
fn values(cues: &[Cue]) -> Vec<Placed<Action>> {
    let removes = cues.iter().any(|cue| cue.is(Meaning::Remove));
    let mut actions: Vec<Placed<Action>> = Vec::new();
    let mut shade: Option<Shade> = None;
    let all = cues.iter().enumerate();
    for (at, value) in all.flat_map(|(at, cue)| cue.values().map(move |value| (at, value))) {
        let action = match value {
            Value::Colour(_) | Value::Shade(_) if is_denied(cues, at) => continue,
            Value::Colour(colour) => Action::Colour(shade.take().map_or(colour, |shade| shade.of(colour))),
            Value::Shade(next) => {
                match actions.last_mut() {
                    Some((_, Action::Colour(last))) if next.is_behind => *last = next.of(*last),
                    _ => shade = Some(next),
                }
                continue;
            }
            Value::Size(extent) => Action::Size(extent),
            Value::Place(place) => match actions.last_mut() {
                // "Down to the bottom left".
                Some((_, Action::Place(last))) if *last == place || has_side(*last, place) => continue,
                Some((_, Action::Place(last))) if joined(*last, place).is_some() => {
                    *last = joined(*last, place).unwrap_or(place);
                    continue;
                }
                _ => Action::Place(place),
            },
            Value::Typeface(typeface) => Action::Typeface(Some(typeface)),
            // "No capitals".
            Value::Case(Case::Upper) if removes => Action::Case(Case::Normal),
            Value::Case(case) => Action::Case(case),
            Value::Scene(scene) => Action::Scene(scene),
            Value::Layout(name) => Action::Replace(Some(name.to_owned())),
        };
        actions.push((at, action));
    }
    // In some languages a shade stands on either side of its colour.
    if let (Some(shade), Some((_, Action::Colour(last)))) = (shade, actions.last_mut()) {
        *last = shade.of(*last);
    }
    actions
}

/// Whether a removal stands directly before this cue.
fn is_denied(cues: &[Cue], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| cues.get(before));
    before.is_some_and(|before| before.is(Meaning::Remove) && before.part().is_none())
}

/// Whether the corner is at this side.
const fn has_side(corner: Place, side: Place) -> bool {
    match corner {
        Place::TopLeft => matches!(side, Place::Top | Place::Left),
        Place::TopRight => matches!(side, Place::Top | Place::Right),
        Place::BottomLeft => matches!(side, Place::Bottom | Place::Left),
        Place::BottomRight => matches!(side, Place::Bottom | Place::Right),
        _ => false,
    }
}

/// The corner between two sides.
const fn joined(one: Place, other: Place) -> Option<Place> {
    Some(match (one, other) {
        (Place::Top, Place::Left) | (Place::Left, Place::Top) => Place::TopLeft,
        (Place::Top, Place::Right) | (Place::Right, Place::Top) => Place::TopRight,
        (Place::Bottom, Place::Left) | (Place::Left, Place::Bottom) => Place::BottomLeft,
        (Place::Bottom, Place::Right) | (Place::Right, Place::Bottom) => Place::BottomRight,
        _ => return None,
    })
}
