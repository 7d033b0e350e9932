//! The word lists of a language.

use std::{collections::HashSet, sync::LazyLock};

/// The word files with their names. The first is English, whose words match every text.
pub(crate) const FILES: [(&str, &str); 13] = [
    ("en", include_str!("../words/en.txt")),
    ("de", include_str!("../words/de.txt")),
    ("es", include_str!("../words/es.txt")),
    ("fr", include_str!("../words/fr.txt")),
    ("pt", include_str!("../words/pt.txt")),
    ("it", include_str!("../words/it.txt")),
    ("ru", include_str!("../words/ru.txt")),
    ("hi", include_str!("../words/hi.txt")),
    ("ar", include_str!("../words/ar.txt")),
    ("zh", include_str!("../words/zh.txt")),
    ("ja", include_str!("../words/ja.txt")),
    ("ko", include_str!("../words/ko.txt")),
    ("signs", include_str!("../words/signs.txt")),
];

/// All languages, in the order of [`FILES`].
pub(crate) static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| FILES.iter().map(|(name, file)| Language::read(name, file)).collect());

/// A word file.
#[derive(Debug, Default)]
pub(crate) struct Language {
    pub(crate) name: &'static str,
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

impl Language {
    fn read(name: &'static str, file: &'static str) -> Self {
        let mut language = Self {
            name,
            ..Self::default()
        };
        for (heading, words) in sections(file) {
            let section = |name| Section {
                name,
                words: words.clone(),
            };
            match heading.split_once(' ') {
                Some(("topic", name)) => language.topics.push(section(name)),
                Some(("temper", name)) => language.tempers.push(section(name)),
                _ if heading == "function words" => language.function_words = words.into_iter().collect(),
                // A test finds headings that mean nothing.
                _ => {}
            }
        }
        language
    }

    /// Whether English is the language.
    pub(crate) fn is_english(&self) -> bool {
        self.name == "en"
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
