//! Joins a clause that is no complete thought with the next clause.

use super::{
    candidate::{Candidate, Rank},
    is_end_of, trim_end,
};
use crate::composer::headline::{
    clause::{Clause, Token, is_question_mark, lowered},
    kind::is_joint,
    rules::{self, MAX_BOTH, MAX_WEIGHT, Sentence, weight},
    vocabulary::{Vocabulary, role::Role},
};
use lexicon::Feature;

/// The largest weight of "X: Y" and "X, Y" if X is a name, which is no complete thought, in tenths of a word.
const MAX_JOINED: usize = 75;
/// The largest weight of "X: Y" and "X, Y" if X is a complete thought, in tenths of a word.
const MAX_COMPLETE: usize = 60;
/// The largest weight of "X: Y" and "X, Y" if X is a complete thought and Y a question, in tenths of a word.
const MAX_ASKED: usize = 68;
/// The largest weight of the part before a colon that is not complete alone, in tenths of a word.
const MAX_TITLE: usize = 25;
/// The largest weight of the words behind a comma that explain two words before it: "my uncle, a bearer in Seville".
const MAX_ADDED: usize = 30;
/// The largest weight of a relative clause behind a noun that says little alone: "5 things, which you …".
const MAX_RELATIVE: usize = 75;

/// Whether the dash joins two names: "the night train Moscow – Vladivostok".
fn is_route(before: &[Token], after: &[Token]) -> bool {
    let is_capital = |word: &Token| word.text.starts_with(char::is_uppercase);
    before.len() > 1 && before.last().is_some_and(is_capital) && after.first().is_some_and(is_capital)
}

/// What two clauses make together.
pub(super) struct Joined {
    pub(super) words: Vec<Token>,
    /// The index of the second clause.
    pub(super) at: usize,
    /// Whether the last of the words may be the last of a headline: it ends the second clause, or no word there waits
    /// for more.
    pub(super) may_end: bool,
    /// The largest weight of the headline, in tenths of a word.
    pub(super) limit: usize,
}

/// A clause that is joined with the next clause: "Titanic: the last 24 hours", "Dune, the film that changed
/// everything". A short name before a colon or comma is no complete thought.
pub(super) fn joined(
    best: &Candidate,
    clauses: &[Clause],
    language: &'static Vocabulary,
    noun: &[String],
) -> Option<Joined> {
    let clause = clauses.get(best.at)?;
    // The sides of "X vs Y" are complete: "Cat vs dog: who is smarter?"
    let lower = lowered(&best.words);
    if (1..lower.len()).any(|at| is_joint(&lower, at, language)) {
        return None;
    }
    let next = Candidate::new(clauses, best.at + 1, language).filter(|next| next.rank == Rank::Full)?;
    let is_question = clauses
        .get(next.at)
        .and_then(|next| next.mark)
        .is_some_and(is_question_mark);
    // A count such as "10 mistakes, which …" is no complete thought either.
    let behind_count = best.words.iter().skip_while(|word| word.is_count(language));
    let told = behind_count.filter(|word| !language.is_small(&word.lower)).count();
    let is_name = told == 1 || told == 2 && weight(&next.words.iter().collect::<Vec<_>>(), language) <= MAX_ADDED;
    let mark = match clause.mark? {
        '–' | '—'
            if best.rank >= Rank::Full
                && !language.has_feature(Feature::CapitalizesNouns)
                && is_route(&best.words, &next.words) =>
        {
            '–'
        }
        ':' | '：' | '–' | '—' if best.rank >= Rank::Full => ':',
        // The second half of a question is the question: "my dog is afraid, what can I do?"
        mark @ (',' | '،') if is_name && best.rank == Rank::Full || is_question && best.rank >= Rank::Full => mark,
        _ => return None,
    };
    // The first item of a list is no explanation: "hamster: cage, wheel, food".
    let next_mark = clauses.get(next.at).and_then(|next| next.mark);
    let is_item = next.words.len() == 1 && matches!(next_mark, Some(',' | '،'));
    if is_item {
        return None;
    }
    let refs: Vec<&Token> = next.words.iter().collect();
    let before: Vec<&Token> = best.words.iter().collect();
    let weight_before = weight(&before, language);
    let words_of_name = if language.has_feature(Feature::WritesSyllables) {
        5
    } else {
        2
    };
    let most = if told <= words_of_name {
        MAX_JOINED
    } else if is_question {
        MAX_ASKED
    } else {
        MAX_COMPLETE
    };
    let sentence = Sentence {
        words: &refs,
        language,
        limit: most.saturating_sub(weight_before),
        noun,
    };
    let has_digit = |words: &[Token]| words.iter().any(Token::has_digit);
    let names_subject = best.words.iter().any(|word| noun.contains(&word.lower));
    let is_title = weight_before <= MAX_TITLE;
    let first = refs.first().map_or("", |word| word.lower.as_str());
    let is_relative = mark == ','
        && (language.is(first, Role::Joint)
            || language.has_feature(Feature::RelativeArticles) && language.is(first, Role::Article));
    let mut behind = match rules::whole(&sentence) {
        Some(behind) => behind,
        None if is_relative => rules::whole(&Sentence {
            limit: MAX_RELATIVE,
            ..sentence
        })?,
        None if is_title => rules::headline(&sentence).filter(|words| sentence.fits(words))?,
        // "Don't go to bed without knowing this: my bank charged me 40 €": the number is the message.
        None if has_digit(&next.words) && !has_digit(&best.words) && !names_subject => {
            return Some(Joined {
                words: next.words,
                at: next.at,
                may_end: next.reaches_end,
                limit: MAX_WEIGHT,
            });
        }
        None => return None,
    };
    let is_cut = !is_end_of(&behind, &refs) || !next.reaches_end;
    trim_end(&mut behind, is_cut, language);
    if is_cut && behind.last().is_some_and(|last| language.cannot_end(&last.lower)) {
        return None;
    }
    let mut words = best.words.clone();
    if let Some(last) = words.last_mut() {
        // Some languages have a space before a colon, and a dash has one everywhere; no line breaks there.
        let space = if language.has_feature(Feature::SpacesMarks) && mark == ':' || mark == '–' {
            "\u{a0}"
        } else {
            ""
        };
        last.text = format!("{}{space}{mark}", last.text);
    }
    words.extend(behind.into_iter().cloned());
    let all: Vec<&Token> = words.iter().collect();
    let fits = Sentence {
        limit: if is_relative { MAX_BOTH } else { most },
        ..sentence
    }
    .fits(&all);
    fits.then_some(Joined {
        words,
        at: next.at,
        may_end: true,
        limit: MAX_BOTH,
    })
}
