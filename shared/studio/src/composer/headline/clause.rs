//! Splits a prompt into clauses of words.

use super::{
    vocabulary::{is_medium, is_polite, is_request_verb},
    word::words_of,
};

/// The number of words of a prompt that are read; the rest is detail.
const MAX_WORDS: usize = 400;

/// A word of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The word as written, without the punctuation around it.
    pub(super) text: String,
    /// The word in lower case, with straight apostrophes.
    pub(super) lower: String,
}

impl Token {
    pub(super) fn has_digit(&self) -> bool {
        self.text.chars().any(|c| c.is_ascii_digit())
    }

    /// Whether the word is a count: "10", "$5", "100k", but neither "M3" nor "3D".
    pub(super) fn is_count(&self) -> bool {
        is_count(&self.lower)
    }
}

/// Whether a lower-case word is a number, apart from signs and a unit.
pub(super) fn is_count(lower: &str) -> bool {
    let number = lower.trim_start_matches(['$', '€', '£', '¥', '₹', '#', '+', '-']);
    let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_unit = matches!(
        unit,
        "" | "k"
            | "m"
            | "b"
            | "x"
            | "%"
            | "+"
            | "k+"
            | "m+"
            | "€"
            | "$"
            | "£"
            | "s"
            | "h"
            | "am"
            | "pm"
            | "kg"
            | "lbs"
            | "km"
            | "min"
            | "mph"
            | "hp"
            | "th"
    ) || unit.chars().any(super::super::writing::is_eastern);
    number.starts_with(|c: char| c.is_ascii_digit()) && is_unit
}

/// The words between two punctuation marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) words: Vec<Token>,
    /// Whether the clause ends with a colon, so that the next clause explains it.
    pub(super) has_colon: bool,
    /// Whether the clause is the last of its sentence.
    pub(super) ends_sentence: bool,
}

/// The clauses of a prompt that contain words, without URLs and hashtags.
pub(super) fn clauses(prompt: &str) -> Vec<Clause> {
    let mut clauses = vec![Clause::default()];
    for line in prompt.lines() {
        for raw in words_of(line).into_iter().take(MAX_WORDS) {
            add(&mut clauses, &raw);
        }
        close(&mut clauses, '\n');
        if clauses.iter().map(|clause| clause.words.len()).sum::<usize>() > MAX_WORDS {
            break;
        }
    }
    clauses.retain(|clause| !clause.words.is_empty());
    clauses
}

fn add(clauses: &mut Vec<Clause>, raw: &str) {
    if is_address(raw) {
        return;
    }
    if raw.starts_with(['(', '[', '|', '—', '–']) || raw == "-" {
        close(clauses, ',');
    }
    // A dash without spaces separates clauses too. A dot or comma inside a number or name ("3.5", "10,000") does not.
    let parts: Vec<&str> = raw.split(['—', '|', '।', '…']).collect();
    for (index, part) in parts.iter().enumerate() {
        let text = trimmed(part);
        if !text.is_empty() {
            let token = Token {
                text: text.to_owned(),
                lower: text.to_lowercase().replace('’', "'"),
            };
            clauses.extend(clauses.is_empty().then(Clause::default));
            if let Some(clause) = clauses.last_mut() {
                clause.words.push(token);
            }
        }
        if index + 1 < parts.len() {
            close(clauses, '.');
        }
    }
    let ending = raw.trim_end_matches(['"', '”', '“', '»', '\'', ')', ']']);
    if let Some(mark) = ending.chars().next_back().filter(|mark| is_end(*mark)) {
        close(clauses, mark);
    } else if raw.ends_with([')', ']']) {
        close(clauses, ',');
    }
}

/// Ends the clause, unless the words before the mark are incomplete without the following words.
fn close(clauses: &mut Vec<Clause>, mark: char) {
    let Some(clause) = clauses.last_mut().filter(|clause| !clause.words.is_empty()) else {
        return;
    };
    if mark == ':' && is_step(&clause.words) {
        if let Some(last) = clause.words.last_mut() {
            last.text.push(':');
        }
        return;
    }
    if mark == ',' && is_open_request(&clause.words) {
        return;
    }
    clause.has_colon = mark == ':';
    clause.ends_sentence = matches!(mark, '.' | '!' | '?' | '\n' | '؟' | ';');
    clauses.push(Clause::default());
}

/// Whether the words are a numbered step such as "Step 3".
fn is_step(words: &[Token]) -> bool {
    matches!(words, [step, number] if is_step_name(&step.lower) && number.is_count())
}

/// Whether the word is numbered in a series: steps, days, episodes and so on.
pub(super) fn is_step_name(lower: &str) -> bool {
    matches!(
        lower,
        "step"
            | "day"
            | "week"
            | "month"
            | "part"
            | "episode"
            | "ep"
            | "chapter"
            | "lesson"
            | "level"
            | "schritt"
            | "tag"
            | "woche"
            | "teil"
            | "paso"
            | "día"
            | "parte"
            | "étape"
            | "jour"
            | "passo"
            | "dia"
            | "giorno"
            | "шаг"
            | "день"
            | "часть"
    )
}

/// Whether the words begin a request but do not yet name the medium: "Create a bold, modern thumbnail" at its comma.
fn is_open_request(words: &[Token]) -> bool {
    let mut rest = words.iter().skip_while(|word| is_polite(&word.lower));
    words.len() <= 8
        && rest.next().is_some_and(|word| is_request_verb(&word.lower))
        && !words.iter().any(|word| is_medium(&word.lower))
        && rest
            .next()
            .is_some_and(|word| matches!(word.lower.as_str(), "a" | "an" | "me" | "the"))
}

fn is_end(mark: char) -> bool {
    matches!(
        mark,
        '.' | ',' | ';' | ':' | '!' | '?' | '|' | '—' | '–' | '。' | '、' | '،' | '؛' | '؟' | '।' | '…'
    )
}

fn is_address(raw: &str) -> bool {
    let hashtag = raw.trim_start_matches(|c: char| c != '#' && !c.is_alphanumeric());
    raw.contains("://")
        || raw.contains("www.")
        || raw.contains('@')
        || hashtag
            .strip_prefix('#')
            .is_some_and(|tag| tag.starts_with(char::is_alphabetic))
}

/// The word without the punctuation around it, but with the signs of numbers and names.
fn trimmed(raw: &str) -> &str {
    if matches!(raw, "&" | "→") {
        return raw;
    }
    let start =
        raw.trim_start_matches(|c: char| !is_of_word(c) && !matches!(c, '$' | '€' | '£' | '¥' | '₹' | '#' | '+'));
    let text = start.trim_end_matches(|c: char| !is_of_word(c) && !matches!(c, '%' | '+' | '#' | '€' | '$' | '£'));
    if text.chars().any(char::is_alphanumeric) {
        text
    } else {
        ""
    }
}

/// Whether the character is part of a word: a letter, a digit, a combining mark or a joiner.
fn is_of_word(c: char) -> bool {
    let is_mark =
        matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{dff}' | '\u{200c}' | '\u{200d}');
    c.is_alphanumeric() || is_mark
}
