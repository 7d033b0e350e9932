//! The tokens of an expression, and the parser functions that all kinds of expressions share.

use crate::{
    expression::{Path, Placeholders, path::Segment},
    refusal::Refusal,
    value::Value,
};

/// Words that can be attribute names only behind a placeholder, in alphabetical order. Source:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html>.
const RESERVED_WORDS: &str = include_str!("../reserved_words.txt");

fn is_reserved(word: &str) -> bool {
    let word = word.to_ascii_uppercase();
    RESERVED_WORDS.lines().any(|reserved| reserved == word)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A bare name or a keyword.
    Word(&'a str),
    /// The placeholder of a name, including its `#`.
    Name(&'a str),
    /// The placeholder of a value, including its `:`.
    Value(&'a str),
    /// An index into a list.
    Index(usize),
    /// Any other symbol.
    Symbol(&'a str),
}

const SYMBOLS: [&str; 14] = ["<>", "<=", ">=", "<", ">", "=", "(", ")", "[", "]", ".", ",", "+", "-"];

fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let length = 1 + rest.chars().skip(1).take_while(|&character| is_part(character)).count();
        let (token, length) = match first {
            '#' => (Token::Name(rest.get(..length)?), length),
            ':' => (Token::Value(rest.get(..length)?), length),
            '0'..='9' => (Token::Index(rest.get(..length)?.parse().ok()?), length),
            first if is_part(first) => (Token::Word(rest.get(..length)?), length),
            _ => {
                let symbol = SYMBOLS.iter().find(|&symbol| rest.starts_with(symbol))?;
                (Token::Symbol(symbol), symbol.len())
            }
        };
        found.push(token);
        rest = rest.get(length..)?.trim_start();
    }
    Some(found)
}

/// Parses one expression from left to right.
pub(super) struct Parser<'a> {
    kind: &'static str,
    tokens: Vec<Token<'a>>,
    at: usize,
    placeholders: &'a Placeholders,
}

impl<'a> Parser<'a> {
    /// `kind` is the name of the request parameter, such as `ConditionExpression`. Error messages contain it.
    pub(super) fn new(kind: &'static str, text: &'a str, placeholders: &'a Placeholders) -> Result<Self, Refusal> {
        let parser = Self {
            kind,
            tokens: tokens(text).unwrap_or_default(),
            at: 0,
            placeholders,
        };
        if text.is_empty() {
            return Err(parser.error("The expression can not be empty;"));
        }
        if parser.tokens.is_empty() {
            return Err(parser.syntax());
        }
        Ok(parser)
    }

    pub(super) fn error(&self, message: &str) -> Refusal {
        Refusal::validation(&format!("Invalid {}: {message}", self.kind))
    }

    pub(super) fn syntax(&self) -> Refusal {
        let token = match self.peek() {
            Some(Token::Word(text) | Token::Name(text) | Token::Value(text) | Token::Symbol(text)) => text.to_owned(),
            Some(Token::Index(index)) => index.to_string(),
            None => "<EOF>".to_owned(),
        };
        self.error(&format!("Syntax error; token: \"{token}\""))
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    pub(super) fn peek_second(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at + 1).copied()
    }

    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.at += 1;
        token
    }

    /// Consumes the next token if it is this symbol. Returns whether it was.
    pub(super) fn takes(&mut self, symbol: &str) -> bool {
        let is_next = self.peek() == Some(Token::Symbol(symbol));
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), Refusal> {
        if self.takes(symbol) { Ok(()) } else { Err(self.syntax()) }
    }

    pub(super) fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case(keyword))
    }

    /// Consumes the next token if it is this keyword. Returns whether it was.
    pub(super) fn takes_keyword(&mut self, keyword: &str) -> bool {
        let is_next = self.is_keyword(keyword);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn end(&self) -> Result<(), Refusal> {
        if self.peek().is_none() {
            Ok(())
        } else {
            Err(self.syntax())
        }
    }

    fn name(&mut self) -> Result<String, Refusal> {
        match self.peek() {
            Some(Token::Word(word)) => {
                if is_reserved(word) {
                    return Err(self.error(&format!(
                        "Attribute name is a reserved keyword; reserved keyword: {word}"
                    )));
                }
                self.at += 1;
                Ok(word.to_owned())
            }
            Some(Token::Name(placeholder)) => {
                let name = self.placeholders.name(placeholder).ok_or_else(|| {
                    self.error(&format!(
                        "An expression attribute name used in the document path is not defined; attribute name: \
                         {placeholder}"
                    ))
                })?;
                self.at += 1;
                Ok(name.to_owned())
            }
            _ => Err(self.syntax()),
        }
    }

    pub(super) fn path(&mut self) -> Result<Path, Refusal> {
        let mut segments = vec![Segment::Name(self.name()?)];
        loop {
            if self.takes(".") {
                segments.push(Segment::Name(self.name()?));
            } else if self.takes("[") {
                let Some(Token::Index(index)) = self.peek() else {
                    return Err(self.syntax());
                };
                self.at += 1;
                self.expect("]")?;
                segments.push(Segment::Index(index));
            } else {
                return Ok(Path(segments));
            }
        }
    }

    pub(super) fn value(&mut self) -> Result<Value, Refusal> {
        let Some(Token::Value(placeholder)) = self.peek() else {
            return Err(self.syntax());
        };
        let value = self.placeholders.value(placeholder).ok_or_else(|| {
            self.error(&format!(
                "An expression attribute value used in expression is not defined; attribute value: {placeholder}"
            ))
        })?;
        self.at += 1;
        Ok(value.clone())
    }

    /// The function's name if the next tokens are a function call, such as `size(`.
    pub(super) fn function(&self) -> Option<&'a str> {
        match (self.peek(), self.peek_second()) {
            (Some(Token::Word(name)), Some(Token::Symbol("("))) => Some(name),
            _ => None,
        }
    }

    /// Consumes a function's name and its opening parenthesis.
    pub(super) fn open_call(&mut self) {
        self.at += 2;
    }

    pub(super) fn unknown_function(&self, name: &str) -> Refusal {
        self.error(&format!("Invalid function name; function: {name}"))
    }
}
