//! Reads the words that the headline's rules need, in each language.

use super::{Vocabulary, role::Role};
use lexicon::{Language, SHARED_HEADLINE_WORDS, lists};
use std::sync::LazyLock;

/// The words of each language, in the order of [`Language::all`]. English is the first.
pub(super) static VOCABULARIES: LazyLock<Vec<Vocabulary>> = LazyLock::new(|| {
    let all = Language::all();
    all.map(|language| Vocabulary::read(language, language.headline_words()))
        .collect()
});

/// The words that all languages share.
pub(super) static SHARED: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::read(Language::UNKNOWN, SHARED_HEADLINE_WORDS));

impl Vocabulary {
    fn read(language: Language, file: &'static str) -> Self {
        let mut read = Self {
            language,
            ..Self::default()
        };
        for (list, entries) in lists(file) {
            // A test finds lists without a meaning.
            read.set(list, entries);
        }
        // The longest phrase counts.
        for phrases in read.phrases.values_mut() {
            phrases.sort_by_key(|(_, words)| usize::MAX - words.len());
        }
        read
    }

    /// `None` if there is no such list. In an entry of several words, underscores stand for spaces.
    fn set(&mut self, list: &str, entries: &'static str) -> Option<()> {
        let entries = entries.split(' ').filter(|entry| !entry.is_empty());
        let pairs = entries.clone().filter_map(|entry| entry.split_once('='));
        match list {
            "spelling" => self.spellings.extend(pairs),
            "suffixes" => self.suffixes.extend(pairs),
            "name_endings" => self.name_endings.extend(pairs),
            "link_prefixes" => self.link_prefixes.extend(entries),
            "adjective_endings" => self.adjective_endings.extend(entries),
            "case_endings" => self.case_endings.extend(entries),
            "verb_endings" => self.verb_endings.extend(entries),
            "plural_endings" => self.plural_endings.extend(entries),
            "participle_endings" => self.participle_endings.extend(entries),
            "past_endings" => self.past_endings.extend(entries),
            "superlative_endings" => self.superlative_endings.extend(entries),
            "no_superlatives" => self.no_superlatives.extend(entries),
            "noun_particles" => self.noun_particles.extend(entries),
            "open_particles" => self.open_particles.extend(entries),
            "recipients" => self.recipients.extend(entries),
            _ => {
                let (_, role) = Role::LISTS.iter().find(|(name, _)| *name == list)?;
                for entry in entries {
                    self.add(*role, entry);
                }
            }
        }
        Some(())
    }

    fn add(&mut self, role: Role, entry: &'static str) {
        if entry.contains('_') {
            let words: Vec<&str> = entry.split('_').collect();
            let first = words.first().copied().unwrap_or_default();
            self.phrases.entry(first).or_default().push((role, words));
        } else {
            *self.roles.entry(entry).or_default() |= role.bit();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code and the file of each language, and the file of all languages.
    fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
        let files = Language::all().map(|language| (language.code(), language.headline_words()));
        files.chain([("all", SHARED_HEADLINE_WORDS)])
    }

    #[test]
    fn every_line_of_the_files_has_a_known_list() {
        for (code, file) in files() {
            for line in file.lines().filter(|line| !line.starts_with('#')) {
                let (list, entries) = line.split_once(": ").unwrap_or_else(|| panic!("{code}: {line:?}"));
                assert!(Vocabulary::default().set(list, entries).is_some(), "{code}: {list}");
                assert!(!entries.trim().is_empty(), "{code}: {list}");
            }
        }
    }

    #[test]
    fn entries_are_in_lower_case() {
        for (code, file) in files() {
            // A language with a dotted capital I has letters that do not survive the general rule.
            for entry in file.split_whitespace().filter(|entry| !entry.contains('İ')) {
                let is_name = entry.contains("YouTube") || entry.contains("Youtube");
                assert!(is_name || entry.to_lowercase() == entry, "{code}: {entry}");
            }
        }
    }
}
