//! The words of a headline, and splitting a text into words.

/// A word, or a phrase in scripts without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Whether it follows the previous word without a space.
    pub(crate) follows: bool,
}

/// The visible words of a text: split at white space, without control characters and direction marks.
pub(super) fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !is_invisible(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Zero-width spaces and direction marks. Joiners are kept, because scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
    )
}
