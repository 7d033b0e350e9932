//! Reads the concepts and the emoji that a brief names, in its likeliest language.

use super::{
    eastern,
    search::{Field, Found, Mention, Reader},
    token::tokens,
};
use crate::{
    Topic,
    concept::{Concept, Depiction, concept},
    language::{Language, feature::Feature},
    topic::topic_of,
    words::index::Likeness,
};
use unicode_segmentation::UnicodeSegmentation;

/// The most languages in which a text is read.
const MOST_LANGUAGES: usize = 4;

/// The concepts and the emoji that a brief names.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) language: Language,
    pub(crate) has_title: bool,
    /// The emoji of the brief, in order.
    pub(crate) emoji: Vec<(Field, String)>,
    pub(crate) mentions: Vec<Mention>,
    /// The topic of the words.
    pub(crate) topic: Option<&'static str>,
}

/// Reads a brief. `language` is its language; `None` if it has to be detected. A text that names no thing in its
/// language is read as the next likely one: a short title may be in any of several.
pub(crate) fn search(prompt: &str, title: Option<&str>, language: Option<Language>) -> Findings {
    let title = title.filter(|title| !title.trim().is_empty());
    let whole = format!("{}\n{prompt}", title.unwrap_or_default());
    let read = |language| Findings::of(prompt, title, &whole, language);
    if let Some(language) = language {
        return read(language);
    }
    let first = read(Language::of(&whole));
    if first.names_thing() {
        return first;
    }
    let others = Language::likely(&whole).into_iter().take(MOST_LANGUAGES);
    let mut others = others.filter(|other| *other != first.language).map(read);
    others.find(Findings::names_thing_surely).unwrap_or(first)
}

impl Findings {
    fn of(prompt: &str, title: Option<&str>, whole: &str, language: Language) -> Self {
        let fields = [(Field::Title, title), (Field::Prompt, Some(prompt))];
        let mut findings = Self {
            language,
            has_title: title.is_some(),
            emoji: Vec::new(),
            mentions: Vec::new(),
            topic: topic_of(whole).map(Topic::name),
        };
        for (field, text) in fields {
            let Some(text) = text else { continue };
            findings
                .emoji
                .extend(emoji(text).map(|emoji| (field, emoji.to_owned())));
            let found = if language.has(Feature::Unspaced) {
                eastern::mentions(text, language, field)
            } else {
                Reader::new(text, language, field).mentions(&tokens(text))
            };
            findings.mentions.extend(found);
        }
        findings
    }

    /// Whether a word or an emoji names something that can be seen.
    fn names_thing(&self) -> bool {
        !self.emoji.is_empty() || self.things().next().is_some()
    }

    /// Whether a word names something that has a picture, letter by letter: the inflected forms of one language are
    /// words of another. Several words may lack their accents.
    fn names_thing_surely(&self) -> bool {
        let is_sure = |mention: &Mention| {
            mention.found == Found::Whole(Likeness::Same)
                || mention.words > 1 && mention.found == Found::Whole(Likeness::WithoutAccents)
        };
        self.things()
            .any(|(mention, concept)| is_sure(mention) && concept.picture() != Depiction::Nothing)
    }

    fn things(&self) -> impl Iterator<Item = (&Mention, &'static Concept)> {
        let mentions = self.mentions.iter().filter(|mention| !mention.is_order);
        let named = mentions.filter_map(|mention| Some((mention, concept(mention.concept)?)));
        named.filter(|(_, concept)| concept.class.is_thing())
    }
}

/// The graphemes that are emoji.
fn emoji(text: &str) -> impl Iterator<Item = &str> {
    let is_pictorial = |c: char| {
        matches!(c, '\u{1f1e6}'..='\u{1f1ff}' | '\u{1f300}'..='\u{1f5ff}' | '\u{1f600}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}'
            | '\u{1f900}'..='\u{1faff}' | '\u{2600}'..='\u{26ff}' | '\u{2708}'..='\u{270d}' | '\u{2744}' | '\u{2764}' | '\u{231a}'
            | '\u{231b}' | '\u{2328}' | '\u{23f0}'..='\u{23f3}' | '\u{2b50}')
    };
    text.graphemes(true)
        .filter(move |grapheme| grapheme.starts_with(is_pictorial))
}
