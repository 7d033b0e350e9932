//! Reads a line as each language, and chooses the reading that understands most of it.

use super::{
    Changes,
    clause::{Clause, Context, Outcome},
    cue::{Cue, Meaning},
    token::{Token, TokenKind, tokens},
    vocabulary::Vocabulary,
};
use crate::language::Language;
use std::{cmp::Reverse, ops::Range};

/// A line, read as one language.
#[derive(Debug, Default)]
struct Reading {
    changes: Changes,
    /// How many words were not understood.
    lost: usize,
    /// How many words have no meaning.
    foreign: usize,
    /// How many words have a meaning.
    known: usize,
}

/// The changes that a line asks for.
pub(super) fn read(line: &str) -> Changes {
    let tokens = tokens(line);
    let told = Language::of(line);
    let scripts = Language::of_script(line);
    let is_written = |words: &&Vocabulary| scripts.is_empty() || scripts.contains(&words.language);
    let readings = Vocabulary::all().iter().filter(is_written).map(|words| {
        let reading = Line::new(line, &tokens, words).read();
        (words.language, reading)
    });
    let best = readings
        .min_by_key(|(language, reading)| (reading.lost, reading.foreign, Reverse(reading.known), *language != told));
    best.map_or_else(Changes::default, |(_, reading)| reading.changes)
}

/// A line and the meanings of its words in one language.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) words: &'static Vocabulary,
    pub(super) cues: Vec<Cue>,
}

/// The tokens of a clause, and whether only a comma or "and" is before it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    tokens: Range<usize>,
    is_joined: bool,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, tokens: &'a [Token], words: &'static Vocabulary) -> Self {
        Self {
            text,
            tokens,
            words,
            cues: words.cues(tokens),
        }
    }

    fn read(&self) -> Reading {
        let mut reading = Reading {
            foreign: self.cues.iter().filter(|cue| cue.is_unknown()).count(),
            known: self
                .cues
                .iter()
                .filter(|cue| cue.is_telling())
                .map(|cue| cue.end - cue.start)
                .sum(),
            ..Reading::default()
        };
        if let Some(change) = self.labelled() {
            reading.changes.made.push(change);
            return reading;
        }
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
                        let shared: Vec<_> = shared.map(|change| super::Change { part, ..change }).collect();
                        made.splice(..0, shared);
                    }
                    reading.lost += lost;
                    let new = made.into_iter().filter(|change| !reading.changes.made.contains(change));
                    let new: Vec<_> = new.collect();
                    reading.changes.made.extend(new);
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
    fn labelled(&self) -> Option<super::Change> {
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
        super::clause::labelled(part, value)
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

    pub(super) fn cues_in(&self, range: &Range<usize>) -> impl Iterator<Item = &Cue> + Clone {
        let range = range.clone();
        self.cues
            .iter()
            .filter(move |cue| cue.start >= range.start && cue.end <= range.end)
    }

    /// The text of these tokens, as the caller wrote it.
    pub(super) fn text_of(&self, range: &Range<usize>) -> &'a str {
        let tokens = self.tokens.get(range.clone()).unwrap_or_default();
        let (first, last) = (
            tokens.first().map(|token| token.start),
            tokens.last().map(|token| token.end),
        );
        let text = first.zip(last).and_then(|(start, end)| self.text.get(start..end));
        text.unwrap_or_default().trim()
    }
}
