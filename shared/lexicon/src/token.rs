//! Cuts a text into words.

use crate::form;
use unicode_segmentation::UnicodeSegmentation;

/// A word of a text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// The word as it is looked up.
    pub(crate) key: String,
    /// The word as it is in the text.
    pub(crate) text: String,
    /// The number of sentences, lines and items of lists before it.
    pub(crate) clause: usize,
    /// Whether a mark other than a hyphen stands before it, so that it cannot continue a compound.
    pub(crate) is_apart: bool,
    /// What an elided word before it says of it.
    pub(crate) elided: Elided,
    /// Whether its line begins with a key that says nothing of the topic: "mood: calm".
    pub(crate) is_aside: bool,
}

/// An elided word: the "l'" of "l'avocat".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elided {
    /// No word is elided.
    Nothing,
    /// An article or a preposition: a noun follows.
    Article,
    /// A pronoun: a verb follows.
    Pronoun,
}

/// The largest number of words that are read. A brief says what it is about before that.
const MAX_WORDS: usize = 300;

/// The words of a text with spaces between words, in order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    // "\n" in two characters stands for a line break in many agents' requests.
    let text = text.replace("\\n", "\n").replace('’', "'");
    let mut tokens = Vec::new();
    let mut clause = 0;
    for line in text.lines() {
        let key = line.split_once([':', '：', '=']).map(|(key, _)| form::key(key));
        let is_aside = key.is_some_and(|key| crate::grammar::is_other_key(&key));
        let mut end = 0;
        for (at, word) in line.unicode_word_indices().take(MAX_WORDS) {
            let between = line.get(end..at).unwrap_or_default();
            if between.contains(['.', '!', '?', ':', ';', '。', '！', '？', '：', '।', '؟']) {
                clause += 1;
            }
            let is_apart = end == 0
                || !between
                    .chars()
                    .all(|c| c.is_whitespace() || matches!(c, '-' | '‐' | '‑'));
            end = at + word.len();
            push(word, clause, is_apart, is_aside, &mut tokens);
        }
        clause += 1;
    }
    tokens.truncate(MAX_WORDS);
    tokens
}

fn push(word: &str, clause: usize, is_apart: bool, is_aside: bool, tokens: &mut Vec<Token>) {
    let lower = form::key(word);
    let (elided, key) = match lower.split_once('\'') {
        Some(("l" | "d" | "un" | "dell" | "all" | "nell" | "sull" | "dall" | "quest" | "quell" | "gl", noun)) => {
            (Elided::Article, noun)
        }
        Some(("j" | "c" | "m" | "t" | "s" | "n" | "qu" | "jusqu" | "lorsqu" | "puisqu" | "c'", verb))
            if !verb.is_empty() && verb != "s" =>
        {
            (Elided::Pronoun, verb)
        }
        _ => (Elided::Nothing, lower.as_str()),
    };
    let token = |key: &str| Token {
        key: key.to_owned(),
        text: word.to_owned(),
        clause,
        is_apart: is_apart || elided != Elided::Nothing,
        elided,
        is_aside,
    };
    tokens.push(token(key));
}
