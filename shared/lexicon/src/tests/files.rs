use crate::{
    concept::{CONCEPTS, Concept},
    file::LANGUAGES,
    index::unmarked,
};

#[test]
fn every_line_of_the_concepts_is_read() {
    let file = include_str!("../../../studio/lexicon/concepts.txt");
    for line in file.lines() {
        assert!(Concept::read(line).is_some(), "{line}");
    }
    assert_eq!(CONCEPTS.iter().count(), file.lines().count());
}

#[test]
fn every_line_of_every_language_names_a_known_concept_and_known_marks() {
    for language in &LANGUAGES {
        for line in language.file().lines() {
            let (id, words) = line
                .split_once(':')
                .unwrap_or_else(|| panic!("{}: {line}", language.grammar.name));
            assert!(CONCEPTS.find(id).is_some(), "{}: {id}", language.grammar.name);
            for word in words.split(',') {
                assert!(
                    unmarked(word.trim()).is_some(),
                    "{}: {id}: {word}",
                    language.grammar.name
                );
            }
        }
    }
}

#[test]
fn the_words_of_a_language_take_less_than_a_megabyte_of_memory() {
    for language in &LANGUAGES {
        let (words, bytes) = language.index().size();
        println!("{}: {words} words, {} KB", language.grammar.name, bytes / 1024);
        assert!(
            words > 500 && bytes < 1024 * 1024,
            "{}: {words} words, {bytes} bytes",
            language.grammar.name
        );
    }
}
