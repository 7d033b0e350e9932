//! Emoji as large subjects.

use super::rim::rim;
use crate::composer::{
    raster::canvas::Canvas,
    text::emoji::{self, Sticker},
};
use colour::{Oklch, Pixels, Rgb, swatches};
use tiny_skia::{Path, Transform};

/// The side of the small picture from which an emoji's main colour is measured, in pixels.
const SAMPLE: u32 = 40;
/// The chroma below which a colour counts as grey.
const GREY: f32 = 0.04;

/// An emoji in a square from 0 to 100 units, and how its colours are changed.
#[derive(Clone, Debug)]
pub(crate) struct LargeEmoji {
    sticker: Sticker,
    /// The outline of everything that gets a contour.
    rim: Path,
    /// The factors of its chroma and its lightness.
    chroma: f32,
    lightness: f32,
}

impl LargeEmoji {
    /// The emoji, centred in its square. `None` if the font lacks it.
    pub(super) fn of(emoji: &str) -> Option<Self> {
        let (sticker, _) = emoji::sticker(emoji)?;
        let bounds = sticker.shape.bounds();
        let scale = 100.0 / bounds.width().max(bounds.height());
        let (x, y) = (
            bounds.left() + bounds.width() / 2.0,
            bounds.top() + bounds.height() / 2.0,
        );
        let place = Transform::from_row(scale, 0.0, 0.0, scale, 50.0 - x * scale, 50.0 - y * scale);
        let sticker = sticker.transform(place)?;
        Some(Self {
            rim: rim(&sticker.shape),
            sticker,
            chroma: 1.0,
            lightness: 1.0,
        })
    }

    /// The outline of everything that it paints.
    pub(crate) const fn shape(&self) -> &Path {
        &self.sticker.shape
    }

    /// The outline of everything that gets a contour.
    pub(crate) const fn rim(&self) -> &Path {
        &self.rim
    }

    /// Paints it. `place` is the transform of its square.
    pub(crate) fn paint(&self, canvas: &mut Canvas, place: Transform) {
        if self.chroma == 1.0 && self.lightness == 1.0 {
            self.sticker.paint(canvas, place);
        } else {
            self.sticker
                .paint_recoloured(canvas, place, &|colour| self.colour(colour));
        }
    }

    /// The same emoji with the chroma and the lightness of every colour multiplied by these factors.
    pub(super) fn recoloured(self, chroma: f32, lightness: f32) -> Self {
        Self {
            chroma: self.chroma * chroma,
            lightness: self.lightness * lightness,
            ..self
        }
    }

    fn colour(&self, colour: Rgb) -> Rgb {
        let looks = colour.oklch();
        Oklch {
            chroma: looks.chroma * self.chroma,
            lightness: looks.lightness * self.lightness,
            ..looks
        }
        .to_rgb()
    }

    /// The colour that most of the emoji has; a grey only if nothing else is large.
    pub(super) fn main_colour(&self) -> Rgb {
        const NEUTRAL: Rgb = Rgb::hex(0x80_80_80);
        let Some(mut canvas) = Canvas::new(SAMPLE, SAMPLE) else {
            return NEUTRAL;
        };
        let unit = SAMPLE as f32 / 100.0;
        self.paint(&mut canvas, Transform::from_scale(unit, unit));
        let straight = canvas.pixmap().pixels().iter().flat_map(|pixel| {
            let colour = pixel.demultiply();
            // The antialiased edge would add colours of its own.
            let alpha = if colour.alpha() > 200 { 255 } else { 0 };
            [colour.red(), colour.green(), colour.blue(), alpha]
        });
        let Some(pixels) = Pixels::new(SAMPLE, SAMPLE, straight.collect()) else {
            return NEUTRAL;
        };
        let found = swatches(&pixels);
        let weight = |colour: Rgb, share: f32| share * if colour.oklch().chroma < GREY { 0.4 } else { 1.0 };
        let largest = found
            .iter()
            .max_by(|a, b| weight(a.colour, a.share).total_cmp(&weight(b.colour, b.share)));
        largest.map_or(NEUTRAL, |swatch| swatch.colour)
    }
}

/// The tilt of an emoji, in degrees clockwise: tools and small things lie at an angle, everything else stands.
pub(super) fn tilt(emoji: &str) -> f32 {
    let Some(first) = emoji.chars().next() else { return 0.0 };
    match first {
        // Drinks and dishes stand on a table, but a little tilt makes them lively.
        '\u{1f354}'..='\u{1f37f}' | '\u{1f950}'..='\u{1f96f}' | '\u{1f9c0}'..='\u{1f9cb}' => -5.0,
        // Instruments and balls, phones and books.
        '\u{1f3a0}'..='\u{1f3c1}' | '\u{1f4a0}'..='\u{1f53d}' | '\u{1fa80}'..='\u{1faaf}' => 6.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn large(emoji: &str) -> LargeEmoji {
        LargeEmoji::of(emoji).unwrap()
    }

    #[test]
    fn an_emoji_fills_its_square() {
        for emoji in ["🎻", "🐙", "🏍️", "🗼", "👩‍🚀"] {
            let bounds = large(emoji).shape().bounds();
            let longest = bounds.width().max(bounds.height());
            assert!((longest - 100.0).abs() < 0.1, "{emoji}: {bounds:?}");
            assert!(bounds.left() > -0.1 && bounds.top() > -0.1, "{emoji}: {bounds:?}");
        }
    }

    #[test]
    fn the_main_colour_is_the_one_that_people_name() {
        for (emoji, name) in [("🍅", "red"), ("🥦", "green"), ("🐳", "blue"), ("🍋", "gold")] {
            let colour = large(emoji).main_colour();
            assert!(colour::name(colour).contains(name), "{emoji}: {}", colour::name(colour));
        }
    }

    #[test]
    fn a_faded_emoji_has_less_colour() {
        let faded = large("🍅").recoloured(0.1, 1.0);
        assert!(faded.main_colour().oklch().chroma < large("🍅").main_colour().oklch().chroma / 2.0);
    }
}
