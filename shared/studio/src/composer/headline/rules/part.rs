//! Finds the most informative part of a long clause.

use super::Sentence;
use crate::composer::headline::{
    clause::{Token, lowered},
    kind::leads_from,
    vocabulary::role::Role,
};
use lexicon::Feature;
use std::ops::Range;

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
const BROKEN_CLAUSE: i32 = 15;
/// The penalty for a part that begins inside the clause and has only one content word.
const LONE: i32 = 30;
/// The penalty for the beginning of a clause that has only one content word: "the murder [that nobody solved]".
const LITTLE: i32 = 14;
/// The penalty for the beginning of a question that has only one content word: "why Luther [translated the Bible]".
const STUB: i32 = 60;
/// The penalty for a part that ends before "without", which changes what the clause says.
const TURNED: i32 = 16;
/// A part of this value is worse than the beginning of the clause.
const WORTHLESS: i32 = -10;
/// The penalty for a detail that is left out inside a part.
const DETAIL: i32 = 30;
/// The penalty for the gap between two parts of a sentence that are printed together.
const GAP: i32 = 10;

/// The part of the clause with the highest value: a part that begins and ends where a speaker would pause, without a
/// detail inside it ("I renovated my bathroom [in one week] for $900"), or the beginning of the clause and a number
/// from behind it ("how to learn French … in 3 months").
pub(super) fn best_part<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    part_above(WORTHLESS, sentence)
}

/// The part of the clause with the highest value, however small that is.
pub(super) fn any_part<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    part_above(i32::MIN, sentence)
}

fn part_above<'t>(least: i32, sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = sentence.without_fillers();
    let sentence = &Sentence {
        words: &words,
        ..*sentence
    };
    let count = sentence.words.len().min(MAX_READ);
    let mut best: Option<(i32, Vec<&'t Token>)> = None;
    let mut offer = |penalty: i32, pieces: &[Range<usize>]| {
        let words: Vec<&Token> = pieces.iter().flat_map(|piece| sentence.piece(piece)).copied().collect();
        if sentence.fits(&words) {
            let value = sentence.value(pieces) - penalty - sentence.cost_of_little(&words, pieces);
            if value > least && !sentence.says_little(&words) && best.as_ref().is_none_or(|(so_far, _)| value > *so_far)
            {
                best = Some((value, words));
            }
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
            let part = start..end;
            if sentence.content_words(sentence.piece(&part)) == 0 {
                continue;
            }
            let penalty = lost + lost_behind + sentence.cost_of_joints(start, end);
            offer(penalty, std::slice::from_ref(&part));
            for detail in sentence.details(&part) {
                offer(penalty + DETAIL, &[start..detail.start, detail.end..end]);
            }
            if start == 0 && sentence.content_words(sentence.piece(&part)) > 1 {
                for (from, to) in sentence.amounts(end) {
                    offer(penalty + GAP, &[part.clone(), from..to]);
                }
            }
            if start == 0
                && let Some(from) = sentence.scope(end)
            {
                offer(GAP, &[part, from..count]);
            }
        }
    }
    best.map(|(_, words)| words)
}

impl<'t> Sentence<'_, 't> {
    /// The words of a range.
    fn piece(&self, range: &Range<usize>) -> &[&'t Token] {
        self.words.get(range.clone()).unwrap_or_default()
    }

    /// The details inside a part: a preposition with its noun, up to the next preposition.
    fn details(&self, part: &Range<usize>) -> Vec<Range<usize>> {
        if self.language.has_feature(Feature::VerbIsLast) {
            return Vec::new();
        }
        let is_boundary = |at: &usize| {
            self.has(*at, Role::Link) && !self.language.joins_closely(self.lower(*at)) && !self.has(*at, Role::Joint)
        };
        let boundaries: Vec<usize> = part.clone().filter(is_boundary).collect();
        let pairs = boundaries.windows(2).filter_map(|pair| match pair {
            [from, to] if *from > part.start && *to < part.end => Some(*from..*to),
            _ => None,
        });
        let matters = |at: usize| {
            let is_open = self.has_any(at, &[Role::Joint, Role::Without, Role::Helper]);
            let has_digit = self.words.get(at).is_some_and(|word| word.has_digit());
            is_open || has_digit || self.is_name(at) || self.noun.iter().any(|noun| noun == self.lower(at))
        };
        pairs.filter(|detail| !detail.clone().any(matters)).collect()
    }

    /// Whether these words of the sentence say much less than the sentence.
    pub(super) fn says_little(&self, words: &[&Token]) -> bool {
        let (told, all) = (self.told(words), self.told(self.words));
        let has_digit = words.iter().any(|word| word.has_digit());
        told == 0 && all > 0 || told < 2 && all > 2 && !has_digit
    }

    /// The penalty for a headline that has only one word with a meaning of its own.
    fn cost_of_little(&self, words: &[&Token], pieces: &[Range<usize>]) -> i32 {
        let starts_inside = pieces.first().is_some_and(|piece| piece.start > 0);
        let is_cut = pieces.last().is_some_and(|piece| piece.end < self.words.len());
        match self.told(words) {
            2.. => 0,
            _ if starts_inside => LONE,
            _ if is_cut && self.is_question() => STUB,
            _ if is_cut => LITTLE,
            _ => 0,
        }
    }

    /// The number of words that mean something, without amounts: "24 hours" and "81 kilos" say nothing.
    pub(in super::super) fn told(&self, words: &[&Token]) -> usize {
        let is_measure = |word: &Token| self.language.is_measure(&word.lower);
        let behind = words.iter().skip(1).map(Some).chain([None]);
        let means = |(word, behind): &(&&Token, Option<&&Token>)| {
            let is_of_amount = word.has_digit() && behind.is_some_and(|behind| is_measure(behind));
            !self.language.is_small(&word.lower) && !is_measure(word) && !is_of_amount
        };
        words.iter().zip(behind).filter(means).count()
    }

    fn lower(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.lower.as_str())
    }

    fn has(&self, at: usize, role: Role) -> bool {
        self.language.is(self.lower(at), role)
    }

    fn has_any(&self, at: usize, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.has(at, *role))
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
        // "2000 [rupees]", "buy or [rent]".
        let counts = self.words.get(at - 1).is_some_and(|word| word.is_count(language)) && !language.is_small(here);
        if counts || self.has(at - 1, Role::Or) {
            return None;
        }
        let is_open = self.has_any(at, &[Role::Joint, Role::Helper, Role::Close]);
        // The article after a preposition has its case, and the adjective after an article has the article's.
        if language.has_feature(Feature::InflectsArticles)
            && (self.has(at - 1, Role::Link) && self.has(at, Role::Article) || self.has(at - 1, Role::Article))
        {
            return None;
        }
        let is_pronoun = self.has(at, Role::Pronoun) && !self.has(at, Role::Link);
        if (is_open || is_pronoun) && !self.has(at, Role::Question) || language.joins_closely(here) {
            return None;
        }
        // Without its beginning, a question says something else, unless it asks about a statement.
        let statement = self.statement();
        if self.is_question() && at < statement.unwrap_or_else(|| self.opening()) {
            return None;
        }
        let before = |role: Role| self.has(at - 1, role);
        let is_phrase = || !(0..self.words.len()).any(|at| language.is_small(self.lower(at)));
        let follows_deed =
            at == 3 && self.has(0, Role::First) && self.has(2, Role::Article) && !self.has(1, Role::Link);
        let is_stated = statement.is_some();
        if statement == Some(at) {
            Some(8)
        } else if self.is_question() && !is_stated && !(at == 2 && self.has(1, Role::Infinitive)) {
            None
        } else if language.has_feature(Feature::DropsArticles) && follows_deed {
            // "[I spent the] night in a haunted hotel".
            Some(14)
        } else if language.has_feature(Feature::VerbIsLast) {
            // A postposition belongs to the word before it.
            let is_inside =
                self.has(at, Role::Link) || self.has_any(at - 1, &[Role::Adjective, Role::Determiner, Role::Close]);
            (!is_inside).then_some(if before(Role::Link) { 6 } else { 16 })
        } else if before(Role::Joint) {
            Some(36)
        } else if self.has(at, Role::Article) && !before(Role::Link) {
            Some(34)
        } else if before(Role::Purpose) {
            // The purpose is a thought of its own: "[I left my job to] open a bakery".
            Some(24)
        } else if language.begins_part(here) {
            // "À la guillotine": the words before the preposition are missing.
            None
        } else if before(Role::First) && at == 1 || self.has(0, Role::First) && at == 2 && before(Role::Helper) {
            Some(8)
        } else if before(Role::Infinitive) {
            Some(12)
        } else if at == statement.unwrap_or(0) + 1
            && (before(Role::Article) || before(Role::Determiner))
            && !language.has_feature(Feature::InflectsArticles)
        {
            Some(if is_stated { 32 } else { 22 })
        } else if self.is_frame(at) {
            // "[The test of] the camera of the Xiaomi 14".
            Some(8)
        } else if before(Role::Article) || before(Role::Determiner) || before(Role::Link) {
            let is_deep = before(Role::Link) || at > 1 && self.has(at - 2, Role::Link);
            match is_deep {
                // In languages with the head first, the part would lack the head; in those without articles, the noun
                // has the case of its preposition.
                true if !language.has_feature(Feature::HeadIsLast) || !language.has_articles() => None,
                true => Some(46),
                false => Some(44),
            }
        } else if language.has_feature(Feature::HeadIsLast) && is_phrase() {
            Some(8)
        } else {
            None
        }
    }

    /// Whether the words before this one only say what kind of video it is, and a preposition ends them.
    fn is_frame(&self, at: usize) -> bool {
        let is_faint = |at: usize| self.has(at, Role::Faint) || self.language.is_small(self.lower(at));
        at > 1 && self.has(at - 1, Role::Link) && (0..at).all(is_faint) && self.language.has_articles()
    }

    fn is_question(&self) -> bool {
        self.opening() > 0
    }

    /// Where the statement inside a question begins: at "Japan" in "why Japan has …", at "I" in "how I built …".
    pub(super) fn statement(&self) -> Option<usize> {
        let lower = lowered(self.words.iter().copied());
        let why = self.language.entry_length(&lower, Role::Why);
        if why > 0 {
            // "Why is the sky blue" has another order.
            let is_inverted = why == 1 && self.has(why, Role::Helper) && !self.has(why, Role::First);
            return (!is_inverted).then_some(why);
        }
        let keeps_order = !self.language.has_feature(Feature::SplitsVerbs);
        (keeps_order && self.has(0, Role::Question) && self.has(1, Role::First)).then_some(1)
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
        // Turkish "buy [mı], rent [mı]" asks twice.
        let asks = |word: &&&Token| language.is(&word.lower, Role::Question);
        if language.has_feature(Feature::VerbIsLast) && language.is(last, Role::Question) && start == 0 {
            return (part.iter().filter(asks).count() > 1).then_some(4);
        }
        if is_open || language.is(last, Role::Question) && start + 1 < end {
            return None;
        }
        // "10 [km]", "3 [de la mañana]": the unit belongs to the number.
        let is_of_number = self.has(end, Role::Unit) || language.joins_closely(next);
        if self.words.get(end - 1).is_some_and(|word| word.has_digit()) && is_of_number {
            return None;
        }
        // "50 [years later]": so does what it counts.
        let counts = self.words.get(end - 1).is_some_and(|word| word.is_count(language));
        if counts && !language.is_small(next) {
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
                // Behind the part is its verb; if that begins a question such as "how much is it", less is lost.
                Some(if self.has(end, Role::Question) { 20 } else { 50 })
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
            if self.is_name(end - 1) && self.is_name(end + 1) {
                return None;
            }
            (told > 0).then_some(match told {
                _ if self.is_name(end - 1) => 70,
                3.. => 14,
                _ => 24,
            })
        } else if self.has(end, Role::Joint) {
            Some(2)
        } else if self.has(end, Role::Without) {
            Some(TURNED)
        } else if language.begins_part(next) {
            // "City floating [above the clouds]": the participle needs what follows.
            let is_open = told >= 2 && language.is_participle(last, Some(next));
            Some(if is_open { 20 } else { 5 })
        } else if again(end + 1)
            || self.has(end, Role::Article) && self.words.get(end + 1).is_some_and(|word| word.has_digit())
        {
            // "We celebrate Lucia [the 13th of December]".
            Some(4)
        } else if self.has(end, Role::Infinitive) && told >= 2 {
            Some(8)
        } else if language.has_feature(Feature::ContactClauses)
            && (self.has_any(end, &[Role::First, Role::Second])
                || self.has(end, Role::Determiner) && language.is_plural(last) && !language.is(last, Role::Waiting))
            && told >= 2
        {
            Some(6)
        } else if (is_participle && told >= 2) || self.has(end, Role::Question) {
            Some(9)
        } else if self.has(end, Role::Pronoun) && self.has(end + 1, Role::Link) && told >= 2 {
            // "Change the brakes [here in my garage]".
            Some(12)
        } else {
            None
        }
    }

    /// The value of these pieces together.
    fn value(&self, pieces: &[Range<usize>]) -> i32 {
        let mut value = 0;
        let mut has_number = false;
        let mut has_subject = false;
        for (start, at) in pieces
            .iter()
            .flat_map(|piece| piece.clone().map(|at| (piece.start, at)))
        {
            let Some(word) = self.words.get(at) else { continue };
            has_subject |= self.noun.contains(&word.lower);
            if word.has_digit() {
                has_number = true;
                value += CONTENT / 2;
            } else if self.has(at, Role::Faint) && !self.language.is_small(&word.lower) {
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
        at > 0 && is_mixed && !self.has(at, Role::First) && self.words.get(at).as_ref().is_some_and(is_capital)
    }

    /// Whether the first word has a capital. If the second word is a name, both are one name.
    fn begins_with_name(&self) -> bool {
        let is_name = |word: &&Token| word.text.starts_with(char::is_uppercase);
        self.words.first().is_some_and(is_name) && !self.has(0, Role::Question)
    }

    /// Where the last preposition behind a count and its relative clause is: "5 mistakes [that everyone makes] with
    /// solar panels".
    fn scope(&self, end: usize) -> Option<usize> {
        let counts = self.words.first().is_some_and(|word| word.is_count(self.language));
        let relatives = [Role::Joint, Role::Article, Role::Determiner, Role::First, Role::Second];
        let is_relative = self.has_any(end, &relatives);
        let last = (end + 1..self.words.len()).rev().find(|at| self.has(*at, Role::Link))?;
        let tells = (last + 1..self.words.len()).all(|at| !self.language.is_small(self.lower(at)));
        let is_open = self.has(last, Role::Close) || self.has(last, Role::Joint) || last + 1 == self.words.len();
        (counts && end == 2 && is_relative && tells && !is_open).then_some(last)
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
