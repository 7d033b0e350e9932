//! The words for topics and tempers, in each language.

use crate::language::Language;
use std::{collections::HashSet, sync::LazyLock};

/// Emoji and currency signs, which belong to no language.
const SIGNS: &str = include_str!("../../languages/all/topics.txt");

/// The words of all languages that have some, and signs.
pub(crate) static WORDS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let files = Language::all().map(|language| (language, language.topic_words()));
    let files = files.filter(|(_, file)| !file.is_empty());
    let files = files.chain([(Language::UNKNOWN, SIGNS)]);
    files.map(|(language, file)| Words::read(language, file)).collect()
});

/// The contents of a file `topics.txt`, whose format `languages/topics.md` describes.
#[derive(Debug)]
pub(crate) struct Words {
    /// [`Language::UNKNOWN`] for signs.
    pub(crate) language: Language,
    /// Frequent small words, by which the language of a text is recognized.
    pub(crate) function_words: HashSet<&'static str>,
    pub(crate) topics: Vec<Section>,
    pub(crate) tempers: Vec<Section>,
}

/// The words of a topic or a temper.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) words: Vec<&'static str>,
}

impl Words {
    fn read(language: Language, file: &'static str) -> Self {
        let mut read = Self {
            language,
            function_words: HashSet::new(),
            topics: Vec::new(),
            tempers: Vec::new(),
        };
        for (heading, words) in sections(file) {
            let section = |name| Section {
                name,
                words: words.clone(),
            };
            match heading.split_once(' ') {
                Some(("topic", name)) => read.topics.push(section(name)),
                Some(("temper", name)) => read.tempers.push(section(name)),
                _ if heading == "function words" => read.function_words = words.into_iter().collect(),
                // A test finds headings without a meaning.
                _ => {}
            }
        }
        read
    }
}

/// The headings of a file, without brackets, with the words below each.
pub(crate) fn sections(file: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let heading = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        match (heading, sections.last_mut()) {
            (Some(heading), _) => sections.push((heading, Vec::new())),
            (None, Some((_, words))) => words.extend(line.split_whitespace()),
            (None, None) => {}
        }
    }
    sections
}
