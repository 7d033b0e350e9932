//! The colours that a prompt asks for: "yellow background", "in pink and black", "colours: navy and gold".

use super::Palette;
use crate::composer::writing::is_eastern;
use colour::Rgb;

/// The colours, and their names in the languages of the lexicon.
const COLOURS: [(u32, &str); 15] = [
    (
        0xdc2626,
        "red rot rote roter rotem rouge rojo roja rosso rossa vermelho vermelha rood rode czerwony czerwone czerwonym czerwień röd rött röda kırmızı красный красном красная червоний червоному أحمر أحمراً حمراء लाल লাল merah đỏ 赤 赤色 빨간색 빨강 빨간 红 红色 紅色",
    ),
    (
        0xf97316,
        "orange orangefarben naranja arancione laranja oranje pomarańczowy pomarańczowe pomarańczowym turuncu оранжевый оранжевом помаранчевий помаранчевому برتقالي नारंगी কমলা oranye jingga cam オレンジ オレンジ色 주황 주황색 橙 橙色",
    ),
    (
        0xfacc15,
        "yellow gelb gelbe gelber gelbem jaune amarillo amarilla giallo gialla amarelo amarela geel gele żółty żółte żółtym żółtą gul gult gula sarı жёлтый желтый жёлтом желтом жовтий жовтому أصفر صفراء पीला पीले पीली হলুদ kuning vàng 黄色 黄 노란색 노랑 노란 黃色",
    ),
    (
        0x16a34a,
        "green grün grüne grüner grünem vert verte verde groen groene zielony zielone zielonym grön grönt gröna yeşil зелёный зеленый зелёном зеленом зелений зеленому أخضر خضراء हरा हरे हरी সবুজ hijau 緑 緑色 초록 초록색 녹색 绿 绿色 綠色",
    ),
    (
        0x14b8a6,
        "turquoise teal cyan mint türkis turquesa turchese turkoois turkus turkusowy turkos turkuaz бирюзовый бірюзовий تركواز فيروزي फ़िरोज़ी tosca 水色 민트색 청록색 青色",
    ),
    (
        0x2563eb,
        "blue blau blaue blauer blauem bleu bleue azul blu blauw blauwe niebieski niebieskie niebieskim blå blått mavi синий синем голубой синій синьому блакитний أزرق زرقاء नीला नीले नीली নীল biru 青 파란색 파랑 파란 蓝 蓝色 藍色",
    ),
    (
        0x1e3a8a,
        "navy marineblau marine granatowy granat marinblå lacivert كحلي 紺 紺色 남색 深蓝 深蓝色",
    ),
    (
        0x7c3aed,
        "purple violet lila violett violeta viola morado morada roxo roxa paars paarse fioletowy fioletowe fioletowym mor фиолетовый фиолетовом фіолетовий بنفسجي बैंगनी বেগুনি ungu tím 紫 紫色 보라색 보라",
    ),
    (
        0xec4899,
        "pink rosa rose roze różowy różowe różowym pembe розовый розовом рожевий рожевому وردي زهري गुलाबी গোলাপি ピンク ピンク色 분홍색 분홍 핑크 粉色 粉红色",
    ),
    (
        0x8b5a2b,
        "brown braun braune marron marrón marrone marrom bruin bruine brązowy brązowe brun brunt kahverengi коричневый коричневом коричневий بني भूरा বাদামি coklat cokelat nâu 茶色 갈색 棕色 褐色",
    ),
    (
        0x101018,
        "black schwarz schwarze schwarzer schwarzem noir noire negro negra nero nera preto preta zwart zwarte czarny czarne czarnym czerń svart svarta siyah чёрный черный чёрном черном чорний чорному أسود سوداء काला काले काली কালো hitam đen 黒 黒色 검은색 검정 검정색 黑 黑色",
    ),
    (
        0xf5f5f5,
        "white weiß weiss weiße weißer weißem blanc blanche blanco blanca bianco bianca branco branca wit witte biały białe białym biel vit vitt vita beyaz белый белом белая білий білому أبيض بيضاء सफेद सफ़ेद সাদা putih trắng 白 白色 흰색 하얀색",
    ),
    (
        0x808088,
        "grey gray grau graue gris grise grigio grigia cinza grijs grijze szary szare szarym grå grått gri серый сером сірий сірому رمادي स्लेटी ধূসর abu-abu xám 灰色 グレー 회색",
    ),
    (
        0xd4a017,
        "gold golden goldene doré dorée dorado dorada dourado dourada dorato oro goud gouden złoty złote złotym guld gyllene золотой золотом золотий ذهبي सुनहरा সোনালি emas 金色 ゴールド 금색 골드",
    ),
    (
        0xf3e3c3,
        "beige beż beżowy beżowe bej бежевый бежевом бежевий بيج ベージュ 베이지 米色 krem",
    ),
];

/// Words such as "background" and "colours". If a phrase has one, its colours are those of the picture, and not of a thing.
const COLOURED: &str = "background backdrop colour colours color colors colouring palette tones hintergrund farbe farben farbton fond couleur \
    couleurs arrière-plan fondo color colores fundo cor cores sfondo colore colori achtergrond kleur kleuren tło tle tłem tła kolor kolory \
    kolorach bakgrund färg färger arka arkaplan fon renk renkler renkli zemin фон фоне фоном цвет цвета цветах тло тлі тлом колір \
    кольори кольорах خلفية الخلفية لون ألوان الألوان बैकग्राउंड पृष्ठभूमि रंग रंगों ব্যাকগ্রাউন্ড পটভূমি রং রঙ latar background warna nền màu 배경 색 색상";
/// The same in scripts without spaces.
const COLOURED_EASTERN: [&str; 6] = ["背景", "配色", "颜色", "顏色", "カラー", "底色"];
/// Words that may stand beside the colours of a phrase.
const BESIDE: &str = "and und et y e ed en och ve i и й та و और এবং dan và 와 과 with mit avec con com med z with dark light bright bold deep \
    dunkel dunkles dunkler hell knallig leuchtend foncé clair vif oscuro claro vivo escuro scuro chiaro donker donkere licht ciemny ciemne \
    jasny jasne mörk mörkt ljus koyu açık тёмный темный тёмном светлый темний темному светлом світлий غامق فاتح داكن गहरा हल्का গাঢ় হালকা tua muda \
    gelap terang đậm nhạt please bitte s'il te plaît por favor per lütfen пожалуйста будь ласка in en em auf auf a the ein einen de auf på i w na в на у \
    dengan warna مع على text letters letras texto schrift lettres testo tekst bokstäver yazı текст";

/// What a prompt asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// At most two colours: the background's and the emphasis's.
    colours: Vec<Rgb>,
    /// The prompt without the phrases that only name colours.
    pub(crate) rest: String,
}

impl Asked {
    /// Reads a prompt.
    pub(crate) fn of(prompt: &str) -> Self {
        const ENDS: [char; 10] = [',', '.', ';', '!', '\n', '،', '、', '。', '，', '；'];
        let mut asked = Self::default();
        for (at, part) in prompt.split_inclusive(ENDS).enumerate() {
            let phrase = Phrase::of(part);
            if phrase.asks() {
                asked.colours.extend(&phrase.colours);
                if at > 0 && phrase.others <= 1 {
                    continue;
                }
            }
            asked.rest.push_str(part);
        }
        asked.colours.truncate(2);
        asked
    }

    /// The palette in these colours; `None` if the prompt asks for none.
    pub(crate) fn palette(&self) -> Option<Palette> {
        // Black, white and grey do not stand out as the colour of emphasis.
        let is_colourful = |colour: &&Rgb| colour.oklch().chroma > 0.05;
        let (ground, rest) = self.colours.split_first()?;
        Some(Palette::around(*ground, rest.iter().find(is_colourful).copied()))
    }
}

/// A part of a prompt between two punctuation marks.
#[derive(Debug, Default)]
struct Phrase {
    colours: Vec<Rgb>,
    /// Whether it has a word such as "background".
    says_what: bool,
    /// The number of words that have nothing to do with colours.
    others: usize,
    /// Whether it ends with two colours: "in pink and black".
    ends_with_two: bool,
}

impl Phrase {
    fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        if lower.chars().any(is_eastern) && !lower.trim().contains(' ') {
            return Self::eastern(&lower);
        }
        let mut phrase = Self::default();
        let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\'' | '\u{900}'..='\u{9ff}');
        let words: Vec<&str> = lower.split(is_mark).filter(|word| !word.is_empty()).collect();
        for word in &words {
            if let Some(colour) = named(word) {
                phrase.colours.push(colour);
            } else if has(COLOURED, word) {
                phrase.says_what = true;
            } else if !has(BESIDE, word) {
                phrase.others += 1;
            }
        }
        let tail = words
            .iter()
            .rev()
            .take_while(|word| named(word).is_some() || has(BESIDE, word));
        phrase.ends_with_two = tail.filter(|word| named(word).is_some()).count() > 1;
        phrase
    }

    /// A phrase in a script without spaces. The longest name of a colour counts, so that "紫色" is not also "紫".
    fn eastern(text: &str) -> Self {
        let names = COLOURS
            .iter()
            .flat_map(|(colour, names)| names.split(' ').map(|name| (*colour, name)));
        let mut found: Vec<(usize, &str, u32)> = names
            .filter(|(_, name)| name.chars().all(is_eastern) && name.chars().count() > 1)
            .filter_map(|(colour, name)| Some((text.find(name)?, name, colour)))
            .collect();
        found.sort_by_key(|(at, name, _)| (*at, std::cmp::Reverse(name.len())));
        found.dedup_by_key(|(at, ..)| *at);
        Self {
            colours: found.iter().map(|(.., colour)| Rgb::hex(*colour)).collect(),
            says_what: COLOURED_EASTERN.iter().any(|word| text.contains(word)),
            others: usize::from(text.chars().count() > 14),
            ends_with_two: false,
        }
    }

    /// Whether it says which colours the picture should have.
    fn asks(&self) -> bool {
        !self.colours.is_empty() && (self.says_what || self.others == 0 || self.ends_with_two)
    }
}

/// The colour of this name.
fn named(word: &str) -> Option<Rgb> {
    let found = COLOURS.iter().find(|(_, names)| has(names, word));
    found.map(|(colour, _)| Rgb::hex(*colour))
}

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(prompt: &str) -> Vec<Rgb> {
        Asked::of(prompt).colours
    }

    #[test]
    fn a_prompt_may_ask_for_colours_in_any_language() {
        let [yellow, pink, black, green, blue] = [0xfacc15, 0xec4899, 0x101018, 0x16a34a, 0x2563eb].map(Rgb::hex);
        for (prompt, expected) in [
            ("sourdough for beginners, yellow background", vec![yellow]),
            ("a cover for my cello video, dark blue please", vec![blue]),
            ("thumbnail about nail art in pink and black", vec![pink, black]),
            ("Brot backen, Hintergrund in Gelb", vec![yellow]),
            ("une miniature sur le jardin, fond vert", vec![green]),
            ("festa junina, fundo rosa e amarelo", vec![pink, yellow]),
            ("belajar gitar, warna kuning dan hijau", vec![yellow, green]),
            ("рецепт хлеба, на жёлтом фоне", vec![yellow]),
            ("パンの作り方、背景は黄色", vec![yellow]),
            ("面包的做法，黄色背景", vec![yellow]),
            ("빵 만들기, 노란색 배경", vec![yellow]),
        ] {
            assert_eq!(colours(prompt), expected, "{prompt}");
        }
    }

    #[test]
    fn a_colour_of_the_subject_is_no_request() {
        for prompt in [
            "why blue whales sing",
            "my black cat hates Mondays",
            "Green Day live in Berlin",
            "my green plan for the garden",
            "how red wine is made, from grape to glass",
        ] {
            assert_eq!(colours(prompt), [], "{prompt}");
        }
    }

    #[test]
    fn a_phrase_that_only_names_colours_is_removed() {
        let asked = Asked::of("cello practice routine, dark blue please");
        assert_eq!(asked.rest, "cello practice routine,");
        assert_eq!(Asked::of("why blue whales sing").rest, "why blue whales sing");
    }

    #[test]
    fn every_colour_gives_readable_letters() {
        for (colour, _) in COLOURS {
            let palette = Palette::around(Rgb::hex(colour), None);
            assert!(palette.paper.contrast(palette.ink) >= 7.0, "{colour:x}");
            assert!(palette.accent.contrast(palette.ink) >= 4.5, "{colour:x}");
        }
    }
}
