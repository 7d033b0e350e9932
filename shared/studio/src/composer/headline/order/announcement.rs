//! Finds the topic behind words that announce it: "in this video I explain".

use crate::composer::headline::{
    clause::{Token, lowered},
    vocabulary::{Vocabulary, role::Role},
};
use lexicon::Feature;

/// The largest number of words before the verb of "in this video I explain".
const TELLING_REACH: usize = 7;

/// The words after the last announcement of a topic: "…, and this episode is about".
pub(super) fn behind_announcement<'a>(words: &'a [Token], language: &Vocabulary) -> Option<&'a [Token]> {
    let lower = lowered(words);
    (0..words.len()).rev().find_map(|at| {
        let length = language.entry_length(lower.get(at..)?, Role::Announcement);
        words.get(at + length..).filter(|rest| length > 0 && !rest.is_empty())
    })
}

/// The number of words before the topic in "in this video I explain to you about", or in "in which I explain" after an
/// order, and how many of them are "about". `bridge` is the preposition directly before the words.
pub(super) fn told_from(
    words: &[Token],
    bridge: Option<&Token>,
    is_ordered: bool,
    language: &Vocabulary,
) -> Option<(usize, usize)> {
    let lower = lowered(words);
    let is = |at: usize, role: Role| lower.get(at).is_some_and(|word| language.is(word, role));
    let length_at = |at: usize, role: Role| language.entry_length(lower.get(at..).unwrap_or_default(), role);
    let verb = (0..words.len().min(TELLING_REACH)).find(|at| length_at(*at, Role::Telling) > 0)?;
    let is_opening = |at: &usize| {
        let is_small = lower.get(*at).is_some_and(|word| language.is_small(word));
        is_small || is(*at, Role::Order) || is(*at, Role::Medium) || is(*at, Role::Episode)
    };
    let names_medium = (0..verb).any(|at| is(at, Role::Medium) && !is(at, Role::Channel));
    let asks = length_at(0, Role::Question) > 0 && !is(0, Role::Link);
    let begins = |roles: &[Role]| roles.iter().enumerate().all(|(at, role)| is(at, *role));
    let in_which_i =
        language.has_feature(Feature::RelativeArticles) && begins(&[Role::Link, Role::Article, Role::First]);
    let in_which = begins(&[Role::Link, Role::Joint])
        || begins(&[Role::Link, Role::Question])
        || begins(&[Role::Joint]) && !begins(&[Role::Question]);
    let is_led = match (0..verb).filter(|at| !is_opening(at)).count() {
        0 => names_medium && !asks || is_ordered || in_which_i,
        // "In which a biologist explains": the relative clause says who explains.
        1 | 2 => in_which,
        _ => false,
    };
    // "About the monster [mostro]", "for cover songs": behind a preposition or an article, the word is a noun.
    let before = match verb.checked_sub(1) {
        Some(before) => words.get(before),
        None => bridge,
    };
    let is_noun = before.is_some_and(|before| {
        let is = |role: Role| language.is(&before.lower, role);
        let leads_to_verb = is(Role::Infinitive) || is(Role::Purpose) || is(Role::Joint);
        (is(Role::Link) || is(Role::Article) || is(Role::Determiner)) && !leads_to_verb
    });
    if !is_led || is_noun {
        return None;
    }
    let mut at = verb + length_at(verb, Role::Telling);
    let is_small = |at: usize| is(at, Role::First) || lower.get(at).is_some_and(|word| language.is_recipient(word));
    while is_small(at) && length_at(at, Role::Question) == 0 {
        at += 1;
    }
    let about = length_at(at, Role::About);
    Some((at + about, about))
}

/// The topic inside "in dem ich drei Rasenroboter vergleiche", in languages with the verb at the end of such a clause.
pub(super) fn told_inside<'a>(words: &'a [Token], language: &Vocabulary) -> Option<&'a [Token]> {
    let [link, relative, who, topic @ .., verb] = words else {
        return None;
    };
    let is = |word: &Token, role: Role| language.is(&word.lower, role);
    let is_relative =
        language.has_feature(Feature::RelativeArticles) && is(link, Role::Link) && is(relative, Role::Article);
    (is_relative && is(who, Role::First) && is(verb, Role::Telling) && !topic.is_empty()).then_some(topic)
}

/// The words after phrases that introduce a topic: "in this video".
pub(super) fn without_lead<'a>(words: &'a [Token], language: &Vocabulary) -> &'a [Token] {
    let mut rest = words;
    loop {
        let lower = lowered(rest);
        let lead = language.entry_length(&lower, Role::Lead);
        // Phrases that lead to a clause end in a conjunction: "a video about that …".
        let length = if lead == 0 && rest.len() < words.len() {
            let joint = lower
                .first()
                .filter(|word| language.is(word, Role::Joint) && !language.is(word, Role::Question));
            usize::from(joint.is_some())
        } else {
            lead
        };
        match rest.get(length..) {
            Some(tail) if length > 0 => rest = tail,
            _ => return rest,
        }
    }
}
