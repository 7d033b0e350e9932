//! Chooses the words of a clause to print, by a list of rules; the first rule that finds words decides.

mod part;

use super::{
    clause::{Token, lowered},
    kind::{begins_opposites, is_joint, joins_change},
    vocabulary::{Vocabulary, role::Role},
};
use lexicon::Feature;
use part::best_part;

/// The number of words up to which a clause is printed whole.
pub(super) const MAX_WORDS: usize = 6;
/// The largest weight of a part of a clause: six words and a half. Small words weigh half, because they are short and
/// read at a glance.
pub(super) const MAX_WEIGHT: usize = 65;
/// The largest weight of two clauses that are joined.
pub(super) const MAX_BOTH: usize = 80;
/// The weight by which a headline may exceed the limit in languages with the verb at the end.
const FOR_VERB: usize = 10;
/// The largest weight of a whole clause. It is larger than that of a part, because a whole clause is a complete
/// thought.
const MAX_WHOLE: usize = 80;
/// The largest weight of a whole clause in languages with the verb at the end. A part without the verb says nothing.
const MAX_WHOLE_WITH_VERB: usize = 90;
/// The largest number of letters of a headline of more than [`MAX_WORDS`] words. Fewer letters can be taller.
pub(super) const MAX_LETTERS: usize = 54;
/// The weight of a word.
const WORD: usize = 10;
/// The weight of a small word, of a number, and of a unit after a number.
const SMALL_WORD: usize = 5;
/// The weight of a syllable, in languages that write each syllable as a word.
const SYLLABLE: usize = 5;
/// The largest number of characters of a number that weighs less than a word.
const MAX_NUMBER: usize = 5;
/// The largest number of words on each side of "X vs Y".
const MAX_SIDE: usize = 3;

/// The words of a clause from which a headline is made.
#[derive(Clone, Copy)]
pub(super) struct Sentence<'a, 't> {
    pub(super) words: &'a [&'t Token],
    pub(super) language: &'static Vocabulary,
    /// The largest weight of the headline.
    pub(super) limit: usize,
    /// The words that name what the picture shows, in lower case; empty if nothing is known.
    pub(super) noun: &'a [String],
}

type Rule = for<'a, 't> fn(&Sentence<'a, 't>) -> Option<Vec<&'t Token>>;

/// The rules in the order in which they are tried.
const RULES: [Rule; 11] = [
    short,
    versus,
    whole,
    without_fillers,
    change,
    perfect,
    without_frame,
    without_articles_inside,
    nearly_short,
    best_part,
    longest,
];

/// The words of a clause to print; `None` if no rule finds any.
pub(super) fn headline<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    RULES.iter().find_map(|rule| rule(sentence))
}

/// Keeps a clause of few words.
fn short<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    whole(sentence).filter(|words| words.len() <= MAX_WORDS)
}

/// Keeps the whole clause, if it is short enough.
pub(super) fn whole<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    (!sentence.words.is_empty() && sentence.fits(sentence.words)).then(|| sentence.words.to_vec())
}

/// Keeps a whole clause that is a little too long, unless its beginning is a complete thought with all its numbers and
/// names.
fn nearly_short<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = sentence.without_endings();
    let most = if sentence.language.has_feature(Feature::VerbIsLast) {
        MAX_WHOLE_WITH_VERB
    } else {
        MAX_WHOLE
    };
    let is_short =
        sentence.limit >= MAX_WEIGHT && weight(words, sentence.language) <= most && letters(words) <= MAX_LETTERS;
    let is_enough = || part::is_enough(&Sentence { words, ..*sentence });
    (is_short && !is_enough()).then(|| words.to_vec())
}

/// Keeps the clause without words such as "really", and without "right now" or "part 4" at its end, if that makes it
/// short enough.
fn without_fillers<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = sentence.without_endings();
    let ended = Sentence { words, ..*sentence };
    whole(&ended).or_else(|| {
        let words = ended.without_fillers();
        whole(&Sentence {
            words: &words,
            ..*sentence
        })
    })
}

/// "iPhone 17 Pro vs Pixel 10 Pro camera comparison": keeps both names, at about equal lengths.
fn versus<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let lower = lowered(sentence.words.iter().copied());
    let at = (1..lower.len()).find(|at| is_joint(&lower, *at, language))?;
    let (left, right) = (sentence.words.get(..at)?, sentence.words.get(at + 1..)?);
    let ends = |word: &&&Token| language.begins_part(&word.lower) || language.is(&word.lower, Role::Article);
    let reach = left
        .iter()
        .rev()
        .take_while(|word| !ends(word))
        .count()
        .clamp(1, MAX_SIDE);
    let mut left = left.get(left.len().saturating_sub(reach)..)?;
    let right = sentence.without_articles(right);
    let reach = right.iter().take_while(|word| !ends(word)).count();
    let mut right = right.get(..reach)?;
    if sentence.content_words(left) == 0 || sentence.content_words(right) == 0 {
        return None;
    }
    let is_faint = |word: &&Token| language.is(&word.lower, Role::Faint) || language.is(&word.lower, Role::Ending);
    while right.len() > 1 && right.last().is_some_and(is_faint) {
        right = right.get(..right.len() - 1)?;
    }
    if right.len() > MAX_SIDE {
        right = right.get(..left.len())?;
    }
    // "Ola S1 vs Ather 450X [20000 km later]": the number belongs to the words behind it.
    if let [kept @ .., number] = right
        && kept.len() > 1
        && number.text.chars().all(char::is_numeric)
        && kept.last().is_some_and(|word| word.has_digit())
    {
        right = kept;
    }
    if right.first()?.is_count(language)
        && let Some(number) = left.iter().rposition(|word| word.is_count(language))
    {
        left = left.get(number..)?;
    }
    let joint = sentence.words.get(at)?;
    loop {
        let words: Vec<&Token> = left.iter().chain([joint]).chain(right).copied().collect();
        if words.len() <= 2 * MAX_SIDE + 1 && sentence.fits(&words) {
            return Some(words);
        }
        let longer = left.len().max(right.len());
        if longer == 1 {
            return None;
        }
        let shortened = |side: &[&Token]| if side.len() == longer { longer - 1 } else { side.len() };
        (left, right) = (left.get(..shortened(left))?, right.get(..shortened(right))?);
    }
}

/// "Before and after" and "from zero to hero": keeps both sides, if the clause begins with them.
fn change<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let lower = lowered(sentence.words.iter().copied());
    let joint = (1..lower.len()).find(|at| joins_change(&lower, *at, sentence.language))?;
    let end = if begins_opposites(lower.first()?) {
        joint + 2
    } else {
        let behind = sentence.words.iter().skip(joint + 2);
        joint
            + 2
            + behind
                .take_while(|word| !sentence.language.begins_part(&word.lower))
                .count()
    };
    let words = sentence.words.get(..end)?;
    sentence.fits(words).then(|| words.to_vec())
}

/// "Ich habe mir 30 Tage die Haare mit Mehl gewaschen": removes the opening. The participle at the end says what
/// happened.
fn perfect<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let (who, verb, rest) = opening_of_split_verb(sentence)?;
    if !matches!(who, "ich" | "wir") || !matches!(verb, "habe" | "hab" | "haben" | "bin" | "sind") {
        return None;
    }
    let end = rest
        .iter()
        .position(|word| sentence.language.joins_clauses(&word.lower));
    let rest = rest.get(..end.unwrap_or(rest.len()))?;
    let pronouns = rest
        .iter()
        .take_while(|word| matches!(word.lower.as_str(), "mir" | "mich" | "uns"));
    let words = rest.get(pronouns.count()..)?;
    whole(&Sentence { words, ..*sentence }).filter(|words| words.len() > 1)
}

/// "Wie man einen Kuchen ohne Zucker backt": removes the opening, and the verb at the end that belongs to it.
fn without_frame<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let (question, who, rest) = opening_of_split_verb(sentence)?;
    if !language.is(question, Role::Question) || !matches!(who, "man" | "ich" | "wir" | "du") {
        return None;
    }
    let rest = match (who, rest.as_slice()) {
        ("man" | "du", [rest @ .., _verb]) => rest,
        (_, [rest @ .., last]) if language.cannot_end(&last.lower) => rest,
        (_, rest) => rest,
    };
    let pronouns = rest.iter().take_while(|word| {
        matches!(word.lower.as_str(), "mir" | "mich" | "uns" | "dir" | "dich" | "sich")
            || language.is(&word.lower, Role::Article)
    });
    let words = rest.get(pronouns.count()..)?;
    let begins = words.first().is_some_and(|word| !language.cannot_end(&word.lower));
    whole(&Sentence { words, ..*sentence }).filter(|words| begins && words.len() > 1)
}

/// The first two words of a clause without fillers, in lower case, and the others; `None` in languages that do not
/// split their verbs.
fn opening_of_split_verb<'t>(sentence: &Sentence<'_, 't>) -> Option<(&'t str, &'t str, Vec<&'t Token>)> {
    if !sentence.language.has_feature(Feature::SplitsVerbs) {
        return None;
    }
    let words = sentence.without_fillers();
    let [first, second, rest @ ..] = words.as_slice() else {
        return None;
    };
    Some((&first.lower, &second.lower, rest.to_vec()))
}

/// "My morning routine as a night shift paramedic": headlines of some languages may do without articles.
fn without_articles_inside<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let words = sentence.without_fillers();
    let is_spare =
        |word: &&&Token| language.is(&word.lower, Role::Article) || language.is(&word.lower, Role::Determiner);
    let words: Vec<&Token> = words.iter().filter(|word| !is_spare(word)).copied().collect();
    let is_question = words
        .first()
        .is_some_and(|word| language.is(&word.lower, Role::Question));
    let is_short = language.has_feature(Feature::DropsArticles) && words.len() <= MAX_WORDS + usize::from(is_question);
    whole(&Sentence {
        words: &words,
        ..*sentence
    })
    .filter(|_| is_short)
}

/// The most words from the beginning, or from the end of a noun phrase whose head is its last word.
fn longest<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = sentence.without_endings();
    let language = sentence.language;
    let is_phrase = !words.iter().any(|word| language.is_small(&word.lower));
    let takes_end = language.has_feature(Feature::HeadIsLast) && is_phrase || language.has_feature(Feature::VerbIsLast);
    let is_open = |word: &&Token| language.cannot_end(&word.lower) || language.is_adjective(&word.lower);
    let parts = (0..words.len()).rev().filter_map(|dropped| {
        let length = words.len() - dropped;
        if takes_end {
            words.get(dropped..)
        } else {
            words.get(..length)
        }
    });
    // In languages with the verb at the end, a preposition stands behind its noun.
    let begins_inside = |part: &&[&Token]| {
        language.has_feature(Feature::VerbIsLast)
            && part.first().is_some_and(|word| language.is(&word.lower, Role::Link))
    };
    let mut fitting = parts.rev().filter(|part| sentence.fits(part) && !begins_inside(part));
    let mut again = fitting.clone();
    let whole = fitting.find(|part| takes_end || !part.last().is_some_and(is_open));
    whole.or_else(|| again.next()).map(<[_]>::to_vec)
}

impl<'t> Sentence<'_, 't> {
    /// The number of words that mean something.
    pub(super) fn content_words(&self, words: &[&Token]) -> usize {
        words.iter().filter(|word| !self.language.is_small(&word.lower)).count()
    }

    /// Whether a headline may consist of these words.
    pub(super) fn fits(&self, words: &[&Token]) -> bool {
        let most = MAX_LETTERS * self.limit.max(MAX_WEIGHT) / MAX_WEIGHT;
        let is_short = words.len() <= MAX_WORDS || letters(words) <= most;
        let more = if self.language.has_feature(Feature::VerbIsLast) {
            FOR_VERB
        } else {
            0
        };
        words.len() == 1 || is_short && weight(words, self.language) <= self.limit + more
    }

    /// The words without those at the end that say nothing: "today", "part 4".
    pub(super) fn without_endings(&self) -> &[&'t Token] {
        let mut words = self.words;
        loop {
            words = match words {
                [rest @ .., name, number]
                    if self.language.is(&name.lower, Role::Step)
                        && number.is_count(self.language)
                        && !rest.is_empty() =>
                {
                    rest
                }
                [rest @ .., last] if self.language.is(&last.lower, Role::Ending) && rest.len() > 1 => rest,
                _ => return words,
            };
        }
    }

    /// The words without fillers. A filler phrase may have several words.
    fn without_fillers(&self) -> Vec<&'t Token> {
        let lower = lowered(self.words.iter().copied());
        let (mut kept, mut at) = (Vec::new(), 0);
        while let Some(word) = self.words.get(at) {
            match self
                .language
                .entry_length(lower.get(at..).unwrap_or_default(), Role::Filler)
            {
                0 => {
                    kept.push(*word);
                    at += 1;
                }
                length => at += length,
            }
        }
        kept
    }

    fn without_articles<'b>(&self, words: &'b [&'t Token]) -> &'b [&'t Token] {
        let articles = words
            .iter()
            .take_while(|word| self.language.is(&word.lower, Role::Article))
            .count();
        words.get(articles..).unwrap_or_default()
    }
}

/// The number of letters in words. Vowel signs are not counted, because they do not make the words wider.
fn letters(words: &[&Token]) -> usize {
    let is_mark = |c: char| matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{93a}'..='\u{94f}' | '\u{9bc}'..='\u{9cd}');
    let letters = words.iter().flat_map(|word| word.text.chars());
    letters.filter(|c| !is_mark(*c)).count()
}

/// The weight of words, in tenths of a word.
pub(super) fn weight(words: &[&Token], language: &Vocabulary) -> usize {
    let before = std::iter::once(None).chain(words.iter().map(Some));
    let pairs = words.iter().zip(before);
    pairs
        .map(|(word, before)| {
            let is_unit = before.is_some_and(|before| before.has_digit())
                && (language.is(&word.lower, Role::Unit) || language.is(&word.lower, Role::Span));
            let is_number = word.has_digit() && word.text.chars().count() <= MAX_NUMBER;
            if language.has_feature(Feature::WritesSyllables) {
                SYLLABLE
            } else if is_unit || is_number || language.is_small(&word.lower) || word.text == "→" {
                SMALL_WORD
            } else {
                WORD
            }
        })
        .sum()
}
