//! The habits of each language's writers: capitals, question marks, units, breaks between lines, and orders.

use crate::composer::headline::{Headline, word::Word};
use lexicon::Choice;

fn printed(prompt: &str, title: Option<&str>) -> String {
    let spaced = |word: &Word| {
        let space = match (word.follows, word.is_tied) {
            (true, _) => "|",
            (_, true) => "_",
            _ => " ",
        };
        format!("{space}{}", word.text)
    };
    let headline = Headline::new(prompt, title);
    let text: String = headline.words.iter().map(spaced).collect();
    text.trim_start_matches([' ', '|']).replace('\u{a0}', "~")
}

/// In the expected text, "~" is a space that no line break replaces, "_" ties two words, and "|" separates phrases.
#[track_caller]
pub(super) fn check(cases: &[(&str, &str)]) {
    for (prompt, expected) in cases {
        assert_eq!(printed(prompt, None), *expected, "{prompt}");
    }
}

#[test]
fn capitals_follow_the_rules_of_the_language() {
    check(&[
        ("istanbul'da ıspanak böreği", "İSTANBUL'DA ISPANAK BÖREĞİ"),
        ("istilik sistemi necə işləyir?", "İSTİLİK SİSTEMİ NECƏ İŞLƏYİR?"),
        ("Straßenmusik in Köln", "STRASSENMUSIK IN KÖLN"),
        ("μαγειρική για φοιτητές", "ΜΑΓΕΙΡΙΚΗ ΓΙΑ ΦΟΙΤΗΤΕΣ"),
        ("ijsjes maken zonder machine", "IJSJES MAKEN ZONDER MACHINE"),
        ("un été à l'île de Ré", "UN ÉTÉ À L'ÎLE DE RÉ"),
        ("años sabáticos en Chile", "AÑOS SABÁTICOS EN CHILE"),
        ("coração partido aos 17", "CORAÇÃO PARTIDO AOS 17"),
        ("łódź podwodna z drukarki", "ŁÓDŹ PODWODNA Z DRUKARKI"),
        ("med älgen på fjället", "MED ÄLGEN PÅ FJÄLLET"),
        ("con bò vàng của làng tôi", "CON BÒ VÀNG CỦA LÀNG TÔI"),
        ("їжак у під'їзді", "ЇЖАК У ПІД'ЇЗДІ"),
        ("мой ёжик и я", "МОЙ ЁЖИК И Я"),
        ("perché il cielo è azzurro", "PERCHÉ IL CIELO È AZZURRO"),
        ("sabun muka di bawah Rp30.000", "SABUN MUKA DI BAWAH Rp30.000"),
        ("pythonで家計簿アプリ", "Pythonで|家計簿アプリ"),
    ]);
}

#[test]
fn questions_keep_their_marks() {
    check(&[
        ("is honey vegan?", "IS HONEY VEGAN?"),
        ("¿Cuánto cuesta un pan artesanal?", "¿CUÁNTO CUESTA UN PAN ARTESANAL?"),
        ("cuánto cuesta un pan artesanal?", "¿CUÁNTO CUESTA UN PAN ARTESANAL?"),
        ("¡Me encanta Madrid en enero!", "¡ME ENCANTA MADRID EN ENERO!"),
        (
            "el sueldo del carnicero, ¿es justo?",
            "EL SUELDO DEL CARNICERO, ¿ES JUSTO?",
        ),
        ("Mbappé, enfin le Ballon d'or ?", "MBAPPÉ, ENFIN LE BALLON D'OR~?"),
        ("τι τρώνε οι χελώνες;", "ΤΙ ΤΡΩΝΕ ΟΙ ΧΕΛΩΝΕΣ;"),
        ("هل تأكل القطط البيض؟", "هل تأكل القطط البيض؟"),
        ("kenapa air laut asin?", "KENAPA AIR LAUT ASIN?"),
        ("कल का मैच कौन जीतेगा?", "कल का मैच कौन जीतेगा?"),
        ("新幹線はなぜ揺れない？", "新幹線は|なぜ|揺れない？"),
        ("为什么黄瓜不是黄的？", "为什么|黄瓜|不是|黄的？"),
        (
            "Почему коты урчат, когда кто-то чешет им живот, спину или уши?",
            "ПОЧЕМУ КОТЫ УРЧАТ?",
        ),
        // Here the question is the order, not the topic.
        ("Could you make a thumbnail about urban foxes?", "URBAN FOXES"),
    ]);
}

#[test]
fn numbers_keep_their_units() {
    check(&[
        ("5 kg of flour, one oven", "5_KG OF FLOUR, ONE OVEN"),
        ("Tre rossetti da 5 €", "TRE ROSSETTI DA 5~€"),
        ("300 PS aus einem alten Golf", "300_PS AUS EINEM ALTEN GOLF"),
        ("rakieta do badmintona za 30 zł", "RAKIETA DO BADMINTONA ZA 30_ZŁ"),
        ("خسرت 15 كجم في 3 أشهر", "خسرت 15_كجم في 3_أشهر"),
        ("mouse not working on Windows 11", "MOUSE NOT WORKING ON WINDOWS_11"),
        ("₹2 लाख में शादी", "₹2_लाख में शादी"),
        ("雲の名前を10個おぼえよう", "雲の|名前を|10個|おぼえよう"),
    ]);
}

#[test]
fn numbers_keep_what_they_count() {
    check(&[
        ("9 000 kr för en bastu", "9~000_KR FÖR EN BASTU"),
        ("Saç ekimi sonrası 6. ay", "SAÇ EKİMİ SONRASI 6. AY"),
        ("Nach dem 3. Kind", "NACH DEM 3. KIND"),
    ]);
}

#[test]
fn the_word_that_names_the_subject_is_kept() {
    for (prompt, expected) in [
        ("Утюг прилипает к ткани: чищу за 5 минут", "УТЮГ"),
        (
            "hey! can you design a cover for my cello practice routine video",
            "CELLO",
        ),
        ("Buatkan thumbnail video belajar ukulele untuk pemula", "UKULELE"),
        (
            "Axolotls: how these strange animals grow back legs and even their brain",
            "AXOLOTLS",
        ),
        ("富士山、一度は登りたい日本一の山の魅力と注意点まとめ", "富士山"),
        ("एक भैंस से महीने की कमाई कितनी होती है", "भैंस"),
    ] {
        let choice = Choice::of(prompt, None);
        let headline = Headline::about(prompt, None, choice.main());
        let is_kept = headline.words.iter().any(|word| word.text.contains(expected));
        assert!(is_kept, "{prompt}: {:?}", headline.words);
    }
}

#[test]
fn names_and_words_are_not_broken() {
    check(&[
        ("best pizza in New York", "BEST PIZZA IN NEW_YORK"),
        ("Tại sao bánh mì Việt Nam ngon thế?", "BÁNH MÌ VIỆT_NAM NGON THẾ"),
        ("卵焼きを焦がさないコツ", "卵焼きを|焦がさない|コツ"),
        ("红烧肉", "红烧肉"),
        ("how to build an aqueduct", "HOW TO BUILD AN AQUEDUCT"),
    ]);
    assert_eq!(printed("", Some("Le test : c'est fini ?")), "Le test~: c'est fini~?");
    assert_eq!(printed("", Some("« Assez » dit-il")), "«~Assez~» dit-il");
}

#[test]
fn orders_to_a_designer_are_not_printed() {
    check(&[
        ("thumbnail for my video about snow leopards", "SNOW LEOPARDS"),
        (
            "In this video I show you how to sharpen a kitchen knife",
            "HOW TO SHARPEN A KITCHEN KNIFE",
        ),
        ("Design request: topic = sea kayaking; style = bold", "SEA KAYAKING"),
        (
            "Ich brauche ein Thumbnail zum Thema Vulkane in Island",
            "VULKANE IN ISLAND",
        ),
        (
            "In diesem Video zeige ich euch, wie man Brot backt",
            "WIE MAN BROT BACKT",
        ),
        ("Necesito una miniatura para mi canal de ajedrez", "AJEDREZ"),
        ("hazme un thumbnail que diga ADIÓS DEUDAS", "ADIÓS DEUDAS"),
        ("Miniature pour une vidéo sur les loups", "LES LOUPS"),
        ("Bonjour, je prépare une vidéo sur la pluie", "LA PLUIE"),
        ("Faça uma capa para o vídeo sobre cupins", "CUPINS"),
        (
            "Mi serve una miniatura sul gelato al pistacchio",
            "GELATO AL PISTACCHIO",
        ),
        ("maak een plaatje bij mijn filmpje over egels", "EGELS"),
        ("Gör en thumbnail till min video om att plocka svamp", "PLOCKA SVAMP"),
        ("gör en thumbnail om rådjur i trädgården", "RÅDJUR I TRÄDGÅRDEN"),
        ("zrób miniaturkę: góry stołowe w deszczu", "GÓRY STOŁOWE W DESZCZU"),
        ("Potrzebuję okładki do odcinka o zamkach", "O ZAMKACH"),
        ("сделай обложку для видео про ежей", "ПРО ЕЖЕЙ"),
        ("мініатюра для відео про кавуни", "КАВУНИ"),
        ("kaz dağları'nda kamp için thumbnail yap", "KAZ DAĞLARI'NDA KAMP"),
        ("صمم لي صورة مصغرة عن الفلفل الحار", "الفلفل الحار"),
        ("थंबनेल बनाओ: पतंग उड़ाने के तरीके", "पतंग उड़ाने के तरीके"),
        ("নকশিকাঁথা সেলাইয়ের ওপর আমার ভিডিওর থাম্বনেইল দরকার", "নকশিকাঁথা সেলাই"),
        ("buatin thumbnail dong soal beruang madu", "BERUANG MADU"),
        ("làm thumbnail về đàn nguyệt cho mình", "ĐÀN NGUYỆT"),
        ("サムネお願いします、テーマは夜の水族館です", "夜の|水族館"),
        ("썸네일 부탁해요, 밤하늘 별자리 이야기", "밤하늘 별자리 이야기"),
        ("帮我做个封面，讲讲土豆发芽能不能吃", "土豆|发芽|能不能吃"),
    ]);
}

#[test]
fn small_words_are_not_emphasised() {
    for (prompt, emphasis) in [
        ("I ate nothing but potatoes for a week", "POTATOES"),
        ("THE LAST PHONE BOOTH IN THE CITY", "BOOTH"),
        ("el perro que aprendió a leer", "PERRO"),
        ("le jour où la mer a disparu", "MER"),
        ("die Uhr, die rückwärts geht", "UHR,"),
        ("это мой первый суп", "СУП"),
        ("في بيتنا ثعلب", "ثعلب"),
        ("os 7 erros de quem planta orquídeas", "7"),
        ("¿puede un ordenador de 2010 servir en 2026?", "ORDENADOR"),
    ] {
        let headline = Headline::new(prompt, None);
        assert_eq!(headline.words[headline.emphasis].text, emphasis, "{prompt}");
    }
}

#[test]
fn the_word_that_names_the_subject_is_emphasised_before_verbs() {
    for (prompt, emphasis) in [
        ("come si fa il sapone in casa", "SAPONE"),
        ("warum die Schwalbe im Stall wohnt", "SCHWALBE"),
        ("what if the moon disappeared tomorrow", "MOON"),
    ] {
        let choice = Choice::of(prompt, None);
        let headline = Headline::about(prompt, None, choice.main());
        assert_eq!(headline.words[headline.emphasis].text, emphasis, "{prompt}");
    }
}

#[test]
fn no_headline_begins_with_a_postposition() {
    for prompt in [
        "शुगर के मरीज सुबह खाली पेट क्या खाएं? डॉक्टर की सलाह",
        "केदारनाथ मंदिर के 7 रहस्य जो विज्ञान भी नहीं समझ पाया",
    ] {
        let text = printed(prompt, None);
        assert!(!text.starts_with("के "), "{text}");
    }
}

#[test]
fn the_emphasis_is_a_whole_phrase() {
    for (prompt, emphasised) in [
        ("mes 3 exercices pour jouer plus juste", "3 EXERCICES"),
        ("5 drugstore mascaras under 10 minutes", "10 MINUTES"),
        ("4 recipes for the weekend", "4 RECIPES"),
        ("25 pièces, une année", "25 PIÈCES,"),
        ("12 kg in 90 days", "90 DAYS"),
        ("la caída de Tenochtitlan en 1521", "TENOCHTITLAN"),
        ("40 tuổi học lập trình", "40 TUỔI"),
        ("i migliori romanzi di Napoli", "MIGLIORI ROMANZI"),
        ("Polarlichter über Norddeutschland fotografieren", "POLARLICHTER"),
        ("Czego Lem nie przewidział", "LEM"),
        ("najtrudniejszy sezon Igi Świątek", "IGI ŚWIĄTEK"),
    ] {
        let headline = Headline::new(prompt, None);
        let words = headline.words.iter().enumerate();
        let found = words.filter(|(at, _)| headline.emphasises(*at));
        let found: Vec<&str> = found.map(|(_, word)| word.text.as_str()).collect();
        assert_eq!(found.join(" "), emphasised, "{prompt}");
    }
}

#[test]
fn nothing_is_emphasised_if_nothing_deserves_it() {
    for title in ["Why not?", "And then what"] {
        let headline = Headline::new("", Some(title));
        assert!(!(0..headline.words.len()).any(|at| headline.emphasises(at)), "{title}");
    }
}
