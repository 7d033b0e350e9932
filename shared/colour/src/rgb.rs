//! Opaque sRGB colours.

use crate::{Oklab, Oklch};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, str::FromStr};

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The error of a text that is not a colour. The message does not repeat the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidColour;

impl Rgb {
    /// `#ffffff`
    pub const WHITE: Self = Self(255, 255, 255);
    /// `#000000`
    pub const BLACK: Self = Self(0, 0, 0);

    /// From `0xRRGGBB`.
    pub const fn hex(value: u32) -> Self {
        let [_, red, green, blue] = value.to_be_bytes();
        Self(red, green, blue)
    }

    /// Interpolates from `self` at a share of 0 to `other` at 1, channel by channel as alpha blending does.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(
            channel(self.0, other.0),
            channel(self.1, other.1),
            channel(self.2, other.2),
        )
    }

    /// Mixes the colour with white; a share of 1 gives white.
    pub fn lighter(self, share: f32) -> Self {
        self.mix(Self::WHITE, share)
    }

    /// Mixes the colour with black; a share of 1 gives black.
    pub fn darker(self, share: f32) -> Self {
        self.mix(Self::BLACK, share)
    }

    /// Relative luminance, 0 to 1 (WCAG 2.2).
    pub fn luminance(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Contrast ratio, 1 to 21 (WCAG 2.2).
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The perceived difference of two colours, approximately: 0 for equal colours, about 765 for black and white.
    /// Fast; [`Oklab::distance`] is more accurate.
    ///
    /// Source: Thiadmer Riemersma, [“Colour metric”](https://www.compuphase.com/cmetric.htm), known as “redmean”.
    pub fn distance(self, other: Self) -> f32 {
        let gap = |a: u8, b: u8| f32::from(a) - f32::from(b);
        let mean_red = (f32::from(self.0) + f32::from(other.0)) / 2.0;
        let (red, green, blue) = (gap(self.0, other.0), gap(self.1, other.1), gap(self.2, other.2));
        ((2.0 + mean_red / 256.0) * red * red + 4.0 * green * green + (2.0 + (255.0 - mean_red) / 256.0) * blue * blue)
            .sqrt()
    }

    /// Converts to OKLab, where distances match perceived differences.
    pub fn oklab(self) -> Oklab {
        Oklab::from_linear(self.linear())
    }

    /// Converts to OKLCH: lightness, chroma and hue.
    pub fn oklch(self) -> Oklch {
        self.oklab().oklch()
    }

    /// Linear red, green and blue, each 0 to 1 (IEC 61966-2-1).
    pub(crate) fn linear(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// The nearest sRGB colour to linear red, green and blue. Values outside 0 to 1 are clamped.
    pub(crate) fn from_linear(light: [f32; 3]) -> Self {
        let [red, green, blue] = light.map(|value| {
            let value = value.clamp(0.0, 1.0);
            let encoded = if value <= 0.003_130_8 {
                value * 12.92
            } else {
                1.055 * value.powf(1.0 / 2.4) - 0.055
            };
            (encoded * 255.0).round() as u8
        });
        Self(red, green, blue)
    }
}

impl fmt::Display for Rgb {
    /// Writes `#rrggbb`, in lower case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl FromStr for Rgb {
    type Err = InvalidColour;

    /// Parses `#rrggbb`; hexadecimal digits may be of either case.
    fn from_str(text: &str) -> Result<Self, InvalidColour> {
        let digits = text.strip_prefix('#').ok_or(InvalidColour)?;
        // `from_str_radix` would accept a sign.
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(InvalidColour);
        }
        u32::from_str_radix(digits, 16).map(Self::hex).or(Err(InvalidColour))
    }
}

impl Serialize for Rgb {
    /// As `#rrggbb`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    /// From `#rrggbb`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for InvalidColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a colour is written as #rrggbb")
    }
}

impl std::error::Error for InvalidColour {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_spans_one_to_twenty_one() {
        assert!((Rgb::WHITE.contrast(Rgb::BLACK) - 21.0).abs() < 0.01);
        assert!((Rgb::hex(0x336699).contrast(Rgb::hex(0x336699)) - 1.0).abs() < 0.01);
    }

    #[test]
    fn mixing_interpolates_and_clamps_the_share() {
        let (a, b) = (Rgb::hex(0x102030), Rgb::hex(0xf0e0d0));
        assert_eq!(a.mix(b, 0.0), a);
        assert_eq!(a.mix(b, 1.0), b);
        assert_eq!(a.mix(b, 9.0), b);
        assert_eq!(a.mix(b, 0.5), Rgb::hex(0x808080));
    }

    #[test]
    fn colours_parse_from_their_display_form() {
        for colour in [Rgb::hex(0x0a0b0c), Rgb::WHITE, Rgb::hex(0x00ff7f)] {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        assert_eq!("#AbCdEf".parse(), Ok(Rgb::hex(0xabcdef)));
        for text in ["", "#", "#fff", "abcdef", "#abcdeg", "#+bcdef", "#abcdef0", "#äbcde"] {
            assert_eq!(text.parse::<Rgb>(), Err(InvalidColour), "{text}");
        }
    }

    #[test]
    fn distance_is_zero_for_equal_colours_and_largest_for_black_and_white() {
        assert!(Rgb::WHITE.distance(Rgb::WHITE) < 0.01);
        assert!((Rgb::WHITE.distance(Rgb::BLACK) - 765.0).abs() < 2.0);
    }
}
