//! Orders with gaps: "replace A with B".

use super::{
    cue::{Cue, Meaning},
    dictionary::{Dictionary, Fits, WordId},
    names::Part,
    token::{Token, TokenKind, spans},
};
use std::ops::Range;

/// How much of a text the name of a part determines, in letters.
const PART: usize = 3;

/// What a template is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// B stands where A was.
    Replace,
    /// The words A are emphasised.
    Emphasise,
    /// The title is A.
    Write,
    /// The subject is A.
    Show,
    /// A is taken away.
    Omit,
}

#[derive(Debug)]
enum Item {
    Word(WordId),
    /// A word for the part.
    Part(Part),
    Gap(Gap),
}

/// The name of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    A,
    B,
}

/// Words with gaps between them.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) purpose: Purpose,
    items: Vec<Item>,
    /// How much of a text the template determines.
    pub(super) weight: usize,
}

/// The tokens in the gaps of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gaps {
    pub(super) a: Range<usize>,
    pub(super) b: Range<usize>,
}

impl Purpose {
    pub(super) fn of_list(list: &str) -> Option<Self> {
        Some(match list {
            "replace" => Self::Replace,
            "emphasise" => Self::Emphasise,
            "write" => Self::Write,
            "show" => Self::Show,
            "omit" => Self::Omit,
            _ => return None,
        })
    }
}

impl Template {
    /// Reads an entry. `None` if it lacks a gap that its purpose needs, or has no word.
    pub(super) fn read(purpose: Purpose, entry: &str, dictionary: &mut Dictionary) -> Option<Self> {
        let mut items = Vec::new();
        let mut weight = 0;
        for (_, start, end) in spans(entry) {
            items.push(match entry.get(start..end)? {
                "A" => Item::Gap(Gap::A),
                "B" => Item::Gap(Gap::B),
                name if entry.get(..start)?.ends_with('<') => {
                    weight += PART;
                    Item::Part(Part::of_list(name)?)
                }
                _ => {
                    let word = dictionary.word(entry, start, end)?;
                    weight += dictionary.weight(word);
                    Item::Word(word)
                }
            });
        }
        let has = |gap| {
            items
                .iter()
                .any(|item| matches!(item, Item::Gap(known) if *known == gap))
        };
        let is_complete = has(Gap::A) && has(Gap::B) == (purpose == Purpose::Replace);
        let has_word = items.iter().any(|item| !matches!(item, Item::Gap(_)));
        (is_complete && has_word).then_some(Self { purpose, items, weight })
    }

    /// Whether the last gap is open at its end, so that it may go beyond a comma.
    pub(super) fn ends_with_gap(&self) -> bool {
        matches!(self.items.last(), Some(Item::Gap(_)))
    }

    /// The gaps, if the template fits all the tokens. Words without a meaning may stand before and behind it.
    pub(super) fn fit(&self, tokens: &[Token], fits: &[Fits], cues: &[Cue]) -> Option<Gaps> {
        let text = Text { tokens, fits, cues };
        let starts = std::iter::once(0).chain(cues.iter().take_while(|cue| cue.is_around()).map(|cue| cue.end));
        // Words without a meaning may also be words of the template, so the earliest start counts.
        starts.into_iter().find_map(|start| {
            let mut gaps = Gaps::default();
            text.fit(&self.items, start, &mut gaps).then_some(gaps)
        })
    }
}

/// A text that a template is compared with.
struct Text<'a> {
    tokens: &'a [Token],
    /// The words that fit each token.
    fits: &'a [Fits],
    cues: &'a [Cue],
}

impl Text<'_> {
    /// Whether the items fit the tokens from `at` to the end. Sets the gaps.
    fn fit(&self, items: &[Item], at: usize, gaps: &mut Gaps) -> bool {
        let Some((item, rest)) = items.split_first() else {
            return self.is_around_from(at);
        };
        match item {
            Item::Word(word) => {
                if self.fits.get(at).is_some_and(|fits| fits.contains_key(word)) {
                    return self.fit(rest, at + 1, gaps);
                }
                // A sign may stand anywhere: "emphasis: now", "not A, but B".
                self.is_sign(at) && self.fit(items, at + 1, gaps)
            }
            Item::Part(part) => {
                if self.is_sign(at) {
                    return self.fit(items, at + 1, gaps);
                }
                let mut here = self.cues.iter().filter(|cue| cue.start == at);
                here.any(|cue| {
                    let is_named = cue.is(Meaning::Part(*part)) && self.fit(rest, cue.end, gaps);
                    // An article may be before the name.
                    is_named || cue.is_around() && self.fit(items, cue.end, gaps)
                })
            }
            Item::Gap(gap) => {
                let at = if self.is_sign(at) { at + 1 } else { at };
                let ends: Vec<usize> = match rest {
                    [] => vec![self.tokens.len()],
                    _ => (at + 1..=self.tokens.len()).collect(),
                };
                ends.into_iter().filter(|end| *end > at).any(|end| {
                    let range = at..end;
                    match gap {
                        Gap::A => gaps.a = range,
                        Gap::B => gaps.b = range,
                    }
                    self.fit(rest, end, gaps)
                })
            }
        }
    }

    fn is_sign(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, TokenKind::Colon | TokenKind::Mark))
    }

    fn is_around_from(&self, at: usize) -> bool {
        let behind = self.cues.iter().filter(|cue| cue.end > at);
        let has_quoted = self
            .tokens
            .get(at..)
            .unwrap_or_default()
            .iter()
            .any(|token| token.kind == TokenKind::Quoted);
        !has_quoted
            && behind
                .into_iter()
                .all(|cue| cue.start >= at && (cue.is_around() || cue.is(Meaning::Set) || cue.is(Meaning::Add)))
    }
}
