//! Tests the phrases of the folder `phrases`.

use std::{fs, path::Path};

use crate::Changes;

/// What can happen to each part of a picture.
const CHANGES: [(&str, &[&str]); 8] = [
    (
        "title",
        &[
            "text", "remove", "colour", "size", "place", "typeface", "case", "emphasis",
        ],
    ),
    ("background", &["colour", "scene"]),
    ("subject", &["replace", "remove", "size", "place"]),
    ("ornament", &["add", "remove"]),
    ("logo", &["place", "remove"]),
    ("person", &["size", "place", "remove"]),
    ("image", &["size", "place", "remove"]),
    ("layout", &["replace"]),
];

/// The phrases of a half, with what each means.
fn phrases(half: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("phrases").join(half);
    let mut all = Vec::new();
    for language in lexicon::Language::all() {
        let file = folder.join(language.code()).with_extension("txt");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() >= 30, "{}", file.display());
        let pairs = lines.into_iter().map(|line| line.split_once(" ⇒ ").expect(line));
        all.extend(pairs.map(|(phrase, meaning)| (phrase.to_owned(), meaning.to_owned())));
    }
    all
}

#[test]
fn every_phrase_says_what_it_changes() {
    for (phrase, meaning) in [phrases("work"), phrases("held")].concat() {
        for change in meaning.split("; ").filter(|change| *change != "none") {
            let mut words = change.splitn(3, ' ');
            let (part, what, value) = (words.next(), words.next(), words.next());
            let known = CHANGES.iter().find(|(name, _)| Some(*name) == part);
            let is_known = known.is_some_and(|(_, all)| all.iter().any(|one| Some(*one) == what));
            assert!(is_known && value.is_some(), "{phrase}: {change}");
        }
    }
}

#[test]
fn phrases_about_something_else_change_nothing() {
    for (phrase, _) in [phrases("work"), phrases("held")]
        .concat()
        .into_iter()
        .filter(|(_, meaning)| meaning == "none")
    {
        assert!(!Changes::read([phrase.as_str()]).is_any(), "{phrase}");
    }
}
