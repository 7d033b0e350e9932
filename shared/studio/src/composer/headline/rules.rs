//! Chooses the words of a clause to print, by a list of rules; the first rule that finds words decides.

mod part;

use super::{
    clause::{Token, lowered},
    kind::{begins_opposites, is_joint, joins_change},
    language::{Language, role::Role},
};
use part::best_part;

/// The number of words up to which a clause is printed whole.
pub(super) const MAX_WORDS: usize = 6;
/// The largest weight of a headline: six words and a half. Small words weigh half, because they are short and read at a
/// glance.
pub(super) const MAX_WEIGHT: usize = 65;
/// The largest number of letters of a headline of more than [`MAX_WORDS`] words. Fewer letters can be taller.
pub(super) const MAX_LETTERS: usize = 50;
/// The weight of a word.
const WORD: usize = 10;
/// The weight of a small word, of a number, and of a unit after a number.
const SMALL_WORD: usize = 5;
/// The weight of a syllable, in languages that write each syllable as a word.
const SYLLABLE: usize = 6;
/// The largest number of characters of a number that weighs less than a word.
const MAX_NUMBER: usize = 5;
/// The largest number of words on each side of "X vs Y".
const MAX_SIDE: usize = 3;

/// The words of a clause from which a headline is made.
#[derive(Clone, Copy)]
pub(super) struct Sentence<'a, 't> {
    pub(super) words: &'a [&'t Token],
    pub(super) language: &'static Language,
    /// The largest weight of the headline.
    pub(super) limit: usize,
    /// The words that name what the picture shows, in lower case; empty if nothing is known.
    pub(super) noun: &'a [String],
}

type Rule = for<'a, 't> fn(&Sentence<'a, 't>) -> Option<Vec<&'t Token>>;

/// The rules in the order in which they are tried.
const RULES: [Rule; 9] = [
    short,
    versus,
    whole,
    without_fillers,
    change,
    without_frame,
    without_articles_inside,
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
    if right.first()?.is_count(language)
        && let Some(number) = left.iter().rposition(|word| word.is_count(language))
    {
        left = left.get(number..)?;
    }
    let joint = sentence.words.get(at)?;
    loop {
        let words: Vec<&Token> = left.iter().chain([joint]).chain(right).copied().collect();
        if words.len() <= MAX_WORDS && sentence.fits(&words) {
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

/// "Wie man einen Kuchen ohne Zucker backt": removes the opening, and the verb at the end that belongs to it.
fn without_frame<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let words = sentence.without_fillers();
    let [question, who, rest @ ..] = words.as_slice() else {
        return None;
    };
    let is_frame = language.code == "de"
        && language.is(&question.lower, Role::Question)
        && matches!(who.lower.as_str(), "man" | "ich" | "wir" | "du");
    if !is_frame {
        return None;
    }
    let rest = match (who.lower.as_str(), rest) {
        ("man" | "du", [rest @ .., _verb]) => rest,
        (_, [rest @ .., last]) if language.cannot_end(&last.lower) => rest,
        _ => rest,
    };
    let pronouns = rest.iter().take_while(|word| {
        matches!(word.lower.as_str(), "mir" | "mich" | "uns" | "dir" | "dich" | "sich")
            || language.is(&word.lower, Role::Article)
    });
    let words = rest.get(pronouns.count()..)?;
    let begins = words.first().is_some_and(|word| !language.cannot_end(&word.lower));
    whole(&Sentence { words, ..*sentence }).filter(|words| begins && words.len() > 1)
}

/// "My morning routine as a night shift paramedic": English headlines may do without articles.
fn without_articles_inside<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let words = sentence.without_fillers();
    let is_spare =
        |word: &&&Token| language.is(&word.lower, Role::Article) || language.is(&word.lower, Role::Determiner);
    let words: Vec<&Token> = words.iter().filter(|word| !is_spare(word)).copied().collect();
    let is_question = words
        .first()
        .is_some_and(|word| language.is(&word.lower, Role::Question));
    let is_short = language.code == "en" && words.len() <= MAX_WORDS + usize::from(is_question);
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
    let takes_end = language.inflection.head_is_last && is_phrase || language.inflection.verb_is_last;
    let is_open = |word: &&Token| language.cannot_end(&word.lower) || language.is_adjective(&word.lower);
    let parts = (0..words.len()).rev().filter_map(|dropped| {
        let length = words.len() - dropped;
        if takes_end {
            words.get(dropped..)
        } else {
            words.get(..length)
        }
    });
    let mut fitting = parts.rev().filter(|part| sentence.fits(part));
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
        let letters: usize = words.iter().map(|word| word.text.chars().count()).sum();
        let is_short = words.len() <= MAX_WORDS || letters <= MAX_LETTERS * self.limit.max(MAX_WEIGHT) / MAX_WEIGHT;
        words.len() == 1 || is_short && weight(words, self.language) <= self.limit
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

/// The weight of words, in tenths of a word.
pub(super) fn weight(words: &[&Token], language: &Language) -> usize {
    let before = std::iter::once(None).chain(words.iter().map(Some));
    let pairs = words.iter().zip(before);
    pairs
        .map(|(word, before)| {
            let is_unit = before.is_some_and(|before| before.has_digit()) && language.is(&word.lower, Role::Unit);
            let is_number = word.has_digit() && word.text.chars().count() <= MAX_NUMBER;
            if language.inflection.writes_syllables {
                SYLLABLE
            } else if is_unit || is_number || language.is_small(&word.lower) || word.text == "→" {
                SMALL_WORD
            } else {
                WORD
            }
        })
        .sum()
}
