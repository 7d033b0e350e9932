//! Finds words in texts without spaces: Chinese and Japanese.

use super::{
    foreign::foreign,
    search::{Field, Found, Mention, is_model},
};
use crate::{
    language::{
        Language,
        grammar::any::{is_aside_key, is_order_word, is_topic_key},
    },
    words::{
        index::{Entry, Likeness},
        spelling,
    },
};

/// The largest number of characters of a word.
const MAX_LENGTH: usize = 14;

/// Signs between two subjects that belong side by side, and the most characters between them.
const JOINERS: [&str; 4] = ["＆", "&", "・", "+"];
const JOINER: usize = 3;

/// The most pairs of characters between an object and the one who acts on it.
const REACH: usize = 3;

/// The kinds of characters. A word of one kind ends where another kind begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ideograph,
    Hiragana,
    Katakana,
    Latin,
    Other,
}

impl Kind {
    fn of(c: char) -> Self {
        match c {
            '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '々' => Self::Ideograph,
            '\u{3041}'..='\u{309f}' => Self::Hiragana,
            '\u{30a0}'..='\u{30ff}' => Self::Katakana,
            c if c.is_alphanumeric() => Self::Latin,
            _ => Self::Other,
        }
    }
}

/// The longest listed words of the text, from its beginning on.
pub(crate) fn mentions(text: &str, language: Language, field: Field) -> Vec<Mention> {
    let text = text.replace("\\n", "\n");
    let chars: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let grammar = language.grammar();
    let mut mentions: Vec<Mention> = Vec::new();
    let is_joiner = |c: char| {
        let text = c.to_string();
        JOINERS.contains(&text.as_str()) || grammar.is_joiner(&text)
    };
    let mut end = 0;
    let (mut at, mut clause) = (0, 0);
    let (mut is_aside, mut is_topic) = line_key(&chars);
    while let Some(c) = chars.get(at) {
        if *c == '\n' {
            (is_aside, is_topic) = line_key(chars.get(at + 1..).unwrap_or_default());
        }
        if matches!(
            c,
            '\n' | '。' | '！' | '？' | '，' | '、' | '：' | ':' | '；' | '!' | '?'
        ) {
            clause += usize::from(!matches!(c, '，' | '、'));
            at += 1;
            continue;
        }
        if let Some(length) = skipped_length(chars.get(at..).unwrap_or_default(), grammar.skipped_words) {
            at += length;
            continue;
        }
        let Some((length, entries, found)) = longest(&chars, at, language) else {
            at += 1;
            continue;
        };
        let word: String = chars.iter().skip(at).take(length).collect();
        let gap = chars.get(end..at).unwrap_or_default();
        let is_joined = (1..=JOINER).contains(&gap.len()) && gap.iter().any(|c| is_joiner(*c));
        let joined_to = mentions.last().filter(|_| is_joined).map(|before| before.concept);
        let next_to = mentions.last().filter(|_| gap.is_empty()).map(|before| before.concept);
        let rest = chars.get(at + length..).unwrap_or_default();
        for entry in entries {
            mentions.push(Mention {
                concept: entry.concept,
                entry,
                is_order: is_order_word(&word),
                word: word.clone(),
                field,
                at: at / 2,
                words: 1 + length / 4,
                clause,
                found,
                is_topic: is_topic && !is_aside,
                is_about: false,
                joined_to,
                is_negated: false,
                is_place: starts_with_any(rest, grammar.place_endings),
                is_linked: false,
                is_audience: false,
                reach: (grammar.object_endings.is_empty() || starts_with_any(rest, grammar.object_endings))
                    .then_some(REACH),
                is_aside,
                is_noun: true,
                is_lower_case: false,
                is_in_name: is_model(next_to, entry),
                is_counted: at
                    .checked_sub(1)
                    .and_then(|before| chars.get(before))
                    .is_some_and(|c| is_number(*c)),
                lacks_accents: false,
            });
        }
        at += length;
        end = at;
    }
    mentions
}

/// The length in characters of the word of an order with which the text begins. Such a word is skipped, because a
/// listed word is inside: "サムネイル" (thumbnail) contains "ネイル" (nail).
fn skipped_length(rest: &[char], words: &str) -> Option<usize> {
    let found = words.split_ascii_whitespace().find(|word| starts_with(rest, word))?;
    Some(found.chars().count())
}

fn starts_with(rest: &[char], word: &str) -> bool {
    let mut letters = rest.iter();
    word.chars().all(|letter| letters.next() == Some(&letter))
}

fn starts_with_any(rest: &[char], words: &str) -> bool {
    words.split_ascii_whitespace().any(|word| starts_with(rest, word))
}

fn is_number(c: char) -> bool {
    c.is_numeric() || matches!(c, '百' | '千' | '万' | '萬' | '億' | '亿')
}

/// Whether the line begins with a key for something other than the topic, and whether it begins with a key such as
/// "topic".
fn line_key(rest: &[char]) -> (bool, bool) {
    let line: String = rest.iter().take_while(|c| **c != '\n').collect();
    let key = line.split_once([':', '：']).map(|(key, _)| spelling::key(key));
    let key = key.unwrap_or_default();
    (is_aside_key(&key), is_topic_key(&key))
}

fn longest(chars: &[char], at: usize, language: Language) -> Option<(usize, Vec<Entry>, Found)> {
    (1..=MAX_LENGTH).rev().find_map(|length| {
        let word = chars.get(at..at + length)?;
        if !is_whole(chars, at, length) || word.contains(&'\n') {
            return None;
        }
        let key = spelling::key(&word.iter().collect::<String>());
        let is_latin = word.iter().all(|c| Kind::of(*c) == Kind::Latin);
        let found = language.words().find(&key, Likeness::Same);
        match found.as_slice() {
            [] if is_latin => Some((length, foreign(&key, true, language)?, Found::Foreign)),
            [] => None,
            found => Some((length, found.to_vec(), Found::Whole(Likeness::Same))),
        }
    })
}

/// Whether these characters can be a word: it does not begin or end inside a run of letters of a kind that is not cut,
/// and a single ideograph stands alone.
fn is_whole(chars: &[char], at: usize, length: usize) -> bool {
    let kind = |at: Option<usize>| at.and_then(|at| chars.get(at)).map_or(Kind::Other, |c| Kind::of(*c));
    let (first, last) = (kind(Some(at)), kind(Some(at + length - 1)));
    let continues_before = kind(at.checked_sub(1)) == first;
    let continues_after = kind(Some(at + length)) == last;
    match first {
        Kind::Other => false,
        Kind::Latin => !continues_before && (last != Kind::Latin || !continues_after),
        Kind::Ideograph if length == 1 => !continues_before && !continues_after,
        Kind::Ideograph => true,
        // The last part of a compound is its head, if at least two characters are before it: "バナナケーキ".
        Kind::Katakana => {
            let has_long_start = (1..=2).all(|before| at.checked_sub(before).is_some_and(|at| kind(Some(at)) == first));
            last != Kind::Katakana || (!continues_after && (!continues_before || length >= 3 && has_long_start))
        }
        Kind::Hiragana => length >= 3 || (!continues_before && length >= 2),
    }
}
