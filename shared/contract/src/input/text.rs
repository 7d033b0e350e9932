//! Text parameters. A text is first cleaned. Its length is then counted in code points.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::{Value, json};

use super::{Field, Issues};

/// A name, a title, a category or a search: without HTML entities, trimmed, in Unicode's normalization form C, not
/// empty, at most `MAX` code points, and without control characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<const MAX: usize>(String);

impl<const MAX: usize> Text<MAX> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, owned.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<const MAX: usize> Field for Text<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let text = unescaped(given(value, path, issues)?);
        let text = text.trim();
        if let Some(control) = text.chars().find(|c| is_control(*c)) {
            issues.add(
                path,
                format!(
                    "must not contain line breaks or other control characters; remove U+{:04X}",
                    u32::from(control)
                ),
            );
            return None;
        }
        let text = ComposingNormalizerBorrowed::new_nfc().normalize(text);
        of_length(text.into_owned(), MAX, path, issues).map(Self)
    }

    fn is_blank(value: &Value) -> bool {
        value.is_null()
            || value
                .as_str()
                .is_some_and(|text| unescaped(text).chars().all(is_unseen))
    }

    fn schema() -> Value {
        json!({ "type": "string", "minLength": 1, "maxLength": MAX })
    }
}

/// A prompt or a description: without HTML entities, trimmed, not empty, at most `MAX` code points. Control characters
/// other than line feeds and tabs are removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prose<const MAX: usize>(String);

impl<const MAX: usize> Prose<MAX> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, owned.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl<const MAX: usize> Field for Prose<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        of_length(prose(given(value, path, issues)?), MAX, path, issues).map(Self)
    }

    fn is_blank(value: &Value) -> bool {
        value.is_null() || value.as_str().is_some_and(|text| prose(text).chars().all(is_unseen))
    }

    fn schema() -> Value {
        json!({ "type": "string", "minLength": 1, "maxLength": MAX })
    }
}

/// A [`Text`] that takes the place of another one. A blank text takes the other one away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement<const MAX: usize>(Option<Text<MAX>>);

impl<const MAX: usize> Replacement<MAX> {
    /// The text; `None` if it is blank.
    pub fn into_text(self) -> Option<String> {
        self.0.map(Text::into_string)
    }
}

impl<const MAX: usize> Field for Replacement<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        Option::<Text<MAX>>::parse(value, path, issues).map(Self)
    }

    fn schema() -> Value {
        json!({ "type": "string", "maxLength": MAX })
    }
}

/// A string that other code validates, such as a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw(String);

impl Raw {
    /// The string as given.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Field for Raw {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        given(value, path, issues).map(|text| Self(text.to_owned()))
    }

    fn is_blank(value: &Value) -> bool {
        is_blank(value)
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }
}

/// A description of at most `MAX` code points that may be empty: an empty one removes a description. Control characters
/// are removed as from [`Prose`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description<const MAX: usize>(String);

impl<const MAX: usize> Description<MAX> {
    /// The text; `None` if it is empty.
    pub fn into_text(self) -> Option<String> {
        Some(self.0).filter(|text| !text.is_empty())
    }
}

impl<const MAX: usize> Field for Description<MAX> {
    fn parse(value: &Value, path: &str, issues: &mut Issues) -> Option<Self> {
        let text = prose(given(value, path, issues)?);
        within(text, MAX, path, issues).map(Self)
    }

    fn schema() -> Value {
        json!({ "type": "string", "maxLength": MAX })
    }
}

/// How often a text may have been escaped.
const MOST_ESCAPED: usize = 3;

/// The text with each HTML entity replaced by its character, even if the entity itself is escaped. Feeds and pages have
/// entities in their titles, and agents pass them on.
fn unescaped(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..MOST_ESCAPED {
        match html_escape::decode_html_entities(&*text) {
            Cow::Borrowed(_) => break,
            Cow::Owned(decoded) if text.contains(is_of_windows) => text = Cow::Owned(decoded),
            Cow::Owned(decoded) => text = Cow::Owned(decoded.chars().map(of_windows).collect()),
        }
    }
    text
}

/// Whether a numeric entity stands for the character that this code has in Windows-1252.
const fn is_of_windows(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}')
}

/// The character of a numeric entity: `&#146;` is an apostrophe. Source: HTML Standard, "Numeric character reference
/// end state".
fn of_windows(c: char) -> char {
    /// The characters from 128 to 159. Five codes are free and stay what they are.
    const WINDOWS_1252: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let at = u32::from(c).checked_sub(0x80).and_then(|at| usize::try_from(at).ok());
    at.and_then(|at| WINDOWS_1252.get(at)).copied().unwrap_or(c)
}

/// The trimmed text without HTML entities, and without control characters except line feeds and tabs.
fn prose(text: &str) -> String {
    let lines = unescaped(text).replace("\r\n", "\n").replace('\r', "\n");
    let kept: String = lines
        .chars()
        .filter(|c| matches!(c, '\n' | '\t') || !is_control(*c))
        .collect();
    kept.trim().to_owned()
}

/// Whether the value is null, or text that is empty or has only white space.
pub(super) fn is_blank(value: &Value) -> bool {
    value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// Whether the character is a control character, or changes the direction of the text after it (Unicode's category Cc,
/// and the embeddings, overrides and isolates of its bidirectional algorithm).
pub fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a reader sees nothing where the character is: white space, control characters, joiners, direction marks and
/// variation selectors.
pub fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
        )
}

fn given<'a>(value: &'a Value, path: &str, issues: &mut Issues) -> Option<&'a str> {
    let text = value.as_str();
    if text.is_none() {
        issues.add(path, "must be a string");
    }
    text
}

fn of_length(text: String, most: usize, path: &str, issues: &mut Issues) -> Option<String> {
    if text.chars().all(is_unseen) {
        issues.add(path, "must not be blank");
        return None;
    }
    within(text, most, path, issues)
}

fn within(text: String, most: usize, path: &str, issues: &mut Issues) -> Option<String> {
    let length = text.chars().count();
    if length > most {
        issues.add(path, format!("must have at most {most} characters; this has {length}"));
        return None;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Field>(text: &str) -> Result<T, String> {
        let mut issues = Issues::default();
        let field = T::parse(&json!(text), "x", &mut issues);
        field.ok_or_else(|| issues.into_vec().remove(0).message)
    }

    #[test]
    fn a_name_is_kept_composed_and_measured_as_it_is_kept() {
        let name: Text<4> = read(" Cafe\u{301} ").unwrap();
        assert_eq!(name.as_str(), "Caf\u{e9}");
        assert_eq!(
            read::<Text<3>>("Cafe\u{301}").unwrap_err(),
            "must have at most 3 characters; this has 4"
        );
    }

    #[test]
    fn a_name_with_a_control_character_is_refused() {
        for (text, shown) in [
            ("a\nb", "U+000A"),
            ("a\u{0}b", "U+0000"),
            ("a\u{85}b", "U+0085"),
            ("\u{202e}ab", "U+202E"),
            ("a\u{2066}b", "U+2066"),
        ] {
            assert!(read::<Text<9>>(text).unwrap_err().ends_with(shown), "{text:?}");
        }
        assert_eq!(read::<Text<9>>("\na\n").unwrap().as_str(), "a");
        // Marks that only help to order or join characters are no controls: emoji and Persian need them.
        assert_eq!(read::<Text<9>>("👨\u{200d}🚀").unwrap().as_str(), "👨\u{200d}🚀");
        assert_eq!(read::<Text<9>>("a\u{200f}b").unwrap().as_str(), "a\u{200f}b");
    }

    #[test]
    fn a_prompt_loses_control_characters_but_not_its_lines() {
        let prompt: Prose<20> = read("\u{0}one\r\ntwo\rthree\tfour\u{1b}\u{202e}").unwrap();
        assert_eq!(prompt.as_str(), "one\ntwo\nthree\tfour");
        assert_eq!(read::<Prose<20>>("\u{0}\u{202e}").unwrap_err(), "must not be blank");
        // Prompts keep their spelling.
        assert_eq!(read::<Prose<20>>("Cafe\u{301}").unwrap().as_str(), "Cafe\u{301}");
    }

    #[test]
    fn html_entities_are_what_they_stand_for_however_often_they_are_escaped() {
        for (given, meant) in [
            ("Don&#39;t &#x27;stop&apos;", "Don't 'stop'"),
            ("Tom &amp; Jerry", "Tom & Jerry"),
            ("&amp;quot;Wow&amp;quot;", "\"Wow\""),
            ("a &amp;amp;lt; b", "a < b"),
            ("Caf&eacute; &hearts; &#128640;", "Caf\u{e9} ♥ 🚀"),
            ("AT&T, R&D; 5 &dogs; &amp", "AT&T, R&D; 5 &dogs; &amp"),
            ("&nbsp;a&nbsp;", "a"),
            ("It&#146;s &#x80;20 &amp;#150; &#x93;now&#148;", "It’s €20 – “now”"),
        ] {
            assert_eq!(read::<Text<60>>(given).unwrap().as_str(), meant);
            assert_eq!(read::<Prose<60>>(given).unwrap().as_str(), meant);
        }
        // The character of an entity is checked and counted like any other character.
        assert!(read::<Text<9>>("a&#10;b").unwrap_err().ends_with("U+000A"));
        assert!(read::<Text<9>>("a&#x202e;b").unwrap_err().ends_with("U+202E"));
        assert_eq!(read::<Text<3>>("&lt;&amp;&gt;").unwrap().as_str(), "<&>");
        for blank in ["&nbsp;", "&shy;", "\u{200b}", "\u{feff} \u{2060}"] {
            assert_eq!(read::<Prose<9>>(blank).unwrap_err(), "must not be blank");
            assert_eq!(read::<Text<9>>(blank).unwrap_err(), "must not be blank");
        }
    }

    #[test]
    fn an_empty_description_removes_and_control_characters_are_dropped() {
        let read = |text: &str| {
            let parsed = Description::<5>::parse(&json!(text), "description", &mut Issues::default());
            parsed.map(Description::into_text)
        };
        assert_eq!(read("  "), Some(None));
        assert_eq!(read(" a\r\nb\u{0}\u{202e} "), Some(Some("a\nb".to_owned())));
        assert_eq!(read("abcdef"), None);
    }
}
