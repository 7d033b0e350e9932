//! Joins a clause that is no complete thought with the next clause.

use super::{
    candidate::{Candidate, Rank},
    is_end_of, trim_end,
};
use crate::composer::headline::{
    clause::{Clause, Token, is_question_mark, lowered},
    kind::is_joint,
    rules::{self, Sentence},
    vocabulary::{Vocabulary, role::Role},
    word::MAX_WORDS,
};
use lexicon::Feature;

/// The largest number of words with a meaning of their own in a title before a colon: "Titanic: the last 24 hours".
const MAX_TITLE: usize = 2;
/// The largest number of words of a choice between two things.
const MAX_CHOICE: usize = 5;
/// The largest number of words behind a comma that explain two words before it: "my uncle, a bearer in Seville".
const MAX_ADDED: usize = 4;

/// The smallest number of words to which the clause behind a colon is shortened.
const MIN_SHORTENED: usize = 2;

/// Whether the dash joins two names: "the night train Moscow – Vladivostok".
fn is_route(before: &[Token], after: &[Token]) -> bool {
    let is_capital = |word: &Token| word.text.starts_with(char::is_uppercase);
    before.len() > 1 && before.last().is_some_and(is_capital) && after.first().is_some_and(is_capital)
}

/// "Die du [vor dem Kauf eines Wohnmobils] wissen musst": the relative clause without its details, in languages with
/// its verb at the end.
fn relative<'t>(words: &[&'t Token], language: &Vocabulary) -> Option<Vec<&'t Token>> {
    let [relative, who, rest @ ..] = words else { return None };
    let is = |word: &Token, role: Role| language.is(&word.lower, role);
    let is_relative = language.has_feature(Feature::RelativeArticles) && is(relative, Role::Article);
    let names_who = is(who, Role::Pronoun) || is(who, Role::Determiner);
    let verbs = 1 + usize::from(rest.last().is_some_and(|last| is(last, Role::Helper)));
    let verbs = rest.get(rest.len().checked_sub(verbs)?..)?;
    (is_relative && names_who).then(|| [&[*relative, *who], verbs].concat())
}

/// Whether the words are two things to choose from: "petrol or electric".
pub(super) fn is_choice(words: &[&str], language: &Vocabulary) -> bool {
    let is_inside = |at: usize| words.get(at).is_some_and(|word| language.is(word, Role::Or));
    words.len() <= MAX_CHOICE && (1..words.len().saturating_sub(1)).any(is_inside)
}

/// What two clauses make together.
pub(super) struct Joined {
    pub(super) words: Vec<Token>,
    /// The index of the second clause.
    pub(super) at: usize,
    /// Whether the last of the words may be the last of a headline: it ends the second clause, or no word there waits
    /// for more.
    pub(super) may_end: bool,
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
    let is_choice = is_choice(&lower, language);
    let next = Candidate::new(clauses, best.at + 1, language).filter(|next| next.rank == Rank::Full)?;
    let is_question = clauses
        .get(next.at)
        .and_then(|next| next.mark)
        .is_some_and(is_question_mark);
    // A count such as "10 mistakes, which …" is no complete thought either.
    let behind_count = best.words.iter().skip_while(|word| word.is_count(language));
    let meaning = behind_count.filter(|word| !language.is_small(&word.lower)).count();
    let is_name = meaning == 1 || meaning == 2 && next.words.len() <= MAX_ADDED;
    let is_numbered = next.words.len() == 2 && next.words.iter().any(|word| word.is_count(language));
    let mark = match clause.mark? {
        '–' | '—'
            if best.rank >= Rank::Full
                && !language.has_feature(Feature::CapitalizesNouns)
                && is_route(&best.words, &next.words) =>
        {
            '–'
        }
        ':' | '：' | '–' | '—' if best.rank >= Rank::Full => ':',
        // Behind the bar is often the name of the channel, or the season of a series.
        '|' if (meaning == 1 || is_name && is_numbered) && best.rank == Rank::Full => ':',
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
    let sentence = Sentence {
        words: &refs,
        language,
        most: MAX_WORDS.saturating_sub(best.words.len()),
        noun,
    };
    let names_subject = best.words.iter().any(|word| noun.contains(&word.lower));
    // "La Llorona: the legend [that terrifies Mexico]".
    let explains = meaning == 1 && refs.first().is_some_and(|word| language.is(&word.lower, Role::Article));
    let has_digit = |words: &[&Token]| words.iter().any(|word| word.has_digit());
    let says_enough = |words: &Vec<&Token>| explains || sentence.content_words(words) > 1 || has_digit(words);
    let may_shorten = meaning <= MAX_TITLE && sentence.most >= MIN_SHORTENED;
    let counts = best.words.first().is_some_and(|word| word.is_count(language)) && meaning == 1;
    let relative = || relative(&refs, language).filter(|words| counts && words.len() <= sentence.most);
    let shortened = || rules::complete(&sentence).filter(|words| may_shorten && says_enough(words));
    let behind = rules::whole(&sentence)
        .or_else(|| rules::without_fillers(&sentence))
        .or_else(relative)
        .or_else(|| shortened().filter(|_| !is_choice))
        .filter(|words| words.len() <= sentence.most);
    let Some(mut behind) = behind else {
        // "Don't go to bed without knowing this: my bank charged me 40 €": the number is the message. A single word
        // says little.
        let alone = rules::complete(&Sentence {
            most: MAX_WORDS,
            ..sentence
        });
        let has_message = |words: &Vec<&Token>| sentence.told(words) > 1 && has_digit(words);
        let is_message = alone.is_some_and(|words| has_message(&words)) && !best.words.iter().any(Token::has_digit);
        let first = next.words.first().map_or("", |word| word.lower.as_str());
        let is_relative = language.is(first, Role::Joint)
            || language.has_feature(Feature::RelativeArticles) && language.is(first, Role::Article);
        let says_more = meaning == 1 && !is_relative && sentence.content_words(&refs) > 1;
        let is_better = !is_choice && !names_subject && (is_message || says_more);
        return is_better.then_some(Joined {
            words: next.words,
            at: next.at,
            may_end: next.reaches_end,
        });
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
    Some(Joined {
        words,
        at: next.at,
        may_end: true,
    })
}
