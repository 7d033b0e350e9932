//! Tests the phrases of the folder `phrases`.

use super::*;
use std::{collections::BTreeMap, fmt::Write, fs, path::Path};
use vocabulary::Vocabulary;

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

/// The smallest share of the phrases that nobody worked with which have to be understood, in each language.
const UNDERSTOOD: f32 = 0.9;

/// The phrases of a half, by language, with what each means.
fn phrases(half: &str) -> BTreeMap<&'static str, Vec<(String, String)>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("phrases").join(half);
    let of = |language: Language| {
        let file = folder.join(language.code()).with_extension("txt");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.map(|line| line.split_once(" ⇒ ").expect(line));
        let pairs: Vec<_> = pairs
            .map(|(phrase, meaning)| (phrase.to_owned(), meaning.to_owned()))
            .collect();
        assert!(pairs.len() >= 30, "{}", file.display());
        (language.code(), pairs)
    };
    Language::all().map(of).collect()
}

fn all() -> Vec<(String, String)> {
    [phrases("work"), phrases("held")]
        .into_iter()
        .flat_map(BTreeMap::into_values)
        .flatten()
        .collect()
}

/// The changes of a phrase, as the files of phrases write them.
fn read(phrase: &str) -> String {
    let made: Vec<String> = Changes::of(phrase).made.iter().map(Change::to_string).collect();
    if made.is_empty() {
        "none".to_owned()
    } else {
        made.join("; ")
    }
}

/// The meaning in a file, with colours and scenes as a change has them.
fn meant(meaning: &str) -> String {
    let one = |change: &str| {
        let names = ["background scene ", "background colour ", "title colour "];
        let Some(value) = names.into_iter().find_map(|name| change.strip_prefix(name)) else {
            return change.to_owned();
        };
        let read = Changes::of(&format!("background: {}", value.replace('-', " ")));
        let [read] = read.made.as_slice() else {
            panic!("{change}: {read:?}");
        };
        let part = if change.starts_with("title") {
            Part::Title
        } else {
            Part::Background
        };
        Change { part, ..read.clone() }.to_string()
    };
    meaning.split("; ").map(one).collect::<Vec<_>>().join("; ")
}

/// How many of the phrases of each language mean what they should, and all phrases.
fn understood(half: &str) -> BTreeMap<&'static str, (usize, usize)> {
    let count = |(code, phrases): (&'static str, Vec<(String, String)>)| {
        let right = phrases
            .iter()
            .filter(|(phrase, meaning)| read(phrase) == meant(meaning))
            .count();
        (code, (right, phrases.len()))
    };
    phrases(half).into_iter().map(count).collect()
}

/// The phrases to work with, with what each means. `UPDATE_DOCS=1` writes the file.
#[test]
fn the_document_of_changes_is_up_to_date() {
    let (mut shares, mut lists) = (String::new(), String::new());
    let held = understood("held");
    for (code, phrases) in phrases("work") {
        let (right, count) = held.get(code).copied().unwrap_or_default();
        writeln!(shares, "| `{code}` | {right} of {count} |").unwrap();
        writeln!(lists, "\n## `{code}`\n\n| phrase | changes |\n|---|---|").unwrap();
        for (phrase, meaning) in phrases
            .iter()
            .filter(|(phrase, meaning)| read(phrase) == meant(meaning))
        {
            writeln!(lists, "| {phrase} | {meaning} |").unwrap();
        }
    }
    let text = format!(
        "# Words that change a picture\n\nWhat the built-in composer understands in `newPrompt`, if the call has a \
         `thumbnailId` ([api.md](api.md)). All phrases\nbelow work; a test compares this list with the code.\n\nHow many \
         other phrases of each language, with which nobody has worked, do exactly what they say. Language models\nwrote \
         all phrases; no native speaker has read them.\n\n| language | understood |\n|---|---|\n{shares}{lists}"
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/changes.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    let is_same = fs::read_to_string(file).is_ok_and(|known| known == text);
    assert!(is_same, "docs/changes.md is out of date; UPDATE_DOCS=1 writes it");
}

#[test]
fn every_phrase_says_what_it_changes() {
    for (phrase, meaning) in all() {
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
fn phrases_are_understood_in_every_language() {
    let mut few = String::new();
    for (half, least) in [("work", UNDERSTOOD), ("held", UNDERSTOOD)] {
        for (code, (right, count)) in understood(half) {
            if (right as f32) < least * count as f32 {
                writeln!(few, "{half} {code}: {right} of {count}").unwrap();
            }
        }
    }
    assert!(few.is_empty(), "{few}");
}

#[test]
fn phrases_about_something_else_change_nothing() {
    let others: Vec<_> = all().into_iter().filter(|(_, meaning)| meaning == "none").collect();
    let changing: Vec<_> = others
        .iter()
        .map(|(phrase, _)| phrase)
        .filter(|phrase| Changes::of(phrase).is_any())
        .collect();
    assert!(changing.len() * 20 <= others.len(), "{changing:?}");
}

#[test]
fn every_entry_of_the_files_means_something() {
    for language in Language::all() {
        let words = language.change_words();
        assert!(!words.is_empty(), "{language:?} has no changes.txt");
        let mut vocabulary = Vocabulary::read(language);
        for line in words.lines().filter(|line| !line.starts_with('#')) {
            let (list, entries) = line.split_once(": ").unwrap_or_else(|| panic!("{language:?}: {line}"));
            assert!(
                vocabulary.add_all(list, entries).is_some(),
                "{language:?}: {list}: {entries}"
            );
        }
    }
}

#[test]
fn examples_are_understood() {
    for language in Language::all() {
        let examples = lists(language.change_words()).find(|(list, _)| *list == "examples");
        let (_, examples) = examples.unwrap_or_else(|| panic!("{language:?} has no examples"));
        for example in examples.split(", ") {
            assert_eq!(
                Changes::of(example).made.len(),
                1,
                "{language:?}: {example}: {}",
                read(example)
            );
        }
    }
    assert_eq!(
        Changes::examples("mach das irgendwie schöner").next(),
        Some("Titel in Gelb")
    );
}

#[test]
fn an_order_goes_on_as_far_as_it_should() {
    for (phrase, meaning) in [
        (
            "change the title to Cats and Dogs and make it yellow",
            "title text Cats and Dogs; title colour yellow",
        ),
        (
            "replace the cat with a dog and a lion",
            "subject replace dog and a lion @ cat",
        ),
        ("remove the logo and the arrow", "logo remove -; ornament remove arrow"),
        (
            "title and background in yellow",
            "title colour yellow; background colour yellow",
        ),
        ("can't read the title, make it way bigger", "title size larger"),
        (
            "the skateboard's too big, shrink it",
            "subject size smaller @ skateboard",
        ),
        ("title: Red and blue", "title text Red and blue"),
        ("title: إلى القمر", "title text إلى القمر"),
        ("title: to the moon", "title text to the moon"),
        ("العنوان: Never again", "title text Never again"),
        ("change the title to yellow", "title colour yellow"),
        ("add a big red arrow", "ornament add arrow"),
        ("title not in all caps", "title case normal"),
        ("put me on a beach", "background scene beach"),
        ("write Hello World", "title text Hello World"),
        ("add an arrow", "ornament add arrow"),
        ("not a dog, but a cat", "subject replace cat @ dog"),
        ("the arrow, please remove it", "ornament remove arrow"),
        ("the title of my first book", "none"),
        ("show more love", "none"),
        ("", "none"),
    ] {
        assert_eq!(read(phrase), meant(meaning), "{phrase}");
    }
}
