//! Rates the clauses of a prompt as headlines.

use crate::composer::headline::{
    clause::{Clause, Token, lowered},
    kind::is_joint,
    order::{Topic, announces_next, is_look, is_quality, tells, topic},
    vocabulary::{Vocabulary, role::Role},
};

/// The longest word that is picked, in characters. Longer words are typing errors or codes.
const MAX_WORD: usize = 32;
/// The number of words about a topic from which "a cooking video" is a headline without an order behind it.
const MIN_TOLD: usize = 3;

/// How well a clause serves as a headline, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The rest of a clause that describes the picture's appearance.
    Leftover,
    /// The clause only names a kind of picture or announces the next clause.
    Hint,
    /// A later clause orders a picture without a word such as "about", so its words may only describe the picture.
    Wish,
    Full,
    /// The clause says what the channel or the podcast is about.
    Channel,
    /// An order or an announcement names the topic here.
    Announced,
}

/// A clause that may be the headline, without the order around it.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) rank: Rank,
    pub(super) words: Vec<Token>,
    /// The index of the clause.
    pub(super) at: usize,
    /// Whether the words are all words of the clause.
    pub(super) is_whole: bool,
    /// Whether the last of the words is the last of the clause.
    pub(super) reaches_end: bool,
}

impl Candidate {
    /// The clause at this index without the order around it; `None` if nothing is left to print.
    pub(super) fn new(clauses: &[Clause], at: usize, language: &'static Vocabulary) -> Option<Self> {
        let clause = clauses.get(at)?;
        let topic = topic(&clause.words, language);
        let shown: Vec<&Token> = topic.words.iter().filter(|word| is_printable(word, language)).collect();
        let (shown, is_about_looks) = without_looks(&shown, language);
        let is_bare_medium = |word: &Token| topic.is_bare && language.is(&word.lower, Role::Medium);
        let shown = without_anybody(shown, language)
            .iter()
            .filter(|word| !is_bare_medium(word));
        let words: Vec<Token> = shown.map(|word| (*word).clone()).collect();
        let is_whole = words.len() == clause.words.len();
        // A clause of small words is a headline if it is no rest of an order: "before and after".
        let is_pair = is_whole && words.len() > 2 && !topic.is_announced;
        let has_content = words.iter().any(|word| !language.is_small(&word.lower));
        let is_direction = at > 0
            && clause
                .words
                .first()
                .is_some_and(|word| language.is(&word.lower, Role::Direction));
        let rank = if is_about_looks || is_direction {
            Rank::Leftover
        } else if at > 0 && topic.is_vague {
            Rank::Wish
        } else {
            rank(&words, clause, &topic, language)
        };
        let before = at.checked_sub(1).and_then(|at| clauses.get(at));
        let leads_here = |before: &Clause| !before.ends_sentence() && announces_next(&before.words, language);
        let rank = if rank == Rank::Full && before.is_some_and(leads_here) {
            Rank::Announced
        } else {
            rank
        };
        (has_content || is_pair).then(|| Self {
            rank,
            is_whole,
            reaches_end: words.last() == clause.words.last(),
            words,
            at,
        })
    }
}

/// The rank of the words of a clause.
fn rank(words: &[Token], clause: &Clause, topic: &Topic, language: &Vocabulary) -> Rank {
    let is = |word: &Token, role: Role| language.is(&word.lower, role);
    let content = || words.iter().filter(|word| !language.is_small(&word.lower));
    let told = content().filter(|word| !is(word, Role::Faint)).count();
    let has_number = words.iter().any(Token::has_digit);
    let only_names_medium = topic.is_bare && told < MIN_TOLD && !has_number;
    let is_tag = words
        .iter()
        .all(|word| is(word, Role::Tag) || language.is_small(&word.lower));
    let is_medium = |word: &Token| is(word, Role::Medium) || is(word, Role::Thumbnail);
    let names_medium = words.last().is_some_and(is_medium) || clause.words.last().is_some_and(is_medium);
    let announces = clause.has_colon() && (is_tag || names_medium);
    let is_order = content().all(|word| is(word, Role::Order) || is(word, Role::Medium));
    // "This is episode 8 of my podcast": which episode it is.
    let has = |role: Role| clause.words.iter().any(|word| is(word, role));
    let is_part_of_series = !topic.is_announced && has(Role::Channel) && has(Role::Episode);
    if only_names_medium || announces || is_order || topic.is_channel_name || is_part_of_series {
        Rank::Hint
    } else if topic.is_announced && topic.is_of_channel {
        Rank::Channel
    } else if topic.is_announced {
        Rank::Announced
    } else {
        Rank::Full
    }
}

fn is_printable(word: &Token, language: &Vocabulary) -> bool {
    !is_quality(&word.lower, language) && word.text.chars().count() <= MAX_WORD
}

/// Removes the description of the appearance. Returns the words before the first word about appearance, cut before the
/// preposition that leads to it, and `false`: "a fox" of "a fox with a blurred background". If no words are left before
/// it, returns the words after the last one about appearance, and `true`.
fn without_looks<'a, 't>(words: &'a [&'t Token], language: &Vocabulary) -> (&'a [&'t Token], bool) {
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
    let lower = lowered(before.iter().copied());
    // "Canon vs Nikon [lighting]": both sides stay.
    let compares = (1..lower.len()).any(|at| is_joint(&lower, at, language));
    // "How to learn Node.js [layout]": the words before the preposition say nothing.
    let asks = language.entry_length(&lower, Role::Question) > 0
        && !tells(kept.iter().copied(), language)
        && tells(before.iter().copied(), language);
    if compares || asks {
        return (before, false);
    }
    if !kept.is_empty() {
        return (kept, false);
    }
    let last = words.iter().rposition(is_look).unwrap_or(at);
    (words.get(last + 1..).unwrap_or_default(), true)
}

/// Removes an unspecific person and the pose: "a man holding a burning laptop" becomes "burning laptop". Another deed
/// stays: "a man eating a burger" becomes "eating a burger".
fn without_anybody<'a, 't>(words: &'a [&'t Token], language: &Vocabulary) -> &'a [&'t Token] {
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
