//! Which clause of a prompt is the headline, and where a long clause is cut.

use super::habits::check;
use crate::composer::headline::Headline;

#[test]
fn a_later_sentence_that_describes_the_picture_is_not_printed() {
    check(&[
        (
            "Passei uma noite com pescadores de lagosta no Ceará. Quero uma capa escura, mar agitado.",
            "PASSEI UMA NOITE COM PESCADORES",
        ),
        (
            "Чому лелеки не повернулися цього року? Зробіть обкладинку сумну, сірі тони",
            "ЧОМУ ЛЕЛЕКИ НЕ ПОВЕРНУЛИСЯ ЦЬОГО РОКУ?",
        ),
        (
            "Mi abuelo tala robles de 300 años. Quiero una portada con niebla y luz dorada",
            "ABUELO TALA ROBLES DE 300_AÑOS",
        ),
        (
            "Mijn oma van 90 leert skaten. Graag een vrolijk plaatje met confetti",
            "MIJN OMA VAN 90 LEERT SKATEN",
        ),
    ]);
}

#[test]
fn greetings_and_introductions_are_not_printed() {
    check(&[
        ("大家好，我是阿明，今天跟大家聊聊怎么养多肉", "怎么|养多肉"),
        (
            "Hola! Soy profe de arte y necesito una miniatura: cómo dibujar manos",
            "CÓMO DIBUJAR MANOS",
        ),
    ]);
}

#[test]
fn a_part_keeps_the_verb_at_its_end() {
    check(&[
        (
            "kızım ilk kez dedesinin köyündeki eski değirmende un öğüttü",
            "DEDESİNİN KÖYÜNDEKİ ESKİ DEĞİRMENDE UN ÖĞÜTTÜ",
        ),
        (
            "Ich habe drei Wochen lang nur Linsen gegessen und dabei gespart",
            "DREI_WOCHEN LANG NUR LINSEN GEGESSEN",
        ),
        (
            "제주 해녀 할머니가 30년 동안 잡은 전복을 보여드립니다",
            "해녀 할머니가 30년 동안 잡은 전복",
        ),
    ]);
}

#[test]
fn a_name_is_joined_with_what_a_dash_or_colon_says_of_it() {
    check(&[
        ("Palmemordet – vad polisen missade", "PALMEMORDET: VAD POLISEN MISSADE"),
        ("Рейс Москва — Магадан за 5 тысяч", "РЕЙС_МОСКВА~–_МАГАДАН ЗА 5_ТЫСЯЧ"),
        ("chomik: klatka, woda, siano", "CHOMIK"),
        (
            "Pompeii: how the volcano destroyed the city",
            "POMPEII: HOW VOLCANO DESTROYED THE CITY",
        ),
    ]);
}

#[test]
fn names_keep_their_numbers_and_small_words() {
    check(&[
        ("Volvo 240 med 40 000 mil på mätaren", "VOLVO_240 MED 40~000_MIL"),
        ("análisis del DJI Mini 4 Pro en la nieve", "ANÁLISIS DEL DJI_MINI_4_PRO"),
        ("La vie de Vincent van Gogh à Arles", "VINCENT_VAN_GOGH À ARLES"),
        ("a cabin of 40 sq ft in Maine", "CABIN OF 40_SQ_FT"),
        ("iPhone 15 128GB is enough", "IPHONE_15 128GB IS ENOUGH"),
        ("Formula 1 100 years of racing", "FORMULA 1 100_YEARS OF RACING"),
    ]);
}

#[test]
fn east_asian_titles_and_units_stay_whole() {
    check(&[
        ("用3.5克月光白泡一壶茶", "用3.5克|月光|白泡一壶茶"),
        ("スマートフォンのカメラで星空を撮る", "星空を|撮る"),
        ("《西游记》里最惨的妖怪是谁", "《西游记》里|最惨的|妖怪|是谁"),
    ]);
}

#[test]
fn verbs_and_lesson_numbers_are_not_emphasised() {
    for (prompt, emphasised) in [
        ("a wolf howling at the moon", "WOLF"),
        ("Лунная соната Бетховена: 5 ошибок новичков", "5 ОШИБОК"),
        ("10 common money mistakes", "10"),
        ("10 000 kronor på en vecka", "10\u{a0}000 KRONOR"),
        ("Flutter ولا React", "REACT"),
    ] {
        let headline = Headline::new(prompt, None);
        let words = headline.words.iter().enumerate();
        let found = words.filter(|(at, _)| headline.emphasises(*at));
        let found: Vec<&str> = found.map(|(_, word)| word.text.as_str()).collect();
        assert_eq!(found.join(" "), emphasised, "{prompt}");
    }
}
