use crate::{
    Language,
    words::{
        form,
        index::{Index, Likeness},
    },
};

#[test]
fn every_language_has_words() {
    for language in Language::all() {
        assert!(language.words().size().0 > 200, "{language:?}");
    }
}

#[test]
fn the_words_of_a_language_take_less_than_a_quarter_of_a_megabyte() {
    for language in Language::all() {
        let (words, bytes) = language.words().size();
        println!("{language:?}: {words} words, {} KB", bytes / 1024);
        assert!(bytes < 1 << 18, "{language:?}: {words} words, {bytes} bytes");
    }
}

#[test]
fn a_word_of_a_file_is_found_and_an_unlisted_word_is_not() {
    let index = Index::of("en");
    assert!(index.has("school bus"));
    assert!(!index.has("schoolbusses"));
    assert!(
        !form::forms("violins", Language::ENGLISH)
            .iter()
            .all(|form| !index.has(form))
    );
    assert!(index.find("violinz", Likeness::Same).is_empty());
}
