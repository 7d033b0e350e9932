//! Tests of the lexicon's files, of single rules, and of the prompts in `shared/studio/prompts`.

mod files;
mod prompts;
mod rules;
mod traps;

use crate::{Choice, Picture};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex},
};

/// The ids of the subjects that a prompt names, the best first.
fn named(prompt: &str) -> Vec<String> {
    Choice::of(prompt, None)
        .subjects
        .into_iter()
        .map(|subject| subject.id)
        .collect()
}

/// The id of the subject that is drawn large; empty if there is none.
fn main_of(prompt: &str) -> String {
    Choice::of(prompt, None)
        .main()
        .map(|subject| subject.id.clone())
        .unwrap_or_default()
}

/// Whether a concept shows what English nouns say, which are separated by " | ". Of "house and chart" and of
/// "bowl of soup" either is right.
fn is_one_of(subject: Option<(&str, &Picture)>, nouns: &str) -> bool {
    let mut nouns = nouns
        .split(" | ")
        .flat_map(|nouns| nouns.split(" and "))
        .flat_map(|nouns| nouns.split(" of "));
    nouns.any(|noun| match (subject, shown_by(noun)) {
        (None, _) => noun == "words",
        (Some(_), None) => false,
        (Some((id, picture)), Some(expected)) => {
            id == expected.0 || noun.replace(' ', "_") == id || looks_like(picture, &expected.1)
        }
    })
}

/// Whether two pictures are the same emoji, perhaps of another gender, or the same motif.
fn looks_like(one: &Picture, other: &Picture) -> bool {
    match (one, other) {
        (Picture::Emoji(one), Picture::Emoji(other)) => one.chars().next() == other.chars().next(),
        (Picture::Motif(one), Picture::Motif(other)) => one == other,
        _ => false,
    }
}

/// The id and the picture of the concept that an English noun names.
fn shown_by(noun: &str) -> Option<(String, Picture)> {
    static READ: LazyLock<Mutex<HashMap<String, Option<(String, Picture)>>>> = LazyLock::new(Mutex::default);
    let mut read = READ.lock().unwrap();
    let choice = || Choice::of(&format!("a {noun}"), None);
    let shown = || {
        choice()
            .main()
            .map(|subject| (subject.id.clone(), subject.picture.clone()))
    };
    read.entry(noun.to_owned()).or_insert_with(shown).clone()
}
