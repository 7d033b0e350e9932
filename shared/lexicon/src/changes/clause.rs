//! A clause of a line: one order, with all that it says about its parts.

use super::{
    change::{Action, Change},
    cue::{Cue, Meaning, Value},
    line::Line,
    names::Part,
    template::{Gaps, Purpose},
    token::TokenKind,
};
use crate::language::feature::Feature;
use std::ops::Range;

/// The longest title, subject or emphasis, in characters.
const LONGEST: usize = 100;
/// What the clauses before said, for a clause that only goes on: "… and make it larger".
#[derive(Debug, Default)]
pub(super) struct Context {
    pub(super) part: Option<Part>,
    pub(super) target: Option<String>,
    pub(super) has_removed: bool,
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
    pub(super) line: &'a Line<'a>,
    pub(super) tokens: Range<usize>,
    /// Whether a comma or "and" joins it to the clause before.
    pub(super) is_joined: bool,
    pub(super) cues: Vec<Cue>,
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

    /// How many words have a meaning only as a part of the template that fits.
    pub(super) fn template_words(&self) -> usize {
        let Some((_, gaps, _)) = self.template() else { return 0 };
        let is_literal = |cue: &&Cue| cue.is_unknown() && !gaps.a.contains(&cue.start) && !gaps.b.contains(&cue.start);
        self.cues.iter().filter(is_literal).count()
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
                ..cue.clone()
            })
            .collect();
        let tokens = self.line.tokens.get(self.tokens.clone())?;
        let fits = self.line.fits.get(self.tokens.clone())?;
        self.line.words.templates.iter().find_map(|template| {
            let gaps = template.fit(tokens, fits, &shifted)?;
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
            template.as_ref().is_some_and(|(purpose, gaps, _)| match purpose {
                Purpose::Write | Purpose::Emphasise => gaps.a.contains(&cue.start),
                Purpose::Replace => gaps.b.contains(&cue.start),
                Purpose::Show | Purpose::Omit => false,
            })
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

    pub(super) fn quoted(&self) -> Option<Range<usize>> {
        let mut tokens = self.tokens.clone();
        let at = tokens.find(|at| {
            self.line
                .tokens
                .get(*at)
                .is_some_and(|token| token.kind == TokenKind::Quoted)
        })?;
        Some(at..at + 1)
    }

    pub(super) fn has_quoted(&self, range: &Range<usize>) -> bool {
        self.quoted().is_some_and(|quoted| range.contains(&quoted.start))
    }

    pub(super) fn cues_in(&self, range: &Range<usize>) -> impl Iterator<Item = &Cue> + Clone {
        let range = range.clone();
        self.cues
            .iter()
            .filter(move |cue| cue.start >= range.start && cue.end <= range.end)
    }

    /// The scene that these tokens name, if they name nothing else.
    pub(super) fn scene(&self, range: &Range<usize>) -> Option<&'static str> {
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
    pub(super) fn bare(&self, range: &Range<usize>) -> Range<usize> {
        self.trimmed(range, Cue::is_around)
    }

    /// The tokens of a title without polite words at its ends. A title may begin with a greeting, as in "write Hello
    /// World": then it has a capital.
    pub(super) fn without_polite(&self, range: &Range<usize>) -> Range<usize> {
        let starts_small = |cue: &Cue| {
            let text = self.line.text_of(&(cue.start..cue.end));
            !text.starts_with(char::is_uppercase)
        };
        self.trimmed(range, |cue| {
            let is_at_the_end = cue.start > range.start;
            cue.is(Meaning::Polite) && (is_at_the_end || starts_small(cue))
        })
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
    pub(super) fn named(&self, range: &Range<usize>) -> Option<String> {
        printable(self.line.text_of(range))
    }

    /// The name of the thing that these tokens are, without an article that is written as a part of it.
    pub(super) fn thing_named(&self, range: &Range<usize>) -> Option<String> {
        let words = self.line.words;
        let name = self.named(range)?;
        let name = words.without_article(&name).to_owned();
        let is_possessor = words.language.has(Feature::PossessiveS);
        let owner = name.strip_suffix("'s").or_else(|| name.strip_suffix("’s"));
        Some(owner.filter(|_| is_possessor).map_or(name.clone(), str::to_owned))
    }
}

/// The text, if it can be printed.
pub(super) fn printable(text: &str) -> Option<String> {
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
