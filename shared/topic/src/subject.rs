//! Finds the things that a text names and that can be drawn.

use crate::{
    language::{LANGUAGES, Section},
    text::{Text, is_form_of},
};

/// Subjects that are places. They come after other subjects, because the event says more than its place.
const PLACES: [&str; 2] = ["city", "globe"];

/// The names of all subjects.
pub fn subject_names() -> impl Iterator<Item = &'static str> {
    let english = LANGUAGES.first().into_iter().flat_map(|language| &language.subjects);
    english.map(|section| section.name)
}

/// The names of the subjects that the text names, in the order in which it mentions them: first by words of scripts
/// with spaces, then by Chinese, Japanese and Korean words, places last.
#[must_use]
pub fn subjects(text: &str) -> Vec<&'static str> {
    let text = Text::new(text);
    let (mut found, seldom_visible) = spaced(&text);
    if text.lower().chars().any(is_eastern) {
        for name in eastern(&text) {
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    if found.is_empty() { seldom_visible } else { found }
}

/// The subjects that whole words name, and those that only words name which often mean nothing visible.
fn spaced(text: &Text) -> (Vec<&'static str>, Vec<&'static str>) {
    let lists = || LANGUAGES.iter().filter(|language| !language.is_eastern());
    let sections = || lists().flat_map(|language| &language.subjects);
    let asks = |section: &Section, word: &str| {
        let mut words = section.words.iter();
        words.any(|known| is_form_of(word, known) || (*known == "$" && word.starts_with('$')))
    };
    let (mut found, mut seldom_visible) = (Vec::new(), Vec::new());
    let words = text.lower().split(|c: char| !c.is_alphanumeric() && c != '$');
    for word in words.filter(|word| !word.is_empty()) {
        let is_seldom = lists().any(|language| language.seldom_visible.iter().any(|known| is_form_of(word, known)));
        let list = if is_seldom { &mut seldom_visible } else { &mut found };
        if let Some(section) = sections().find(|section| asks(section, word))
            && !list.contains(&section.name)
        {
            list.push(section.name);
        }
    }
    (found, seldom_visible)
}

/// The subjects that Chinese, Japanese and Korean words name, in the order in which the text mentions them, places last.
/// Of words at the same position the longest comes first. A subject may occur twice.
fn eastern(text: &Text) -> Vec<&'static str> {
    let mut found: Vec<(bool, usize, usize, &str)> = Vec::new();
    let sections = LANGUAGES.iter().filter(|language| language.is_eastern());
    for section in sections.flat_map(|language| &language.subjects) {
        let is_place = PLACES.contains(&section.name);
        let mentions = section
            .words
            .iter()
            .filter_map(|word| Some((text.lower().find(word)?, word.len())));
        found.extend(mentions.map(|(at, length)| (is_place, at, usize::MAX - length, section.name)));
    }
    found.sort_unstable();
    found.into_iter().map(|(.., name)| name).collect()
}

/// Whether the character is an ideograph, kana or hangul.
fn is_eastern(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{318e}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9d}'
        | '\u{20000}'..='\u{3ffff}')
}
