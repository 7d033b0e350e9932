//! The common fonts and the order in which they are searched.

use super::face::Face;
use super::family::Family;
use crate::composer::{text::packed, writing::composed};
use std::sync::LazyLock;
use unicode_script::{Script, UnicodeScript};

/// A font of the folder `fonts`, which is parsed when all fonts before it lack a character. The first number is the
/// height of a capital (or, in a script without capitals, of a letter) in ems; scaling by it makes all scripts look
/// equally large. The second number lifts glyphs to the vertical centre of the capitals.
macro_rules! face {
    ($file:literal, $letter_height:literal, $lift:literal $(, without $wrong:expr)?) => {
        LazyLock::new(|| {
            let bytes = include_bytes!(concat!("../../../../fonts/", $file));
            Face::new(bytes, $letter_height, $lift)$(.map(|face| face.without($wrong)))?
        })
    };
}

/// The same for a font that is stored packed.
macro_rules! packed_face {
    ($file:literal, $letter_height:literal, $lift:literal) => {
        LazyLock::new(|| {
            let font = packed::font(include_bytes!(concat!("../../../../fonts/", $file)))?;
            Face::of(font, $letter_height, $lift)
        })
    };
}

/// The fonts in the order in which they are searched, the display face first. Most pictures never use the large ones.
static FACES: [LazyLock<Option<Face>>; 27] = [
    // It draws ≠ as = and ₵ as ¢.
    face!("Anton-Regular.ttf", 0.86, 0.0, without & ['≠', '₵']),
    face!("SofiaSansExtraCondensed-Black.ttf", 0.70, 0.0),
    face!("Heebo-Black.ttf", 0.64, 0.0),
    face!("Cairo-Black.ttf", 0.62, 0.0),
    packed_face!("Khand-Bold.ttf.br", 0.62, 0.0),
    face!("BalooDa2-ExtraBold.ttf", 0.63, 0.0),
    packed_face!("BlackHanSans-Regular.ttf.br", 0.74, 0.0),
    packed_face!("NotoSansCJK-Black.otf.br", 0.87, 0.07),
    face!("Kanit-Black.ttf", 0.56, 0.0),
    packed_face!("BalooTammudu2-ExtraBold.ttf.br", 0.63, 0.0),
    face!("BalooThambi2-ExtraBold.ttf", 0.58, 0.0),
    packed_face!("BalooBhai2-ExtraBold.ttf.br", 0.62, 0.0),
    face!("BalooTamma2-ExtraBold.ttf", 0.62, 0.0),
    face!("BalooBhaina2-ExtraBold.ttf", 0.71, 0.0),
    face!("BalooChettan2-ExtraBold.ttf", 0.58, 0.0),
    face!("BalooPaaji2-ExtraBold.ttf", 0.60, 0.0),
    face!("NotoSansMyanmar-Black.ttf", 0.58, 0.0),
    packed_face!("NotoSansEthiopic-Black.ttf.br", 0.73, 0.0),
    face!("NotoSansKhmer-Black.ttf", 0.59, 0.0),
    face!("NotoSansSinhala-Black.ttf", 0.63, 0.0),
    face!("NotoSansLao-Black.ttf", 0.57, 0.0),
    face!("NotoSansArmenian-Black.ttf", 0.73, 0.0),
    face!("NotoSansGeorgian-Black.ttf", 0.73, 0.0),
    face!("NotoSansThaana-Black.ttf", 0.45, 0.0),
    packed_face!("NotoSerifTibetan-Black.ttf.br", 0.68, 0.0),
    face!("NotoSansArabic-Black.ttf", 0.68, 0.0),
    face!("NotoSans-Black.ttf", 0.72, 0.0),
];

/// The fonts of a text. All letters of one script are set in one font: many fonts have a few letters of another script
/// as symbols, such as π and Ω.
pub(crate) struct Faces {
    family: Family,
    of_scripts: Vec<(Script, &'static Face)>,
}

/// The fonts in the order in which they are searched: the family's own, the common ones, those of the other families.
fn faces(family: Family) -> impl Iterator<Item = &'static Face> {
    let common = FACES.iter().filter_map(|face| face.as_ref());
    let others = Family::ALL.into_iter().filter_map(Family::face);
    family.face().into_iter().chain(common).chain(others)
}

/// The script of a letter; `None` for digits, punctuation, symbols and emoji, which all scripts share.
fn script_of(c: char) -> Option<Script> {
    let script = c.script();
    let is_shared = matches!(script, Script::Common | Script::Inherited | Script::Unknown);
    (!is_shared).then_some(script)
}

impl Faces {
    /// The fonts of a text in a family. Each script gets the first font that has the most of its letters.
    pub(crate) fn of(text: &str, family: Family) -> Self {
        let mut letters: Vec<(Script, Vec<char>)> = Vec::new();
        for c in composed(text).chars() {
            let Some(script) = script_of(c) else { continue };
            match letters.iter_mut().find(|(known, _)| *known == script) {
                Some((_, so_far)) if so_far.contains(&c) => {}
                Some((_, so_far)) => so_far.push(c),
                None => letters.push((script, vec![c])),
            }
        }
        let chosen = |letters: &[char]| {
            let mut best: Option<(usize, &'static Face)> = None;
            for face in faces(family) {
                let count = letters.iter().filter(|c| face.maps(**c)).count();
                if best.is_none_or(|(most, _)| count > most) {
                    best = Some((count, face));
                }
                // The large fonts are not parsed if a font before them has all letters.
                if count == letters.len() {
                    break;
                }
            }
            best.map(|(_, face)| face)
        };
        let of_scripts = letters.iter();
        let of_scripts = of_scripts.filter_map(|(script, letters)| Some((*script, chosen(letters)?)));
        Self {
            family,
            of_scripts: of_scripts.collect(),
        }
    }

    /// The font that has all characters of a text. All of them are of one script.
    pub(super) fn find(&self, text: &str) -> Option<&'static Face> {
        let script = text.chars().find_map(script_of);
        let chosen = self.of_scripts.iter().find(|(known, _)| Some(*known) == script);
        let chosen = chosen.map(|(_, face)| *face);
        chosen.into_iter().chain(faces(self.family)).find(|face| face.has(text))
    }
}

/// Whether the character is a letter of the Cyrillic script.
pub(super) const fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::{text::typeface::letter, writing::Writing};
    use std::{env, fs, ops::RangeInclusive};
    use unicode_general_category::{GeneralCategory, get_general_category};
    use unicode_segmentation::UnicodeSegmentation;

    /// Whether a character is drawn when it stands alone in a headline.
    fn is_drawn(c: char, family: Family) -> bool {
        let text = c.to_string();
        letter(&text, false, Writing::Other, &Faces::of(&text, family)).is_some()
    }

    /// Marks and letters without a picture (Unicode's property Default_Ignorable_Code_Point).
    const IS_BLANK: [RangeInclusive<char>; 8] = [
        '\u{34f}'..='\u{34f}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{3164}'..='\u{3164}',
        '\u{fe00}'..='\u{fe0f}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{e0100}'..='\u{e01ef}',
    ];

    /// Whether a reader would miss the character if it was not drawn.
    fn is_visible(c: char) -> bool {
        use GeneralCategory as Category;
        !matches!(
            get_general_category(c),
            Category::Control
                | Category::Format
                | Category::LineSeparator
                | Category::ParagraphSeparator
                | Category::PrivateUse
                | Category::SpaceSeparator
                | Category::Surrogate
                | Category::Unassigned
        ) && !IS_BLANK.iter().any(|blank| blank.contains(&c))
    }

    /// The characters that `capabilities` promises, as its file has them: one bit for each, the lowest of a byte first.
    #[test]
    fn the_table_of_printable_characters_is_up_to_date() {
        let bits: Vec<bool> = (0..0x2_0000)
            .map(|code| char::from_u32(code).is_some_and(|c| is_drawn(c, Family::Display)))
            .collect();
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte: u8, bit| byte << 1 | u8::from(*bit));
        let table: Vec<u8> = bits.chunks(8).map(byte).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../capabilities/src/characters.bin");
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(file, &table).unwrap();
        }
        let is_same = fs::read(file).unwrap() == table;
        assert!(is_same, "{file} differs from what is drawn; UPDATE_DOCS=1 writes it");
    }

    #[test]
    fn every_visible_character_is_drawn_in_every_family_or_named() {
        let all = (0..0x11_0000).filter_map(char::from_u32).filter(|c| is_visible(*c));
        let mut wrong = Vec::new();
        for c in all {
            let is_printable = capabilities::printable::is_printable(c);
            // A family other than the first one makes a difference only for the characters of its own font.
            let families = Family::ALL.into_iter();
            let concerned = families.filter(|family| family.face().is_none_or(|face| face.maps(c)));
            for family in concerned {
                let is_right = is_drawn(c, family) == is_printable || is_part_of_emoji(c);
                if !is_right {
                    wrong.push(format!("U+{:04X} in {family:?}: {is_printable}", u32::from(c)));
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    /// Whether the character is only drawn with another one: the frame of a keycap, and skin tones.
    fn is_part_of_emoji(c: char) -> bool {
        matches!(c, '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}')
    }

    #[test]
    fn no_character_is_left_out_without_a_word() {
        for text in ["ᏣᎳᎩ", "Ꮳ", "𝐀", "ⵜ"] {
            assert!(capabilities::printable::unprintable(text).is_some(), "{text}");
        }
        for text in [
            "สวัสดี",
            "ქართული",
            "አማርኛ",
            "தமிழ்",
            "বাংলা",
            "👩🏽‍🚀❤️🇩🇪🇦🇶1️⃣",
            "日本語 ①②③",
            "ښوونځی",
        ] {
            assert_eq!(capabilities::printable::unprintable(text), None);
        }
    }

    /// Characters that look alike in many fonts, and rightly so.
    const ALIKE: [&str; 6] = ["-\u{ad}˗‐‑–−", ":꞉", "=꞊", "´ˊ\u{301}΄", "/∕⁄", "Δ∆"];

    #[test]
    fn no_sign_is_drawn_as_another_one() {
        let is_sign = |c: &char| {
            use GeneralCategory as Category;
            let category = get_general_category(*c);
            matches!(category, Category::MathSymbol | Category::CurrencySymbol)
        };
        let signs: Vec<char> = (0x21..0x3000).filter_map(char::from_u32).filter(is_sign).collect();
        for family in Family::ALL {
            let drawn = |c: char| {
                letter(
                    &c.to_string(),
                    false,
                    Writing::Other,
                    &Faces::of(&c.to_string(), family),
                )?
                .path
            };
            let drawn: Vec<_> = signs.iter().filter_map(|c| Some((*c, drawn(*c)?))).collect();
            for (at, (c, path)) in drawn.iter().enumerate() {
                let same = drawn[..at].iter().find(|(_, other)| other == path);
                let is_right = |other: char| ALIKE.iter().any(|alike| alike.contains(*c) && alike.contains(other));
                assert!(
                    same.is_none_or(|(other, _)| is_right(*other)),
                    "{c} as {same:?} in {family:?}"
                );
            }
        }
    }

    #[test]
    fn all_fonts_load() {
        assert!(FACES.iter().all(|face| face.is_some()));
    }

    /// Words in each script that a font here has, with letters that only one of several fonts has.
    const WORDS: &str = "Žižkov Việt Straße ŁÓDŹ ǅ ə \
        ξεσκεπάζω ψυχοφθόρα βδελυγμία ΕΛΛΆΔΑ μλπΩ ἄνθρωπος \
        съешь ещё булок Київ љубав җәйге ҡала ӯ \
        שלום עולם مرحبا ښوونځی کوردستان ێ ئۇيغۇر پاکستان \
        नमस्ते বাংলা ਪੰਜਾਬੀ ગુજરાતી ଓଡ଼ିଆ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල \
        ไทย ລາວ བོད་ မြန်မာ ქართული ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ አማርኛ ខ្មែរ Հայերեն ދިވެހި \
        日本語 ひらがな カタカナ 한국 뷁한 ㄅㄆㄇ";

    #[test]
    fn all_letters_of_a_script_in_a_text_are_set_in_one_font() {
        let is_letter = |grapheme: &&str| grapheme.chars().any(char::is_alphabetic);
        let check = |text: &str, word: &str, family: Family| {
            let faces = Faces::of(text, family);
            let letters = word.graphemes(true).filter(is_letter);
            let mut used: Vec<&Face> = letters.map(|letter| faces.find(letter).expect(letter)).collect();
            used.dedup_by(|a, b| std::ptr::eq(*a, *b));
            assert_eq!(used.len(), 1, "{word} in {family:?}");
        };
        for family in Family::ALL {
            for word in WORDS.split_whitespace() {
                check(word, word, family);
            }
            for text in ["Ο αριθμός π", "Ω και μ", "Нефть җ", "한국 뷁", "Zażółć gęślą jaźń"]
            {
                let faces = |word: &str| {
                    let letter = word.graphemes(true).find(is_letter).unwrap();
                    Faces::of(text, family).find(letter).unwrap()
                };
                let mut words = text.split_whitespace();
                let first = words.next().unwrap();
                assert!(
                    words.all(|word| std::ptr::eq(faces(word), faces(first))),
                    "{text} in {family:?}"
                );
            }
        }
        // A formula among Latin words keeps the symbol of the Latin font.
        let faces = Faces::of("Area = πr", Family::Display);
        assert!(std::ptr::eq(faces.find("π").unwrap(), faces.find("A").unwrap()));
    }
}
