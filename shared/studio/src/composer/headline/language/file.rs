//! Reads the files of the languages in `headlines/`.

use super::{Language, feature::Feature, role::Role};
use std::sync::LazyLock;

macro_rules! languages {
    ($($code:literal)*) => {
        [$(($code, include_str!(concat!("../../../../headlines/", $code, ".txt")))),*]
    };
}

/// The code and the file of each language. English is the first: a text in an unknown language counts as English.
pub(super) const FILES: [(&str, &str); 24] = languages! {
    "en" "es" "fr" "pt" "it" "de" "nl" "sv" "pl" "tr" "id" "vi" "az" "ru" "uk" "el" "he" "ar" "hi" "bn" "ja" "ko" "zh" "common"
};

/// All languages. The last is no language, but the words that all languages share.
pub(super) static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| FILES.iter().map(|(code, file)| read(code, file)).collect());

/// Parses a file: each line is the name of a list, a colon, and entries with spaces between them. In an entry of several
/// words, underscores stand for spaces.
pub(super) fn read(code: &'static str, file: &'static str) -> Language {
    let mut language = Language {
        code,
        ..Language::default()
    };
    for line in file.lines() {
        let Some((list, entries)) = line.split_once(": ") else {
            continue;
        };
        let entries_of = || entries.split(' ').filter(|entry| !entry.is_empty());
        let pairs = || entries_of().filter_map(|entry| entry.split_once('='));
        match list {
            "features" => language.features.extend(entries_of().filter_map(feature)),
            "spelling" => language.spellings.extend(pairs()),
            "suffixes" => language.suffixes.extend(pairs()),
            "adjective_endings" => language.adjective_endings.extend(entries_of()),
            "case_endings" => language.case_endings.extend(entries_of()),
            "verb_endings" => language.verb_endings.extend(entries_of()),
            "plural_endings" => language.plural_endings.extend(entries_of()),
            "participle_endings" => language.participle_endings.extend(entries_of()),
            "past_endings" => language.past_endings.extend(entries_of()),
            "superlative_endings" => language.superlative_endings.extend(entries_of()),
            "no_superlatives" => language.no_superlatives.extend(entries_of()),
            "recipients" => language.recipients.extend(entries_of()),
            _ => {
                let role = Role::LISTS.iter().find(|(name, _)| *name == list);
                if let Some((_, role)) = role {
                    for entry in entries_of() {
                        language.add(*role, entry);
                    }
                }
            }
        }
    }
    // The longest phrase counts.
    for phrases in language.phrases.values_mut() {
        phrases.sort_by_key(|(_, words)| usize::MAX - words.len());
    }
    language
}

/// The feature with this name. A test finds names without a feature.
fn feature(name: &str) -> Option<Feature> {
    let found = Feature::NAMES.iter().find(|(known, _)| *known == name);
    found.map(|(_, feature)| *feature)
}

impl Language {
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
    use std::fs;

    const SETTINGS: [&str; 12] = [
        "features",
        "spelling",
        "suffixes",
        "adjective_endings",
        "case_endings",
        "verb_endings",
        "plural_endings",
        "participle_endings",
        "past_endings",
        "superlative_endings",
        "no_superlatives",
        "recipients",
    ];

    #[test]
    fn every_feature_has_a_name_and_a_language() {
        let named: Vec<&str> = FILES
            .iter()
            .flat_map(|(_, file)| file.lines())
            .filter_map(|line| line.strip_prefix("features: "))
            .flat_map(|features| features.split(' '))
            .collect();
        for name in &named {
            assert!(feature(name).is_some(), "{name}");
        }
        for (name, _) in Feature::NAMES {
            assert!(named.contains(&name), "no language has {name}");
        }
    }

    #[test]
    fn every_line_of_the_files_has_a_known_list() {
        for (code, file) in FILES {
            for line in file.lines() {
                let (list, entries) = line.split_once(": ").unwrap_or_else(|| panic!("{code}: {line:?}"));
                let is_known = SETTINGS.contains(&list) || Role::LISTS.iter().any(|(name, _)| *name == list);
                assert!(is_known, "{code}: {list}");
                assert!(!entries.trim().is_empty(), "{code}: {list}");
            }
        }
    }

    #[test]
    fn entries_are_in_lower_case() {
        for (code, file) in FILES {
            // A language with a dotted capital I has letters that do not survive the general rule.
            for entry in file.split_whitespace().filter(|entry| !entry.contains('İ')) {
                let is_name = entry.contains("YouTube") || entry.contains("Youtube");
                assert!(is_name || entry.to_lowercase() == entry, "{code}: {entry}");
            }
        }
    }

    #[test]
    fn every_language_of_the_lexicon_has_a_file() {
        let lexicon = concat!(env!("CARGO_MANIFEST_DIR"), "/lexicon");
        for entry in fs::read_dir(lexicon).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_language = name.len() == 2;
            assert!(!is_language || FILES.iter().any(|(code, _)| *code == name), "{name}");
        }
    }
}
