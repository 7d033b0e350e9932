//! Cuts a text into words.

use crate::{language::grammar::any, words::spelling};
use unicode_segmentation::UnicodeSegmentation;

/// A word of a text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// The word in lower case: "orange" for "d'Orange". The lexicon is searched for it.
    pub(crate) key: String,
    /// The same with what stands before the apostrophe: "d'orange". The lexicon is searched for it if a word before it
    /// belongs to the compound, as in "jus d'orange".
    pub(crate) whole: String,
    /// The word as it is in the text.
    pub(crate) text: String,
    /// The number of sentences, lines and items of lists before it.
    pub(crate) clause: usize,
    /// Whether a mark other than a hyphen stands before it, so that it cannot continue a compound.
    pub(crate) is_apart: bool,
    /// The elided word before it, if there is one.
    pub(crate) elided: Elided,
    /// Whether its line begins with a key for something other than the topic: "mood: calm".
    pub(crate) is_aside: bool,
    /// Whether its line begins with a key such as "topic".
    pub(crate) is_topic: bool,
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
    let is_list = text.lines().count() > 1;
    for line in text.lines() {
        let pair = line.split_once([':', '：', '=']);
        let key = pair.map(|(key, _)| spelling::key(key)).unwrap_or_default();
        // In a brief of several lines, a key of one or two words names no subject itself.
        let key_end = match pair {
            Some((key, _)) if is_list && key.split_whitespace().count() <= 2 => key.len(),
            _ => 0,
        };
        let (is_aside, is_topic) = (any::is_aside_key(&key), any::is_topic_key(&key));
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
            let mut token = token(word, clause);
            token.is_apart = is_apart;
            token.is_aside = is_aside || at < key_end;
            token.is_topic = is_topic && at >= key_end;
            tokens.push(token);
        }
        clause += 1;
    }
    tokens.truncate(MAX_WORDS);
    tokens
}

fn token(word: &str, clause: usize) -> Token {
    let lower = spelling::key(word);
    let (elided, key) = match lower.split_once('\'') {
        Some((elided, noun)) if any::is_elided_article(elided) => (Elided::Article, noun),
        Some((elided, verb)) if any::is_elided_pronoun(elided) => (Elided::Pronoun, verb),
        _ => (Elided::Nothing, lower.as_str()),
    };
    Token {
        key: key.to_owned(),
        whole: lower.clone(),
        text: word.to_owned(),
        clause,
        is_apart: false,
        elided,
        is_aside: false,
        is_topic: false,
    }
}
