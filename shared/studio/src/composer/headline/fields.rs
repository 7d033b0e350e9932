//! Reads prompts that are lists of keys and values: "topic: bees\nmood: calm" or "topic = bees; mood = calm".

use super::{
    clause::{is_item, lower},
    vocabulary::{Vocabulary, role::Role},
};

/// The largest number of words of a key.
const MAX_KEY: usize = 3;

/// The largest number of characters of a key with the mark behind it.
const MAX_KEY_LENGTH: usize = 40;

/// The text that a list of keys and values names for the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fields<'a> {
    /// Words to print.
    Title(&'a str),
    /// The topic, and the name of the game, book or film that it is about.
    Topic {
        topic: Option<&'a str>,
        work: Option<&'a str>,
    },
}

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Title,
    Topic,
    Work,
    Unknown,
    Look,
}

/// The keys and values of a prompt; `None` if it is an ordinary text.
pub(super) fn read<'a>(prompt: &'a str, language: &Vocabulary) -> Option<Fields<'a>> {
    let pairs = pairs(prompt, language);
    let value = |key: Key| pairs.iter().find(|(of, _)| *of == key).map(|(_, value)| *value);
    if let Some(title) = value(Key::Title).filter(|value| !is_blank(value, language)) {
        return Some(Fields::Title(title));
    }
    // "Task: generate a thumbnail. Topic: bees": the task is no topic.
    let orders = |value: &str| {
        let first = lower(value.split_whitespace().next().unwrap_or_default());
        language.is(&first, Role::Order) && !language.is_small(&first)
    };
    let topics = || {
        pairs
            .iter()
            .filter(|(of, _)| *of == Key::Topic)
            .map(|(_, value)| *value)
    };
    let topic = topics().find(|topic| !orders(topic)).or(topics().next());
    let work = value(Key::Work);
    if topic.is_some() || work.is_some() {
        return Some(Fields::Topic { topic, work });
    }
    let is_list = pairs.len() > 1 && pairs.iter().any(|(key, _)| *key == Key::Look);
    let topic = value(Key::Unknown).filter(|_| is_list);
    topic.map(|topic| Fields::Topic {
        topic: Some(topic),
        work: None,
    })
}

/// All keys with their values. In a line of its own, any short text before a colon is a key; inside a line, only known
/// keys are.
fn pairs<'a>(prompt: &'a str, language: &Vocabulary) -> Vec<(Key, &'a str)> {
    let lines: Vec<&str> = prompt.lines().collect();
    let mut pairs = Vec::new();
    for line in &lines {
        let is_item = is_item(line);
        let line = line.trim_start_matches(|c: char| is_item && !c.is_alphabetic());
        let parts: Vec<&str> = parts(line, language);
        for (index, part) in parts.iter().enumerate() {
            let Some((key, value)) = split(part).map(|pair| innermost(pair, language)) else {
                continue;
            };
            let known = known(key, language);
            let is_line = lines.len() > 1 && index == 0 && !is_item && key.split_whitespace().count() <= MAX_KEY;
            // A single line with one key is a sentence: "Titanic: the last 24 hours". Only words to print and topics
            // are read from it.
            let is_named = matches!(known, Key::Title | Key::Topic) || parts.len() > 1 || is_line || is_item;
            if is_named && (known != Key::Unknown || is_line) && !value.is_empty() {
                pairs.push((known, value));
            }
        }
    }
    pairs
}

/// Splits a line before each known key that follows a punctuation mark.
fn parts<'a>(line: &'a str, language: &Vocabulary) -> Vec<&'a str> {
    if !line.contains([':', '=', '：']) {
        return vec![line.trim()];
    }
    let mut starts = vec![0];
    for (at, mark) in line
        .char_indices()
        .filter(|(_, c)| matches!(c, ',' | ';' | '.' | '|' | '/' | '>' | '，' | '；' | '、'))
    {
        let rest = line.get(at + mark.len_utf8()..).unwrap_or_default();
        // A key is short, so the mark behind it is near.
        let end = rest
            .char_indices()
            .nth(MAX_KEY_LENGTH)
            .map_or(rest.len(), |(end, _)| end);
        let rest = rest.get(..end).unwrap_or_default();
        let is_key = split(rest).is_some_and(|(key, _)| known(key, language) != Key::Unknown);
        if is_key {
            starts.push(at + mark.len_utf8());
        }
    }
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let parts = starts.iter().zip(ends).filter_map(|(start, end)| line.get(*start..end));
    parts
        .map(|part| {
            part.trim()
                .trim_end_matches([',', ';', '.', '|', '/', '，', '；', '、', ' '])
        })
        .collect()
}

/// The key and the value of a text such as "topic: bees".
fn split(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once([':', '=', '：'])?;
    // "4:30" and "http://" have no key.
    let is_key = key.chars().any(char::is_alphabetic) && !value.starts_with("//");
    is_key.then(|| (key.trim(), value.trim()))
}

/// The inner key and value of "Design request: topic = bees".
fn innermost<'a>((key, value): (&'a str, &'a str), language: &Vocabulary) -> (&'a str, &'a str) {
    let inner = split(value).filter(|(inner, _)| {
        matches!(known(key, language), Key::Unknown | Key::Topic) && known(inner, language) != Key::Unknown
    });
    inner.unwrap_or((key, value))
}

/// Whether the value names no words to print: "none", "short and big".
fn is_blank(value: &str, language: &Vocabulary) -> bool {
    let value = lower(value);
    let words = || {
        value
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
    };
    let is_blank = |word: &str| language.is(word, Role::Blank);
    words().any(is_blank)
        && words().all(|word| is_blank(word) || language.is(word, Role::Look) || language.is_small(word))
}

/// The meaning of a key in the language of the prompt, or else in any language, because keys are often in another
/// language.
fn known(key: &str, language: &Vocabulary) -> Key {
    let key = lower(key);
    let words: Vec<&str> = key.split_whitespace().collect();
    let is_own = |role: Role| !words.is_empty() && language.entry_length(&words, role) == words.len();
    let is_any = |role: Role| !words.is_empty() && Vocabulary::any_has_entry(&words, role);
    let keys = [
        (Role::TitleKey, Key::Title),
        (Role::TopicKey, Key::Topic),
        (Role::WorkKey, Key::Work),
        (Role::LookKey, Key::Look),
    ];
    let own = keys.iter().find(|(role, _)| is_own(*role));
    let found = own.or_else(|| keys.iter().find(|(role, _)| is_any(*role)));
    found.map_or(Key::Unknown, |(_, key)| *key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_and_titles_are_read_from_keys() {
        let topic = |topic| {
            Some(Fields::Topic {
                topic: Some(topic),
                work: None,
            })
        };
        for (prompt, fields) in [
            ("topic: bees\nmood: calm", topic("bees")),
            (
                "Design request: topic = sea kayaking; style = bold",
                topic("sea kayaking"),
            ),
            (
                "title: NEVER AGAIN, subject: bungee jumping",
                Some(Fields::Title("NEVER AGAIN")),
            ),
            (
                "Subject: Roman aqueducts. Style: oil painting. Text: none.",
                topic("Roman aqueducts"),
            ),
            (
                "film: Dune\nisi: musik",
                Some(Fields::Topic {
                    topic: Some("musik"),
                    work: Some("Dune"),
                }),
            ),
            ("Titanic: the last 24 hours", None),
            ("I woke up at 4:30 every day", None),
            ("", None),
        ] {
            let code = if prompt.contains("isi") { "id" } else { "en" };
            let language = Vocabulary::in_language(lexicon::Language::named(code).unwrap());
            assert_eq!(read(prompt, language), fields, "{prompt}");
        }
    }
}
