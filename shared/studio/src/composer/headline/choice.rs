//! Picks the words to print from a prompt that quotes none.

mod candidate;
mod joint;

use super::{
    clause::{Clause, Token, clauses, is_question_mark, lowered},
    emphasis::names,
    rules::{self, Sentence},
    vocabulary::{Vocabulary, role::Role},
    word::{MAX_WORDS, Word, ties},
};
use candidate::{Candidate, Rank};
use joint::{Joined, is_choice, joined};
use lexicon::Feature;
use std::collections::HashSet;

/// The number of clauses that are considered.
const MAX_CLAUSES: usize = 40;

/// The headline of a text, in capitals. `noun` has the words that name what the picture shows, in lower case.
pub(super) fn picked(text: &str, language: &'static Vocabulary, noun: &[String]) -> Vec<Word> {
    let clauses = clauses(text, language);
    let Some(best) = best(&clauses, language, noun) else {
        return Vec::new();
    };
    let joined = joined(&best, &clauses, language, noun);
    let Joined {
        words,
        at: last,
        may_end,
    } = joined.unwrap_or_else(|| Joined {
        words: best.words.clone(),
        at: best.at,
        may_end: best.reaches_end,
    });
    let begins_with_article = words.len() > 1 && words.first().is_some_and(|word| is_needless_article(word, language));
    let refs: Vec<&Token> = words.iter().skip(usize::from(begins_with_article)).collect();
    let sentence = Sentence {
        words: &refs,
        language,
        most: MAX_WORDS,
        noun,
    };
    let Some(mut chosen) = rules::headline(&sentence) else {
        return Vec::new();
    };
    let is_cut = chosen.len() < refs.len();
    let asks = clauses
        .get(last)
        .and_then(|clause| clause.mark)
        .is_some_and(is_question_mark);
    // "I read it and understood, why …": the verb needs the next clause, so this clause is cut at its end.
    let goes_on = clauses.get(last).is_some_and(|clause| clause.mark == Some(','))
        && clauses
            .get(last + 1)
            .and_then(|next| next.words.first())
            .is_some_and(|first| language.is(&first.lower, Role::Joint) || language.is(&first.lower, Role::Question));
    // "Warum Norwegen so reich ist [und wir nicht]": the verb ends the first half.
    let next = refs.get(chosen.len()).filter(|_| begins_question(&chosen, language));
    let ends_half = next.is_some_and(|next| language.is(&next.lower, Role::And))
        && language.has_feature(Feature::SplitsVerbs)
        && chosen
            .first()
            .zip(refs.first())
            .is_some_and(|(a, b)| std::ptr::eq(*a, *b));
    let is_cut_at_end = !ends_half && !is_end_of(&chosen, &refs) || !may_end || goes_on;
    if is_cut_at_end || !asks {
        trim_end(&mut chosen, is_cut_at_end, language);
    }
    let is_cut_at_start = chosen
        .first()
        .zip(refs.first())
        .is_some_and(|(a, b)| !std::ptr::eq(*a, *b));
    trim_start(&mut chosen, is_cut_at_start, language);
    let reaches_end = is_end_of(&chosen, &refs);
    let mark = mark_of(&chosen, reaches_end, last, &clauses, language);
    // "Could you make a thumbnail about foxes?": the question is the order.
    let is_order = best.rank > Rank::Full && !begins_question(&chosen, language);
    let is_complete = !is_cut && best.is_whole;
    let drops_question = begins_question(&refs, language) && !begins_question(&chosen, language);
    printed(
        &chosen,
        mark.filter(|mark| !is_order && !drops_question && (*mark != '!' || is_complete)),
        &names(&clauses, language),
        language,
    )
}

/// Whether the last of the chosen words is the last word.
fn is_end_of(chosen: &[&Token], words: &[&Token]) -> bool {
    let last = chosen.last().zip(words.last());
    last.is_some_and(|(a, b)| std::ptr::eq(*a, *b))
}

/// The clause with the highest rank; of equal clauses, the first. But a clause of a later sentence is better if it
/// names the subject, and if the earlier sentence neither names the subject nor asks nor has two words with a meaning
/// of their own.
fn best(clauses: &[Clause], language: &'static Vocabulary, noun: &[String]) -> Option<Candidate> {
    let names_subject = |candidate: &Candidate| candidate.words.iter().any(|word| noun.contains(&word.lower));
    let mut best: Option<Candidate> = None;
    for at in 0..clauses.len().min(MAX_CLAUSES) {
        let Some(candidate) = Candidate::new(clauses, at, language) else {
            continue;
        };
        let is_better = best.as_ref().is_none_or(|best| {
            let between = clauses.get(best.at..at).unwrap_or_default();
            let is_later_sentence = between.iter().any(Clause::ends_sentence);
            // "Allergies – what helps?" is a title, even if it does not name what the picture shows.
            let end = between
                .iter()
                .position(Clause::ends_sentence)
                .map_or(between.len(), |end| end + 1);
            let sentence = between.iter().take(end);
            let asks = sentence.clone().any(|clause| clause.mark.is_some_and(is_question_mark));
            let told = sentence.flat_map(|clause| &clause.words);
            let tells_little = !asks && told.filter(|word| !language.is_small(&word.lower)).count() < 2;
            let names_more = tells_little && names_subject(&candidate) && !names_subject(best) && is_later_sentence;
            candidate.rank > best.rank || candidate.rank == best.rank && names_more
        });
        if is_better {
            best = Some(candidate);
        }
    }
    best
}

/// The mark at the end of the headline: a question mark if the words are the question, or its beginning.
fn mark_of(chosen: &[&Token], reaches_end: bool, at: usize, clauses: &[Clause], language: &Vocabulary) -> Option<char> {
    let mark = clauses.get(at)?.mark;
    let is_question =
        |mark: &char| is_question_mark(*mark) || *mark == ';' && language.has_feature(Feature::SemicolonAsks);
    if reaches_end
        && let Some(mark) =
            mark.filter(|mark| is_question(mark) || *mark == '!' && language.has_feature(Feature::OpensMarks))
    {
        return Some(mark);
    }
    let end = clauses
        .iter()
        .skip(at)
        .find(|clause| clause.ends_sentence())?
        .mark
        .filter(is_question)?;
    // Turkish asks at the end: "yüz yüze eğitim mi".
    let ends_question = chosen
        .last()
        .is_some_and(|last| language.is(&last.lower, Role::Question));
    let is_choice = is_choice(&lowered(chosen.iter().copied()), language);
    (ends_question || is_choice || begins_question(chosen, language)).then_some(end)
}

fn begins_question(words: &[&Token], language: &Vocabulary) -> bool {
    language.entry_length(&lowered(words.iter().copied()), Role::Question) > 0
}

/// Removes words at the end that need another word behind them, such as "the". Once a word is removed, the rest is only
/// a part of the sentence, for which the rule is stricter.
fn trim_end(words: &mut Vec<&Token>, mut is_cut: bool, language: &Vocabulary) {
    let is_small = |word: &Token, role: Role| language.is(&word.lower, role);
    if let [start @ .., joint, last] = words.as_slice()
        && is_cut
        && start.len() > 1
        && is_small(joint, Role::Joint)
        && is_small(last, Role::Pronoun)
        && !is_small(joint, Role::And)
    {
        // "5 mistakes that everybody makes [when they]".
        words.truncate(words.len() - 2);
    }
    while words.len() > 1
        && words.last().is_some_and(|word| {
            if is_cut {
                language.cannot_end(&word.lower)
            } else {
                language.is_loose_end(&word.lower)
            }
        })
    {
        words.pop();
        is_cut = true;
    }
}

/// Whether the word is an indefinite article, where headlines may do without.
fn is_needless_article(word: &Token, language: &Vocabulary) -> bool {
    language.is(&word.lower, Role::Indefinite)
}

/// Removes words at the beginning that continue a sentence, and the indefinite article where headlines
/// may do without it.
fn trim_start(words: &mut Vec<&Token>, is_cut: bool, language: &Vocabulary) {
    let begins = |word: &&Token| {
        let role = if is_cut { Role::Joint } else { Role::And };
        let is_joint = language.is(&word.lower, role) && !language.is(&word.lower, Role::Question);
        is_joint || is_needless_article(word, language)
    };
    while words.len() > 1 && words.first().is_some_and(begins) {
        words.remove(0);
    }
}

/// The words in capitals, with the question or exclamation mark of the sentence where the language puts it.
fn printed(words: &[&Token], mark: Option<char>, names: &HashSet<String>, language: &Vocabulary) -> Vec<Word> {
    let originals: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let mut texts: Vec<String> = originals.iter().map(|text| language.capitals(text)).collect();
    if let Some(mark) = mark {
        let space = if language.has_feature(Feature::SpacesMarks) {
            "\u{a0}"
        } else {
            ""
        };
        if let Some(last) = texts.last_mut() {
            *last = format!("{last}{space}{mark}");
        }
        // The opening mark stands where the question begins: "EL SUELDO, ¿ES JUSTO?".
        let joint = texts
            .iter()
            .take(words.len() - 1)
            .rposition(|text| text.ends_with([',', ':']));
        if let Some(first) = texts
            .get_mut(joint.map_or(0, |at| at + 1))
            .filter(|_| language.has_feature(Feature::OpensMarks))
        {
            let opening = if mark == '!' { '¡' } else { '¿' };
            *first = format!("{opening}{first}");
        }
    }
    let ties = ties(&originals, names, language);
    let words = texts.into_iter().zip(ties);
    words
        .map(|(text, is_tied)| Word {
            text,
            follows: false,
            is_tied,
            is_small: false,
            breaks: Vec::new(),
        })
        .collect()
}
