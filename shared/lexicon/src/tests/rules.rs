use super::{main_of, named};
use crate::{Choice, Depiction, Language};

#[test]
fn a_compound_counts_before_its_words() {
    assert_eq!(main_of("restoring a school bus"), "school_bus");
}

#[test]
fn a_word_is_not_found_inside_another_word_or_across_an_apostrophe() {
    assert!(named("J'ai appris").is_empty());
    assert!(named("catastrophic").is_empty());
}

#[test]
fn a_hyphen_means_the_same_as_a_space() {
    assert_eq!(named("a school-bus"), named("a school bus"));
}

#[test]
fn a_word_that_is_often_a_verb_counts_only_as_a_noun() {
    assert!(!named("watch this before lunch").contains(&"watch".to_owned()));
    assert_eq!(main_of("my grandfather's old watch"), "watch");
}

#[test]
fn an_emoji_is_the_subject() {
    let choice = Choice::of("nine brains, three hearts 🐙", None);
    assert_eq!(choice.main().unwrap().picture, Depiction::Emoji("🐙".to_owned()));
}

#[test]
fn the_title_comes_before_the_prompt() {
    let choice = Choice::of("a video with my dog and a car", Some("The guitar"));
    assert_eq!(choice.main().unwrap().id, "guitar");
}

#[test]
fn an_abstract_concept_and_a_country_give_way_to_a_thing() {
    assert_eq!(main_of("5 guitar mistakes"), "guitar");
    assert_eq!(main_of("Japan by bicycle"), "bicycle");
}

#[test]
fn the_score_is_the_product_of_its_reasons() {
    for subject in Choice::of("mistakes with a guitar. Then a drum", Some("Two dogs")).subjects {
        let product: f32 = subject.reasons.iter().map(|reason| reason.factor).product();
        assert!((product - subject.score).abs() < 1e-4, "{subject}");
    }
}

#[test]
fn two_strong_subjects_are_drawn_together() {
    let choice = Choice::of("a cat and a violin", None);
    assert_eq!(choice.main().unwrap().id, "cat");
    assert_eq!(choice.second().unwrap().id, "violin");
    for text in ["mein Hund und eine Katze", "猫と犬", "고양이와 개", "кот и собака"] {
        assert!(Choice::of(text, None).second().is_some(), "{text}");
    }
    assert_eq!(Choice::of("my dog sleeps under a violin", None).second(), None);
}

#[test]
fn the_one_who_acts_and_the_thing_are_drawn_together() {
    for (text, actor, thing) in [
        ("a raccoon stealing a pizza at night", "raccoon", "pizza"),
        ("Ein Igel frisst eine Erdbeere im Garten", "hedgehog", "strawberry"),
        ("une renarde qui vole un poulet", "fox", "fried_chicken"),
        ("енот украл пиццу", "raccoon", "pizza"),
        ("シャチがサメを襲う理由", "orca", "shark"),
        ("一只偷披萨的浣熊", "raccoon", "pizza"),
    ] {
        let choice = Choice::of(text, None);
        let both = [choice.main(), choice.second()].map(|subject| subject.map(|subject| subject.id.as_str()));
        assert!(
            both.contains(&Some(actor)) && both.contains(&Some(thing)),
            "{text}: {both:?}"
        );
    }
}

#[test]
fn a_place_gives_way_to_the_one_who_is_there() {
    assert_eq!(main_of("a woman reading by the window at night"), "woman");
    assert_eq!(main_of("eine Frau am Fenster"), "woman");
}

#[test]
fn friends_give_way_to_those_who_are_friends() {
    let choice = Choice::of("a cat and a dog", Some("Best friends"));
    assert_eq!(choice.main().unwrap().id, "cat");
    assert_eq!(choice.second().unwrap().id, "dog");
}

#[test]
fn a_common_word_with_a_capital_inside_a_clause_is_a_name() {
    assert!(named("I bought the new Galaxy and regret it").is_empty());
    assert_eq!(main_of("our galaxy is dying"), "galaxy");
    assert_eq!(main_of("zakupy w sklepie Biedronka"), "shopping");
}

#[test]
fn a_model_of_a_car_is_no_sport_and_no_beetle() {
    for text in [
        "VW Golf vs Seat Leon",
        "VW Käfer restaurieren",
        "Ford Kuga im Test",
        "the Jaguar E-Type I found in a barn",
    ] {
        assert_eq!(main_of(text), "car", "{text}");
    }
}

#[test]
fn moving_to_a_place_is_no_delivery() {
    assert_eq!(main_of("why I am moving to New York"), "new_york");
    assert_eq!(main_of("переезд в Москву: честный опыт"), "kremlin");
}

#[test]
fn inflected_words_are_found() {
    for (text, id) in [
        ("Meine Katzen", "cat"),
        ("les chiens de mon oncle", "dog"),
        ("mis perros en casa", "dog"),
        ("os cães da minha avó", "dog"),
        ("i cani di mia nonna", "dog"),
        ("mijn katten en ik", "cat"),
        ("katterna och jag", "cat"),
        ("мы с гитарами", "guitar"),
        ("ми з гітарами", "guitar"),
        ("my z gitarami i śpiew", "guitar"),
        ("Keçilerle Yeni Hayat", "goat"),
        ("고양이와 나", "cat"),
    ] {
        assert_eq!(main_of(text), id, "{text}");
    }
}

#[test]
fn the_language_is_told_by_script_small_words_or_letters() {
    for (text, language) in [
        ("How to train a puppy", "en"),
        ("¿Qué esconde la Antártida?", "es"),
        ("Warum die Bahn nie pünktlich ist", "de"),
        ("100 günde yüzmeyi öğrendim", "tr"),
        ("vad gör en val på land", "sv"),
        ("їжак у під'їзді", "uk"),
        ("мой пёс боится грозы", "ru"),
        ("pythonで家計簿アプリ", "ja"),
        ("第一次骑马", "zh"),
        ("배를 타고 울릉도로", "ko"),
    ] {
        assert_eq!(Language::of(text).code(), language, "{text}");
    }
}

#[test]
fn a_letter_that_a_language_does_not_have_speaks_against_it() {
    for (text, language) in [
        ("Machu Picchu sin guía", "es"),
        ("Vôlei: como sacar por cima", "pt"),
        ("Conan: el capítulo perdido", "es"),
        ("The Beyoncé effect", "en"),
    ] {
        assert_eq!(Language::of(text).code(), language, "{text}");
    }
}

#[test]
fn a_text_that_names_nothing_is_read_as_another_language_only_letter_by_letter() {
    // "Stop" has the stem of a Polish foot, and "perut" that of Peru.
    assert!(!named("How to Stop Overthinking").contains(&"foot".to_owned()));
    assert!(!named("Latihan perut 10 menit").contains(&"peru".to_owned()));
}

#[test]
fn a_compound_may_have_an_elided_article_inside() {
    assert_eq!(main_of("Jus d’orange maison"), "juice");
    assert_eq!(main_of("Parc d'attractions : le top"), "roller_coaster");
}

#[test]
fn a_short_latin_name_counts_in_a_language_with_other_letters() {
    assert_eq!(main_of("مراجعة BMW"), "car");
    assert_eq!(main_of("BMWに乗る"), "car");
}

#[test]
fn a_word_without_its_accents_is_another_word() {
    // "Hast" is haste, and "häst" is a horse.
    assert!(!named("Med hast på väg").contains(&"horse".to_owned()));
    assert!(named("Min hast").contains(&"horse".to_owned()));
}

#[test]
fn a_german_word_in_lower_case_gives_way_to_a_noun() {
    assert_eq!(main_of("Hochzeit planen in 6 Monaten"), "wedding");
    assert_eq!(main_of("Gardinen nähen"), "curtain");
}

#[test]
fn the_longest_part_of_a_compound_decides() {
    // "Urlaub" (holiday) ends with "Laub" (leaves).
    assert!(!named("Unser Jahresurlaub").contains(&"autumn_leaves".to_owned()));
    assert!(named("Unser Buchenlaub").contains(&"autumn_leaves".to_owned()));
}

#[test]
fn a_deed_behind_a_noun_does_not_weaken_it() {
    assert_eq!(main_of("Drone Laws You Should Know"), "drone");
    assert_eq!(main_of("GoPro Settings for Snow"), "camera");
}

#[test]
fn an_order_to_a_designer_and_wishes_for_the_look_are_no_subject() {
    assert_eq!(main_of("Hello, make a video thumbnail about my guitar"), "guitar");
    assert_eq!(main_of("mood: a calm beach\ntopic: a guitar"), "guitar");
}

#[test]
fn a_word_with_a_niche_counts_only_in_its_niche() {
    assert!(!named("apple and I").contains(&"fruit".to_owned()));
    assert!(named("baking a cake with an apple").contains(&"fruit".to_owned()));
}

#[test]
fn a_face_in_the_prompt_gives_way_to_the_thing_that_the_words_name() {
    assert_eq!(main_of("my cockatiel won't stop screaming 😭"), "parrot");
    assert_eq!(main_of("wir adoptieren einen alten dackel 🥹"), "dachshund");
    assert_eq!(main_of("😭"), "sobbing");
}
