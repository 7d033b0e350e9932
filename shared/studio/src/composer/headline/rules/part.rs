//! Finds the most informative part of a long clause.

use super::Sentence;
use crate::composer::headline::{
    clause::{Token, lowered},
    kind::leads_from,
    vocabulary::role::Role,
};
use lexicon::Feature;

/// The number of words of a clause that are considered.
const MAX_READ: usize = 32;
/// The value of a word that means something.
const CONTENT: i32 = 10;
/// The value of a number together with the word that it counts.
const NUMBER: i32 = 16;
/// The value of the word that names the picture's subject.
const SUBJECT: i32 = 22;
/// The value of a name.
const NAME: i32 = 10;
/// The value of a name that says where or with whom: "across the Sahara".
const PLACE: i32 = 8;
/// The penalty for a part that consists of pieces of two clauses: "caravan with my cat and I have".
const BROKEN_CLAUSE: i32 = 18;
/// The penalty for a part that begins and ends inside the clause and has only one content word.
const LONE: i32 = 30;
/// The penalty for the gap between two parts of a sentence that are printed together.
const GAP: i32 = 10;

/// The part of the clause with the highest value: a part that begins and ends where a speaker would pause, or the
/// beginning of the clause and a number from behind it: "how to learn French … in 3 months".
pub(super) fn best_part<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = sentence.without_fillers();
    let sentence = &Sentence {
        words: &words,
        ..*sentence
    };
    let count = sentence.words.len().min(MAX_READ);
    let mut best: Option<(i32, Vec<&'t Token>)> = None;
    let mut offer = |value: i32, words: Vec<&'t Token>| {
        if sentence.fits(&words) && best.as_ref().is_none_or(|(so_far, _)| value > *so_far) {
            best = Some((value, words));
        }
    };
    for start in 0..count {
        let Some(lost) = sentence.cost_of_start(start) else {
            continue;
        };
        for end in start + 1..=count {
            let Some(lost_behind) = sentence.cost_of_end(start, end) else {
                continue;
            };
            let Some(words) = sentence.words.get(start..end) else {
                continue;
            };
            if sentence.content_words(words) == 0 {
                continue;
            }
            let lone = if start > 0 && sentence.content_words(words) < 2 {
                LONE
            } else {
                0
            };
            let value = sentence.value(start, end) - lost - lost_behind - sentence.cost_of_joints(start, end) - lone;
            offer(value, words.to_vec());
            if start == 0 && sentence.content_words(words) > 1 {
                for (from, to) in sentence.amounts(end) {
                    let amount = sentence.words.get(from..to).unwrap_or_default();
                    let value = value + sentence.value(from, to) - GAP;
                    offer(value, words.iter().chain(amount).copied().collect());
                }
            }
        }
    }
    best.map(|(_, words)| words)
}

/// The number of content words from which the beginning of a clause is a headline.
const ENOUGH: usize = 3;

/// Whether the best part is the beginning of the clause, ends before a preposition, and omits no number, no name and
/// not the subject: "juicy steak with rosemary [on a cutting board]".
pub(super) fn is_enough(sentence: &Sentence<'_, '_>) -> bool {
    if sentence.language.has_feature(Feature::VerbIsLast) {
        return false;
    }
    let Some(part) = best_part(sentence) else { return false };
    let is_beginning = sentence.words.get(..part.len()).is_some_and(|words| words == part);
    let rest = part.len()..sentence.words.len();
    let begins_detail = sentence.language.begins_part(sentence.lower(part.len()))
        && !sentence.language.joins_closely(sentence.lower(part.len()));
    let loses = |at: usize| {
        let has_digit = sentence.words.get(at).is_some_and(|word| word.has_digit());
        has_digit || sentence.is_name(at) || sentence.noun.iter().any(|noun| noun == sentence.lower(at))
    };
    is_beginning && begins_detail && sentence.content_words(&part) >= ENOUGH && !rest.into_iter().any(loses)
}

impl Sentence<'_, '_> {
    fn lower(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.lower.as_str())
    }

    fn has(&self, at: usize, role: Role) -> bool {
        self.language.is(self.lower(at), role)
    }

    /// The penalty for a part that begins at this word; `None` if no part may begin here.
    fn cost_of_start(&self, at: usize) -> Option<i32> {
        if at == 0 {
            return Some(0);
        }
        let language = self.language;
        let here = self.lower(at);
        if self.is_name(at) && self.is_name(at - 1) || self.is_name(at) && at == 1 && self.begins_with_name() {
            return None;
        }
        let is_open = [Role::Joint, Role::Helper, Role::Close]
            .iter()
            .any(|role| self.has(at, *role));
        // The article after a preposition has its case.
        if language.has_feature(Feature::InflectsArticles)
            && self.has(at - 1, Role::Link)
            && self.has(at, Role::Article)
        {
            return None;
        }
        let is_pronoun = self.has(at, Role::Pronoun) && !self.has(at, Role::Link);
        if (is_open || is_pronoun) && !self.has(at, Role::Question) || language.joins_closely(here) {
            return None;
        }
        let is_asked = self.is_question();
        if is_asked && at < self.opening() {
            return None;
        }
        let asks = if is_asked && !(at == 2 && self.lower(1) == "to") {
            60
        } else {
            0
        };
        let before = |role: Role| self.has(at - 1, role);
        let is_phrase = || !(0..self.words.len()).any(|at| language.is_small(self.lower(at)));
        let cost = if language.has_feature(Feature::VerbIsLast) {
            // A postposition belongs to the word before it.
            let is_inside =
                self.has(at, Role::Link) || [Role::Adjective, Role::Determiner, Role::Close].into_iter().any(before);
            (!is_inside).then_some(if before(Role::Link) { 6 } else { 16 })
        } else if self.has(at, Role::Article) && !before(Role::Link) {
            Some(26)
        } else if matches!(self.lower(at - 1), "para" | "pour" | "per" | "чтобы" | "щоб") {
            // The purpose is a thought of its own: "[I left my job to] open a bakery".
            Some(24)
        } else if language.begins_part(here) {
            // "À la guillotine": the words before the preposition are missing.
            None
        } else if before(Role::First) && at == 1 || self.has(0, Role::First) && at == 2 && before(Role::Helper) {
            Some(8)
        } else if self.lower(at - 1) == "to" {
            Some(12)
        } else if before(Role::Joint) {
            Some(30)
        } else if before(Role::Article) || before(Role::Determiner) || before(Role::Link) {
            let is_deep = before(Role::Link) || at > 1 && self.has(at - 2, Role::Link);
            match is_deep {
                // In languages with the head first, the part would lack the head.
                true if !language.has_feature(Feature::HeadIsLast) => None,
                true => Some(34),
                false => Some(30),
            }
        } else if language.has_feature(Feature::HeadIsLast) && is_phrase() {
            Some(8)
        } else {
            None
        };
        cost.map(|cost| cost + asks)
    }

    fn is_question(&self) -> bool {
        self.opening() > 0
    }

    /// The number of words that begin the question: "por qué".
    fn opening(&self) -> usize {
        let lower = lowered(self.words.iter().copied());
        self.language.entry_length(&lower, Role::Question)
    }

    /// The penalty for conjunctions inside a part that does not contain both clauses completely.
    fn cost_of_joints(&self, start: usize, end: usize) -> i32 {
        let inside = || start + 1..end;
        let has_and = inside().any(|at| self.language.joins_clauses(self.lower(at)));
        let is_cut = start > 0 || end < self.words.len();
        let has_joint = inside().any(|at| self.has(at, Role::Joint));
        if has_and && is_cut {
            BROKEN_CLAUSE
        } else if has_joint && end < self.words.len() {
            BROKEN_CLAUSE / 2
        } else {
            0
        }
    }

    /// The penalty for a part that ends before this word; `None` if no part may end here.
    fn cost_of_end(&self, start: usize, end: usize) -> Option<i32> {
        if end == self.words.len() {
            return Some(0);
        }
        let language = self.language;
        let last = self.lower(end - 1);
        let next = self.lower(end);
        let part = self.words.get(start..end)?;
        let has_copula = part.iter().any(|word| language.is(&word.lower, Role::Helper));
        let is_open = language.cannot_end(last) || language.is_adjective(last) && !has_copula;
        if is_open || language.is(last, Role::Question) && start + 1 < end {
            return None;
        }
        // "10 [km]", "3 [de la mañana]": the unit belongs to the number.
        let is_of_number = self.has(end, Role::Unit) || language.joins_closely(next);
        if self.words.get(end - 1).is_some_and(|word| word.has_digit()) && is_of_number {
            return None;
        }
        if language.has_feature(Feature::VerbIsLast) {
            let last_is = |role: Role| self.has(end - 1, role);
            return if self.has(end, Role::Link) {
                None
            } else if self.has(end, Role::Joint) {
                Some(6)
            } else if last_is(Role::Link) {
                (!last_is(Role::Close)).then_some(45)
            } else {
                // The verb is missing.
                Some(60)
            };
        }
        if leads_from(&lowered(part.iter().copied()), next) {
            return None;
        }
        let told = self.content_words(part);
        let again = |at: usize| at > 0 && self.lower(at + 1) == self.lower(at - 1) && self.has(at, Role::Link);
        if again(end) {
            return None;
        }
        let behind = Some(self.lower(end + 1)).filter(|_| !self.has(end + 1, Role::Joint));
        let is_participle = language.is_participle(next, behind);
        if self.has(end, Role::Close) || language.joins_closely(next) {
            // "Tears [of the Kingdom]" is one name.
            (told > 0).then_some(if self.is_name(end - 1) { 70 } else { 24 })
        } else if self.has(end, Role::Joint) {
            Some(2)
        } else if language.begins_part(next) {
            Some(5)
        } else if again(end + 1) {
            Some(4)
        } else if matches!(next, "to" | "te" | "zu" | "att") && told >= 2 {
            Some(8)
        } else if language.has_feature(Feature::ContactClauses)
            && (self.has(end, Role::First) || next == "you")
            && told >= 2
        {
            Some(6)
        } else if (is_participle && told >= 2) || self.has(end, Role::Question) {
            Some(9)
        } else {
            None
        }
    }

    /// The value of these words.
    fn value(&self, start: usize, end: usize) -> i32 {
        let mut value = 0;
        let mut has_number = false;
        let mut has_subject = false;
        for at in start..end {
            let Some(word) = self.words.get(at) else { continue };
            has_subject |= self.noun.contains(&word.lower);
            if word.has_digit() {
                has_number = true;
                value += CONTENT / 2;
            } else if !self.language.is_small(&word.lower) {
                value += CONTENT;
            } else {
                // Of two parts that say the same, the longer one is more complete.
                value += 1;
            }
            if self.is_name(at) {
                let is_place = (at.saturating_sub(2)..at).any(|at| at > start && self.has(at, Role::Link));
                value += NAME + if is_place { PLACE } else { 0 };
            }
        }
        if has_number {
            value += NUMBER;
        }
        if has_subject {
            value += SUBJECT;
        }
        value
    }

    /// Whether the word is capitalised inside a text that is not.
    fn is_name(&self, at: usize) -> bool {
        let is_capital = |word: &&&Token| word.text.starts_with(char::is_uppercase);
        let capitals = self.words.iter().filter(is_capital).count();
        let is_mixed = !self.language.has_feature(Feature::CapitalizesNouns) && capitals * 2 <= self.words.len() + 1;
        at > 0 && is_mixed && self.words.get(at).as_ref().is_some_and(is_capital)
    }

    /// Whether the first word is part of a name: a capital letter, and the next word has one too.
    fn begins_with_name(&self) -> bool {
        self.words
            .first()
            .is_some_and(|word| word.text.starts_with(char::is_uppercase))
    }

    /// The parts behind this word that are a preposition, a number and what it counts: "in 3 months".
    fn amounts(&self, from: usize) -> Vec<(usize, usize)> {
        let has_digit = |at: usize| self.words.get(at).is_some_and(|word| word.has_digit());
        let is_same_clause = |at: usize| !(from..at).any(|at| self.language.joins_clauses(self.lower(at)));
        let starts = (from + 1..self.words.len())
            .filter(|at| self.has(*at, Role::Link) && !self.has(*at, Role::Close))
            .filter(|at| has_digit(at + 1) && is_same_clause(*at));
        // "For less than $100": the preposition before "less than" belongs to the amount.
        let begin = |start: usize| {
            let is_compared = |at: usize| self.language.is_small(self.lower(at)) && self.has(at - 1, Role::Link);
            if start > from + 1 && is_compared(start - 1) {
                start - 2
            } else {
                start
            }
        };
        let ends = |start: usize| {
            let is_noun = |at: usize| at < self.words.len() && !self.language.is_small(self.lower(at));
            let first = start + 2;
            let is_adjective = self.language.is_adjective(self.lower(first));
            let is_compound = self.language.has_feature(Feature::OpenCompounds) && !self.lower(first).ends_with('s');
            let has_two = is_noun(first) && is_noun(first + 1) && (is_adjective || is_compound);
            first + usize::from(is_noun(first)) + usize::from(has_two)
        };
        starts.map(|start| (begin(start), ends(start))).collect()
    }
}
