//! The tokens of a text: words, single characters of scripts without spaces, quoted texts, and signs between clauses.

use crate::words::spelling;

/// The signs that quoted texts begin and end with. A straight apostrophe quotes if no letter is before it, and none
/// behind the next one.
const QUOTES: [(char, char); 11] = [
    ('\'', '\''),
    ('”', '”'),
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('«', '»'),
    ('»', '«'),
    ('「', '」'),
    ('『', '』'),
    ('‘', '’'),
];

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Word,
    /// The text between two quotation marks.
    Quoted,
    /// A colon or an equals sign.
    Colon,
    /// A sign that ends a clause.
    Mark,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// The spelling of the word by which it is found. Empty for other tokens.
    pub(super) key: String,
    /// The key without accents.
    pub(super) bare: String,
    /// The positions of the token in the text. Those of a quoted text are without the quotation marks.
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    fn new(kind: TokenKind, text: &str, start: usize, end: usize) -> Self {
        let key = match (kind, text.get(start..end)) {
            (TokenKind::Word, Some(word)) => key(word),
            _ => String::new(),
        };
        Self {
            kind,
            bare: spelling::without_accents(&key),
            key,
            start,
            end,
        }
    }

    pub(super) fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// The spelling of a word by which it is found. Greek has two small letters for the capital sigma, so both are spelled
/// alike.
pub(super) fn key(word: &str) -> String {
    spelling::key(word).replace('ς', "σ")
}

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let spans = spans(text).into_iter();
    spans
        .map(|(kind, start, end)| Token::new(kind, text, start, end))
        .collect()
}

/// The kinds and positions of the tokens of a text.
pub(super) fn spans(text: &str) -> Vec<(TokenKind, usize, usize)> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let next = at + c.len_utf8();
        if let Some(end) = quoted(text, at, c) {
            let close = text.get(end..).and_then(|rest| rest.chars().next());
            spans.push((TokenKind::Quoted, next, end));
            at = end + close.map_or(0, char::len_utf8);
            continue;
        }
        let end = word_end(text, at);
        if end > at {
            spans.push((TokenKind::Word, at, end));
            at = end;
            continue;
        }
        match c {
            ':' | '：' | '=' => spans.push((TokenKind::Colon, at, next)),
            '.' | '!' | '?' | ',' | '。' | '！' | '？' | '，' | '、' | '،' | '؛' | '؟' | '।' | '–' | '—' | '…'
            | '&' | '+' | '(' | ')' | '（' | '）' | '/' => spans.push((TokenKind::Mark, at, next)),
            _ => {}
        }
        at = next;
    }
    spans
}

/// The end of the text that is quoted from `open` on; `None` if the character quotes nothing.
fn quoted(text: &str, open: usize, c: char) -> Option<usize> {
    // Particles of Korean and Japanese follow a quotation mark directly.
    let is_particle = |c: char| is_unspaced(c) || matches!(c, '\u{ac00}'..='\u{d7af}');
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_particle(c));
    if c == '\'' && is_letter(text.get(..open).and_then(|before| before.chars().next_back())) {
        return None;
    }
    let closing = QUOTES
        .iter()
        .filter(|(opening, _)| *opening == c)
        .map(|(_, closing)| *closing);
    let start = open + c.len_utf8();
    let rest = text.get(start..)?;
    let end = closing
        .filter_map(|closing| {
            let ends = rest.match_indices(closing).map(|(end, _)| end);
            let is_end =
                |end: &usize| closing != '\'' || !is_letter(rest.get(end + 1..).and_then(|rest| rest.chars().next()));
            ends.into_iter().find(is_end)
        })
        .min()?;
    (!rest.get(..end)?.trim().is_empty()).then_some(start + end)
}

/// The end of the word that begins at `start`: of one character in scripts without spaces. `start` if no word begins
/// there.
fn word_end(text: &str, start: usize) -> usize {
    let mut end = start;
    for c in text.get(start..).unwrap_or_default().chars() {
        if is_unspaced(c) {
            return if end == start { end + c.len_utf8() } else { end };
        }
        let is_part = c.is_alphanumeric() || c == '#' || is_mark(c) && end > start;
        if !is_part {
            break;
        }
        end += c.len_utf8();
    }
    end
}

/// Whether the script of the character has no spaces between words.
pub(super) const fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}')
}

/// Whether the character belongs to the letter before it: accents, vowel signs, and joiners of Indic scripts.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{9ff}'
        | '\u{200c}' | '\u{200d}')
}
