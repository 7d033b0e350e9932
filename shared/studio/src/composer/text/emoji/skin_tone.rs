//! The skin tones of emoji: the colours that a tone gives to a person or a hand.

use colour::Rgb;

/// A skin tone (Unicode's `Emoji_Modifier`, Fitzpatrick types 1–2 to 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SkinTone(usize);

/// A colour of the font is one of the table if no channel differs more. The font has many shades that differ by less.
const TOLERANCE: u8 = 10;

/// A colour of the neutral glyphs, and its replacements in the five tones.
///
/// Source: Noto Color Emoji, whose glyphs with a tone have the same outlines as those without one. Each replacement is
/// the colour that most of its 310 such emoji have.
const COLOURS: [(u32, [u32; 5]); 17] = [
    // Skin, and its shades.
    (0xffca28, [0xf9ddbd, 0xe0bb95, 0xba8d68, 0xa56c43, 0x70534a]),
    (0xffb300, [0xffd29c, 0xcca47a, 0xa47b62, 0x8d5738, 0x5c4037]),
    (0xfaa700, [0xefb682, 0xd19661, 0x9a6648, 0x824624, 0x58382b]),
    (0xf8ab17, [0xedbd82, 0xc48e6a, 0x99674f, 0x875334, 0x573d36]),
    (0xf09e00, [0xedbd82, 0xc48e6a, 0x99674f, 0x875334, 0x573d36]),
    (0xeda600, [0xedbd82, 0xba8f63, 0x91674d, 0x875334, 0x4a2f27]),
    (0xe59600, [0xedc391, 0xc48e6a, 0x99674f, 0x7a4c32, 0x3c2b24]),
    // The lines of hands and faces.
    (0xbb6117, [0xd89852, 0xa87254, 0x824e3a, 0x63351e, 0x492c25]),
    (0xb55e19, [0xb26830, 0x8d542e, 0x62392b, 0x422319, 0x000000]),
    // Hair, brows and eyes.
    (0x795548, [0x444444, 0x6d4c41, 0x5d4037, 0x473530, 0x1a1717]),
    (0x785446, [0x312d2d, 0x9b782c, 0x613e31, 0x3c2c23, 0x1a1717]),
    (0x6d4c41, [0x454140, 0xbfa055, 0x6d4c41, 0x554138, 0x444140]),
    (0x6d4c3f, [0x312d2d, 0x9b782c, 0x613e31, 0x3c2c23, 0x1a1717]),
    (0x62453b, [0x312d2d, 0xab872f, 0x543930, 0x3c2c23, 0x232020]),
    (0x543930, [0x312d2d, 0xab872f, 0x543930, 0x3c2c23, 0x232020]),
    (0x404040, [0x312d2d, 0x5d4037, 0x49362e, 0x42312c, 0x1a1717]),
    (0x3f4040, [0x3f4040, 0x3f4040, 0x49352e, 0x42312c, 0x1a1717]),
];

impl SkinTone {
    /// The first skin tone of an emoji. `None` if it has none.
    pub(super) fn of(grapheme: &str) -> Option<Self> {
        grapheme.chars().find_map(Self::of_modifier)
    }

    /// Whether the character only changes the tone of the emoji before it.
    pub(super) fn is_modifier(c: char) -> bool {
        Self::of_modifier(c).is_some()
    }

    fn of_modifier(c: char) -> Option<Self> {
        "🏻🏼🏽🏾🏿".chars().position(|modifier| modifier == c).map(Self)
    }

    /// The replacement of a colour of the neutral glyph. Colours of clothes and things stay.
    pub(super) fn tint(self, neutral: Rgb) -> Rgb {
        let difference = |(listed, _): &&(u32, [u32; 5])| {
            let Rgb(r, g, b) = Rgb::hex(*listed);
            r.abs_diff(neutral.0)
                .max(g.abs_diff(neutral.1))
                .max(b.abs_diff(neutral.2))
        };
        let nearest = COLOURS.iter().min_by_key(difference);
        let known = nearest.filter(|row| difference(row) <= TOLERANCE);
        known
            .and_then(|(_, tones)| tones.get(self.0))
            .map_or(neutral, |tone| Rgb::hex(*tone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_changes_skin_and_hair_alone() {
        let dark = SkinTone::of("👩🏿‍🚀").unwrap();
        assert_eq!(dark.tint(Rgb::hex(0xffca28)), Rgb::hex(0x70534a));
        // A shade that the table does not list.
        assert_eq!(dark.tint(Rgb::hex(0xfec926)), Rgb::hex(0x70534a));
        assert_eq!(dark.tint(Rgb::hex(0x543930)), Rgb::hex(0x232020));
        for thing in [0xffffff, 0x4568ad, 0xc62828, 0x00bfa5, 0xffee58, 0x9e9e9e] {
            assert_eq!(dark.tint(Rgb::hex(thing)), Rgb::hex(thing), "{thing:06x}");
        }
        assert_eq!(SkinTone::of("👩‍🚀"), None);
    }
}
