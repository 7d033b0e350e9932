//! Finds the words that a prompt asks to print on the picture.

use super::{
    clause::{Clause, Token, lower, lowered},
    eastern,
    order::is_look,
    vocabulary::{Vocabulary, role::Role},
    word::words_of,
};
use crate::composer::writing::is_eastern;

/// Quoted text longer than this many words is a quotation, not a headline.
const MAX_WORDS: usize = 7;
/// The number of words before a quotation that tell whether it should be printed.
const CONTEXT: usize = 4;
/// The largest number of characters between a name and "channel", in scripts without spaces: "「…」というチャンネル".
const GAP: usize = 4;

const PAIRS: [(char, char); 8] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
    ('‘', '’'),
];

/// Whether a part of a prompt begins or ends a quotation.
pub(super) fn is_in(part: &str) -> bool {
    part.contains(PAIRS.map(|(open, _)| open)) || part.contains(PAIRS.map(|(_, close)| close))
}

/// A quotation of a prompt.
struct Quotation<'a> {
    /// The byte index of its first character.
    at: usize,
    text: &'a str,
    /// Whether quotation marks of this kind also enclose names of works.
    may_be_name: bool,
}

/// The first short quotation that the prompt wants printed: `with the words "Day 1"`.
pub(super) fn quoted(prompt: &str, language: &Vocabulary) -> Option<Vec<String>> {
    let found = quotations(prompt, language).filter(|quotation| is_printed(prompt, quotation, language));
    let words = found.map(|quotation| (quotation.at, words_of(quotation.text)));
    words
        .filter(|(_, words)| (1..=MAX_WORDS).contains(&words.len()) && eastern::is_short(words))
        .min_by_key(|(at, _)| *at)
        .map(|(_, words)| without_stop(words))
}

/// The first quotation that is too long to be printed whole. It is most likely the title of the video.
pub(super) fn long<'a>(prompt: &'a str, language: &Vocabulary) -> Option<&'a str> {
    let found =
        quotations(prompt, language).filter(|quotation| (MAX_WORDS + 1..=24).contains(&words_of(quotation.text).len()));
    found
        .min_by_key(|quotation| quotation.at)
        .map(|quotation| quotation.text)
}

/// Whether the quotation is printed, and is not a name in a sentence: "I repair my motorcycle «Ural»".
fn is_printed(prompt: &str, quotation: &Quotation<'_>, language: &Vocabulary) -> bool {
    let before = prompt.get(..quotation.at).unwrap_or_default();
    let before = before
        .trim_end_matches(|c: char| PAIRS.iter().any(|(open, _)| *open == c) || c == '\'')
        .trim_end();
    let count = words_of(quotation.text).len();
    if before.is_empty() {
        return !quotation.may_be_name && count >= 3;
    }
    let words: Vec<String> = words_of(before).iter().map(|word| bare(word)).collect();
    let near: Vec<&str> = words.iter().rev().take(CONTEXT).rev().map(String::as_str).collect();
    let after = prompt.get(quotation.at + quotation.text.len()..).unwrap_or_default();
    if !before.ends_with([':', '：']) && (leads_to_channel(&near, language) || is_channel_behind(after, language)) {
        return false;
    }
    let asks =
        |role: Role| (0..near.len()).any(|at| near.get(at..).is_some_and(|near| language.entry_length(near, role) > 0));
    let keys = || language.entries(Role::TitleKey);
    // In Chinese and Japanese, no space separates "with the text" from the quotation.
    let asks_unspaced = || {
        let says = || language.entries(Role::Says);
        if before.ends_with(is_eastern) && says().iter().any(|phrase| before.ends_with(phrase.as_str())) {
            return true;
        }
        let before = before.trim_end_matches(['写', '着', '是', '为', '為', 'は', 'に', '：', ':', '叫']);
        before.ends_with(is_eastern) && keys().iter().any(|key| before.ends_with(key.as_str()))
    };
    let letters = || quotation.text.chars().filter(|c| c.is_alphabetic());
    let is_loud = letters().any(char::is_uppercase) && !letters().any(char::is_lowercase);
    is_loud
        || before.ends_with([':', '：'])
        || asks_unspaced()
        || !quotation.may_be_name && count >= 3
        || [Role::Says, Role::Thumbnail, Role::TitleKey]
            .iter()
            .any(|role| asks(*role))
}

/// Whether the words lead to the name of a channel: "my channel «…»", "a podcast called «…»". In "for my podcast with
/// «…»", the quotation is printed.
fn leads_to_channel(words: &[&str], language: &Vocabulary) -> bool {
    let is_channel = |word: &str| {
        let noun = language.noun_of(word).unwrap_or(word);
        let channels = || language.entries(Role::Channel);
        language.is(word, Role::Channel)
            || word.ends_with(is_eastern) && channels().iter().any(|entry| noun.ends_with(entry.as_str()))
    };
    match words {
        [.., last] if is_channel(last) => true,
        [.., channel, last] if is_channel(channel) => {
            language.is(last, Role::About) || language.is(last, Role::Article)
        }
        _ => false,
    }
}

/// Whether the text behind a quotation says that it is the name of a channel: "「…」というチャンネル".
fn is_channel_behind(after: &str, language: &Vocabulary) -> bool {
    let after = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_near = |entry: &String| {
        let between = after.split_once(entry.as_str());
        between.is_some_and(|(between, _)| between.chars().count() <= GAP)
    };
    if after.starts_with(is_eastern) {
        language.entries(Role::Channel).iter().any(is_near)
    } else {
        let next = after.split_whitespace().next();
        next.is_some_and(|word| language.is(&bare(word), Role::Channel))
    }
}

fn bare(word: &str) -> String {
    lower(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// All quotations except names of styles and fonts.
fn quotations<'a>(prompt: &'a str, language: &Vocabulary) -> impl Iterator<Item = Quotation<'a>> {
    let marked = PAIRS.iter().flat_map(|(open, close)| {
        let may_be_name = matches!(open, '«' | '「' | '『');
        between(prompt, *open, *close).map(move |(at, text)| Quotation { at, text, may_be_name })
    });
    let apostrophes = between_apostrophes(prompt).map(|(at, text)| Quotation {
        at,
        text,
        may_be_name: false,
    });
    let is_text = move |quotation: &Quotation<'a>| {
        let before = prompt.get(..quotation.at).unwrap_or_default().to_lowercase();
        let after = prompt.get(quotation.at + quotation.text.len()..).unwrap_or_default();
        let before: Vec<&str> = before.split_whitespace().rev().take(4).collect();
        let names_style = before
            .iter()
            .any(|word| matches!(*word, "style" | "like" | "font" | "not" | "no"));
        let follows = words_of(after.trim_start_matches(|c: char| !c.is_alphanumeric() && !c.is_whitespace()));
        let is_style = follows
            .first()
            .is_some_and(|word| matches!(word.as_str(), "style" | "font"));
        let is_about_looks = words_of(quotation.text)
            .iter()
            .all(|word| is_look(&word.to_lowercase(), language));
        !names_style && !is_style && !is_about_looks && quotation.text.chars().any(char::is_alphanumeric)
    };
    marked
        .chain(apostrophes)
        .filter(is_text)
        .collect::<Vec<_>>()
        .into_iter()
}

fn between(prompt: &str, open: char, close: char) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = prompt;
    std::iter::from_fn(move || {
        let (_, behind) = rest.split_once(open)?;
        let (inside, after) = behind.split_once(close)?;
        rest = after;
        Some((prompt.len() - behind.len(), inside))
    })
}

/// The text between straight apostrophes, which must not be apostrophes inside words: 'don't stop'.
fn between_apostrophes(prompt: &str) -> Option<(usize, &str)> {
    let is_outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let mut marks = prompt.match_indices('\'').map(|(at, _)| {
        let before = prompt.get(..at).and_then(|text| text.chars().next_back());
        let after = prompt.get(at + 1..).and_then(|text| text.chars().next());
        (at + 1, is_outside(before), is_outside(after))
    });
    let (start, ..) = marks.find(|(_, begins, ends)| *begins && !*ends)?;
    let (end, ..) = marks.find(|(_, _, ends)| *ends)?;
    prompt.get(start..end - 1).map(|text| (start, text))
}

/// Removes the punctuation after the last word: a headline has no full stop, and a comma belongs to the prompt's
/// sentence.
pub(super) fn without_stop(mut words: Vec<String>) -> Vec<String> {
    if let Some(last) = words.last_mut() {
        let is_trailing = |c| matches!(c, ',' | ';' | ':') || c == '.' && !last.ends_with("..");
        let stripped = last.trim_end_matches(is_trailing).to_owned();
        if !stripped.is_empty() {
            *last = stripped;
        }
    }
    words
}

/// The words after "with the text" or the like: all words in capitals, or the rest of the clause if the prompt orders a
/// picture.
pub(super) fn demanded(clauses: &[Clause], language: &Vocabulary) -> Option<Vec<String>> {
    let is_loud =
        |word: &Token| word.text.chars().any(char::is_alphabetic) && !word.text.chars().any(char::is_lowercase);
    let mut found = clauses
        .iter()
        .filter_map(|clause| behind_label(&clause.words, language));
    found.find_map(|(behind, is_phrase)| {
        let loud: Vec<String> = behind
            .iter()
            .take_while(|word| is_loud(word) || word.is_count(language))
            .map(|word| word.text.clone())
            .collect();
        let is_headline = (1..=MAX_WORDS).contains(&loud.len()) && loud.iter().any(|word| word.chars().count() > 2);
        let rest = || behind.iter().map(|word| language.capitals(&word.text)).collect();
        let is_rest = is_phrase && (1..=MAX_WORDS).contains(&behind.len());
        is_headline.then_some(loud).or_else(|| is_rest.then(rest))
    })
}

/// The words after a label, and whether the label is a phrase such as "with the words", which means nothing else.
fn behind_label<'a>(words: &'a [Token], language: &Vocabulary) -> Option<(&'a [Token], bool)> {
    let lower = lowered(words);
    let is_ordered = lower
        .iter()
        .any(|word| language.is(word, Role::Thumbnail) || language.is(word, Role::Order));
    (0..words.len()).find_map(|at| {
        let length = language.entry_length(lower.get(at..)?, Role::Says);
        let label = language.entry_length(lower.get(at..)?, Role::TitleKey);
        let skipped = length.max(label);
        let behind = words
            .get(at + skipped..)
            .filter(|rest| skipped > 0 && !rest.is_empty())?;
        let is_loud = words
            .get(at)
            .is_some_and(|word| word.text.chars().all(|c| !c.is_lowercase()));
        (!is_loud).then_some((behind, length > 1 && is_ordered))
    })
}
