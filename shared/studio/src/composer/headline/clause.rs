//! Splits a prompt into clauses of words.

use super::{
    label::{numbers_episode, without_tag},
    vocabulary::{Vocabulary, role::Role},
    word::words_in,
};
use crate::composer::writing::is_digit;
use lexicon::Feature;

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
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            lower: lower(text),
        }
    }

    pub(super) fn has_digit(&self) -> bool {
        self.text.chars().any(char::is_numeric)
    }

    /// Whether the word is a count: "10", "$5", "100k", but neither "M3" nor "3D".
    pub(super) fn is_count(&self, language: &Vocabulary) -> bool {
        is_count(&self.lower, language)
    }
}

/// The words in lower case.
pub(super) fn lowered<'a>(words: impl IntoIterator<Item = &'a Token>) -> Vec<&'a str> {
    words.into_iter().map(|word| word.lower.as_str()).collect()
}

/// The word in lower case, with straight apostrophes. The combining dot of a lower-case "İ" is removed.
pub(super) fn lower(word: &str) -> String {
    let lower = word.to_lowercase().replace(['’', 'ʼ'], "'").replace("i\u{307}", "i");
    // The lists have these letters in decomposed form, which is their normal form in Unicode.
    lower
        .replace('\u{9df}', "\u{9af}\u{9bc}")
        .replace('\u{9dc}', "\u{9a1}\u{9bc}")
        .replace('\u{9dd}', "\u{9a2}\u{9bc}")
        .replace('\u{95c}', "\u{921}\u{93c}")
        .replace('\u{95d}', "\u{922}\u{93c}")
        .replace('\u{95b}', "\u{91c}\u{93c}")
        .replace('\u{95e}', "\u{92b}\u{93c}")
}

/// Whether a lower-case word is a number, apart from signs and a unit.
pub(super) fn is_count(lower: &str, language: &Vocabulary) -> bool {
    let number = lower.trim_start_matches(['$', '€', '£', '¥', '₹', '#', '+', '-']);
    let number = number.strip_prefix("rp").unwrap_or(number);
    let unit = number.trim_start_matches(|c: char| is_digit(c) || matches!(c, '.' | ',' | '\u{a0}'));
    let is_unit = unit.is_empty()
        || unit == "+"
        || language.is(unit, Role::Unit)
        || unit.chars().any(super::super::writing::is_eastern);
    number.starts_with(is_digit) && is_unit
}

/// The words between two punctuation marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) words: Vec<Token>,
    /// The punctuation mark that ends the clause.
    pub(super) mark: Option<char>,
}

impl Clause {
    /// Whether a colon ends the clause, so that the next clause explains it.
    pub(super) fn has_colon(&self) -> bool {
        matches!(self.mark, Some(':' | '：'))
    }

    /// Whether the clause is the last of its sentence.
    pub(super) fn ends_sentence(&self) -> bool {
        !matches!(self.mark, Some(',' | '،' | '、' | ':' | '：' | '—' | '–'))
    }
}

/// Whether the mark ends a question.
pub(super) fn is_question_mark(mark: char) -> bool {
    matches!(mark, '?' | '؟' | '？')
}

/// The clauses of a prompt that contain words, without URLs, hashtags and the items of lists.
pub(super) fn clauses(prompt: &str, language: &Vocabulary) -> Vec<Clause> {
    let mut reader = Reader {
        clauses: vec![Clause::default()],
        may_end: false,
        language,
    };
    let prompt = without_tag(prompt);
    let has_text = prompt
        .lines()
        .any(|line| !is_item(line) && line.chars().any(char::is_alphabetic));
    for line in prompt.lines().filter(|line| !(has_text && is_item(line))) {
        for raw in words_in(line, language).into_iter().take(MAX_WORDS) {
            reader.add(&raw);
        }
        reader.close('\n');
        if reader.clauses.iter().map(|clause| clause.words.len()).sum::<usize>() > MAX_WORDS {
            break;
        }
    }
    let mut clauses = reader.clauses;
    clauses.retain(|clause| !clause.words.is_empty());
    let tells = |clause: &Clause| !numbers_episode(&lowered(&clause.words), language);
    if clauses.iter().any(tells) {
        clauses.retain(tells);
    }
    clauses
}

/// Whether the line is an item of a list.
pub(super) fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = behind.len() < line.len()
        && behind
            .strip_prefix(['.', ')', '．', '）'])
            .is_some_and(|rest| rest.starts_with(' '));
    is_numbered || line.starts_with(['-', '•', '・', '*', '·'])
}

/// Collects the words of a prompt.
struct Reader<'a> {
    clauses: Vec<Clause>,
    /// Whether the last word is an abbreviation that may end a sentence: "79 d.C.".
    may_end: bool,
    language: &'a Vocabulary,
}

impl Reader<'_> {
    fn add(&mut self, raw: &str) {
        if is_address(raw) {
            return;
        }
        let numbers = self.language.is(&lower(trimmed(raw)), Role::Episode);
        if std::mem::take(&mut self.may_end) && !numbers && raw.starts_with(char::is_uppercase) {
            self.close('.');
        }
        let is_pause = !matches!(raw, "&" | "→") && !raw.chars().any(|c| c.is_alphanumeric() || is_end(c));
        if raw.starts_with(['(', '[', '|', '—', '–', '=']) || raw == "-" || is_pause && raw.chars().any(is_picture)
        {
            let is_dash = raw == "-" || raw.starts_with(['—', '–']);
            self.close(match raw {
                "=" => ':',
                _ if is_dash => '–',
                _ if raw.starts_with('|') => '|',
                _ => ',',
            });
        }
        // A dash without spaces separates clauses too. A dot or comma inside a number or name ("3.5", "10,000") does
        // not.
        if self.is_ordinal(raw) {
            self.add_word(raw);
            // Behind an ordinal, a capital begins a sentence, unless every noun has one.
            self.may_end = !self.language.has_feature(Feature::CapitalizesNouns);
            return;
        }
        if is_initial(raw) && self.begins_name() {
            self.add_word(raw);
            return;
        }
        let parts: Vec<&str> = raw.split(['—', '|', '।', '…']).collect();
        for (index, part) in parts.iter().enumerate() {
            self.add_word(trimmed(part));
            if index + 1 < parts.len() {
                self.close('.');
            }
        }
        let ending = raw.trim_end_matches(['"', '”', '“', '»', '\'', ')', ']', '」', '』']);
        if let Some(mark) = ending.chars().next_back().filter(|mark| is_end(*mark)) {
            if numbers && mark == '.' {
                // "Ep. 12".
            } else if is_abbreviation(ending) {
                self.may_end = ending.starts_with(char::is_lowercase) && !ending.starts_with("vs");
            } else {
                self.close(mark);
            }
        } else if raw.ends_with([')', ']']) {
            self.close(',');
        }
    }

    /// Whether the last word may begin a name: "Leila S. Chudori".
    fn begins_name(&self) -> bool {
        let last = self.clauses.last().and_then(|clause| clause.words.last());
        last.is_some_and(|last| last.text.starts_with(char::is_uppercase) && last.text.chars().any(char::is_lowercase))
    }

    /// Whether the word is a number with the dot of an ordinal: "nach dem 6. Monat".
    fn is_ordinal(&self, raw: &str) -> bool {
        let number = raw.strip_suffix('.').unwrap_or_default();
        self.language.has_feature(Feature::DotsOrdinals)
            && (1..=2).contains(&number.len())
            && number.chars().all(|c| c.is_ascii_digit())
    }

    fn add_word(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.clauses.is_empty() {
            self.clauses.push(Clause::default());
        }
        let Some(clause) = self.clauses.last_mut() else { return };
        match self.language.spelled(&lower(text)) {
            Some(words) => clause.words.extend(words.split(' ').map(Token::new)),
            None => clause.words.push(Token::new(text)),
        }
    }

    /// Ends the clause, unless the words before the mark are incomplete without the following words.
    fn close(&mut self, mark: char) {
        let language = self.language;
        let Some(clause) = self.clauses.last_mut() else { return };
        if clause.words.is_empty() {
            // A second mark of the same sentence: "really!?", or a space before the mark.
            if let [.., before, _] = self.clauses.as_mut_slice()
                && is_question_mark(mark)
                && before.mark.is_none_or(|mark| !is_question_mark(mark) && mark != '\n')
            {
                before.mark = Some(mark);
            } else if let [.., before, _] = self.clauses.as_mut_slice()
                && mark == '|'
                && before.mark == Some(',')
            {
                // An emoji before the bar.
                before.mark = Some(mark);
            }
            return;
        }
        if mark == ':' && is_step(&clause.words, language) {
            if let Some(last) = clause.words.last_mut() {
                last.text.push(':');
            }
            return;
        }
        if mark == ',' && is_open_request(&clause.words, language) {
            return;
        }
        clause.mark = Some(mark);
        self.clauses.push(Clause::default());
    }
}

/// Whether the words are a numbered step such as "Step 3".
fn is_step(words: &[Token], language: &Vocabulary) -> bool {
    matches!(words, [step, number] if language.is(&step.lower, Role::Step) && number.is_count(language))
        && !numbers_episode(&lowered(words), language)
}

/// Whether the words begin a request but do not yet name the medium: "Create a bold, modern thumbnail" at its comma.
fn is_open_request(words: &[Token], language: &Vocabulary) -> bool {
    let is = |role: Role| words.iter().any(|word| language.is(&word.lower, role));
    let is_verb = |word: &Token| language.is(&word.lower, Role::Order) && !language.is_small(&word.lower);
    let lower = lowered(words);
    words.len() <= 8
        && language.entry_length(&lower, Role::Question) == 0
        && words.iter().take(3).any(is_verb)
        && !is(Role::Medium)
        && !is(Role::Thumbnail)
        && words.iter().skip(1).any(|word| language.is(&word.lower, Role::Article))
}

fn is_end(mark: char) -> bool {
    matches!(
        mark,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '|'
            | '—'
            | '–'
            | '。'
            | '、'
            | '，'
            | '：'
            | '！'
            | '？'
            | '،'
            | '؛'
            | '؟'
            | '।'
            | '…'
    )
}

/// Whether the word is the initial of a name: "S.".
fn is_initial(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.as_str() == "."
}

/// Whether the dot at the end belongs to the word: "vs.", "Dr.", "U.S.A.".
fn is_abbreviation(word: &str) -> bool {
    let letters = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let has_inner_dots = letters.split('.').filter(|part| !part.is_empty()).count() >= 2
        && letters.split('.').all(|part| part.chars().count() <= 1);
    let is_short = matches!(
        lower(letters).as_str(),
        "vs."
            | "dr."
            | "mr."
            | "mrs."
            | "st."
            | "nr."
            | "no."
            | "mt."
            | "prof."
            | "jr."
            | "sr."
            | "sra."
            | "dra."
            | "mme."
    );
    letters.ends_with('.') && (has_inner_dots || is_short)
}

/// Whether the character is an emoji. Between words it separates clauses.
pub(super) fn is_picture(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}')
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
    if matches!(raw, "&" | "→" | "€" | "$" | "£" | "₽" | "₹" | "%" | "°C") {
        return raw;
    }
    let is_negative = raw
        .strip_prefix(['-', '−'])
        .is_some_and(|number| number.starts_with(is_digit));
    let start = if is_negative {
        raw
    } else {
        raw.trim_start_matches(|c: char| !is_of_word(c) && !matches!(c, '$' | '€' | '£' | '¥' | '₹' | '#' | '+'))
    };
    if is_abbreviation(start) {
        return start;
    }
    let is_sign = |c: char| matches!(c, '%' | '+' | '#' | '€' | '$' | '£' | '₽' | '°');
    let text = start.trim_end_matches(|c: char| !is_of_word(c) && !is_sign(c));
    // The apostrophe of a plural owner belongs to the word: "Williams' serve".
    let text = match start.strip_prefix(text) {
        Some(rest) if rest.starts_with(['\'', '’']) && text.ends_with(['s', 'S']) && !raw.starts_with(['\'', '‘']) => {
            start
                .get(..text.len() + rest.chars().next().map_or(0, char::len_utf8))
                .unwrap_or(text)
        }
        _ => text,
    };
    if text.chars().any(char::is_alphanumeric) {
        text
    } else {
        ""
    }
}

/// Whether the character is part of a word: a letter, a digit, a combining mark or a joiner.
pub(super) fn is_of_word(c: char) -> bool {
    let is_mark =
        matches!(c, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{963}' | '\u{966}'..='\u{dff}' | '\u{200c}' | '\u{200d}');
    c.is_alphanumeric() || is_mark
}
