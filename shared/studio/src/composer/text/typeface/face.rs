//! A font with its scale.

use harfrust::font::Font;

/// A parsed font and its measures.
pub(super) struct Face {
    pub(super) font: Font,
    /// The factor from font units to letter heights.
    pub(super) scale: f32,
    /// How far glyphs are raised, in letter heights.
    pub(super) lift: f32,
    /// The letter-spacing added to every advance, in letter heights.
    pub(super) tracking: f32,
    /// Characters whose glyph shows another character.
    wrong: &'static [char],
}

impl Face {
    pub(super) fn new(bytes: &'static [u8], letter_height: f32, lift: f32) -> Option<Self> {
        Self::of(Font::new(bytes, 0)?, letter_height, lift)
    }

    pub(super) fn of(font: Font, letter_height: f32, lift: f32) -> Option<Self> {
        let scale = 1.0 / (f32::from(font.units_per_em()).max(1.0) * letter_height);
        Some(Self {
            font,
            scale,
            lift,
            tracking: 0.0,
            wrong: &[],
        })
    }

    /// The same face with letter-spacing, in ems. Large letters need less space than those of running text.
    pub(super) fn tracked(self, em: f32) -> Self {
        let tracking = em * f32::from(self.font.units_per_em()) * self.scale;
        Self { tracking, ..self }
    }

    /// The same face without characters that it draws as others.
    pub(super) fn without(self, wrong: &'static [char]) -> Self {
        Self { wrong, ..self }
    }

    pub(super) fn has(&self, grapheme: &str) -> bool {
        grapheme.chars().all(|c| is_joiner(c) || self.maps(c))
    }

    /// Whether the font has a glyph of its own for the character.
    pub(super) fn maps(&self, c: char) -> bool {
        if self.wrong.contains(&c) {
            return false;
        }
        let glyph = self.font.charmap().map_unicode(c);
        glyph.is_some_and(|glyph| glyph.to_u32() != 0)
    }
}

/// Whether the character is a joiner or a variation selector, which influences its neighbours and needs no glyph.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
