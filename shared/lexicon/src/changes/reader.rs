//! Reads a line as each language, and chooses the reading that understands most of it.

use super::{
    Changes,
    change::{Action, Change},
    clause::{Clause, Context, Outcome, labelled},
    cue::{Cue, Meaning},
    line::Line,
    token::{Token, TokenKind, tokens},
    vocabulary::Vocabulary,
};
use crate::language::Language;
use std::{cmp::Reverse, ops::Range};

/// The most languages as which a line is read.
const MOST_READ: usize = 12;

/// A line, read as one language.
#[derive(Debug, Default)]
struct Reading {
    changes: Changes,
    /// How many words were not understood.
    lost: usize,
    /// How many words have no meaning.
    foreign: usize,
    /// How many words are understood only because accents may be missing.
    bare: usize,
}

/// The changes that a line asks for.
pub(super) fn read(line: &str) -> Changes {
    let tokens = tokens(line);
    let told = Language::of(line);
    let read = |language| Some(Line::new(line, &tokens, Vocabulary::of(language)?).read());
    // Most texts are in the language that they seem to be in, and then no other one is read.
    if let Some(reading) = read(told).filter(Reading::is_complete) {
        return reading.changes;
    }
    let readings = likely(line, &tokens, told).into_iter();
    let readings = readings.filter_map(|language| Some((language, read(language)?)));
    let best =
        readings.min_by_key(|(language, reading)| (reading.lost, reading.foreign, reading.bare, *language != told));
    best.map_or_else(Changes::default, |(_, reading)| reading.changes)
}

/// The languages in which the line is read: its detected language, and the languages whose files contain the most of
/// its words. To read the files of all languages takes a fifth of a second.
fn likely(line: &str, tokens: &[Token], told: Language) -> Vec<Language> {
    // A title may be of another script than its label.
    let colon = tokens.iter().find(|token| token.kind == TokenKind::Colon);
    let label = colon.and_then(|colon| line.get(..colon.end)).unwrap_or(line);
    let scripts = Language::of_script(label);
    let is_written = |language: &Language| scripts.is_empty() || scripts.contains(language);
    let count = |language: Language| {
        let file = language.change_words();
        let words = tokens.iter().filter(|token| token.is_word());
        words
            .filter(|token| file.contains(&token.key) || file.contains(&token.bare))
            .count()
    };
    let mut counted: Vec<(usize, Language)> = Language::all()
        .filter(is_written)
        .map(|language| (count(language), language))
        .collect();
    // The sort is stable, so languages that have as many words stay in their order.
    counted.sort_by_key(|(count, language)| (*language != told, Reverse(*count)));
    counted.truncate(MOST_READ);
    counted.sort_by_key(|(_, language)| *language);
    counted.into_iter().map(|(_, language)| language).collect()
}

impl Reading {
    /// Whether every word is understood.
    const fn is_complete(&self) -> bool {
        self.lost == 0 && self.foreign == 0 && self.changes.is_any()
    }
}

/// The tokens of a clause, and whether only a comma or "and" is before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    tokens: Range<usize>,
    is_joined: bool,
}

impl Line<'_> {
    fn read(&self) -> Reading {
        let mut reading = Reading::default();
        // A title may be of another language than its label.
        if let Some(change) = self.labelled() {
            reading.changes.made.push(change);
            return reading;
        }
        reading.foreign = self.cues.iter().filter(|cue| cue.is_unknown()).count();
        reading.bare = self.cues.iter().filter(|cue| cue.lacks_accents).count();
        let mut context = Context::default();
        // The clause before, if it was not understood: it may say why the next one asks for a change.
        let mut failed: Option<(String, usize)> = None;
        // Parts that share the values of the next clause.
        let mut waiting = Vec::new();
        let mut spans = self.spans();
        while !spans.is_empty() {
            let span = spans.remove(0);
            let mut clause = Clause::new(self, span.tokens.clone(), span.is_joined);
            while let Some(next) = spans.first().filter(|next| self.is_one(&clause, &span, next, &context)) {
                let whole = span.tokens.start..next.tokens.end;
                clause = Clause::new(self, whole, span.is_joined);
                spans.remove(0);
            }
            // The gap at the end of a template goes on as long as no order begins.
            while clause.is_open() && spans.first().is_some_and(|next| self.continues(next)) {
                let next = spans.remove(0);
                clause = Clause::new(self, span.tokens.start..next.tokens.end, span.is_joined);
            }
            reading.foreign -= clause.template_words();
            let outcome = clause.read(&mut context);
            if let Some((text, lost)) = failed.take().filter(|_| !context.has_inherited) {
                reading.changes.unknown.push(text);
                reading.lost += lost;
            }
            match outcome {
                Outcome::Made(mut made, lost) => {
                    // "The title and the background in yellow".
                    for part in waiting.drain(..) {
                        let shared = made.iter().filter(|change| change.suits(part)).cloned();
                        let shared: Vec<_> = shared.map(|change| Change { part, ..change }).collect();
                        made.splice(..0, shared);
                    }
                    reading.lost += lost;
                    for change in made {
                        // "The cat is small, enlarge it": the order counts, not the complaint.
                        let is_same = |known: &Change| {
                            let is_size = matches!((&known.action, &change.action), (Action::Size(_), Action::Size(_)));
                            let is_one = known.part == change.part && known.target == change.target;
                            *known == change || is_size && is_one
                        };
                        reading.changes.made.retain(|known| !is_same(known));
                        reading.changes.made.push(change);
                    }
                }
                Outcome::Ignored => {}
                Outcome::NoOrder => reading.changes.unknown.push(clause.text().to_owned()),
                Outcome::Named(part) if spans.first().is_some_and(|next| next.is_joined) => waiting.push(part),
                Outcome::Failed | Outcome::Named(_) => failed = Some((clause.text().to_owned(), clause.words())),
            }
        }
        if let Some((text, lost)) = failed {
            reading.changes.unknown.push(text);
            reading.lost += lost;
        }
        reading
    }

    /// Whether a clause and the next one are one order, although a comma or "and" is between them.
    fn is_one(&self, clause: &Clause<'_>, span: &Span, next: &Span, context: &Context) -> bool {
        if !next.is_joined {
            return false;
        }
        let both = Clause::new(self, span.tokens.start..next.tokens.end, span.is_joined);
        let next_clause = Clause::new(self, next.tokens.clone(), true);
        // "Not A, but B".
        both.replaces_across(next.tokens.start)
            // "Remove, please, the logo".
            || clause.is_unfinished() && (next_clause.is_polite() || !context.is_set() && next_clause.has_part())
            // "The logo, you can remove it".
            || clause.is_name() && next_clause.is_unfinished()
            // "Yellow and bold text".
            || clause.is_value() && !context.is_set() && next_clause.has_part()
    }

    /// The change of a label: "title: …" or "subject: …". The rest of the line is the value.
    fn labelled(&self) -> Option<Change> {
        let colon = self.tokens.iter().position(|token| token.kind == TokenKind::Colon)?;
        let before: Vec<&Cue> = self.cues.iter().take_while(|cue| cue.end <= colon).collect();
        let part = before.iter().find_map(|cue| cue.part())?;
        let is_label = |cue: &&&Cue| {
            let named =
                cue.part() == Some(part) && cue.meanings.len() == 1 || cue.is(Meaning::Another) || cue.is(Meaning::Set);
            named || cue.is_around() && !cue.is(Meaning::Aspect)
        };
        let is_word = |token: &Token| token.is_word();
        if !before.iter().all(|cue| is_label(&cue)) || !self.tokens.get(..colon)?.iter().all(is_word) {
            return None;
        }
        let value = self.text.get(self.tokens.get(colon)?.end..)?;
        labelled(part, value)
    }

    /// The clauses. A comma or "and" separates clauses if an order begins behind it.
    fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let mut start = 0;
        let mut is_joined = false;
        let mut push = |range: Range<usize>, is_joined: bool| {
            if !range.is_empty() {
                spans.push(Span {
                    tokens: range,
                    is_joined,
                });
            }
        };
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            let and = self.cues.iter().find(|cue| cue.start == at && cue.is(Meaning::And));
            let sign = self.text.get(token.start..token.end).unwrap_or_default();
            if token.kind == TokenKind::Mark {
                push(start..at, is_joined);
                is_joined = matches!(sign, "," | "，" | "、" | "،" | "&" | "+" | "/");
                (start, at) = (at + 1, at + 1);
            } else if let Some(and) = and {
                // Korean "빼고" is "remove" and "and": such a word ends its clause.
                let end = if and
                    .meanings
                    .iter()
                    .any(|meaning| !matches!(meaning, Meaning::And | Meaning::Filler))
                {
                    and.end
                } else {
                    at
                };
                push(start..end, is_joined);
                is_joined = true;
                (start, at) = (and.end, and.end);
            } else if at > start && self.words.joins(token) {
                push(start..at, is_joined);
                is_joined = true;
                (start, at) = (at, at + 1);
            } else {
                at += 1;
            }
        }
        push(start..self.tokens.len(), is_joined);
        spans
    }

    /// Whether a clause only goes on with the text before it.
    fn continues(&self, span: &Span) -> bool {
        let mut cues = self.cues_in(&span.tokens).peekable();
        span.is_joined
            && cues.peek().is_some()
            && !cues.clone().any(Cue::is_telling)
            && cues.any(|cue| !cue.is(Meaning::Polite))
    }
}
