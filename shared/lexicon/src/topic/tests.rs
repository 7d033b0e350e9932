use super::{
    Reading, Temper, Topic, topic_of,
    words::{WORDS, sections},
};
use crate::language::Language;
use std::collections::HashSet;

#[test]
fn words_tell_the_topic_of_a_text() {
    for (text, topic) in [
        ("Minecraft gameplay, the final boss", Some(Topic::Gaming)),
        ("What ChatGPT and other AI tools do", Some(Topic::Tech)),
        ("I learned Rust programming", Some(Topic::Code)),
        ("How I earned $5,000", Some(Topic::Money)),
        ("How I filmed two cats while hiking with my dogs", Some(Topic::Pets)),
        ("Das beste Rezept zum Kochen", Some(Topic::Food)),
        ("Ma recette préférée", Some(Topic::Food)),
        ("Mis vacaciones en la playa", Some(Topic::Travel)),
        ("A história do império", Some(Topic::History)),
        ("Receita de bolo de chocolate", Some(Topic::Food)),
        ("Мои тренировки по футболу", Some(Topic::Fitness)),
        ("Дом, в котором живут коты", Some(Topic::Home)),
        ("पनीर की रेसिपी", Some(Topic::Food)),
        ("أفضل وصفة", Some(Topic::Food)),
        ("三天学会做菜", Some(Topic::Food)),
        ("東京の心霊スポット", Some(Topic::Horror)),
        ("서울 맛집", Some(Topic::Food)),
        ("🎸🎸", Some(Topic::Music)),
        ("the seasonal scarf", None),
        ("которых", None),
        ("", None),
    ] {
        assert_eq!(Reading::of(text).topic, topic, "{text}");
    }
}

#[test]
fn words_tell_the_temper_of_a_text() {
    for (text, temper) in [
        ("The DARK truth of midnight", Temper::Dark),
        ("happy birthday", Temper::Cheerful),
        ("a calm evening", Temper::Calm),
        ("the most expensive mansions", Temper::Luxurious),
        ("EXTREME challenge", Temper::Energetic),
        ("the shocking truth", Temper::Dramatic),
        ("synthwave of the 80s", Temper::Retro),
        ("ein trauriger Abschied", Temper::Sad),
        ("真相", Temper::Dramatic),
        ("a scarf", Temper::Neutral),
    ] {
        assert_eq!(Reading::of(text).temper, temper, "{text}");
    }
}

#[test]
fn words_of_one_language_do_not_match_text_of_another() {
    for text in [
        "What my auto-save did to the report of Kaiser",
        "The essen we visited",
        "Ki is the word for it",
        "the argent shield",
        "a mordant reply to the letter",
        "Wald is my name",
    ] {
        let topic = Reading::of(text).topic;
        assert!(matches!(topic, None | Some(Topic::News)), "{text}: {topic:?}");
    }
    assert_eq!(Reading::of("Mein Auto ist weg").topic, Some(Topic::Cars));
    assert_eq!(Reading::of("Das Essen in Essen").topic, Some(Topic::Food));
    assert_eq!(Reading::of("el juego de mi vida").topic, Some(Topic::Gaming));
    assert_eq!(Reading::of("the luxe of it").temper, Temper::Neutral);
    assert_eq!(Reading::of("le luxe des rois").temper, Temper::Luxurious);
}

#[test]
fn a_text_without_function_words_matches_other_languages_only_where_english_finds_nothing() {
    assert_eq!(Reading::of("vacaciones playa").topic, Some(Topic::Travel));
    assert_eq!(Reading::of("essen festival guitar").topic, Some(Topic::Music));
    // A letter that English lacks shows that the text is not English.
    assert_eq!(Reading::of("cocina española receta").topic, Some(Topic::Food));
}

#[test]
fn english_words_match_text_of_every_language() {
    assert_eq!(Reading::of("Mein neues Gaming Setup ist da").topic, Some(Topic::Gaming));
    assert_eq!(Reading::of("最新iPhone").topic, Some(Topic::Tech));
    assert_eq!(Reading::of("Mi rutina de yoga").topic, Some(Topic::Fitness));
}

#[test]
fn a_finer_topic_has_the_colours_of_another() {
    assert_eq!(topic_of("the football match"), Some(Topic::Sport));
    assert_eq!(Reading::of("the football match").topic, Some(Topic::Fitness));
    assert_eq!(topic_of("a funny prank"), Some(Topic::Comedy));
    assert_eq!(Reading::of("a funny prank").topic, None);
    for topic in Topic::ALL {
        let colours = topic.colours();
        assert!(colours.is_none_or(|own| own.colours() == Some(own)), "{topic:?}");
    }
}

#[test]
fn a_word_with_a_tilde_names_the_topic_but_chooses_no_colours() {
    assert_eq!(topic_of("a round of golf"), Some(Topic::Sport));
    assert_eq!(Reading::of("a round of golf").topic, None);
}

#[test]
fn every_topic_and_temper_has_english_words() {
    let english = &WORDS[0];
    for name in Topic::ALL.map(Topic::name) {
        assert!(english.topics.iter().any(|section| section.name == name), "{name}");
    }
    for name in Temper::TOLD.map(Temper::name) {
        assert!(english.tempers.iter().any(|section| section.name == name), "{name}");
    }
}

#[test]
fn every_list_is_written_once_and_well() {
    let signs = include_str!("../../languages/all/topics.txt");
    let files = Language::all().map(|language| (language.code(), language.topic_words()));
    for (file, content) in files.chain([("signs", signs)]) {
        let mut headings = HashSet::new();
        for (heading, words) in sections(content) {
            assert!(headings.insert(heading), "{file}: [{heading}] is there twice");
            let is_known = match heading.split_once(' ') {
                Some(("topic", name)) => Topic::ALL.iter().any(|topic| topic.name() == name),
                Some(("temper", name)) => Temper::TOLD.iter().any(|temper| temper.name() == name),
                _ => heading == "function words",
            };
            assert!(is_known, "{file}: [{heading}] means nothing");
            assert!(!words.is_empty(), "{file}: [{heading}] has no words");
            let mut seen = HashSet::new();
            for word in words {
                let bare = word.trim_start_matches('~');
                assert!(seen.insert(bare), "{file}: {word} is twice in [{heading}]");
                assert_eq!(bare.to_lowercase(), bare, "{file}: {word} has a capital");
            }
        }
    }
}
