//! The common fonts and the order in which they are searched.

use super::face::Face;
use crate::composer::writing::is_hangul;
use std::sync::LazyLock;

/// A font of the folder `fonts`, which is parsed when all fonts before it lack a character. The first number is the
/// height of a capital (or, in a script without capitals, of a letter) in ems; scaling by it makes all scripts look
/// equally large. The second number lifts glyphs to the vertical centre of the capitals.
macro_rules! face {
    ($file:literal, $letter_height:literal, $lift:literal) => {
        LazyLock::new(|| {
            let bytes = include_bytes!(concat!("../../../../fonts/", $file));
            Face::new(bytes, $letter_height, $lift)
        })
    };
}

/// The fonts in the order in which they are searched, the display face first. Most pictures never use the large ones.
static FACES: [LazyLock<Option<Face>>; 27] = [
    face!("Anton-Regular.ttf", 0.86, 0.0),
    face!("SofiaSansExtraCondensed-Black.ttf", 0.70, 0.0),
    face!("Heebo-Black.ttf", 0.64, 0.0),
    face!("Cairo-Black.ttf", 0.62, 0.0),
    face!("Khand-Bold.ttf", 0.62, 0.0),
    face!("BalooDa2-ExtraBold.ttf", 0.63, 0.0),
    face!("BlackHanSans-Regular.ttf", 0.74, 0.0),
    face!("NotoSansCJK-Black.otf", 0.87, 0.07),
    face!("Kanit-Black.ttf", 0.56, 0.0),
    face!("BalooTammudu2-ExtraBold.ttf", 0.63, 0.0),
    face!("BalooThambi2-ExtraBold.ttf", 0.58, 0.0),
    face!("BalooBhai2-ExtraBold.ttf", 0.62, 0.0),
    face!("BalooTamma2-ExtraBold.ttf", 0.62, 0.0),
    face!("BalooBhaina2-ExtraBold.ttf", 0.71, 0.0),
    face!("BalooChettan2-ExtraBold.ttf", 0.58, 0.0),
    face!("BalooPaaji2-ExtraBold.ttf", 0.60, 0.0),
    face!("NotoSansMyanmar-Black.ttf", 0.58, 0.0),
    face!("NotoSansEthiopic-Black.ttf", 0.73, 0.0),
    face!("NotoSansKhmer-Black.ttf", 0.59, 0.0),
    face!("NotoSansSinhala-Black.ttf", 0.63, 0.0),
    face!("NotoSansLao-Black.ttf", 0.57, 0.0),
    face!("NotoSansArmenian-Black.ttf", 0.73, 0.0),
    face!("NotoSansGeorgian-Black.ttf", 0.73, 0.0),
    face!("NotoSansThaana-Black.ttf", 0.45, 0.0),
    face!("NotoSerifTibetan-Black.ttf", 0.68, 0.0),
    face!("NotoSansArabic-Black.ttf", 0.68, 0.0),
    face!("NotoSans-Black.ttf", 0.72, 0.0),
];

/// Whether a letter belongs to a script.
type IsOfScript = fn(char) -> bool;

/// Fonts that have only the frequent letters of a script: their indexes, and their letters. A later font has all
/// letters.
const FREQUENT: [(usize, IsOfScript); 3] = [(1, is_cyrillic), (3, is_arabic), (6, is_hangul)];

/// The fonts in which a text is searched. If it has a letter that the frequent letters of its script lack, the font of
/// the frequent letters is left out: the whole word is set in the font with all letters, not in two fonts.
pub(super) fn faces_for(text: &str) -> impl Iterator<Item = &'static Face> {
    let left_out: Vec<usize> = FREQUENT
        .iter()
        .filter(|(index, is_letter)| {
            let face = || FACES.get(*index).and_then(|face| face.as_ref());
            let mut letters = text.chars().filter(|c| is_letter(*c)).peekable();
            letters.peek().is_some() && letters.any(|c| face().is_some_and(|face| !face.maps(c)))
        })
        .map(|(index, _)| *index)
        .collect();
    let faces = FACES.iter().enumerate();
    let faces = faces.filter(move |(index, _)| !left_out.contains(index));
    faces.filter_map(|(_, face)| face.as_ref())
}

/// Whether the character is a letter of the Cyrillic script.
pub(super) const fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}')
}

fn is_arabic(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' | '\u{6d5}' | '\u{6fa}'..='\u{6ff}' | '\u{750}'..='\u{77f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::text::{emoji, typeface::family::Family};
    use std::{env, fs};

    /// The characters that `printable` promises, as its file has them: one bit for each, the lowest of a byte first.
    #[test]
    fn the_table_of_printable_characters_is_up_to_date() {
        let families = || Family::ALL.into_iter().filter_map(Family::face);
        let prints = |c: char| {
            let text = c.to_string();
            faces_for(&text).chain(families()).any(|face| face.maps(c))
                || emoji::sticker(&text).is_some()
                || emoji::flag_letters(&text).is_some_and(|letters| !letters.is_empty())
        };
        let bits: Vec<bool> = (0..0x2_0000)
            .map(|code| char::from_u32(code).is_some_and(prints))
            .collect();
        assert!(
            (0x2_0000..0x11_0000)
                .filter_map(char::from_u32)
                .all(|c| !faces_for("").any(|face| face.maps(c)))
        );
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte: u8, bit| byte << 1 | u8::from(*bit));
        let table: Vec<u8> = bits.chunks(8).map(byte).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../printable/src/characters.bin");
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(file, &table).unwrap();
        }
        let is_same = fs::read(file).unwrap() == table;
        assert!(is_same, "{file} differs from the fonts; UPDATE_DOCS=1 writes it");
    }

    #[test]
    fn no_character_is_left_out_without_a_word() {
        for text in ["ᏣᎳᎩ", "Ꮳ", "𝐀", "ⵜ"] {
            assert!(printable::unprintable(text).is_some(), "{text}");
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
            assert_eq!(printable::unprintable(text), None);
        }
    }

    #[test]
    fn all_fonts_load() {
        assert!(FACES.iter().all(|face| face.is_some()));
    }

    #[test]
    fn a_word_with_a_rare_letter_is_set_in_one_font() {
        for word in ["җәйге", "ښوونځی", "کوردستان ێ", "뷁한"] {
            let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
            let face = faces_for(word).find(|face| letters.first().is_some_and(|c| face.maps(*c)));
            assert!(letters.iter().all(|c| face.unwrap().maps(*c)), "{word}");
        }
        for word in ["тайна", "مرحبا", "한국"] {
            assert_eq!(faces_for(word).count(), FACES.len(), "{word}");
        }
    }
}
