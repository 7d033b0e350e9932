//! Chooses the words of a clause to print, by a list of rules; the first rule that finds words decides.

mod part;

use super::{
    clause::{Token, lowered},
    kind::{begins_opposites, is_joint, joins_change},
    vocabulary::{Vocabulary, role::Role},
};
use lexicon::Feature;
use part::{any_part, best_part};

/// The largest number of words on each side of "X vs Y".
const MAX_SIDE: usize = 3;

/// The words of a clause from which a headline is made.
#[derive(Clone, Copy)]
pub(super) struct Sentence<'a, 't> {
    pub(super) words: &'a [&'t Token],
    pub(super) language: &'static Vocabulary,
    /// The largest number of words of the headline.
    pub(super) most: usize,
    /// The words that name what the picture shows, in lower case; empty if nothing is known.
    pub(super) noun: &'a [String],
}

type Rule = for<'a, 't> fn(&Sentence<'a, 't>) -> Option<Vec<&'t Token>>;

/// The rules in the order in which they are tried.
const RULES: [Rule; 11] = [
    whole,
    versus,
    without_fillers,
    change,
    perfect,
    first_half,
    without_frame,
    without_articles_inside,
    without_detail,
    statement,
    best_part,
];

/// The words of a clause to print; `None` if the clause has none.
pub(super) fn headline<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let longest = || longest(sentence);
    let telling = || longest().filter(|words| !sentence.says_little(words));
    complete(sentence)
        .or_else(telling)
        .or_else(|| any_part(sentence))
        .or_else(longest)
}

/// The words of a clause to print, if some of them are a thought of their own.
pub(super) fn complete<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    RULES.iter().find_map(|rule| rule(sentence))
}

/// Keeps the whole clause, if it is short enough.
pub(super) fn whole<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    (!sentence.words.is_empty() && sentence.fits(sentence.words)).then(|| sentence.words.to_vec())
}

/// Keeps the clause without words such as "really", and without "right now" or "part 4" at its end, if that makes it
/// short enough.
pub(super) fn without_fillers<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
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
    // "Panda 4x4 del 1989 vs Jimny": the number says when.
    if let [number] = left
        && number.is_count(language)
        && at > 2
        && sentence
            .words
            .get(at - 2)
            .is_some_and(|word| language.begins_part(&word.lower))
    {
        left = sentence.words.get(..at - 2)?;
        left = left.get(left.len().saturating_sub(MAX_SIDE)..)?;
    }
    let right = sentence.without_articles(right);
    let reach = right.iter().take_while(|word| !ends(word)).count();
    let mut right = right.get(..reach)?;
    if sentence.content_words(left) == 0 || sentence.content_words(right) == 0 {
        return None;
    }
    let is_faint = |word: &&Token| language.is(&word.lower, Role::Faint) || language.is(&word.lower, Role::Ending);
    while right.len() > 1 && right.last().is_some_and(is_faint) {
        right = right.get(..right.len() - 1)?;
        if left.len() > right.len() && left.last().is_some_and(is_faint) {
            left = left.get(..left.len() - 1)?;
        }
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
        if sentence.fits(&words) {
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
    // "Noob to pro [in Valorant] in 7 days".
    let begins_part = |end: &usize| {
        let next = sentence.words.get(*end);
        next.is_none_or(|next| {
            sentence.language.begins_part(&next.lower) && !sentence.language.joins_closely(&next.lower)
        })
    };
    let ends = (end..=sentence.words.len()).rev().filter(begins_part).chain([end]);
    let mut longest_first = ends.filter_map(|end| sentence.words.get(..end));
    longest_first.find(|words| sentence.fits(words)).map(<[_]>::to_vec)
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

/// "Por que vendi meu carro [e comprei uma bicicleta elétrica]": the first of two deeds about which a question asks.
fn first_half<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let words = sentence.without_fillers();
    let lower = lowered(words.iter().copied());
    let joint = (1..words.len()).find(|at| lower.get(*at).is_some_and(|word| language.is(word, Role::And)))?;
    let half = words.get(..joint)?;
    // "Why cats and dogs fight": the conjunction joins two nouns.
    let is_noun = |word: &&&Token| word.text.starts_with(char::is_uppercase);
    let joins_deeds = if language.has_feature(Feature::CapitalizesNouns) {
        half.last()
            .is_some_and(|last| !is_noun(&last) && !language.is_adjective(&last.lower))
    } else {
        lower
            .get(joint + 1)
            .is_some_and(|next| language.is_verb(next) || language.is_past(next))
    };
    let asks = language.entry_length(&lower, Role::Question) > 0;
    let half = Sentence {
        words: half,
        ..*sentence
    };
    whole(&half).filter(|half| asks && joins_deeds && sentence.content_words(half) > 1)
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
    // "[Warum ich] zu Silvester im Tierheim [bin]": a preposition may begin a headline.
    let may_begin = |word: &&Token| !language.cannot_end(&word.lower) || language.is(&word.lower, Role::Link);
    let begins = words.first().is_some_and(may_begin);
    whole(&Sentence { words, ..*sentence }).filter(|words| begins && words.len() > 1)
}

/// "Warum Luther [auf der Wartburg] die Bibel übersetzte": the verb at the end needs its object, not a detail.
fn without_detail<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let words = sentence.without_fillers();
    let asks = words
        .first()
        .is_some_and(|word| language.is(&word.lower, Role::Question));
    if !asks || !language.has_feature(Feature::SplitsVerbs) {
        return None;
    }
    let is = |at: usize, role: Role| words.get(at).is_some_and(|word| language.is(&word.lower, role));
    let links = (1..words.len()).filter(|at| is(*at, Role::Link) && !is(*at, Role::Close) && !is(*at, Role::Without));
    let shorter = links.filter_map(|link| {
        let is_before_noun = |at: usize| {
            let is_adjective = words.get(at).is_some_and(|word| language.is_adjective(&word.lower));
            is_adjective || is(at, Role::Article) || is(at, Role::Determiner)
        };
        let noun = (link + 1..words.len()).find(|at| !is_before_noun(*at))?;
        let has_number = words.get(link..noun + 1)?.iter().any(|word| word.has_digit());
        let rest = words.get(noun + 1..).filter(|rest| rest.len() > 1 && !has_number)?;
        Some([words.get(..link)?, rest].concat())
    });
    let mut fitting = shorter.filter_map(|words| {
        whole(&Sentence {
            words: &words,
            ..*sentence
        })
    });
    fitting.next()
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
    // "I spent [the] night": a sentence with a subject needs them.
    let has_subject = words.first().is_some_and(|word| language.is(&word.lower, Role::First));
    if !language.has_feature(Feature::DropsArticles) || has_subject {
        return None;
    }
    let before = std::iter::once(None).chain(words.iter().map(Some));
    let mut spare = words.len().saturating_sub(sentence.most);
    let kept = words.iter().zip(before).filter(|(word, before)| {
        // "In the world" and "as a nurse" need theirs.
        let follows_link = before.is_some_and(|before| language.is(&before.lower, Role::Link));
        let is_dropped = spare > 0 && language.is(&word.lower, Role::Article) && !follows_link;
        spare -= usize::from(is_dropped);
        !is_dropped
    });
    let words: Vec<&Token> = kept.map(|(word, _)| *word).collect();
    whole(&Sentence {
        words: &words,
        ..*sentence
    })
}

/// "[Por qué] Plutón ya no es un planeta": the statement about which the question asks.
fn statement<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = sentence.without_endings().get(sentence.statement()?..)?;
    whole(&Sentence { words, ..*sentence })
}

/// The most words from the beginning, or from the end of a noun phrase whose head is its last word.
fn longest<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let sentence = Sentence {
        words: sentence.without_endings(),
        ..*sentence
    };
    let words = sentence.without_fillers();
    let language = sentence.language;
    let is_phrase = !words.iter().any(|word| language.is_small(&word.lower));
    let takes_end = language.has_feature(Feature::HeadIsLast) && is_phrase || language.has_feature(Feature::VerbIsLast);
    let is_open = |word: &&Token| language.cannot_end(&word.lower) || language.is_adjective(&word.lower);
    let parts = (0..words.len()).filter_map(|dropped| {
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
    let fitting = parts.filter(|part| sentence.fits(part) && !begins_inside(part));
    let ends_phrase = |part: &&[&Token]| {
        let next = words.get(part.len());
        sentence.content_words(part) > 1 && next.is_some_and(|next| language.begins_part(&next.lower))
    };
    let counts = |part: &&[&Token]| {
        let next = words.get(part.len());
        let is_amount = |last: &&Token| last.has_digit() || language.is_measure(&last.lower);
        part.last().is_some_and(is_amount) && next.is_some_and(|next| !language.is_small(&next.lower))
    };
    // "Barn owl" is one thing, and "City of God" one name.
    let parts_noun = |part: &&[&Token]| {
        let (last, next) = (part.last(), words.get(part.len()));
        last.zip(next).is_some_and(|(last, next)| {
            sentence
                .noun
                .windows(2)
                .any(|noun| noun == [last.lower.as_str(), next.lower.as_str()])
                || language.joins_closely(&next.lower) && last.text.starts_with(char::is_uppercase)
        })
    };
    let is_whole =
        |part: &&[&Token]| takes_end || !part.last().is_some_and(is_open) && !counts(part) && !parts_noun(part);
    let mut phrases = fitting
        .clone()
        .filter(|part| !takes_end && ends_phrase(part) && is_whole(part));
    let found = phrases.next().or_else(|| fitting.clone().find(is_whole));
    found.or_else(|| fitting.clone().next()).map(<[_]>::to_vec)
}

impl<'t> Sentence<'_, 't> {
    /// The number of words that mean something.
    pub(super) fn content_words(&self, words: &[&Token]) -> usize {
        words.iter().filter(|word| !self.language.is_small(&word.lower)).count()
    }

    /// Whether a headline may consist of these words.
    pub(super) const fn fits(&self, words: &[&Token]) -> bool {
        words.len() == 1 || words.len() <= self.most
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
        // "[And] what if a meteorite hit Paris?"
        let begins_with_and = lower.first().is_some_and(|first| self.language.joins_clauses(first));
        let (mut kept, mut at) = (Vec::new(), usize::from(begins_with_and));
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
