//! Measures the headlines of the prompts in `prompts/work` by the rules that any headline has to keep.

use crate::composer::headline::{
    Headline,
    clause::is_picture,
    eastern::{MAX_WIDTH, width},
    emphasis::bare,
    fields::{self, Fields},
    vocabulary::{Vocabulary, role::Role},
    word::MAX_WORDS,
};
use lexicon::Choice;
use std::fs;

/// The smallest share of headlines that have all words that must not be missing, in percent. A headline of six words
/// cannot always have them.
const FLOOR: usize = 88;
/// The same in each language.
const FLOOR_OF_LANGUAGE: usize = 70;
const LANGUAGES: [&str; 20] = [
    "en", "es", "pt", "fr", "de", "it", "nl", "pl", "sv", "tr", "ru", "uk", "ar", "hi", "bn", "id", "vi", "ja", "ko",
    "zh",
];

/// A block of a file of prompts.
struct Prompt {
    prompt: String,
    title: Option<String>,
    keep: Vec<String>,
}

fn prompts(code: &str) -> Vec<Prompt> {
    let path = format!("{}/prompts/work/{code}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    blocks
        .map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let keep = field("keep:").unwrap().split([',', '、']);
            Prompt {
                prompt: field("prompt:").unwrap().to_owned(),
                title: field("title:").map(str::to_owned),
                keep: keep.map(|word| word.trim().to_owned()).collect(),
            }
        })
        .collect()
}

fn printed(headline: &Headline) -> String {
    let mut text = String::new();
    for word in &headline.words {
        if !word.follows && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&word.text);
    }
    text
}

fn headline_of(prompt: &Prompt) -> Headline {
    let title = prompt.title.as_deref();
    let choice = Choice::of(&prompt.prompt, title);
    Headline::about(&prompt.prompt, title, choice.main())
}

/// The rules that the headline breaks.
fn faults(prompt: &Prompt) -> Vec<String> {
    let headline = headline_of(prompt);
    let text = printed(&headline);
    let language = Vocabulary::of(&prompt.prompt);
    let words: Vec<String> = text.split_whitespace().map(|word| bare(word, language)).collect();
    let lower: Vec<&str> = words.iter().map(String::as_str).collect();
    let source = prompt.title.as_deref().unwrap_or(&prompt.prompt);
    let source_words: Vec<String> = source
        .replace("\\n", " ")
        .split_whitespace()
        .map(|word| bare(word, language))
        .collect();
    let mut faults = Vec::new();
    let is_eastern = matches!(language.language.code(), "ja" | "zh" | "ko");
    if text.is_empty() {
        faults.push("no words".to_owned());
    }
    if prompt
        .title
        .as_ref()
        .is_some_and(|title| squeezed(title) != squeezed(&text))
    {
        faults.push("the title is not whole".to_owned());
    }
    let has_title = || {
        matches!(
            fields::read(&prompt.prompt.replace("\\n", "\n"), language),
            Some(Fields::Title(_))
        )
    };
    let is_given = prompt.title.is_some() || prompt.prompt.contains(['"', '“', '„', '«', '「']) || has_title();
    let is_unspaced = matches!(language.language.code(), "ja" | "zh");
    let is_long = if is_unspaced {
        width(&text) > MAX_WIDTH
    } else {
        headline.words.len() > MAX_WORDS
    };
    if is_long && !is_given {
        faults.push("too long".to_owned());
    }
    if prompt.title.is_none() && lower.iter().any(|word| language.is(word, Role::Thumbnail)) {
        faults.push("words of the order".to_owned());
    }
    if !is_eastern && prompt.title.is_none() {
        let ends_sentence = lower.last().is_some_and(|last| {
            let mut sentence_ends = source.replace("\\n", "\n");
            sentence_ends.retain(|c| c != '"');
            sentence_ends
                .split(|c| matches!(c, '.' | ',' | '!' | '?' | ':' | ';' | '\n' | '–') || is_picture(c))
                .any(|part| {
                    part.split_whitespace()
                        .last()
                        .is_some_and(|end| bare(end, language) == *last)
                })
        });
        if !ends_sentence && lower.last().is_some_and(|last| language.cannot_end(last)) {
            faults.push("ends in a word that needs another".to_owned());
        }
        let known = |word: &&&str| word.is_empty() || source_words.iter().any(|source| source.starts_with(**word));
        let is_spelled = |word: &&&str| {
            source_words
                .iter()
                .any(|source| language.spelled(source).is_some_and(|spelled| spelled.contains(**word)))
        };
        let is_inflected = |word: &&&str| {
            source_words
                .iter()
                .any(|source| word.starts_with(language.without_suffix(source).unwrap_or_default().as_str()))
        };
        if !lower
            .iter()
            .all(|word| known(&word) || is_spelled(&word) || is_inflected(&word))
        {
            faults.push("part of a word".to_owned());
        }
    }
    faults
}

/// The words that must not be missing in the headline but are.
fn missing(prompt: &Prompt) -> Vec<&String> {
    let whole = squeezed(&printed(&headline_of(prompt)));
    let has_all = |words: &str| {
        words
            .split_whitespace()
            .all(|word| whole.contains(stem(&squeezed(word))))
    };
    let has = |keep: &&String| keep.split('|').any(has_all);
    prompt.keep.iter().filter(|keep| !has(keep)).collect()
}

/// The word without its last two letters, which inflection may change.
fn stem(word: &str) -> &str {
    let letters: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    match letters.as_slice() {
        [.., end, _] if letters.len() > 4 && !word.contains(|c: char| c.is_numeric()) => &word[..*end],
        _ => word,
    }
}

/// The text in lower case, without spaces and accents of capitals.
fn squeezed(text: &str) -> String {
    let lower = text
        .to_lowercase()
        .replace("i\u{307}", "i")
        .replace('ı', "i")
        .replace("ß", "ss");
    lower.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn headlines_of_the_prompts_keep_the_rules() {
    let mut report = Vec::new();
    for code in LANGUAGES {
        for prompt in prompts(code) {
            let faults = faults(&prompt);
            if !faults.is_empty() {
                let (text, faults) = (printed(&headline_of(&prompt)), faults.join(", "));
                report.push(format!("{code}: {:?} gives {text:?}: {faults}", prompt.prompt));
            }
        }
    }
    assert!(report.is_empty(), "{}", report.join("\n"));
}

#[test]
fn headlines_of_the_prompts_have_the_words_that_matter() {
    let (mut all, mut whole) = (0, 0);
    let (mut report, mut poor) = (Vec::new(), Vec::new());
    for code in LANGUAGES {
        let prompts = prompts(code);
        let lacking: Vec<&Prompt> = prompts.iter().filter(|prompt| !missing(prompt).is_empty()).collect();
        for prompt in &lacking {
            let text = printed(&headline_of(prompt));
            report.push(format!(
                "{code}: {:?} gives {text:?}: without {:?}",
                prompt.prompt,
                missing(prompt)
            ));
        }
        let share = 100 * (prompts.len() - lacking.len()) / prompts.len();
        if share < FLOOR_OF_LANGUAGE {
            poor.push(format!("{code}: {share} %"));
        }
        all += prompts.len();
        whole += prompts.len() - lacking.len();
    }
    println!("{whole} of {all} headlines\n{}", report.join("\n"));
    assert!(all >= 320, "{all} prompts");
    assert!(
        whole * 100 >= all * FLOOR && poor.is_empty(),
        "{whole} of {all}, {poor:?}:\n{}",
        report.join("\n")
    );
}
