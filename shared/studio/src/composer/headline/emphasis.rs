//! Chooses the emphasised word of a headline.

mod phrase;

use super::{
    clause::{Clause, is_count, lower},
    vocabulary::{Vocabulary, role::Role},
    word::Word,
};
use crate::composer::writing::{is_digit, is_unspaced};
use lexicon::Feature;
use phrase::{Class, Phrase};
use std::{collections::HashSet, ops::Range};

/// Whether the word is needless alone: an article, a preposition, an auxiliary.
pub(super) fn is_needless(text: &str, language: &Vocabulary) -> bool {
    let word = bare(text, language);
    language.is_small(&word)
        || [Role::Close, Role::And]
            .into_iter()
            .any(|role| language.is(&word, role))
}

/// The emphasised word and the range of words that are emphasised with it. The range is empty if no word is emphasised.
/// The word has the largest weight; among equal weights, the last word is chosen. `noun` names what the picture shows.
pub(super) fn of(
    words: &[Word],
    clauses: &[Clause],
    noun: Option<&str>,
    language: &Vocabulary,
) -> (usize, Range<usize>) {
    let noun = noun.map(|noun| bare(noun, language)).unwrap_or_default();
    let bare: Vec<String> = words.iter().map(|word| bare(&word.text, language)).collect();
    let lower: Vec<&str> = bare.iter().map(String::as_str).collect();
    let phrase = Phrase::new(words, &lower, clauses, head_of(&noun, language), language);
    let weights = (0..words.len()).map(|at| (phrase.weight(at), at));
    let Some(((class, _), at)) = weights.max() else {
        return (0, 0..0);
    };
    if class <= Class::Faint {
        return (at, at..at);
    }
    let unit = together(words, at);
    let more = more_words(&phrase, class, at, &unit);
    let wider = together(words, unit.end + more - 1).start.min(unit.start)..unit.end + more;
    // If all words were emphasised, no word would stand out.
    let is_all = wider.len() >= lower.iter().filter(|word| !word.is_empty()).count();
    (at, if is_all { unit } else { wider })
}

/// How many words after `unit` are emphasised too. `unit` is the emphasised word, at the index `at`, with the words
/// that are tied to it. A number and an emotional adjective are emphasised with their noun: "5 mascaras", "best
/// cheese".
fn more_words(phrase: &Phrase, class: Class, at: usize, unit: &Range<usize>) -> usize {
    let follows = |at: &usize| {
        let word = phrase.word(*at);
        let is_spaced = phrase.words.get(*at).is_some_and(|word| !word.follows) && !is_unspaced(word);
        is_spaced
            && !phrase.is_behind_pause(*at)
            && !word.is_empty()
            && !is_count(word, phrase.language)
            && !is_needless(word, phrase.language)
    };
    let run = (unit.end..phrase.words.len()).take_while(follows).count();
    match class {
        Class::Number | Class::Money if unit.len() == 1 && !has_classifier(phrase.word(at)) => {
            let behind = phrase.lower.get(unit.end..unit.end + run).unwrap_or_default();
            let is_last = unit.end + run == phrase.words.len();
            words_to_noun(behind, &phrase.nouns, is_last, phrase.language)
        }
        Class::Strong if unit.len() == 1 && run == 1 => 1,
        _ => 0,
    }
}

/// Whether a unit is part of the number: "15m²", "9가지".
fn has_classifier(number: &str) -> bool {
    !number.ends_with(|c: char| is_digit(c) || "천만억%".contains(c))
}

/// The number of words behind a number up to the noun that the number counts: 2 in "10 money mistakes". 0 if the noun
/// is too far away.
fn words_to_noun(behind: &[&str], nouns: &HashSet<String>, is_last: bool, language: &Vocabulary) -> usize {
    let is_plural = |word: &&str| language.is_plural(word);
    if behind.len() <= 1 {
        let counts = !language.has_feature(Feature::MarksPlurals) || is_last || behind.iter().any(is_plural);
        return if counts { behind.len() } else { 0 };
    }
    let near = || behind.iter().take(3);
    let end = if language.has_feature(Feature::MarksPlurals) {
        near().position(is_plural)
    } else if language.has_feature(Feature::CapitalizesNouns) && !nouns.is_empty() {
        near().position(|word| nouns.contains(*word))
    } else if language.has_feature(Feature::VerbsEndLikePlurals) {
        let end = near().position(is_plural);
        end.filter(|end| behind.iter().take(*end).all(|word| language.lists(word)))
    } else if language.has_feature(Feature::WritesSyllables)
        && behind.get(..2).is_some_and(|noun| language.lists(&noun.join(" ")))
    {
        // Most nouns have two syllables.
        Some(1)
    } else if language.has_feature(Feature::NoPluralBehindNumbers) && behind.len() == 2 {
        Some(1)
    } else {
        near().position(|word| !language.is_adjective(word))
    };
    end.map_or(0, |end| end + 1)
}

/// The words that are emphasised with the word at this index: the parts of a name or of a noun, a number and its unit.
pub(super) fn together(words: &[Word], at: usize) -> Range<usize> {
    let belongs = |at: &usize| words.get(*at).is_some_and(|word| word.is_tied && !word.follows);
    let before = (1..=at).rev().take_while(belongs).count();
    let after = (at + 1..words.len()).take_while(belongs).count();
    at - before..(at + after + 1).min(words.len())
}

/// The head of a noun phrase: "car" in "car of my father", "coche" in "coche de segunda mano". `None` for a phrase such
/// as "remove the mould", which is no noun phrase.
fn head_of<'a>(noun: &'a str, language: &Vocabulary) -> Option<&'a str> {
    let parts: Vec<&str> = noun.split_whitespace().collect();
    let is_phrase = parts.iter().any(|part| is_needless(part, language));
    match parts.as_slice() {
        [head, link, ..] if is_phrase => {
            let is_joined = language.is(link, Role::Link) || language.is(link, Role::Close);
            (is_joined && !is_needless(head, language)).then_some(*head)
        }
        _ if is_phrase => None,
        [.., last] if language.has_feature(Feature::HeadIsLast) => Some(*last),
        [first, ..] => Some(*first),
        [] => None,
    }
}

/// The word in lower case, without the punctuation around it. A product's name also loses its possessive "'s".
pub(super) fn bare(word: &str, language: &Vocabulary) -> String {
    let lower = lower(word);
    let is_sign = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹' | '%' | '+' | '#' | '&' | '→' | '-');
    let trimmed = lower.trim_matches(|c: char| !c.is_alphanumeric() && !is_mark_of_word(c) && !is_sign(c));
    let owner = trimmed.strip_suffix("'s").filter(|word| language.is(word, Role::Name));
    owner.unwrap_or(trimmed).to_owned()
}

/// Whether the character is a vowel sign of an Indic script, which belongs to the letter before it.
const fn is_mark_of_word(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{963}' | '\u{981}'..='\u{9e3}')
}

/// The capitalised words that are not the first of a clause, in lower case; empty if most words are capitalised, or all
/// nouns.
pub(super) fn names(clauses: &[Clause], language: &Vocabulary) -> HashSet<String> {
    let words = || clauses.iter().flat_map(|clause| &clause.words);
    let is_capital = |text: &str| text.starts_with(char::is_uppercase);
    let capitals = words().filter(|word| is_capital(&word.text)).count();
    if capitals * 5 > words().count() * 3 || language.has_feature(Feature::CapitalizesNouns) {
        return HashSet::new();
    }
    let later = clauses.iter().flat_map(|clause| clause.words.iter().skip(1));
    later
        .filter(|word| is_capital(&word.text))
        .map(|word| bare(&word.text, language))
        .collect()
}
