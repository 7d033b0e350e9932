//! Tests of the lexicon's files, of single rules, and of the prompts in `shared/studio/prompts`.

mod files;
mod phrases;
mod prompts;
mod rules;
mod traps;

use crate::{Choice, Class, Depiction, Subject};
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

/// Whether a subject is one that English nouns name, which are separated by " | ". Of "house and chart" and of "bowl of
/// soup" either is right. For "words", no subject is right, and so is the symbol of an abstract word.
fn is_one_of(subject: Option<&Subject>, nouns: &str) -> bool {
    let parts = nouns.split(" | ").flat_map(|nouns| nouns.split(" and "));
    let mut parts = parts.flat_map(|nouns| nouns.split(" of "));
    parts.any(|noun| match subject {
        None => noun == "words",
        Some(subject) if noun == "words" => !subject.class.is_thing(),
        Some(subject) => {
            if is_named_by(&subject.id, noun) {
                return true;
            }
            let is_shown =
                |(id, picture): &(String, Depiction)| subject.id == *id || looks_like(&subject.picture, picture);
            noun.replace(' ', "_") == subject.id || shown_by(noun).iter().any(is_shown)
        }
    })
}

/// Concepts that show a noun, although no English word of theirs says so.
const EQUALS: [(&str, &str); 37] = [
    ("zither", "banjo harp"),
    ("lute", "banjo harp guitar"),
    ("fiddle", "violin"),
    ("scales", "weight_loss scale"),
    ("wedding dress", "bride"),
    ("drum", "bongo"),
    ("embroidered shirt", "t_shirt"),
    ("electric car", "tesla electric_car"),
    ("cheese pastry", "pie dessert"),
    ("pastry", "pie dessert croissant"),
    ("cinnamon bun", "croissant"),
    ("potted plant", "houseplant plant"),
    ("potted vegetable plant", "houseplant"),
    ("bowl of porridge", "rice bowl"),
    ("bowl of noodles", "noodle ramen"),
    ("martial artist", "martial_arts"),
    ("person doing push-ups", "push_up"),
    ("bow and arrow", "archery"),
    ("postage stamp", "incoming_envelope"),
    ("dinner for two", "couple"),
    ("planet Mercury", "zodiac"),
    ("bread", "bakery"),
    ("musical notes", "sheet_music microphone"),
    ("street musician", "microphone"),
    ("plate of food", "cooking"),
    ("student", "student_person"),
    ("village house", "home_garden"),
    ("stream", "river"),
    ("sulking face", "sadness anger"),
    ("batik fabric", "dress"),
    ("judge's gavel", "law"),
    ("shoe", "running_shoes"),
    ("bow", "archery"),
    ("porridge", "rice bowl"),
    ("food", "cooking"),
    ("sleeping child", "sleep baby child"),
    ("gas mask", "biohazard"),
];

/// Whether a concept's id has the noun, as in "llama_animal", or is known to show it.
fn is_named_by(id: &str, noun: &str) -> bool {
    let is_part = id.split('_').any(|part| part == noun);
    let equals = EQUALS.iter().filter(|(known, _)| *known == noun);
    is_part || equals.flat_map(|(_, ids)| ids.split(' ')).any(|known| known == id)
}

/// Whether two pictures are the same emoji, perhaps of another gender, or the same motif.
fn looks_like(one: &Depiction, other: &Depiction) -> bool {
    match (one, other) {
        (Depiction::Emoji(one), Depiction::Emoji(other)) => one.chars().next() == other.chars().next(),
        (Depiction::Motif(one), Depiction::Motif(other)) => one == other,
        _ => false,
    }
}

/// The id and the picture of a concept.
type Shown = (String, Depiction);

/// The concepts that an English noun names. "Person doing push-ups" names push-ups. What "in" or "with" adds is left
/// out.
fn shown_by(noun: &str) -> Vec<Shown> {
    static READ: LazyLock<Mutex<HashMap<String, Vec<Shown>>>> = LazyLock::new(Mutex::default);
    let added = [" in ", " with ", " on ", " at ", " from "];
    let ends = added.iter().filter_map(|word| noun.find(word));
    let noun = &noun[..ends.min().unwrap_or(noun.len())];
    let shown = || {
        let named = Choice::of(&format!("a {noun}"), None).subjects;
        let is_person = |subject: &Subject| subject.class == Class::Person;
        let counts = |subject: &&Subject| !is_person(subject) || named.iter().all(is_person);
        let counted = named.iter().filter(counts);
        counted
            .map(|subject| (subject.id.clone(), subject.picture.clone()))
            .collect()
    };
    let mut read = READ.lock().unwrap();
    read.entry(noun.to_owned()).or_insert_with(shown).clone()
}
