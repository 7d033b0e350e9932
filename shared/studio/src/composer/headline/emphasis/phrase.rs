//! The words of a headline, and how striking each is.

use super::{bare, is_needless, names};
use crate::composer::{
    headline::{
        clause::{Clause, is_count},
        eastern,
        vocabulary::{Vocabulary, role::Role},
        word::Word,
    },
    writing::{is_digit, is_han, is_unspaced},
};
use lexicon::Feature;
use std::collections::{HashMap, HashSet};

/// The weight of a word: its class, then a number that orders the words of a class.
pub(super) type Weight = (Class, u64);

/// The classes of words, the most striking last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Nothing,
    Small,
    /// Years, numbers that are part of a name, the verb after an opening, words like "guide".
    Faint,
    Verb,
    Plain,
    /// The head of a noun phrase that no preposition stands before.
    Head,
    Name,
    Product,
    Strong,
    /// The word that names what the picture shows.
    Shown,
    /// A word in capitals among words that are not.
    Loud,
    Number,
    Money,
}

/// The words of a headline, and what is known about them. The methods take the index of a word.
pub(super) struct Phrase<'a> {
    pub(super) words: &'a [Word],
    /// The words in lower case, without punctuation.
    pub(super) lower: &'a [&'a str],
    pub(super) language: &'a Vocabulary,
    /// The German nouns.
    pub(super) nouns: HashSet<String>,
    names: HashSet<String>,
    /// The heads of noun phrases, with their ranks.
    heads: HashMap<usize, u64>,
    /// Whether a comma, a colon or a dash ends the word.
    pauses: Vec<bool>,
    /// The main word of what the picture shows: "car" in "car of my father".
    shown: Option<&'a str>,
    /// Whether a word has small letters.
    is_mixed: bool,
}

impl<'a> Phrase<'a> {
    pub(super) fn new(
        words: &'a [Word],
        lower: &'a [&'a str],
        clauses: &[Clause],
        shown: Option<&'a str>,
        language: &'a Vocabulary,
    ) -> Self {
        let mut phrase = Self {
            words,
            lower,
            language,
            nouns: nouns(clauses, language),
            names: names(clauses, language),
            heads: HashMap::new(),
            pauses: words.iter().map(|word| word.text.ends_with([',', ':', '–'])).collect(),
            shown,
            is_mixed: words.iter().any(|word| word.text.chars().any(char::is_lowercase)),
        };
        phrase.heads = heads(lower, &phrase.pauses, |at| phrase.is_verb(at), language);
        phrase
    }

    /// The word in lower case; empty if there is no word with this index.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.lower.get(at).copied().unwrap_or_default()
    }

    /// The word that stands before this one, in lower case; empty for the first word.
    fn before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    pub(super) fn is_behind_pause(&self, at: usize) -> bool {
        at > 0 && self.pauses.get(at - 1).copied().unwrap_or_default()
    }

    /// How striking the word is.
    pub(super) fn weight(&self, at: usize) -> Weight {
        let (word, language, is_number) = (self.word(at), self.language, self.is_number(at));
        let text = self.words.get(at).map_or("", |word| word.text.as_str());
        if word.is_empty() {
            (Class::Nothing, 0)
        } else if is_number && text.contains(['$', '€', '£', '¥', '₹']) {
            (Class::Money, value(word))
        } else if is_number {
            (Class::Number, value(word))
        } else if self.is_mixed && is_loud(text) {
            (Class::Loud, 0)
        } else if is_strong(word, language) || eastern::is_strong(word, language) {
            // The first strong word describes the others: "the biggest mistake".
            (Class::Strong, u64::try_from(self.words.len() - at).unwrap_or_default())
        } else if language.is(word, Role::Name) || is_mark(word) {
            (Class::Product, telling_length(word))
        } else if is_needless(word, language) {
            (Class::Small, 0)
        } else if self.is_shown(word) && !is_count(word, language) && !self.names.contains(word) {
            (Class::Shown, telling_length(word))
        } else if self.is_faint(at) {
            (Class::Faint, 0)
        } else if self.names.contains(word) {
            (Class::Name, telling_length(word))
        } else if let Some(rank) = self.heads.get(&at) {
            // The words before a comma or a colon are the topic of the words behind it.
            let is_topic = self.pauses.get(at).copied().unwrap_or_default();
            (Class::Head, if is_topic { u64::MAX } else { *rank })
        } else if self.is_verb(at) {
            (Class::Verb, telling_length(word))
        } else {
            (Class::Plain, telling_length(word))
        }
    }

    /// Whether the word is a number that says how much or how many.
    fn is_number(&self, at: usize) -> bool {
        let (word, before, language) = (self.word(at), self.before(at), self.language);
        is_count(word, language)
            && !is_year(self.words, at)
            && !language.is(before, Role::Name)
            && !is_series_noun(before)
            && !is_ordinal(word)
            // The number of a lesson says little, the number of a day says a lot.
            && (!language.is(before, Role::Step) || language.is(before, Role::Span))
            && !is_part_of_name(self.words, at, before, language)
    }

    /// Whether the word names what the picture shows.
    fn is_shown(&self, word: &str) -> bool {
        self.shown
            .is_some_and(|noun| word == noun || is_unspaced(noun) && word.contains(noun))
    }

    /// Whether most other words of the headline are more informative.
    fn is_faint(&self, at: usize) -> bool {
        let (word, language) = (self.word(at), self.language);
        is_count(word, language)
            || language.is(word, Role::Faint)
            || language.is(word, Role::Filler)
            || language.is(word, Role::Order)
            || is_series_noun(word)
            || is_verb_of_opening(self.lower, at, language)
    }

    fn is_verb(&self, at: usize) -> bool {
        let word = self.word(at);
        !self.nouns.is_empty() && !self.nouns.contains(word) || self.language.is_verb(word)
    }
}

/// How many characters of the word carry meaning. In Japanese and Chinese, only ideographs and katakana do.
fn telling_length(word: &str) -> u64 {
    let is_telling =
        |c: &char| !is_unspaced(word) || is_han(*c) || ('ァ'..='ー').contains(c) || c.is_ascii_alphanumeric();
    u64::try_from(word.chars().filter(is_telling).count()).unwrap_or(u64::MAX)
}

/// The German nouns of a prompt, which are its capitalised words, in lower case; empty if the prompt has no word in
/// lower case or no capital inside a sentence, and in other languages.
fn nouns(clauses: &[Clause], language: &Vocabulary) -> HashSet<String> {
    let words = || clauses.iter().flat_map(|clause| &clause.words);
    let is_capital = |text: &str| text.starts_with(char::is_uppercase);
    let has_both = words().any(|word| word.text.chars().all(char::is_lowercase))
        && clauses
            .iter()
            .any(|clause| clause.words.iter().skip(1).any(|word| is_capital(&word.text)));
    if !language.has_feature(Feature::CapitalizesNouns) || !has_both {
        return HashSet::new();
    }
    words()
        .filter(|word| is_capital(&word.text))
        .map(|word| bare(&word.text, language))
        .collect()
}

/// Whether the number at this index is tied to the name before it: "Volvo 240".
fn is_part_of_name(words: &[Word], at: usize, before: &str, language: &Vocabulary) -> bool {
    let is_word = before.starts_with(char::is_alphabetic) && !before.contains('$') && !before.chars().any(is_digit);
    at > 0
        && is_word
        && words.get(at).is_some_and(|word| word.is_tied && !word.follows)
        && ![Role::Step, Role::Rank]
            .into_iter()
            .any(|role| language.is(before, role))
}

/// The value of a number, because larger numbers impress more.
fn value(word: &str) -> u64 {
    let digits: String = word
        .chars()
        .filter_map(|c| c.to_digit(10).or_else(|| indic_digit(c)))
        .filter_map(|digit| char::from_digit(digit, 10))
        .take(12)
        .collect();
    let unit = match word.trim_end_matches('+').chars().next_back() {
        Some('k') => 1_000,
        Some('m') => 1_000_000,
        _ => 1,
    };
    digits.parse::<u64>().unwrap_or_default().saturating_mul(unit)
}

fn is_loud(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().count() > 1 && letters().any(char::is_uppercase) && !letters().any(char::is_lowercase)
}

/// The value of an Arabic, Devanagari or Bengali digit.
fn indic_digit(c: char) -> Option<u32> {
    let zeros = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}'].map(u32::from);
    zeros
        .iter()
        .find_map(|zero| u32::from(c).checked_sub(*zero).filter(|digit| *digit < 10))
}

/// The heads of noun phrases: of each run of words that mean something, the last or the first, by the language. Phrases
/// after a preposition are details. Each head has a rank among the heads.
fn heads(
    words: &[&str],
    pauses: &[bool],
    is_verb: impl Fn(usize) -> bool,
    language: &Vocabulary,
) -> HashMap<usize, u64> {
    // Phrases without spaces are compared by their ideographs.
    if language.has_feature(Feature::Unspaced) {
        return HashMap::new();
    }
    let is_content = |at: usize| {
        words.get(at).is_some_and(|word| {
            !word.is_empty()
                && !language.is_small(word)
                && !is_count(word, language)
                && !language.is(word, Role::Faint)
                && !is_verb_of_opening(words, at, language)
                && !is_verb(at)
        })
    };
    let before = |at: usize, role: Role| {
        at.checked_sub(1)
            .and_then(|at| words.get(at))
            .is_some_and(|word| language.is(word, role))
    };
    let is_detail = |start: usize| {
        // "Without getting lucky": the verb stands between the preposition and the word.
        let is_faint = |at: &usize| {
            !pauses.get(*at).copied().unwrap_or_default()
                && words
                    .get(*at)
                    .is_some_and(|word| language.is(word, Role::Faint) && !language.is_small(word))
        };
        let start = start - (0..start).rev().take_while(is_faint).count();
        let is_determined = before(start, Role::Article) || before(start, Role::Determiner);
        before(start, Role::Link) || is_determined && before(start - 1, Role::Link)
    };
    let is_behind_pause = |at: usize| at > 0 && pauses.get(at - 1).copied().unwrap_or_default();
    let begins = |at: usize| at == 0 || !is_content(at - 1) || is_behind_pause(at);
    let starts = (0..words.len()).filter(|at| is_content(*at) && begins(*at));
    let (details, plain): (Vec<usize>, Vec<usize>) = starts.partition(|start| is_detail(*start));
    // "In our house a fox": without another phrase, what follows the detail is the head.
    let behind_detail = details
        .iter()
        .filter(|start| **start == 1)
        .map(|start| start + 1)
        .filter(|at| is_content(*at));
    let plain = if plain.is_empty() {
        behind_detail.collect()
    } else {
        plain
    };
    plain
        .into_iter()
        .map(|start| {
            let run = (start..words.len()).take_while(|at| is_content(*at) && (*at == start || !is_behind_pause(*at)));
            let length = run.count();
            // In languages with the head last, the longest phrase is the most telling; in others, the first phrase is
            // the topic.
            let (head, rank) = if language.has_feature(Feature::HeadIsLast) {
                let letters = words.get(start + length - 1).map_or(0, |word| word.chars().count());
                (start + length - 1, length * 100 + letters)
            } else {
                (start, usize::MAX - start)
            };
            (head, u64::try_from(rank).unwrap_or(u64::MAX))
        })
        .collect()
}

/// Whether the word is the verb after an opening: “how to (build) a deck”, “I (challenged) a boxer”, “cómo (aprender)
/// inglés”. The object of the verb says more.
fn is_verb_of_opening(words: &[&str], at: usize, language: &Vocabulary) -> bool {
    match words.get(..at) {
        Some(["how", "to"]) => true,
        // Verbs at the beginning: "dejé mi trabajo", "building a rocket".
        Some([]) => {
            words.len() > 2
                && words
                    .first()
                    .is_some_and(|word| language.is_past(word) || language.is_participle(word, words.get(1).copied()))
        }
        Some([first]) => {
            let asks_how = matches!(*first, "cómo" | "como" | "comment" | "come" | "как" | "як" | "jak");
            let asks_before_verb =
                language.has_feature(Feature::VerbFollowsQuestion) && language.is(first, Role::Question);
            words.len() > 2 && (language.is(first, Role::First) || asks_how || asks_before_verb)
        }
        _ => false,
    }
}

/// Whether the word is emotional, or a superlative.
fn is_strong(word: &str, language: &Vocabulary) -> bool {
    language.is(word, Role::Strong) || language.is_superlative(word)
}

/// Whether the number is an English ordinal: "5th".
fn is_ordinal(word: &str) -> bool {
    ["st", "nd", "rd", "th"].iter().any(|ending| word.ends_with(ending))
}

/// Whether a number after the word is not a count.
fn is_series_noun(word: &str) -> bool {
    matches!(
        word,
        "model"
            | "version"
            | "series"
            | "type"
            | "generation"
            | "gen"
            | "mark"
            | "level"
            | "grade"
            | "class"
            | "no"
            | "war"
            | "chapter"
            | "season"
    )
}

/// Whether the word is a product code of letters and digits: "M3", "GPT-6".
fn is_mark(lower: &str) -> bool {
    lower.starts_with(char::is_alphabetic) && lower.chars().any(is_digit)
}

/// Whether the word at this index is a year, not a count: "1987", or at the end of a phrase "1521".
fn is_year(words: &[Word], at: usize) -> bool {
    let digits = words
        .get(at)
        .map(|word| word.text.trim_end_matches([',', ':', '.', '!', '?']));
    let digit = |c: char| c.to_digit(10).or_else(|| indic_digit(c));
    let year = digits.and_then(|text| text.chars().map(digit).collect::<Option<Vec<u32>>>());
    let Some([thousands, hundreds, _, _]) = year.as_deref() else {
        return false;
    };
    let has_unit = words.get(at + 1).is_some_and(|next| next.is_tied);
    match thousands * 10 + hundreds {
        19 | 20 => !has_unit,
        10..=18 => words.get(at + 1).is_none_or(|next| next.is_small),
        _ => false,
    }
}
