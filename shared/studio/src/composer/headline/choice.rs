//! Picks the words to print from a prompt that quotes none.

use super::{
    clause::{Clause, Token, clauses, is_question_mark},
    language::{Language, role::Role},
    order::{is_look, is_quality, topic},
    rules::{self, MAX_WEIGHT, Sentence, weight},
    word::{Word, ties},
};

/// The longest word that is picked, in characters. Longer ones are typing errors or codes.
const MAX_WORD: usize = 32;
/// The number of clauses that are considered.
const MAX_CLAUSES: usize = 40;
/// The largest weight of "X: Y" and "X, Y", in tenths of a word.
const MAX_JOINED: usize = 60;
/// The largest weight of a relative clause behind a noun that says little alone: "5 things, which you …".
const MAX_RELATIVE: usize = 75;
/// The largest weight of the part before a colon that is not complete alone, in tenths of a word.
const MAX_TITLE: usize = 25;

/// How well a clause serves as a headline, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The rest of a clause that describes the picture's appearance.
    Leftover,
    /// The clause only names a kind of picture or announces the next clause.
    Hint,
    Full,
    /// The clause says what the channel or the podcast is about.
    Channel,
    /// An order or an announcement names the topic here.
    Announced,
}

/// A clause that may be the headline, without the order around it.
#[derive(Debug)]
struct Candidate {
    rank: Rank,
    words: Vec<Token>,
    /// The index of the clause.
    at: usize,
    /// Whether the words are all words of the clause.
    is_whole: bool,
    /// Whether the last of the words is the last of the clause.
    reaches_end: bool,
}

/// The headline of a text, in capitals.
pub(super) fn picked(text: &str, language: &'static Language) -> Vec<Word> {
    let clauses = clauses(text, language);
    let Some(best) = best(&clauses, language) else {
        return Vec::new();
    };
    let joined = joined(&best, &clauses, language);
    let is_joined = joined.is_some();
    let limit = joined
        .as_ref()
        .map_or(MAX_WEIGHT, |_| MAX_WEIGHT + MAX_RELATIVE - MAX_JOINED);
    let (words, last) = joined.unwrap_or_else(|| (best.words.clone(), best.at));
    let refs: Vec<&Token> = words.iter().collect();
    let sentence = Sentence {
        words: &refs,
        language,
        limit,
    };
    let Some(mut chosen) = rules::headline(&sentence) else {
        return Vec::new();
    };
    let is_cut = chosen.len() < refs.len();
    let asks = clauses
        .get(last)
        .and_then(|clause| clause.mark)
        .is_some_and(is_question_mark);
    let is_cut_at_end = !is_end_of(&chosen, &refs) || !is_joined && !best.reaches_end;
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
    printed(
        &chosen,
        mark.filter(|mark| !is_order && (*mark != '!' || is_complete)),
        language,
    )
}

/// Whether the last of the chosen words is the last word.
fn is_end_of(chosen: &[&Token], words: &[&Token]) -> bool {
    let last = chosen.last().zip(words.last());
    last.is_some_and(|(a, b)| std::ptr::eq(*a, *b))
}

/// The clause with the highest rank; if clauses tie, the first.
fn best(clauses: &[Clause], language: &'static Language) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    for at in 0..clauses.len().min(MAX_CLAUSES) {
        let Some(candidate) = candidate(clauses, at, language) else {
            continue;
        };
        if best.as_ref().is_none_or(|best| candidate.rank > best.rank) {
            best = Some(candidate);
        }
    }
    best
}

fn candidate(clauses: &[Clause], at: usize, language: &'static Language) -> Option<Candidate> {
    let clause = clauses.get(at)?;
    let topic = topic(&clause.words, language);
    let shown: Vec<&Token> = topic.words.iter().filter(|word| is_printable(word, language)).collect();
    let (shown, is_about_looks) = without_looks(&shown, language);
    let shown = without_anybody(shown, language);
    let is_bare_medium = |word: &Token| topic.is_bare && (language.is(&word.lower, Role::Medium));
    let words: Vec<Token> = shown
        .iter()
        .filter(|word| !is_bare_medium(word))
        .map(|word| (*word).clone())
        .collect();
    let is_order_word = |word: &Token| language.is(&word.lower, Role::Order) || language.is(&word.lower, Role::Medium);
    let content = || words.iter().filter(|word| !language.is_small(&word.lower));
    let told = content().filter(|word| !language.is(&word.lower, Role::Faint)).count();
    let is_pair = words.len() > 2 && !topic.is_announced && words.len() == clause.words.len();
    if content().next().is_none() && !is_pair {
        return None;
    }
    let first = clause.words.first().map_or("", |word| word.lower.as_str());
    let is_direction = at > 0 && language.is(first, Role::Direction);
    let has_number = words.iter().any(|word| word.has_digit());
    let is_tag = clause.has_colon()
        && words
            .iter()
            .all(|word| language.is(&word.lower, Role::Tag) || language.is_small(&word.lower));
    let ends_in_medium = || {
        words
            .last()
            .is_some_and(|word| language.is(&word.lower, Role::Medium) || language.is(&word.lower, Role::Thumbnail))
    };
    let announces = clause.has_colon() && (is_tag || ends_in_medium());
    let rank = if is_about_looks || is_direction {
        Rank::Leftover
    } else if topic.is_bare && told < 3 && !has_number || announces || content().all(is_order_word) {
        Rank::Hint
    } else if topic.is_announced && topic.is_of_channel {
        Rank::Channel
    } else if topic.is_announced {
        Rank::Announced
    } else {
        Rank::Full
    };
    Some(Candidate {
        rank,
        is_whole: words.len() == clause.words.len(),
        reaches_end: words.last() == clause.words.last(),
        words,
        at,
    })
}

/// A clause that is joined with the next one, and the index of that one: "Titanic: the last 24 hours", "Dune, the film
/// that changed everything". A short name before a colon or comma is no thought without what follows.
fn joined(best: &Candidate, clauses: &[Clause], language: &'static Language) -> Option<(Vec<Token>, usize)> {
    let clause = clauses.get(best.at)?;
    let next = candidate(clauses, best.at + 1, language).filter(|next| next.rank == Rank::Full)?;
    let is_question = clauses
        .get(next.at)
        .and_then(|next| next.mark)
        .is_some_and(is_question_mark);
    // The count of "10 mistakes, which …" is no thought either.
    let behind_count = best.words.iter().skip_while(|word| word.is_count(language));
    let is_name = behind_count.filter(|word| !language.is_small(&word.lower)).count() == 1;
    let mark = match clause.mark? {
        ':' | '：' if best.rank >= Rank::Full => ':',
        // The second half of a question is the question: "my dog is afraid, what can I do?"
        mark @ (',' | '،') if is_name && best.rank == Rank::Full || is_question && best.rank >= Rank::Full => mark,
        _ => return None,
    };
    let refs: Vec<&Token> = next.words.iter().collect();
    let before: Vec<&Token> = best.words.iter().collect();
    let weight_before = weight(&before, language);
    let sentence = Sentence {
        words: &refs,
        language,
        limit: MAX_JOINED.saturating_sub(weight_before),
    };
    let has_digit = |words: &[Token]| words.iter().any(Token::has_digit);
    let is_title = weight_before <= MAX_TITLE;
    let first = refs.first().map_or("", |word| word.lower.as_str());
    let is_relative =
        mark == ',' && (language.is(first, Role::Joint) || language.code == "de" && language.is(first, Role::Article));
    let mut behind = match rules::whole(&sentence) {
        Some(behind) => behind,
        None if is_relative => rules::whole(&Sentence {
            limit: MAX_RELATIVE,
            ..sentence
        })?,
        None if is_title => rules::headline(&sentence).filter(|words| sentence.fits(words))?,
        // "Don't go to bed without knowing this: my bank charged me 40 €": the number is the message.
        None if has_digit(&next.words) && !has_digit(&best.words) => return Some((next.words, next.at)),
        None => return None,
    };
    let is_cut = !is_end_of(&behind, &refs) || !next.reaches_end;
    trim_end(&mut behind, is_cut, language);
    let mut words = best.words.clone();
    if let Some(last) = words.last_mut() {
        // French has a space before a colon, at which no line breaks.
        let space = if language.code == "fr" && mark == ':' {
            "\u{a0}"
        } else {
            ""
        };
        last.text = format!("{}{space}{mark}", last.text);
    }
    words.extend(behind.into_iter().cloned());
    let all: Vec<&Token> = words.iter().collect();
    let fits = Sentence {
        limit: if is_relative {
            MAX_WEIGHT + MAX_RELATIVE - MAX_JOINED
        } else {
            MAX_WEIGHT
        },
        ..sentence
    }
    .fits(&all);
    fits.then_some((words, next.at))
}

/// The mark at the end of the headline: a question mark if the words are the question, or its beginning.
fn mark_of(chosen: &[&Token], reaches_end: bool, at: usize, clauses: &[Clause], language: &Language) -> Option<char> {
    let mark = clauses.get(at)?.mark;
    let is_question = |mark: &char| is_question_mark(*mark) || *mark == ';' && language.code == "el";
    if reaches_end && let Some(mark) = mark.filter(|mark| is_question(mark) || *mark == '!' && language.code == "es") {
        return Some(mark);
    }
    let end = clauses
        .iter()
        .skip(at)
        .find(|clause| clause.ends_sentence())?
        .mark
        .filter(is_question)?;
    begins_question(chosen, language).then_some(end)
}

fn begins_question(words: &[&Token], language: &Language) -> bool {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    language.entry_length(&lower, Role::Question) > 0
}

/// Removes words at the end that wait for more.
fn trim_end(words: &mut Vec<&Token>, is_cut: bool, language: &Language) {
    let is_open = |word: &&Token| {
        if is_cut {
            language.cannot_end(&word.lower)
        } else {
            language.is_loose_end(&word.lower)
        }
    };
    while words.len() > 1 && words.last().is_some_and(is_open) {
        words.pop();
    }
}

/// Removes words at the beginning that continue a sentence, and the English article.
fn trim_start(words: &mut Vec<&Token>, is_cut: bool, language: &Language) {
    let begins = |word: &&Token| {
        let role = if is_cut { Role::Joint } else { Role::And };
        let is_joint = language.is(&word.lower, role) && !language.is(&word.lower, Role::Question);
        is_joint || language.code == "en" && matches!(word.lower.as_str(), "a" | "an")
    };
    while words.len() > 1 && words.first().is_some_and(begins) {
        words.remove(0);
    }
}

/// The words as they are printed, with the mark of the sentence by the habits of the language.
fn printed(words: &[&Token], mark: Option<char>, language: &Language) -> Vec<Word> {
    let originals: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let mut texts: Vec<String> = originals.iter().map(|text| language.capitals(text)).collect();
    if let Some(mark) = mark {
        let space = if language.code == "fr" { "\u{a0}" } else { "" };
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
            .filter(|_| language.code == "es")
        {
            let opening = if mark == '!' { '¡' } else { '¿' };
            *first = format!("{opening}{first}");
        }
    }
    let ties = ties(&originals, language);
    let words = texts.into_iter().zip(ties);
    words
        .map(|(text, is_tied)| Word {
            text,
            follows: false,
            is_tied,
        })
        .collect()
}

fn is_printable(word: &Token, language: &Language) -> bool {
    !is_quality(&word.lower, language) && word.text.chars().count() <= MAX_WORD
}

/// Removes the description of the appearance. Returns the words before the first word about appearance, cut before the
/// preposition that leads to it, and `false`: "a fox" of "a fox with a blurred background". If no words are left before
/// it, returns the words after the last one about appearance, and `true`.
fn without_looks<'a, 't>(words: &'a [&'t Token], language: &Language) -> (&'a [&'t Token], bool) {
    let is_look = |word: &&Token| is_look(&word.lower, language);
    let Some(at) = words.iter().position(is_look) else {
        return (words, false);
    };
    let before = words.get(..at).unwrap_or_default();
    let cut = before
        .iter()
        .rposition(|word| language.begins_part(&word.lower))
        .unwrap_or(0);
    let kept = before.get(..cut).unwrap_or_default();
    if !kept.is_empty() {
        return (kept, false);
    }
    let last = words.iter().rposition(is_look).unwrap_or(at);
    (words.get(last + 1..).unwrap_or_default(), true)
}

/// Removes an unspecific person and the pose: "a man holding a burning laptop" becomes "burning laptop". Another deed
/// stays: "a man eating a burger" becomes "eating a burger".
fn without_anybody<'a, 't>(words: &'a [&'t Token], language: &Language) -> &'a [&'t Token] {
    let is = |at: usize, role: Role| words.get(at).is_some_and(|word| language.is(&word.lower, role));
    let Some(at) = (0..words.len().min(4)).find(|at| is(*at, Role::Anybody)) else {
        return words;
    };
    let does = words.get(at + 1).map_or("", |word| word.lower.as_str());
    let start = if is(at + 1, Role::Pose) {
        at + 2
    } else if does.ends_with("ing") {
        at + 1
    } else {
        return words;
    };
    let rest = words.get(start..).unwrap_or_default();
    let small = rest.iter().take_while(|word| language.cannot_end(&word.lower)).count();
    match rest.get(small..) {
        Some(rest) if rest.len() > 1 => rest,
        _ => words,
    }
}
