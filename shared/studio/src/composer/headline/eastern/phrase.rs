//! Splits Chinese and Japanese text into phrases, so that lines break and headlines begin where a reader would pause.

use crate::composer::writing::{Writing, clusters, is_closed, is_eastern, is_han};
use lexicon::Language;
use std::{collections::HashMap, ops::Range, sync::LazyLock};

/// The phrases of a text without spaces. Korean and other text is returned whole, because it has spaces.
pub(crate) fn phrases(text: &str, writing: Writing) -> Vec<String> {
    let ends: Box<dyn Fn(usize) -> bool> = match writing {
        Writing::Japanese => Box::new(|at| JAPANESE.ends(text, at)),
        Writing::Simplified | Writing::Traditional => {
            let ends = chinese(text, writing.language());
            Box::new(move |at| ends.contains(&at))
        }
        Writing::Korean | Writing::Other => return vec![text.to_owned()],
    };
    let whole = whole_parts(text);
    let is_inside = |at: usize| whole.iter().any(|part| part.start < at && at < part.end);
    let mut phrases: Vec<String> = Vec::new();
    let mut at = 0;
    for cluster in clusters(text) {
        match phrases.last_mut() {
            Some(phrase) if is_inside(at) || !ends(at) && !is_closed(phrase) => phrase.push_str(cluster),
            _ => phrases.push(cluster.to_owned()),
        }
        at += cluster.len();
    }
    without_lone_characters(phrases, writing == Writing::Japanese)
}

/// The longest title in quotation marks that no line break splits, in characters.
const LONGEST_TITLE: usize = 8;

/// The parts of a text that no line break splits: short titles in quotation marks.
fn whole_parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    for (start, open) in text.char_indices() {
        let close = match open {
            '《' => '》',
            '「' => '」',
            '『' => '』',
            '“' => '”',
            _ => continue,
        };
        let rest = text.get(start..).unwrap_or_default();
        if let Some(length) = rest.find(close).filter(|length| {
            let inside = rest.get(..*length).unwrap_or_default();
            inside.chars().count() <= LONGEST_TITLE + 1
        }) {
            parts.push(start..start + length + close.len_utf8());
        }
    }
    parts
}

/// Endings of Japanese verbs, which never begin a phrase.
const VERB_ENDINGS: [&str; 9] = [
    "さない",
    "さず",
    "させ",
    "らない",
    "られ",
    "れる",
    "なかった",
    "ました",
    "ません",
];

/// Joins a phrase of one character to its neighbour: alone it is a part of a word that the tables lack.
fn without_lone_characters(phrases: Vec<String>, is_japanese: bool) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let is_ending = |phrase: &str| VERB_ENDINGS.iter().any(|ending| phrase.starts_with(ending));
    let is_lone =
        |phrase: &str| phrase.chars().filter(|c| c.is_alphanumeric()).count() == 1 && phrase.chars().all(is_eastern);
    let mut waiting = String::new();
    for phrase in phrases {
        let next = format!("{}{phrase}", std::mem::take(&mut waiting));
        let is_alone = is_lone(&next);
        match joined.last_mut() {
            // A lone ideograph is the beginning of a Japanese word, and the end of a Chinese one.
            _ if is_alone && is_japanese && next.chars().all(is_han) => waiting = next,
            Some(last) if (is_lone(last) || is_alone || is_ending(&next)) && !is_closed(last) => last.push_str(&next),
            _ => joined.push(next),
        }
    }
    match joined.last_mut() {
        Some(last) => last.push_str(&waiting),
        None if !waiting.is_empty() => joined.push(waiting),
        None => {}
    }
    joined
}

/// The cost of each word, from its rank. The file has the most frequent words first and, after a line with a dash, the
/// words with a different traditional form.
static CHINESE: LazyLock<HashMap<&'static str, f32>> = LazyLock::new(|| {
    let parts = include_str!("../../../../dictionaries/chinese.txt").split("-\n");
    let ranked = parts.flat_map(|part| part.lines().zip(1_u16..));
    // By Zipf's law the word of rank n is n times as rare as the most frequent word.
    ranked.map(|(word, rank)| (word, f32::from(rank).ln() + 3.0)).collect()
});
/// The cost of a character that is in no word. Two of them cost more than any word.
const UNKNOWN: f32 = 10.0;
/// The cost of a word that only the lexicon has: about that of a rare word.
const LISTED: f32 = 11.0;
/// The longest word that is taken from the lexicon, in characters. Its longer words are often whole phrases.
const LONGEST_LISTED: usize = 3;
/// The longest word of [`CHINESE`], in characters.
const LONGEST: usize = 4;
/// Numerals, which form a unit with the next character.
const NUMERALS: &str = "一二三四五六七八九十百千万萬两兩几幾";
/// Characters that belong to the previous word.
const TRAILING: &str = "的了着著过過们們里裡上下中吗嗎呢吧啊呀后後前年月日天元个個集次种種道招步";

/// Units and classifiers, which belong to the number before them.
const MEASURES: &str = "克斤吨米里度块元角分秒岁歲倍层層页頁人位家条條只隻张張本件台辆輛部杯碗项項点點招步座间間名例胎";

/// Whether a digit stands before this byte offset.
fn behind_digit(text: &str, at: Option<usize>) -> bool {
    let before = at.and_then(|at| text.get(..at));
    before.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
}

/// The byte offsets at which phrases end. The text is split into known words at the least total cost; then single
/// characters are joined to a neighbour.
fn chinese(text: &str, language: Language) -> Vec<usize> {
    let edges: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    // For each character boundary: the least cost up to it, and the start of the last word before it.
    let mut best: Vec<(f32, usize)> = vec![(0.0, 0)];
    for end in 1..edges.len() {
        let ways = (end.saturating_sub(LONGEST)..end).filter_map(|start| {
            let word = text.get(*edges.get(start)?..*edges.get(end)?)?;
            let cost = if start + 1 == end {
                Some(&UNKNOWN)
            } else {
                CHINESE
                    .get(word)
                    .or_else(|| (end - start <= LONGEST_LISTED && language.lists(word)).then_some(&LISTED))
            };
            Some((best.get(start)?.0 + cost?, start))
        });
        best.extend(ways.min_by(|a, b| a.0.total_cmp(&b.0)));
    }
    let mut words = Vec::new();
    let mut end = edges.len().saturating_sub(1);
    while let Some((_, start)) = best.get(end).filter(|_| end > 0) {
        words.push((*start, end));
        end = *start;
    }
    words.reverse();
    let mut ends: Vec<usize> = Vec::new();
    let (mut is_open, mut is_counting, mut is_measured) = (false, false, false);
    for (start, end) in words {
        let range = edges.get(start).zip(edges.get(end));
        let word = range
            .and_then(|(start, end)| text.get(*start..*end))
            .unwrap_or_default();
        let is_single = end - start == 1 && word.chars().all(is_han);
        // "1935.3克月背土壤": behind a unit, "月" begins a word and ends no date.
        let begins = std::mem::take(&mut is_measured) && "年月日天".contains(word);
        if is_single && TRAILING.contains(word) && !is_open && !begins {
            ends.pop();
        }
        let is_unit = is_single && MEASURES.contains(word) && behind_digit(text, edges.get(start).copied());
        if is_unit {
            ends.pop();
            ends.extend(edges.get(end));
            (is_open, is_counting, is_measured) = (false, false, true);
            continue;
        }
        // Other single characters are joined to the next word.
        is_open = is_single && (begins || !TRAILING.contains(word)) && !is_counting;
        is_counting = is_open && NUMERALS.contains(word);
        if !is_open {
            ends.extend(edges.get(end));
        }
    }
    ends
}

static JAPANESE: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("../../../../dictionaries/japanese.txt")));

/// The number of characters that are examined before and after a position.
const AROUND: usize = 3;
/// The kinds of features: name, and the range of the examined characters that a feature consists of.
const KINDS: [(&str, usize, usize); 13] = [
    ("UW1", 0, 1),
    ("UW2", 1, 2),
    ("UW3", 2, 3),
    ("UW4", 3, 4),
    ("UW5", 4, 5),
    ("UW6", 5, 6),
    ("BW1", 1, 3),
    ("BW2", 2, 4),
    ("BW3", 3, 5),
    ("TW1", 0, 3),
    ("TW2", 1, 4),
    ("TW3", 2, 5),
    ("TW4", 3, 6),
];

/// BudouX's model: a phrase ends where the weights of the features around a position have a large sum.
struct Weights {
    kinds: [HashMap<&'static str, i32>; KINDS.len()],
    /// The threshold of the doubled sum: the sum of all weights of the model.
    bar: i32,
}

impl Weights {
    /// Parses the model. Each line is a kind of feature: its name, then texts and weights alternately.
    fn read(text: &'static str) -> Self {
        let mut kinds: [HashMap<&'static str, i32>; KINDS.len()] = Default::default();
        for line in text.lines() {
            let mut fields = line.split(' ');
            let name = fields.next();
            let slot = kinds.iter_mut().zip(KINDS).find(|(_, kind)| Some(kind.0) == name);
            if let Some((slot, _)) = slot {
                while let (Some(text), Some(weight)) = (fields.next(), fields.next()) {
                    slot.insert(text, weight.parse().unwrap_or(0));
                }
            }
        }
        let bar = kinds.iter().flat_map(HashMap::values).sum();
        Self { kinds, bar }
    }

    /// Whether a phrase ends at byte `at`.
    fn ends(&self, text: &str, at: usize) -> bool {
        let (before, after) = text.split_at(at);
        // The boundaries of the six examined characters; `None` outside the text.
        let mut edges = [None; 2 * AROUND + 1];
        let backward = before.char_indices().rev().map(|(edge, _)| edge);
        let forward = after.char_indices().map(|(edge, c)| at + edge + c.len_utf8());
        for (slot, edge) in edges.iter_mut().take(AROUND).rev().zip(backward) {
            *slot = Some(edge);
        }
        for (slot, edge) in edges.iter_mut().skip(AROUND).zip([at].into_iter().chain(forward)) {
            *slot = Some(edge);
        }
        let edge = |place: usize| edges.get(place).copied().flatten();
        let weights = KINDS
            .iter()
            .zip(&self.kinds)
            .filter_map(|((_, from, to), kind)| kind.get(text.get(edge(*from)?..edge(*to)?)?));
        2 * weights.sum::<i32>() > self.bar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_where_a_reader_pauses() {
        for (text, writing, cut) in [
            ("今日は天気です。", Writing::Japanese, "今日は 天気です。"),
            (
                "初心者でもできるカレーの作り方",
                Writing::Japanese,
                "初心者でも できる カレーの 作り方",
            ),
            ("10分で作れる簡単レシピ", Writing::Japanese, "10分で 作れる 簡単レシピ"),
            ("三天学会做菜", Writing::Simplified, "三天 学会 做菜"),
            ("人工智能改变世界", Writing::Simplified, "人工智能 改变 世界"),
            (
                "在北京胡同里寻找最好吃的炸酱面",
                Writing::Simplified,
                "在北京 胡同里 寻找 最好吃的 炸酱面",
            ),
            ("新手必看的理财指南！", Writing::Simplified, "新手 必看的 理财 指南！"),
            ("五天四夜怎麼玩？", Writing::Traditional, "五天 四夜 怎麼 玩？"),
            ("弾いてみた♪〜神回〜", Writing::Japanese, "弾いてみた♪〜 神回〜"),
            ("台灣夜市必吃美食", Writing::Traditional, "台灣 夜市 必吃 美食"),
            ("한국어 제목", Writing::Korean, "한국어 제목"),
            ("", Writing::Japanese, ""),
        ] {
            assert_eq!(phrases(text, writing).join(" "), cut);
        }
    }
}
