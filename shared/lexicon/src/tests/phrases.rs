//! Tests that the phrases in `shared/studio/prompts/phrases.txt` name no subject, because titles of any topic have
//! them.

use crate::{Choice, Language};

#[test]
fn phrases_of_any_topic_name_no_subject() {
    let file = include_str!("../../../studio/prompts/phrases.txt");
    let mut phrases = Vec::new();
    for line in file.lines() {
        let (code, list) = line.split_once('\t').unwrap();
        let language = Language::named(code).unwrap();
        phrases.extend(list.split(" | ").map(|phrase| (language, phrase)));
    }
    assert!(phrases.len() >= 700, "{}", phrases.len());
    let named: Vec<String> = phrases
        .into_iter()
        .filter_map(|(language, phrase)| {
            let choice = Choice::of_part(phrase, language);
            let main = choice.main()?;
            let is_thing = main.class.is_thing();
            is_thing.then(|| format!("{}: {phrase}: {main}", language.code()))
        })
        .collect();
    assert!(
        named.is_empty(),
        "{} phrases name a subject:\n{}",
        named.len(),
        named.join("\n")
    );
}
