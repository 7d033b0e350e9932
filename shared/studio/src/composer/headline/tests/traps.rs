//! Tests the headlines of the traps in `prompts/traps.txt`. The clauses about subjects are tested where subjects are
//! chosen.

use crate::composer::headline::{Headline, emphasis::bare, vocabulary::Vocabulary, word::Word};
use std::fs;

/// Traps that expect something else than the rules of the headlines. Each has its reason.
const EXCEPTIONS: [(&str, &str); 7] = [
    ("how I make a living with drones", "a whole clause is printed whole"),
    (
        "Taylor Swift's songwriting tricks",
        "the possessive \"'s\" belongs to the word",
    ),
    (
        "el sueldo de un carnicero, ¿es justo?",
        "the whole sentence has these words",
    ),
    ("kuru fasulye pişirmenin sırrı ne?", "the question ends with \"ne\""),
    ("как я стал мастером по ключам", "the noun keeps its case"),
    ("배를 타고 울릉도로", "the particle belongs to the word"),
    ("눈이 자꾸 건조해요, 왜 그럴까요?", "the first sentence is complete"),
];

/// A line of the file.
struct Trap {
    text: String,
    not: Vec<Clause>,
    want: Vec<Clause>,
}

/// What must or must not happen: a kind and its alternatives.
struct Clause {
    kind: String,
    alternatives: Vec<String>,
}

fn traps() -> Vec<Trap> {
    let file = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/traps.txt")).unwrap();
    let clauses = |field: &str| -> Vec<Clause> {
        let clauses = field.split_once(": ").unwrap().1.split("; ");
        clauses
            .map(|clause| {
                let (kind, alternatives) = clause.split_once(' ').unwrap();
                Clause {
                    kind: kind.to_owned(),
                    alternatives: alternatives.split(" | ").map(str::to_owned).collect(),
                }
            })
            .collect()
    };
    let lines = file.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [_, text, not, want] = fields[..] else {
                panic!("not a trap: {line}");
            };
            Trap {
                text: text.to_owned(),
                not: clauses(not),
                want: clauses(want),
            }
        })
        .collect()
}

/// Whether the headline has one of the alternatives; `None` if the clause is not about headlines.
fn holds(headline: &Headline, clause: &Clause, is_wanted: bool, language: &Vocabulary) -> Option<bool> {
    let printed: String = headline.words.iter().map(spaced).collect();
    let printed = printed.trim_start();
    let bare = |text: &str| -> Vec<String> {
        let words = text.split([' ', '\u{a0}']).map(|word| bare(word, language));
        words.filter(|word| !word.is_empty()).collect()
    };
    let words = bare(printed);
    let emphasis = headline
        .words
        .get(headline.emphasis)
        .map_or("", |word| word.text.as_str());
    let mut alternatives = clause.alternatives.iter();
    match clause.kind.as_str() {
        "headline" => Some(alternatives.any(|text| printed.to_lowercase() == text.to_lowercase())),
        "print" => Some(alternatives.any(|text| {
            let wanted = bare(text);
            let is_spaced = !text.chars().any(|c| c as u32 > 0x2e80 && !('가'..='힣').contains(&c));
            let has_words = words.windows(wanted.len().max(1)).any(|words| words == wanted);
            if wanted.is_empty() || !is_spaced {
                printed.contains(text.as_str())
            } else {
                has_words
            }
        })),
        "end" => Some(alternatives.any(|text| words.ends_with(&bare(text)))),
        "emphasis" => Some(alternatives.any(|text| {
            let wanted = bare(text);
            // In scripts without spaces, the wanted word stands in a phrase with its particles.
            let is_unspaced = text.chars().all(|c| c as u32 > 0x2e80);
            wanted == bare(emphasis) || is_wanted && is_unspaced && emphasis.contains(text.as_str())
        })),
        "capitals" => Some(alternatives.any(|text| printed.contains(text.as_str()))),
        "initial" => Some(alternatives.any(|text| {
            let mut words = printed.split(' ');
            words.any(|word| language.initial(&word.to_lowercase()) == *text)
        })),
        // A line breaks only between words, and not before a tied one.
        "break" => Some(alternatives.any(|text| {
            let (first, second) = text.split_once(" / ").unwrap();
            let mut pairs = headline.words.windows(2);
            pairs.any(|pair| !pair[1].is_tied && pair[0].text.ends_with(first) && pair[1].text.starts_with(second))
        })),
        _ => None,
    }
}

fn spaced(word: &Word) -> String {
    format!("{}{}", if word.follows { "" } else { " " }, word.text)
}

#[test]
fn headlines_avoid_the_traps() {
    let mut tested = 0;
    let mut caught = Vec::new();
    for trap in traps() {
        let headline = Headline::new(&trap.text, None);
        let language = Vocabulary::of(&trap.text);
        // The number of clauses about headlines, and of those that are broken.
        let judge = |clauses: &[Clause], is_wanted: bool| {
            let held = clauses
                .iter()
                .filter_map(|clause| holds(&headline, clause, is_wanted, language));
            let held: Vec<bool> = held.collect();
            (held.len(), held.iter().filter(|holds| **holds != is_wanted).count())
        };
        let (not, caught_by_not) = judge(&trap.not, false);
        let (want, caught_by_want) = judge(&trap.want, true);
        tested += usize::from(not + want > 0);
        let is_known = EXCEPTIONS.iter().any(|(text, _)| *text == trap.text);
        if (caught_by_not + caught_by_want > 0) != is_known {
            let printed: String = headline.words.iter().map(spaced).collect();
            caught.push(format!("{}: {}", trap.text, printed.trim_start()));
        }
    }
    assert!(tested >= 125, "{tested}");
    assert!(caught.is_empty(), "{} traps:\n{}", caught.len(), caught.join("\n"));
}
