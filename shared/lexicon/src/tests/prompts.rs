//! How often the chosen concept is what a designer would draw, over the prompts to work with.

use super::is_one_of;
use crate::Choice;
use std::{env, fmt::Write};

/// The files of the prompts.
macro_rules! files {
    ($($language:literal)*) => {
        [$(($language, include_str!(concat!("../../../studio/prompts/work/", $language, ".txt")))),*]
    };
}

const FILES: [(&str, &str); 20] =
    files!("en" "es" "pt" "fr" "de" "it" "nl" "pl" "sv" "tr" "ru" "uk" "ar" "hi" "bn" "id" "vi" "ja" "ko" "zh");

/// A prompt with its expected subjects.
struct Case {
    prompt: &'static str,
    title: Option<&'static str>,
    subject: &'static str,
}

fn cases(file: &'static str) -> Vec<Case> {
    let case = |block: &'static str| {
        let field = |name: &str| {
            block
                .lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        };
        Some(Case {
            prompt: field("prompt")?,
            title: field("title"),
            subject: field("subject")?,
        })
    };
    file.split("\n\n").filter_map(case).collect()
}

/// Whether the choice is right.
fn is_right(case: &Case) -> bool {
    let choice = Choice::of(case.prompt, case.title);
    is_one_of(choice.main(), case.subject)
}

/// The number of right choices that no change may fall below. Raise it when a change gains.
const LEAST: usize = 973;

#[test]
fn the_chosen_concept_is_what_a_designer_would_draw() {
    let (mut table, mut all) = (String::new(), (0, 0));
    for (language, file) in FILES {
        let cases = cases(file);
        let right = cases.iter().filter(|case| is_right(case)).count();
        writeln!(table, "{language}: {right} of {}", cases.len()).unwrap();
        all = (all.0 + right, all.1 + cases.len());
        if env::var("EXPLAIN").is_ok_and(|wanted| wanted == language || wanted == "all") {
            for case in cases.iter().filter(|case| !is_right(case)) {
                let choice = Choice::of(case.prompt, case.title);
                let shown: String = case.prompt.chars().take(160).collect();
                println!(
                    "[{language} as {:?}, {:?}] {shown} | {:?}\n  wanted {}",
                    choice.language, choice.niche, case.title, case.subject
                );
                for subject in choice.subjects.iter().take(4) {
                    println!("    {subject}");
                }
            }
        }
    }
    println!("{table}all: {} of {}", all.0, all.1);
    assert!(all.0 >= LEAST, "{table}");
}

#[test]
fn a_wrong_concept_is_not_counted_as_right() {
    let choice = Choice::of("my dog", None);
    assert!(is_one_of(choice.main(), "cat | dog"));
    assert!(!is_one_of(choice.main(), "cat | violin"));
    assert!(!is_one_of(choice.main(), "cat with a dog"));
    assert!(!is_one_of(None, "cat | violin"));
    assert!(is_one_of(None, "cat | words"));
}
