//! Picks the words to print from a prompt that quotes none.

use super::{
    clause::{Clause, Token, clauses},
    kind::joins_change,
    language::Language,
    quote,
    request::subject,
    rules::{self, Sentence, capitals, without_articles},
    vocabulary::{is_anybody, is_courtesy, is_direction, is_faint, is_instruction, is_medium, is_pose, is_quality},
};

/// The longest word that is picked, in characters. Longer ones are typing errors or codes.
const MAX_WORD: usize = 22;
/// The number of clauses that are considered.
const MAX_CLAUSES: usize = 40;

/// How well a clause serves as a headline, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The rest of a clause that describes the picture's appearance.
    Leftover,
    /// The clause only names a kind of picture or announces the next clause.
    Hint,
    Full,
}

/// The headline of a prompt, in capitals.
pub(super) fn picked(prompt: &str, all: &[Clause]) -> Vec<String> {
    let long = quote::long(prompt).map(clauses);
    let labelled = || quote::labelled(all).and_then(best);
    let found = long.as_deref().and_then(best).or_else(labelled);
    found.or_else(|| best(all)).unwrap_or_default()
}

/// The headline of the clause with the highest rank; if clauses tie, of the first.
fn best(clauses: &[Clause]) -> Option<Vec<String>> {
    let language = Language::of(clauses);
    let candidates = clauses.iter().take(MAX_CLAUSES).enumerate();
    let mut found: Option<(Rank, Vec<String>)> = None;
    for (index, clause) in candidates {
        let Some((rank, words)) = candidate(clause, index > 0, language) else {
            continue;
        };
        if found.as_ref().is_none_or(|(best, _)| rank > *best) {
            found = Some((rank, words));
        }
        if rank == Rank::Full {
            break;
        }
    }
    found.map(|(_, words)| words)
}

fn candidate(clause: &Clause, is_later: bool, language: &'static Language) -> Option<(Rank, Vec<String>)> {
    let subject = subject(&clause.words);
    let shown: Vec<&Token> = subject.words.iter().filter(|word| is_printable(word)).collect();
    let (shown, is_about_looks) = without_looks(&shown, language);
    let sentence = Sentence {
        words: without_anybody(without_articles(shown, language), language),
        language,
    };
    let words: Vec<&Token> = if subject.is_bare {
        sentence
            .words
            .iter()
            .copied()
            .filter(|word| !is_medium(&word.lower))
            .collect()
    } else {
        sentence.words.to_vec()
    };
    let sentence = Sentence {
        words: &words,
        language,
    };
    let told = words
        .iter()
        .filter(|word| !language.is_function_word(&word.lower) && !is_faint(&word.lower))
        .count();
    let is_direction = is_later && clause.words.first().is_some_and(|word| is_direction(&word.lower));
    let has_number = words.iter().any(|word| word.has_digit());
    let announces = clause.has_colon && (told < 2 || words.last().is_some_and(|word| is_medium(&word.lower)));
    let rank = if is_about_looks || is_direction {
        Rank::Leftover
    } else if subject.is_bare && told < 3 && !has_number || announces {
        Rank::Hint
    } else {
        Rank::Full
    };
    let chosen = rules::headline(&sentence)?;
    let chosen = without_dangling(without_articles(&chosen, language).to_vec(), language);
    let printed: Vec<String> = chosen.iter().map(|word| capitals(&word.text)).collect();
    let lower: Vec<&str> = chosen.iter().map(|word| word.lower.as_str()).collect();
    let is_change = (1..lower.len()).any(|at| joins_change(&lower, at));
    (is_change || sentence.content_words(&chosen) > 0).then_some((rank, printed))
}

fn is_printable(word: &Token) -> bool {
    !is_quality(&word.lower) && !is_courtesy(&word.lower) && word.text.chars().count() <= MAX_WORD
}

/// Removes the description of the appearance. Returns the words before the first word about appearance, cut before the
/// preposition that leads to it, and `false`: "a fox" of "a fox with a blurred background". If no words are left before
/// it, returns the words after the last one about appearance, and `true`.
fn without_looks<'a, 't>(words: &'a [&'t Token], language: &Language) -> (&'a [&'t Token], bool) {
    let Some(at) = words.iter().position(|word| is_instruction(&word.lower)) else {
        return (words, false);
    };
    let before = words.get(..at).unwrap_or_default();
    let cut = before
        .iter()
        .rposition(|word| language.is_link(&word.lower))
        .unwrap_or(0);
    let kept = before.get(..cut).unwrap_or_default();
    if !kept.is_empty() {
        return (kept, false);
    }
    let last = words.iter().rposition(|word| is_instruction(&word.lower)).unwrap_or(at);
    (words.get(last + 1..).unwrap_or_default(), true)
}

/// Removes an unspecific person and the pose: "a man holding a burning laptop" becomes "burning laptop". Another deed
/// stays: "a man eating a burger" becomes "eating a burger".
fn without_anybody<'a, 't>(words: &'a [&'t Token], language: &Language) -> &'a [&'t Token] {
    let Some(at) = words.iter().take(4).position(|word| is_anybody(&word.lower)) else {
        return words;
    };
    let does = words.get(at + 1).map_or("", |word| word.lower.as_str());
    let start = match does {
        pose if is_pose(pose) => at + 2,
        deed if deed.ends_with("ing") => at + 1,
        _ => return words,
    };
    let rest = words.get(start..).unwrap_or_default();
    let small = rest.iter().take_while(|word| language.cannot_end(&word.lower)).count();
    match rest.get(small..) {
        Some(rest) if rest.len() > 1 => rest,
        _ => words,
    }
}

fn without_dangling<'t>(mut words: Vec<&'t Token>, language: &Language) -> Vec<&'t Token> {
    while words.last().is_some_and(|word| language.cannot_end(&word.lower)) {
        words.pop();
    }
    words
}
