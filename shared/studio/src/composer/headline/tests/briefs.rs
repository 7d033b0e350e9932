//! The topic of long briefs, without the greeting, the channel, the number of the episode and the tags around it.

use super::habits::check;

#[test]
fn the_number_of_an_episode_is_not_printed() {
    check(&[
        (
            "Ep. 47 | How Octopuses Edit Their Own RNA 🐙",
            "HOW OCTOPUSES EDIT THEIR OWN RNA",
        ),
        ("Épisode 14 – Comment tailler un rosier", "COMMENT TAILLER UN ROSIER"),
        (
            "Folge 18: Dampflok 01 519 auf der Rampe",
            "DAMPFLOK 01~519 AUF DER RAMPE",
        ),
        (
            "14. Bölüm | Kapadokya'nın yeraltı şehirleri",
            "KAPADOKYA'NIN YERALTI ŞEHİRLERİ",
        ),
        ("S02E05 - Building the cabin roof", "BUILDING THE CABIN ROOF"),
        ("第12回｜深海のタコの生態", "深海の|タコの|生態"),
        ("12화 | 제주도 한 달 살기 비용 공개", "제주도 한_달 살기 비용 공개"),
        ("Day 3: Sleeping in the snow", "DAY_3: SLEEPING IN THE SNOW"),
        ("Folge 18", "FOLGE_18"),
        ("第12回", "第12回"),
        ("시즌 2", "시즌 2"),
        ("第12回 サムネお願いします", "第12回"),
    ]);
}

#[test]
fn a_tag_in_brackets_is_not_printed() {
    check(&[
        (
            "[REVIEW] Das günstigste Lastenrad im Test",
            "DAS GÜNSTIGSTE LASTENRAD IM TEST",
        ),
        ("🔥 [ОБЗОР] Самый дешёвый робот-пылесос", "САМЫЙ ДЕШЁВЫЙ РОБОТ-ПЫЛЕСОС"),
        ("[REVIEW] - The cheapest tent", "THE CHEAPEST TENT"),
        ("[VLOG] | A night in the desert", "NIGHT IN THE DESERT"),
        ("[REVIEW]", "REVIEW"),
    ]);
}

#[test]
fn the_number_of_a_season_is_printed_without_that_of_an_episode() {
    check(&[
        ("Stranger Things | Season 5", "STRANGER THINGS: SEASON_5"),
        (
            "Season 2 Episode 5 | How octopuses edit their own RNA",
            "HOW OCTOPUSES EDIT THEIR OWN RNA",
        ),
    ]);
}

#[test]
fn the_name_of_the_channel_is_not_the_topic() {
    check(&[
        (
            "Necesito una miniatura para mi canal \"Manos a la obra\". El vídeo explica cómo \
             impermeabilizar una terraza.",
            "CÓMO IMPERMEABILIZAR UNA TERRAZA",
        ),
        (
            "Preciso de uma capa para o meu canal Vida no Sítio. O vídeo mostra um galinheiro de 300 reais.",
            "UM GALINHEIRO DE 300_REAIS",
        ),
        (
            "Für meinen Kanal „Werkstatt Nord“ brauche ich ein Vorschaubild. In dem Video zeige ich, wie man eine alte \
             Holztür abschleift und neu lackiert.",
            "WIE MAN EINE ALTE HOLZTÜR ABSCHLEIFT",
        ),
        (
            "「週末キャンプ部」というチャンネルのサムネイルをお願いします。今回の動画では濡れないタープの張り方を紹介します。",
            "濡れない|タープの|張り方",
        ),
        ("Norrsken över Abisko 🌌 | Naturpodden", "NORRSKEN ÖVER ABISKO"),
    ]);
}

#[test]
fn quotations_for_a_channel_are_printed() {
    check(&[
        ("给我的频道做个封面，文字写「挑战成功」", "挑战|成功"),
        ("帮我的频道做封面，文字：「挑战成功」", "挑战|成功"),
        ("A thumbnail on my channel saying \"Never again\"", "Never again"),
        ("我的频道「夜空」，讲讲土豆发芽能不能吃", "土豆|发芽|能不能吃"),
        ("A thumbnail for my podcast with \"BIG NEWS\"", "BIG_NEWS"),
    ]);
}

#[test]
fn the_topic_is_behind_what_a_video_tells() {
    check(&[
        (
            "Create a thumbnail for a video where I compare cast iron and carbon steel pans after one year.",
            "CAST IRON AND CARBON STEEL PANS",
        ),
        (
            "Buatkan thumbnail untuk video yang menjelaskan kenapa Majapahit runtuh.",
            "KENAPA MAJAPAHIT RUNTUH",
        ),
        (
            "Film pokazuje, jak odnowiłem rower po dziadku. Moi widzowie to mężczyźni.",
            "JAK ODNOWIŁEM ROWER PO DZIADKU",
        ),
        (
            "Dies ist Folge 5 meiner Serie Landluft. Im nächsten Video geht es darum, warum Bienen sterben.",
            "WARUM BIENEN STERBEN",
        ),
        (
            "পলাশীর যুদ্ধে কেন বাংলা হেরে গিয়েছিল তা নিয়ে একটি ভিডিওর জন্য থাম্বনেইল তৈরি করো",
            "পলাশীর যুদ্ধে কেন বাংলা হেরে গিয়েছিল",
        ),
        (
            "Hi, ich brauche ein Thumbnail für ein Video, in dem ich drei Rasenroboter unter 800 Euro vergleiche.",
            "DREI RASENROBOTER UNTER 800_EURO",
        ),
        ("Sto preparando un video sul mostro di Firenze", "MOSTRO DI FIRENZE"),
        ("Thumbnail for cover songs I recorded", "COVER SONGS I RECORDED"),
        ("Thumbnail for teaching kids chess", "TEACHING KIDS CHESS"),
        ("Thumbnail for show dogs", "SHOW DOGS"),
        ("Thumbnail for cover image of a red fox", "RED FOX"),
        (
            "Miniatura para explicar cómo nacen los volcanes",
            "CÓMO NACEN LOS VOLCANES",
        ),
        ("Im Video zeige ich den alten Hof", "DEN ALTEN HOF"),
        (
            "Task: generate a cover. Topic: urban foxes. Tone: friendly.",
            "URBAN FOXES",
        ),
    ]);
}

#[test]
fn a_choice_is_a_headline() {
    check(&[
        ("Нива или Дастер: что брать в 2025?", "НИВА ИЛИ ДАСТЕР?"),
        ("Elbil eller hybrid – vad lönar sig 2025?", "ELBIL ELLER HYBRID?"),
        (
            "Panda 4x4 del 1989 vs Suzuki Jimny nuova di zecca",
            "PANDA 4X4 VS SUZUKI_JIMNY NUOVA",
        ),
        ("Canon vs. Nikon lighting", "CANON VS. NIKON"),
    ]);
}

#[test]
fn a_count_keeps_what_it_is_about() {
    check(&[
        (
            "5 fouten die iedereen maakt met zonnepanelen",
            "5 FOUTEN MET ZONNEPANELEN",
        ),
        (
            "10 Dinge, die du vor dem Kauf eines Wohnmobils wissen musst",
            "10 DINGE, DIE DU WISSEN MUSST",
        ),
        ("Ska man köpa eller hyra bostad 2025?", "SKA MAN KÖPA ELLER HYRA BOSTAD"),
        ("Ev almak mı kiralamak mı daha mantıklı?", "EV ALMAK MI KİRALAMAK MI?"),
    ]);
}

#[test]
fn words_behind_about_have_the_endings_of_a_name() {
    check(&[
        ("Про зимнюю рыбалку на Байкале", "ЗИМНЯЯ РЫБАЛКА НА БАЙКАЛЕ"),
        ("Про зимову риболовлю", "ЗИМОВА РИБОЛОВЛЯ"),
        ("Про ежей", "ПРО ЕЖЕЙ"),
        ("Про рыбалку", "РЫБАЛКА"),
        ("Відео про машину часу", "МАШИНА ЧАСУ"),
        ("Про меню", "ПРО МЕНЮ"),
        ("Про интервью", "ПРО ИНТЕРВЬЮ"),
        ("Про шоу", "ПРО ШОУ"),
        ("Про Баку", "ПРО БАКУ"),
        ("Про маму и папу", "ПРО МАМУ И ПАПУ"),
    ]);
}

#[test]
fn a_question_keeps_its_first_half() {
    check(&[
        (
            "Por que vendi meu carro e comprei uma bicicleta elétrica",
            "POR QUE VENDI MEU CARRO",
        ),
        (
            "Warum Norwegen so reich ist und wir nicht",
            "WARUM NORWEGEN SO REICH IST",
        ),
        ("How to learn Node.js layout", "HOW TO LEARN NODE.JS"),
        (
            "Pourquoi les Japonais ne mettent pas de serrure",
            "JAPONAIS NE METTENT PAS DE SERRURE",
        ),
        (
            "Comment Méliès a inventé les effets spéciaux avec une lune en carton",
            "MÉLIÈS A INVENTÉ LES EFFETS SPÉCIAUX",
        ),
    ]);
}
