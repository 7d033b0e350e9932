//! Emoji: coloured pictures among the letters.

mod outline;
mod painter;
mod silhouette;
mod skin_tone;

use super::packed;
use crate::composer::raster::canvas::Canvas;
use colour::Rgb;
use harfrust::{Buffer, Font, GlyphId, ShapeOptions, ShaperFont, font::glyph::color::PaintSink, shape};
use painter::Painter;
use silhouette::Silhouette;
use skin_tone::SkinTone;
use std::sync::LazyLock;
use tiny_skia::{Path, Transform};

/// Extra space on either side of an emoji, for its rim, in letter heights.
const BEARING: f32 = 0.03;
/// The height of a typical emoji's ink, in letter heights: a little more than the letters, because it is round.
const HEIGHT: f32 = 1.14;
/// The lower and the upper edge of that ink, in ems.
const INK: (f32, f32) = (-0.22, 0.905);

/// A flag that does not exist. The font draws all unknown flags with the same glyph, which this one reveals.
const UNKNOWN_FLAG: &str = "🇦🇦";

static FONT: LazyLock<Option<Font>> =
    LazyLock::new(|| packed::font(include_bytes!("../../../fonts/NotoColorEmoji.ttf.br")));

/// An emoji with its position.
#[derive(Clone, Debug)]
pub(crate) struct Sticker {
    glyph: GlyphId,
    skin_tone: Option<SkinTone>,
    /// From font units to its position.
    place: Transform,
    /// Its silhouette at its position.
    pub(crate) shape: Path,
}

/// An emoji with its left edge at 0, and its advance width, both in letter heights. `None` if the font cannot draw it.
pub(crate) fn sticker(grapheme: &str) -> Option<(Sticker, f32)> {
    let font = FONT.as_ref()?;
    let (glyph, advance) = whole(font, grapheme).or_else(|| first_part(font, grapheme))?;
    if flag_letters(grapheme).is_some() && whole(font, UNKNOWN_FLAG).is_some_and(|(blank, _)| blank == glyph) {
        return None;
    }
    let scale = HEIGHT / ((INK.1 - INK.0) * f32::from(font.units_per_em()));
    // Aligns the centre of the ink with the centre of the capitals.
    let down = -0.5 + HEIGHT * (0.5 + INK.0 / (INK.1 - INK.0));
    let place = Transform::from_row(scale, 0.0, 0.0, -scale, BEARING, down);
    let mut silhouette = Silhouette::new(font);
    paint(font, glyph, &mut silhouette)?;
    let shape = silhouette.path.finish()?.transform(place)?;
    let sticker = Sticker {
        glyph,
        skin_tone: SkinTone::of(grapheme),
        place,
        shape,
    };
    Some((sticker, advance * scale + 2.0 * BEARING))
}

/// Whether the grapheme requests emoji presentation (U+FE0F), even if a text font has the character.
pub(crate) fn is_asked_for(grapheme: &str) -> bool {
    grapheme.contains('\u{fe0f}')
}

/// The members of a family emoji. The font draws families as an abstract pictogram; separate faces look better.
pub(crate) fn family(grapheme: &str) -> Option<Vec<&str>> {
    let members: Vec<&str> = grapheme.split('\u{200d}').collect();
    let is_person = |member: &&str| member.starts_with(['👨', '👩', '🧑', '👦', '👧', '🧒', '👶']);
    (members.len() > 1 && members.iter().all(is_person)).then_some(members)
}

/// The two letters of a flag, to print when the flag is not drawn.
pub(crate) fn flag_letters(grapheme: &str) -> Option<String> {
    let letter = |c: char| {
        let index = u32::from(c).checked_sub(0x1f1e6).filter(|index| *index < 26)?;
        char::from_u32(u32::from('A') + index)
    };
    grapheme.chars().map(letter).collect()
}

impl Sticker {
    pub(crate) fn transform(self, transform: Transform) -> Option<Self> {
        Some(Self {
            place: self.place.post_concat(transform),
            shape: self.shape.transform(transform)?,
            ..self
        })
    }

    /// Paints the emoji in colour.
    pub(crate) fn paint(&self, canvas: &mut Canvas, turn: Transform) {
        self.paint_recoloured(canvas, turn, &|colour| colour);
    }

    /// Paints the emoji with every colour replaced.
    pub(crate) fn paint_recoloured(&self, canvas: &mut Canvas, turn: Transform, colour: &dyn Fn(Rgb) -> Rgb) {
        let Some(font) = FONT.as_ref() else { return };
        let place = canvas.scale().to_pixels(self.place.post_concat(turn));
        let tinted = |neutral| colour(self.skin_tone.map_or(neutral, |tone| tone.tint(neutral)));
        let mut painter = Painter::new(font, canvas.pixmap_mut(), place, &tinted);
        // Painting fails only for a damaged font, and the embedded font is intact.
        paint(font, self.glyph, &mut painter);
    }
}

fn paint(font: &Font, glyph: GlyphId, sink: &mut impl PaintSink) -> Option<()> {
    font.color_glyphs().get(glyph)?.paint(sink).ok()
}

/// The glyph of a whole grapheme and its advance. Skin tones are removed: the font has only the neutral glyphs, which
/// are painted in the colours of the tone.
fn whole(font: &Font, grapheme: &str) -> Option<(GlyphId, f32)> {
    let bare: String = grapheme.chars().filter(|c| !SkinTone::is_modifier(*c)).collect();
    let charmap = font.charmap();
    let is_known = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}') || charmap.map_unicode(c).is_some();
    // The font also has digits and signs, but only as parts of keycaps.
    if bare.chars().all(|c| c.is_ascii() || c == '\u{fe0f}') || !bare.chars().all(is_known) {
        return None;
    }
    let mut buffer = Buffer::new();
    buffer.push_str(&bare);
    buffer.guess_segment_properties();
    shape(&ShaperFont::new(font), &mut buffer, ShapeOptions::new()).ok()?;
    let mut inked = buffer
        .glyph_infos()
        .iter()
        .zip(buffer.glyph_positions())
        .filter(|(_, position)| position.x_advance != 0);
    let (info, position) = inked.next()?;
    let glyph = GlyphId::from(info.glyph_id);
    let is_alone = inked.next().is_none() && font.color_glyphs().get(glyph).is_some();
    is_alone.then_some((glyph, position.x_advance as f32))
}

/// The first member of a joined sequence that has no glyph, or the first character of another unknown sequence.
fn first_part(font: &Font, grapheme: &str) -> Option<(GlyphId, f32)> {
    if let Some((first, _)) = grapheme.split_once('\u{200d}') {
        return whole(font, first);
    }
    let mut chars = grapheme.chars();
    let first = chars.next()?;
    let is_pictorial = !first.is_ascii() && flag_letters(grapheme).is_none();
    (is_pictorial && chars.next().is_some())
        .then(|| whole(font, first.encode_utf8(&mut [0; 4])))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_drawn(text: &str) -> bool {
        sticker(text).is_some_and(|(sticker, advance)| {
            let mut canvas = Canvas::new(100, 100).unwrap();
            let placed = sticker.transform(Transform::from_row(60.0, 0.0, 0.0, 60.0, 10.0, 80.0));
            placed.unwrap().paint(&mut canvas, Transform::identity());
            let inked = canvas.pixmap().pixels().iter().filter(|pixel| pixel.alpha() > 200);
            advance > 0.5 && inked.count() > 200
        })
    }

    #[test]
    fn common_emoji_are_drawn() {
        for text in [
            "😀",
            "😂",
            "🔥",
            "🚀",
            "💯",
            "❤️",
            "🎉",
            "👍",
            "😱",
            "🤯",
            "💰",
            "📈",
            "⚡",
            "✅",
            "❌",
            "⭐",
            "🏆",
            "🐱",
            "🍜",
            "🗼",
            "1️⃣",
            "#️⃣",
            "🇯🇵",
            "🇰🇷",
            "🇨🇳",
            "🇺🇸",
            "🏳️‍🌈",
            "❤️‍🔥",
            "👨‍💻",
            "🤷‍♀️",
            "👨‍👩‍👧‍👦",
            "👩🏽‍🚀",
            "👍🏿",
            "☺️",
        ] {
            assert!(is_drawn(text), "{text}");
        }
    }

    #[test]
    fn an_unknown_sequence_is_drawn_as_its_first_member() {
        let glyph = |text: &str| sticker(text).unwrap().0.glyph;
        assert_eq!(glyph("👩\u{200d}🚗"), glyph("👩"));
        assert_eq!(glyph("👍🏽"), glyph("👍"));
        assert_ne!(glyph("👨‍💻"), glyph("👨"));
    }

    #[test]
    fn each_skin_tone_is_painted() {
        let painted = |text: &str| {
            let mut canvas = Canvas::new(100, 100).unwrap();
            let placed = sticker(text).unwrap().0;
            let placed = placed.transform(Transform::from_row(60.0, 0.0, 0.0, 60.0, 10.0, 80.0));
            placed.unwrap().paint(&mut canvas, Transform::identity());
            canvas.pixmap().data().to_vec()
        };
        for base in ["👍", "👏", "🙏", "✌", "👩", "👨‍🍳", "🤷‍♀️"] {
            let mut pictures = vec![painted(base)];
            for tone in "🏻🏼🏽🏾🏿".chars() {
                let mut chars = base.chars();
                let first = chars.next().unwrap();
                pictures.push(painted(&format!("{first}{tone}{}", chars.as_str())));
            }
            pictures.sort();
            pictures.dedup();
            assert_eq!(pictures.len(), 6, "{base}");
        }
    }

    #[test]
    fn a_family_is_split_into_its_members() {
        assert_eq!(family("👨‍👩‍👧"), Some(vec!["👨", "👩", "👧"]));
        assert_eq!(family("👨‍💻"), None);
        assert_eq!(family("👨"), None);
    }

    #[test]
    fn other_graphemes_are_not_drawn_as_emoji() {
        for text in ["", "a", "1", "日", "é", "🏻", "\u{200d}", "\u{fe0f}", "🇦🇶"] {
            assert!(sticker(text).is_none(), "{text:?}");
        }
        assert_eq!(flag_letters("🇦🇶").as_deref(), Some("AQ"));
    }

    #[test]
    fn an_emoji_is_about_as_high_as_a_capital() {
        for text in ["😀", "🔥", "🚀", "🐱", "🇯🇵"] {
            let bounds = sticker(text).unwrap().0.shape.bounds();
            assert!((0.75..1.3).contains(&bounds.height()), "{text}: {bounds:?}");
            assert!((bounds.top() + bounds.bottom() + 1.0).abs() < 0.2, "{text}: {bounds:?}");
        }
    }
}
