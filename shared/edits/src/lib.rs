//! Reads what a caller wants to change in a picture that the composer drew. It understands phrases, not sentences: it
//! reports a phrase that it does not know.

mod colours;
mod layouts;
mod target;

use colour::Rgb;

pub use layouts::NAMES as LAYOUTS;
use target::Target;

/// The longest title that is printed, in code points.
const LONGEST_TITLE: usize = 100;

/// The changes that a text asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The words to print instead; `None` if the words stay.
    pub title: Option<String>,
    /// The colour of the background, and the colour of emphasis; empty if the colours stay.
    pub colours: Vec<Rgb>,
    /// The layout; `None` if it stays.
    pub layout: Option<Layout>,
    /// The words that name the new subject; `None` if the subject stays.
    pub subject: Option<String>,
    /// The words to emphasise; `None` if the emphasis stays.
    pub emphasis: Option<String>,
    /// The phrases that were not understood.
    pub unknown: Vec<String>,
}

/// A change of the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The layout of this name, one of [`LAYOUTS`].
    Named(&'static str),
    /// Any other layout. The number says how many times another layout was asked for, so that each request gives a
    /// layout that was not there before.
    Another(usize),
}

impl Changes {
    /// Reads texts, the oldest first. Each line, and each part of a line between semicolons, is a phrase. If several
    /// phrases change the same thing, the last one counts.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut changes = Self::default();
        let phrases = texts.into_iter().flat_map(|text| text.split(['\n', ';', '；']));
        for phrase in phrases.map(str::trim).filter(|phrase| !phrase.is_empty()) {
            if changes.apply(phrase).is_none() {
                changes.unknown.push(phrase.to_owned());
            }
        }
        changes
    }

    /// Whether a text asks for any change that is understood.
    pub fn is_any(&self) -> bool {
        *self
            != Self {
                unknown: self.unknown.clone(),
                ..Self::default()
            }
    }

    /// Adds the change that a phrase asks for. `None` if the phrase is not understood.
    fn apply(&mut self, phrase: &str) -> Option<()> {
        let Some((target, value)) = target::named(phrase) else {
            return self.apply_unnamed(phrase);
        };
        match target {
            Target::Title => self.title = Some(printable(value)?),
            Target::Colours => self.colours = colours::read(value)?,
            Target::Layout => self.layout = Some(self.layout_of(value)?),
            Target::Subject => self.subject = Some(printable(value)?),
            Target::Emphasis => self.emphasis = Some(printable(value)?),
        }
        Some(())
    }

    /// Adds the change of a phrase that does not name what it changes, such as "make it blue" or "another layout".
    fn apply_unnamed(&mut self, phrase: &str) -> Option<()> {
        if let Some(colours) = colours::read(phrase) {
            self.colours = colours;
        } else {
            self.layout = Some(self.layout_of(phrase)?);
        }
        Some(())
    }

    fn layout_of(&self, phrase: &str) -> Option<Layout> {
        let requests = match self.layout {
            Some(Layout::Another(requests)) => requests,
            _ => 0,
        };
        match layouts::read(phrase)? {
            Layout::Another(_) => Some(Layout::Another(requests + 1)),
            named => Some(named),
        }
    }
}

/// The value of a phrase, without quotation marks, if it can be printed.
fn printable(value: &str) -> Option<String> {
    let text = unquoted(value);
    let is_printable = (1..=LONGEST_TITLE).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    is_printable.then(|| text.to_owned())
}

/// The text without the quotation marks around it.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(char, char); 7] = [
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('「', '」'),
        ('‘', '’'),
    ];
    let text = text.trim();
    let inside = |&(open, close): &(char, char)| text.strip_prefix(open)?.strip_suffix(close);
    PAIRS.iter().find_map(inside).unwrap_or(text).trim()
}

/// The words of a phrase in lower case, without punctuation.
fn words(phrase: &str) -> Vec<String> {
    let is_separator = |c: char| !c.is_alphanumeric() && c != '#';
    let words = phrase.split(is_separator).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod phrases;
#[cfg(test)]
mod tests;
