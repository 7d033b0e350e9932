//! Finds English words in texts of other languages.

use crate::{
    concept::{Class, concept},
    language::Language,
    words::index::{Entry, Likeness},
};

/// The fewest letters of an English word that counts in a text of another language. Shorter words are often false
/// friends.
const MIN_FOREIGN: usize = 5;
/// The same for a text in other letters, which has no such false friends.
const MIN_LATIN: usize = 3;

/// The English entries of a word in a text of another language.
pub(super) fn foreign(key: &str, is_single: bool, language: Language) -> Option<Vec<Entry>> {
    let least = if language.grammar().script.is_empty() {
        MIN_FOREIGN
    } else {
        MIN_LATIN
    };
    let found = Language::ENGLISH.words().find(key, Likeness::Same);
    let counts = |entry: &Entry| {
        let class = concept(entry.concept).map(|concept| concept.class);
        let is_name = matches!(class, Some(Class::Brand | Class::Game)) && key.len() >= 3;
        !entry.is_often_verb && (is_name || !is_single || key.chars().count() >= least)
    };
    let counted: Vec<Entry> = found.into_iter().filter(counts).collect();
    (!counted.is_empty()).then_some(counted)
}
