//! Finds the part of a long Chinese, Japanese or Korean clause that says the most.

use super::{MAX_WIDTH, is_katakana, width, without_particle};
use crate::composer::{
    headline::{vocabulary::Vocabulary, word::MAX_WORDS},
    writing::{Writing, is_han, is_kana},
};
use std::ops::Range;

/// The value of a number.
const NUMBER: i32 = 5;
/// The value of a word that names the picture's subject.
const SUBJECT: i32 = 8;
/// The value of ideographs or katakana in a row, which are a noun most of the time.
const NOUN: i32 = 3;
/// The value of the clause's beginning.
const BEGINNING: i32 = 3;
/// The value of the clause's end.
const ENDING: i32 = 4;
/// The largest number of phrases of a topic.
const MAX_TOPIC: usize = 3;
/// The penalty for phrases that are left out inside a part.
const GAP: i32 = 3;
/// The penalty for a part that begins behind "of".
const OPEN: i32 = 8;

/// The phrases of the part that says the most; `None` if no part is complete. `noun` has the words that name what the
/// picture shows.
///
/// A part is several phrases in a row, which end the clause or end in a noun, or the topic at its beginning together
/// with the last phrases: "うちの柴犬が … 大暴れ".
pub(super) fn best(parts: &[String], noun: &[String], writing: Writing, language: &Vocabulary) -> Option<Vec<String>> {
    let count = parts.len();
    // Long ranges are refused before they are copied: prompts have thousands of phrases. The last phrase may lose its
    // particle, so only those before it have to fit.
    let may_fit = |range: Range<usize>| parts.get(range).is_some_and(|words| is_short(words, writing));
    let in_a_row = (0..count).flat_map(|start| {
        let ends = (start + 1..=count).take_while(move |end| may_fit(start..*end - 1));
        ends.map(move |end| start..end)
    });
    let in_a_row = in_a_row.filter_map(|range| {
        let begins = range.start == 0;
        let next = parts.get(range.end).filter(|_| writing != Writing::Japanese);
        let lacks_noun = next.is_some_and(|next| matches!(next.as_str(), "的" | "得" | "地"));
        let behind_of = !begins
            && parts
                .get(range.start - 1)
                .is_some_and(|before| before.ends_with(['の', '의']));
        let ends = range.end == count;
        let value = BEGINNING * i32::from(begins) + ENDING * i32::from(ends) - OPEN * i32::from(behind_of);
        let words = parts.get(range).filter(|_| !lacks_noun)?.to_vec();
        // "[できる] 簡単カレーの作り方": hiragana are a verb or a small word.
        let is_soft = !begins && words.first()?.starts_with(|c| is_kana(c) && !is_katakana(c));
        let value = value - GAP * i32::from(is_soft);
        Some((value, if ends { words } else { ended(words, writing, language)? }))
    });
    let earliest = (0..count).rev().take_while(|from| may_fit(*from..count)).last();
    let topics = (1..=MAX_TOPIC.min(count)).filter_map(|length| parts.get(..length));
    let with_gap = topics.flat_map(|topic| {
        let particle = topic.last().and_then(|last| last.chars().next_back());
        let particle = particle.filter(|last| match last {
            'は' | 'が' | 'で' => writing == Writing::Japanese,
            '、' | '，' => true,
            _ => false,
        });
        let first = earliest.unwrap_or(count).max(topic.len() + 1);
        let rests = (first..count).filter_map(|from| parts.get(from..));
        // A clause has one topic and one subject, and a verb alone says little.
        let may_continue = move |rest: &&[String]| {
            let is_free = |particle| !rest.iter().any(|phrase| phrase.ends_with(particle));
            particle.is_some_and(is_free) && rest.iter().any(|phrase| has_noun(phrase))
        };
        rests
            .filter(may_continue)
            .map(move |rest| (BEGINNING + ENDING - GAP, [topic, rest].concat()))
    });
    let fitting = in_a_row.chain(with_gap).filter(|(_, words)| fits(words, writing));
    let valued = fitting.map(|(value, words)| (value + value_of(&words, noun), words));
    let best = valued.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map(|(_, words)| words)
}

/// Whether the phrases are a headline: neither too many nor, in Korean, a single word.
pub(super) fn fits(words: &[String], writing: Writing) -> bool {
    is_short(words, writing) && (writing != Writing::Korean || words.len() > 1)
}

fn is_short(words: &[String], writing: Writing) -> bool {
    if writing == Writing::Korean {
        words.len() <= MAX_WORDS
    } else {
        words.iter().map(|word| width(word)).sum::<usize>() <= MAX_WIDTH
    }
}

/// The phrases, if they are complete without those behind them: their last one is a noun without its particle, or asks
/// "if …?".
fn ended(mut words: Vec<String>, writing: Writing, language: &Vocabulary) -> Option<Vec<String>> {
    let waits = matches!(words.as_slice(), [.., before, last]
        if before.ends_with(['が', 'は', 'を', 'に', 'で']) && !last.contains(|c: char| c.is_ascii_digit()));
    let last = words.last_mut()?;
    if writing == Writing::Korean {
        let noun = without_particle(last, language);
        let is_complete = noun.len() < last.len() || last.contains(|c: char| c.is_ascii_digit());
        *last = is_complete.then_some(noun)?.to_owned();
    } else if writing != Writing::Japanese && last.ends_with(['的', '得', '地']) {
        // "寻找最好吃的 [炸酱面]" lacks its noun.
        return None;
    } else if last.ends_with("たら") || last.ends_with("だら") {
        last.push('？');
    } else {
        let noun = without_particle(last, language);
        let is_noun = |c: char| !matches!(c, '何' | '誰') && (is_han(c) || is_katakana(c) || !is_kana(c));
        let ends = noun.ends_with(is_noun) || noun.ends_with("こと") || noun.ends_with("もの");
        // "猫がピアノ [を弾く]" waits for its verb.
        *last = (ends && !waits).then_some(noun)?.to_owned();
    }
    Some(words)
}

/// Whether the phrase has two ideographs or two katakana beside each other.
fn has_noun(phrase: &str) -> bool {
    let pairs = phrase.chars().zip(phrase.chars().skip(1));
    pairs
        .into_iter()
        .any(|(a, b)| is_han(a) && is_han(b) || is_katakana(a) && is_katakana(b))
}

fn value_of(words: &[String], noun: &[String]) -> i32 {
    let text = words.concat();
    let starts = |is: fn(char) -> bool| {
        let before = std::iter::once(None).chain(text.chars().map(Some));
        let pairs = text.chars().zip(before);
        pairs.filter(|(c, before)| is(*c) && !before.is_some_and(is)).count() as i32
    };
    let names_subject = noun.iter().any(|noun| text.to_lowercase().contains(noun.as_str()));
    NUMBER * starts(|c| c.is_ascii_digit())
        + NOUN * (starts(is_han) + starts(is_katakana))
        + SUBJECT * i32::from(names_subject)
        + words.len() as i32
}
