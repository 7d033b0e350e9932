//! Tests of headlines by rule; `corpus` has those of real prompts.

mod briefs;
mod clauses;
mod corpus;
mod habits;
mod prompts;
mod traps;

use super::{Headline, word::Word};

#[track_caller]
fn check(prompt: &str, title: Option<&str>, words: &str, emphasis: &str) {
    let headline = Headline::new(prompt, title);
    let spaced = |word: &Word| format!("{}{}", if word.follows { "|" } else { " " }, word.text);
    let printed: String = headline.words.iter().map(spaced).collect();
    assert_eq!(printed.trim_start(), words, "{prompt:?}");
    assert_eq!(
        headline
            .words
            .get(headline.emphasis)
            .map_or("", |word| word.text.as_str()),
        emphasis,
        "{prompt:?}"
    );
}

#[test]
fn a_title_is_printed_word_for_word() {
    check("a cat", Some("My  iPhone\tis broken"), "My iPhone is broken", "broken");
    check("a cat", Some("Day 100 of 100"), "Day 100 of 100", "100");
    check("a cat", Some("We WON it all"), "We WON it all", "WON");
}

#[test]
fn an_invisible_title_is_ignored() {
    check("a lonely robot", Some("\u{7} \u{200b}"), "LONELY ROBOT", "LONELY");
}

#[test]
fn quoted_words_are_the_headline() {
    check("A shocked man with the words \"I QUIT\" on top", None, "I QUIT", "QUIT");
    check("Un chat qui dit «bonjour»", None, "bonjour", "bonjour");
}

#[test]
fn a_long_sentence_is_cut_after_a_complete_phrase() {
    check(
        "The best burger recipe in the whole wide world of cooking",
        None,
        "THE BEST BURGER RECIPE",
        "BEST",
    );
    check(
        "Epic gaming moments of the year and more",
        None,
        "EPIC GAMING MOMENTS OF THE YEAR",
        "EPIC",
    );
}

#[test]
fn the_request_around_the_subject_is_removed() {
    check(
        "Create a YouTube thumbnail about building a rocket in my garage",
        None,
        "BUILDING A ROCKET IN MY GARAGE",
        "ROCKET",
    );
    check("make me a thumbnail for a cooking video", None, "COOKING", "COOKING");
    check(
        "10 tips for better sleep, cinematic lighting",
        None,
        "10 TIPS FOR BETTER SLEEP",
        "10",
    );
}

#[test]
fn questions_keep_their_question_word() {
    check("How to learn Rust in 2026", None, "HOW TO LEARN RUST IN 2026", "RUST");
    check(
        "Why not everyone should learn to code",
        None,
        "NOT EVERYONE SHOULD LEARN TO CODE",
        "LEARN",
    );
    check(
        "How I built a rocket in my garage",
        None,
        "HOW I BUILT A ROCKET",
        "ROCKET",
    );
}

#[test]
fn urls_and_empty_prompts_give_no_words() {
    check("", None, "", "");
    check("https://example.com/watch?v=abcdefghijkl", None, "", "");
    check("... !!! ---", None, "", "");
}
