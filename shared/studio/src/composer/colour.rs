//! Colours as the composer thinks of them: opaque sRGB, with what is needed to judge contrast.

use tiny_skia::Color;

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    pub(crate) const WHITE: Self = Self(255, 255, 255);
    pub(crate) const BLACK: Self = Self(0, 0, 0);

    /// From `0xRRGGBB`.
    pub(crate) const fn hex(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self(red, green, blue)
    }

    /// The colour with an opacity of 0 to 1.
    pub(crate) fn alpha(self, opacity: f32) -> Color {
        let mut color = Color::from_rgba8(self.0, self.1, self.2, 255);
        color.set_alpha(opacity.clamp(0.0, 1.0));
        color
    }

    /// `self` at 0, `other` at 1.
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(
            channel(self.0, other.0),
            channel(self.1, other.1),
            channel(self.2, other.2),
        )
    }

    /// Toward white.
    pub(crate) fn lighter(self, share: f32) -> Self {
        self.mix(Self::WHITE, share)
    }

    /// Toward black.
    pub(crate) fn darker(self, share: f32) -> Self {
        self.mix(Self::BLACK, share)
    }

    /// Relative luminance, 0 to 1 (WCAG 2.2).
    #[cfg(test)]
    pub(crate) fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast ratio, 1 to 21 (WCAG 2.2).
    #[cfg(test)]
    pub(crate) fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// How different two colours look, roughly: 0 for the same, about 765 for black and white.
    pub(crate) fn distance(self, other: Self) -> f32 {
        let gap = |a: u8, b: u8| f32::from(a) - f32::from(b);
        let mean_red = (f32::from(self.0) + f32::from(other.0)) / 2.0;
        let (red, green, blue) = (gap(self.0, other.0), gap(self.1, other.1), gap(self.2, other.2));
        ((2.0 + mean_red / 256.0) * red * red + 4.0 * green * green + (2.0 + (255.0 - mean_red) / 256.0) * blue * blue)
            .sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_spans_one_to_twenty_one() {
        assert!((Rgb::WHITE.contrast(Rgb::BLACK) - 21.0).abs() < 0.01);
        assert!((Rgb::hex(0x336699).contrast(Rgb::hex(0x336699)) - 1.0).abs() < 0.01);
    }

    #[test]
    fn mixing_goes_from_one_end_to_the_other() {
        let (a, b) = (Rgb::hex(0x102030), Rgb::hex(0xf0e0d0));
        assert_eq!(a.mix(b, 0.0), a);
        assert_eq!(a.mix(b, 1.0), b);
        assert_eq!(a.mix(b, 9.0), b);
    }
}
