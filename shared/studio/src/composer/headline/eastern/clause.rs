//! The clauses of a prompt in Chinese, Japanese or Korean, and the topic of a clause.

use crate::composer::{
    headline::{
        clause::{is_item, is_picture, lower},
        label::numbers_episode,
        vocabulary::{Vocabulary, role::Role},
    },
    writing::{Writing, is_kana},
};

/// Japanese words of orders.
const ORDERED: [&str; 3] = ["サムネ", "作っ", "お願い"];

const YOUTUBE: &str = "youtube";

/// Characters that end a clause. In Chinese and Japanese, spaces do as well.
const CLAUSE_ENDS: &str = "。，、！？；：!?,;:\n（）()[]|｜—–~～〜…\"";

/// Whether the character is a Korean letter that is no syllable: "ㅋㅋ", "ㄷㄷ" and "ㅠㅠ" end sentences.
const fn is_laughter(c: char) -> bool {
    matches!(c, '\u{3131}'..='\u{3163}')
}

/// The longest clause in which writers introduce themselves, in characters.
const MAX_INTRODUCTION: usize = 8;

/// The clauses without greetings, the number of an episode, and introductions such as "I am …" behind a greeting or an
/// order.
pub(super) fn without_introduction(clauses: &[String], language: &Vocabulary) -> Vec<String> {
    let is_number = |clause: &String| {
        let lower = lower(clause);
        numbers_episode(&lower.split_whitespace().collect::<Vec<_>>(), language)
    };
    let tells = |clause: &String| !is_number(clause) && !topic(clause, language).is_empty();
    let has_topic = clauses.iter().any(tells);
    let mut is_greeted = false;
    let mut kept = Vec::new();
    for clause in clauses {
        let introduces =
            ["我是", "我叫", "저는"].iter().any(|start| clause.starts_with(start)) || clause.ends_with("です");
        let is_short = clause.chars().count() <= MAX_INTRODUCTION;
        let greets = is_short && clause.ends_with('好');
        if !(is_greeted && introduces && is_short || greets || has_topic && is_number(clause)) {
            kept.push(clause.clone());
        }
        is_greeted = greets || topic(clause, language).is_empty();
    }
    if kept.is_empty() { clauses.to_vec() } else { kept }
}

/// The text behind an announcement such as "the theme of this episode is".
pub(super) fn announced(clause: &str, language: &Vocabulary) -> Option<String> {
    let announcements = language.entries(Role::Announcement);
    let mut behind = announcements.iter().filter_map(|phrase| {
        let (_, behind) = clause.split_once(phrase.as_str())?;
        Some(behind.trim().to_owned()).filter(|behind| behind.chars().count() >= 2)
    });
    behind.next()
}

/// The clauses of a prompt, without tags and without the items of a list.
pub(super) fn clauses(prompt: &str, writing: Writing) -> Vec<String> {
    let lines: Vec<&str> = prompt.lines().collect();
    let has_text = lines
        .iter()
        .any(|line| !is_item(line) && line.chars().any(char::is_alphabetic));
    let text: Vec<&str> = lines.into_iter().filter(|line| !(has_text && is_item(line))).collect();
    let text = without_tags(&text.join("\n"));
    let mut clauses = vec![String::new()];
    let chars: Vec<char> = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    let mut is_in_name = false;
    for (index, c) in chars.iter().enumerate() {
        // Names of films have marks of their own: "「君の名は。」".
        is_in_name =
            matches!(c, '「' | '『' | '《' | '“') || is_in_name && !matches!(c, '」' | '』' | '》' | '”' | '\n');
        let at = |index: Option<usize>| index.and_then(|index| chars.get(index)).copied();
        let neighbours = (at(index.checked_sub(1)), at(Some(index + 1)));
        let is_in_number = matches!(neighbours, (Some(a), Some(b)) if a.is_ascii_digit() && b.is_ascii_digit());
        // A space between Latin words separates words, not clauses.
        let is_in_latin =
            matches!(neighbours, (Some(a), Some(b)) if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
        let is_end = !is_in_name && (CLAUSE_ENDS.contains(*c) || *c == '.' || is_picture(*c) || is_laughter(*c));
        let ends = is_end && !is_in_number || c.is_whitespace() && writing != Writing::Korean && !is_in_latin;
        let is_question = !is_in_name && matches!(c, '?' | '？');
        match clauses.last_mut() {
            Some(clause) if !ends || is_question => {
                clause.push(*c);
                if is_question {
                    clauses.push(String::new());
                }
            }
            _ => clauses.push(String::new()),
        }
    }
    clauses
        .iter()
        .map(|clause| clause.trim().to_owned())
        .filter(|clause| clause.chars().any(char::is_alphanumeric))
        .collect()
}

/// Removes tags such as "【…】" at the beginning.
fn without_tags(text: &str) -> String {
    let mut rest = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !"【「『《〈¥￥$".contains(c));
    while let Some((_, behind)) = rest.strip_prefix('【').and_then(|inside| inside.split_once('】')) {
        if behind.trim().is_empty() {
            break;
        }
        rest = behind.trim_start();
    }
    rest.to_owned()
}

/// The clause without the phrases of the order around its topic; empty if the clause is nothing but an order.
pub(super) fn topic(clause: &str, language: &Vocabulary) -> String {
    let [leads, trails, looks] = [Role::Lead, Role::Trail, Role::Look].map(|role| language.entries(role));
    let mut ending = OrderEnding::default();
    let mut rest = clause.trim();
    loop {
        let before = rest;
        rest = without_leads(rest, &leads);
        rest = ending.without_trails(rest, &trails);
        rest = without_platform(rest);
        rest = ending.without_medium(rest);
        rest = without_look(rest, &looks);
        rest = without_marks(rest);
        if rest == before {
            break;
        }
    }
    if is_order(rest, clause, language) {
        return String::new();
    }
    let stem = language.without_suffix(rest).filter(|_| ending.has_purpose);
    stem.unwrap_or_else(|| rest.to_owned())
}

/// The meaning of the phrases that were removed behind a topic.
#[derive(Default)]
struct OrderEnding {
    /// One of them was the Korean word for "for". The topic before it still ends with a particle.
    has_purpose: bool,
    /// One of them asks for a picture in Japanese.
    is_for_picture: bool,
}

impl OrderEnding {
    fn without_trails<'a>(&mut self, text: &'a str, trails: &[String]) -> &'a str {
        let mut rest = text;
        for trail in trails {
            // "Could you make a thumbnail?": the mark belongs to the order.
            let bare = rest.trim_end_matches(['?', '？']).trim_end();
            if let Some(ahead) = bare.strip_suffix(trail.as_str()).filter(|ahead| !ahead.is_empty()) {
                rest = ahead.trim_end();
                self.has_purpose |= trail.ends_with("위한");
                self.is_for_picture |= ORDERED.iter().any(|word| trail.contains(word));
            }
        }
        rest
    }

    /// "A video in which you learn the rules": the order is for a picture, so "video" is no part of the topic.
    fn without_medium<'a>(&self, text: &'a str) -> &'a str {
        let ahead = text.strip_suffix("動画");
        let ahead = ahead.filter(|ahead| self.is_for_picture && ahead.ends_with(is_kana));
        ahead.map_or(text, |ahead| ahead.strip_suffix('の').unwrap_or(ahead))
    }
}

fn without_leads<'a>(text: &'a str, leads: &[String]) -> &'a str {
    leads.iter().fold(text, |rest, lead| {
        rest.strip_prefix(lead.as_str()).unwrap_or(rest).trim_start()
    })
}

/// Removes the name of a video site at the beginning.
fn without_platform(text: &str) -> &str {
    let rest = text.strip_prefix("B站").or(text.strip_prefix("b站")).unwrap_or(text);
    match rest.split_at_checked(YOUTUBE.len()) {
        Some((site, behind)) if site.eq_ignore_ascii_case(YOUTUBE) => behind.trim_start().trim_start_matches('の'),
        _ => rest,
    }
}

/// "Theme 「…」 letters in red": what follows the title describes the picture.
fn without_look<'a>(text: &'a str, looks: &[String]) -> &'a str {
    let titled = text.strip_prefix('「').and_then(|rest| rest.split_once('」'));
    match titled {
        Some((title, behind)) if looks.iter().any(|look| behind.contains(look.as_str())) => title,
        _ => text,
    }
}

/// A whole title in its marks needs no marks.
fn without_marks(text: &str) -> &str {
    let pairs = [('「', '」'), ('《', '》'), ('『', '』'), ('“', '”')];
    pairs.into_iter().fold(text, |rest, (open, close)| {
        let inside = rest.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        inside.filter(|inside| !inside.contains([open, close])).unwrap_or(rest)
    })
}

/// Whether a clause only asks for a picture and names no topic. `rest` is the clause without the phrases of the order.
fn is_order(rest: &str, clause: &str, language: &Vocabulary) -> bool {
    // "A cover, please" without a topic leaves the classifier: 一张.
    let is_counted = rest.len() < clause.trim().len() && rest.ends_with(['张', '張', '个', '個', '幅']);
    is_counted
        || language.entries(Role::Order).contains(&rest.to_lowercase())
        || language.is(rest, Role::Medium)
        || language.is(rest, Role::Thumbnail)
}
