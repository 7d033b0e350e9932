//! Finds the part of a long clause that says most.

use super::Sentence;
use crate::composer::headline::{
    clause::{Token, lowered},
    language::role::Role,
};

/// The number of words of a clause that are considered.
const MAX_READ: usize = 32;
/// The value of a word that means something.
const CONTENT: i32 = 10;
/// What a number adds to the value of a part, with the word that says what it counts.
const NUMBER: i32 = 16;
/// What the word adds that names what the picture shows.
const SUBJECT: i32 = 22;
/// What a name adds.
const NAME: i32 = 10;
/// What a name adds if it says where or with whom: "across the Sahara".
const PLACE: i32 = 8;
/// What is lost if a part consists of pieces of two clauses: "caravan with my cat and I have".
const BROKEN_CLAUSE: i32 = 18;
/// What is lost between two parts of a sentence that are printed together.
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
            let value = sentence.value(start, end) - lost - lost_behind - sentence.cost_of_joints(start, end);
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

impl Sentence<'_, '_> {
    fn lower(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.lower.as_str())
    }

    fn has(&self, at: usize, role: Role) -> bool {
        self.language.is(self.lower(at), role)
    }

    /// What is lost if a part begins at this word; `None` if no part can.
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
        // German articles after a preposition have its case.
        if language.code == "de" && self.has(at - 1, Role::Link) && self.has(at, Role::Article) {
            return None;
        }
        let is_pronoun = self.has(at, Role::Pronoun) && !self.has(at, Role::Link);
        if (is_open || is_pronoun) && !self.has(at, Role::Question) || language.joins_closely(here) {
            return None;
        }
        let asks = if self.is_question() && !(at == 2 && self.lower(1) == "to") {
            30
        } else {
            0
        };
        let before = |role: Role| self.has(at - 1, role);
        let is_phrase = || !(0..self.words.len()).any(|at| language.is_small(self.lower(at)));
        let cost = if language.inflection.verb_is_last {
            let is_noun_phrase = before(Role::Adjective) || before(Role::Determiner);
            (!is_noun_phrase).then_some(6)
        } else if self.has(at, Role::Article) && !before(Role::Link) {
            Some(26)
        } else if matches!(self.lower(at - 1), "para" | "pour" | "per" | "чтобы" | "щоб") {
            // The purpose is a thought of its own: "[I left my job to] open a bakery".
            Some(24)
        } else if language.begins_part(here) {
            Some(28)
        } else if before(Role::First) && at == 1 || self.has(0, Role::First) && at == 2 && before(Role::Helper) {
            Some(8)
        } else if self.lower(at - 1) == "to" {
            Some(12)
        } else if before(Role::Joint) {
            Some(30)
        } else if before(Role::Article) || before(Role::Determiner) || before(Role::Link) {
            let is_deep = before(Role::Link) || at > 1 && self.has(at - 2, Role::Link);
            Some(if is_deep { 34 } else { 30 })
        } else if language.inflection.head_is_last && is_phrase() {
            Some(8)
        } else {
            None
        };
        cost.map(|cost| cost + asks)
    }

    fn is_question(&self) -> bool {
        let lower = lowered(self.words.iter().copied());
        self.language.entry_length(&lower, Role::Question) > 0
    }

    /// What is lost by conjunctions inside a part that does not have both clauses whole.
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

    /// What is lost if a part ends before this word; `None` if no part can.
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
        // "10 [km]": the unit belongs to the number.
        if self.words.get(end - 1).is_some_and(|word| word.has_digit()) && self.has(end, Role::Unit) {
            return None;
        }
        if language.inflection.verb_is_last {
            return (self.has(end, Role::Joint) || self.has(end, Role::Question))
                .then_some(6)
                .or(Some(26));
        }
        let is_english = language.code == "en";
        let told = self.content_words(part);
        let again = |at: usize| at > 0 && self.lower(at + 1) == self.lower(at - 1) && self.has(at, Role::Link);
        if again(end) {
            return None;
        }
        let is_participle = is_english
            && next.ends_with("ing")
            && language.is_small(self.lower(end + 1))
            && !self.has(end + 1, Role::Joint);
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
        } else if is_english && (self.has(end, Role::First) || next == "you") && told >= 2 {
            Some(6)
        } else if (is_participle && told >= 2) || self.has(end, Role::Question) {
            Some(9)
        } else {
            None
        }
    }

    /// How much these words say.
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
        let is_mixed = self.language.code != "de" && capitals * 2 <= self.words.len() + 1;
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
        let ends = |start: usize| {
            let behind = (start + 2..self.words.len()).take(2);
            let small = |at: &usize| !self.language.is_small(self.lower(*at));
            start + 2 + behind.take_while(small).count()
        };
        starts.map(|start| (start, ends(start))).collect()
    }
}
